//! The output format by the extension of the output file, for all commands with `-o`.

use std::path::Path;

use ndoku::format::{self, Format};

use super::sample::{SampleKind, SampleTo};
use super::{Analyze, Check, Command, Compare, Count, Hint, Rate, RateTo, Solve};
use crate::error::CliError;

/// Extensions of compressed files, which no command writes.
const COMPRESSED_EXTENSIONS: [&str; 5] = ["bz2", "gz", "xz", "zip", "zst"];

/// Extensions of spreadsheets and text documents, which no command writes.
const OFFICE_EXTENSIONS: [&str; 7] = ["doc", "docx", "numbers", "ods", "odt", "xls", "xlsx"];

/// Extensions of the pictures and pages that `ndoku draw` writes.
const DRAWN_EXTENSIONS: [&str; 7] = ["html", "md", "pdf", "png", "svg", "tex", "htm"];

impl Command {
    /// Selects the output format by the extension of the output file, unless an option selects it.
    ///
    /// The format of one line per puzzle is not selected, because each command has lines of its
    /// own.
    ///
    /// # Errors
    /// Returns an error for the extension of a picture, and of a format that the command does not
    /// write.
    pub(crate) fn select_format_by_extension(&mut self) -> Result<(), CliError> {
        let name = self.name();
        match self {
            // A solution path can be a document, which its own writer selects.
            Self::Solve(Solve {
                path: true, output, ..
            }) if output.to.is_none() && !output.json => {
                let extension = output.path().and_then(|path| path.extension()?.to_str());
                output.json = extension
                    .and_then(format::find_extension)
                    .is_some_and(|format| ["json", "ndjson"].contains(&format.id));
            }
            Self::Solve(Solve { path: true, .. }) => {}
            Self::Rate(Rate {
                to,
                json,
                template: None,
                output,
                ..
            }) if to.is_none() && !*json => {
                *to = match report_format(name, output.path(), &["csv", "json"])? {
                    Some("csv") => Some(RateTo::Csv),
                    Some(_) => Some(RateTo::Ndjson),
                    None => None,
                };
            }
            Self::Sample(args) => select_sample_format(name, &mut args.kind)?,
            Self::Check(Check { output, .. })
            | Self::Count(Count { output, .. })
            | Self::Hint(Hint { output, .. })
            | Self::Analyze(Analyze { output, .. })
            | Self::Compare(Compare { output, .. })
                if !output.json =>
            {
                output.json = report_format(name, output.path(), &["json"])?.is_some();
            }
            _ => {
                if let Some(output) = self.output_mut()
                    && output.to.is_none()
                    && !output.json
                {
                    let format = format_of(name, output.path())?;
                    output.to = format
                        .filter(|format| format.id != "line")
                        .map(|format| format.id.to_owned());
                }
            }
        }
        Ok(())
    }
}

/// Selects the output format of `ndoku sample`.
fn select_sample_format(command: &str, kind: &mut SampleKind) -> Result<(), CliError> {
    match kind {
        SampleKind::Grids(args) if !args.json => {
            args.json = report_format(command, args.common.output.path(), &["json"])?.is_some();
        }
        SampleKind::Grids(_) => {}
        SampleKind::Minimal(args) if args.to.is_none() && !args.json => {
            args.to = match report_format(command, args.common.output.path(), &["csv", "json"])? {
                Some("csv") => Some(SampleTo::Csv),
                Some(_) => Some(SampleTo::Ndjson),
                None => None,
            };
        }
        SampleKind::Minimal(_) => {}
    }
    Ok(())
}

/// Returns the format of a report that the extension of the output file names: `csv`, `json` or
/// `ndjson`. `None` stands for lines.
///
/// # Errors
/// Returns an error for a format that is not in `written`. `json` there includes `ndjson`.
fn report_format(
    command: &str,
    path: Option<&Path>,
    written: &[&str],
) -> Result<Option<&'static str>, CliError> {
    match format_of(command, path)?.map(|format| format.id) {
        None | Some("line") => Ok(None),
        Some("ndjson") if written.contains(&"json") => Ok(Some("ndjson")),
        Some(id) if written.contains(&id) => Ok(Some(id)),
        Some(id) => {
            let message = format!("`ndoku {command}` does not write the format {id}");
            let extensions: Vec<String> = std::iter::once(".txt".to_owned())
                .chain(written.iter().map(|id| format!(".{id}")))
                .collect();
            let hint = format!("use the extension {}", extensions.join(" or "));
            Err(CliError::usage(message).hint(hint))
        }
    }
}

/// Returns the format that the extension of the output file names, if any.
fn format_of(command: &str, path: Option<&Path>) -> Result<Option<&'static Format>, CliError> {
    let Some(extension) = path.and_then(|path| path.extension()?.to_str()) else {
        return Ok(None);
    };
    if DRAWN_EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()) {
        let message = format!("`ndoku {command}` does not write {extension} files");
        return Err(CliError::usage(message).hint("`ndoku draw` draws puzzles"));
    }
    if COMPRESSED_EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()) {
        let message = format!("`ndoku {command}` does not write compressed files");
        let hint = "write to standard output, and compress that: ndoku … | gzip > FILE.gz";
        return Err(CliError::usage(message).hint(hint));
    }
    if OFFICE_EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()) {
        let message = format!("`ndoku {command}` does not write {extension} files");
        return Err(CliError::usage(message).hint("spreadsheets open .csv files"));
    }
    Ok(format::find_extension(extension).filter(|format| format.write.is_some()))
}
