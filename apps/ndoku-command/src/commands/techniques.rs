//! `ndoku techniques` and `ndoku explain`: print the registry of techniques and the handbook.

use ndoku::logic::{TECHNIQUES, Technique, handbook};
use ndoku::rating::{Difficulty, Level};
use serde_json::json;

use super::help::wrap;
use super::lists::print;
use crate::args::TechniquesArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;

/// Prints the techniques, one per line, or the one that is named.
pub(crate) fn list(context: &Context, args: &TechniquesArgs) -> Result<ExitCode, CliError> {
    let as_json = args.list.json;
    let head = format!(
        "{:<30} {:>6}  {:<8}  {:>4}  {:>6}  summary",
        "technique", "rating", "level", "SE", "HoDoKu"
    );
    let is_named =
        |technique: &&Technique| args.technique.is_none_or(|named| named.id == technique.id);
    let lines = TECHNIQUES
        .iter()
        .copied()
        .filter(is_named)
        .map(|technique| {
            let level = Level::for_difficulty(technique.difficulty);
            let (explainer, hodoku) = (technique.sudoku_explainer, technique.hodoku);
            if as_json {
                return json!({
                    "id": technique.id,
                    "name": technique.name,
                    "aliases": technique.aliases,
                    "family": technique.family,
                    "summary": technique.summary,
                    "rating": technique.difficulty.to_f64(),
                    "level": level.name(),
                    "se": explainer.map(Difficulty::to_f64),
                    "hodoku": hodoku.map(|entry| json!({
                        "score": entry.score,
                        "level": entry.level.name(),
                        "on": entry.is_enabled,
                    })),
                    "needs_unique": technique.needs_unique,
                })
                .to_string();
            }
            let explainer = explainer.map_or_else(|| "-".to_owned(), |rating| rating.to_string());
            let hodoku = hodoku.map_or_else(|| "-".to_owned(), |entry| entry.score.to_string());
            format!(
                "{:<30} {:>6}  {:<8}  {explainer:>4}  {hodoku:>6}  {}",
                technique.id,
                technique.difficulty,
                level.name(),
                technique.summary
            )
        });
    print(context, (!as_json).then_some(head).into_iter().chain(lines))
}

/// Prints the handbook page of a technique.
pub(crate) fn explain(
    context: &Context,
    technique: &'static Technique,
) -> Result<ExitCode, CliError> {
    let mut facts = vec![
        format!(
            "{} is `{}` for --technique; family: {}.",
            technique.name, technique.id, technique.family
        ),
        format!(
            "Rating {} ({}) and up.",
            technique.difficulty,
            Level::for_difficulty(technique.difficulty)
        ),
    ];
    facts.extend(
        technique
            .sudoku_explainer
            .map(|rating| format!("Sudoku Explainer or Sukaku Explainer: {rating} and up.")),
    );
    facts.extend(
        technique
            .hodoku
            .map(|entry| format!("HoDoKu: {}, {} points.", entry.level.name(), entry.score)),
    );
    facts.extend(
        (!technique.aliases.is_empty())
            .then(|| format!("Also called: {}.", technique.aliases.join(", "))),
    );
    facts.extend(
        technique
            .needs_unique
            .then(|| "Holds only in puzzles with one solution.".to_owned()),
    );
    let page = handbook::strip_comments(technique.handbook);
    let text = format!("{}\n{}", plain_text(&page), wrap("", 0, &facts.join(" ")));
    print(context, std::iter::once(text.trim_end().to_owned()))
}

/// Turns a handbook page from Markdown into plain text. The pages use headings, paragraphs, quotes
/// of one line, blocks of code and emphasis.
fn plain_text(page: &str) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            out += &format!("    {line}\n");
        } else if line.is_empty() {
            end_paragraph(&mut out, &mut paragraph);
            out.push('\n');
        } else if let Some(title) = line.strip_prefix("# ") {
            out += &format!("{title}\n{}\n", "=".repeat(title.chars().count()));
        } else if let Some(title) = line.strip_prefix("## ") {
            out += &format!("{title}:\n");
        } else if let Some(quote) = line.strip_prefix("> ") {
            out += &wrap("", 0, quote);
        } else {
            paragraph.push_str(line);
            paragraph.push(' ');
        }
    }
    end_paragraph(&mut out, &mut paragraph);
    out
}

/// Writes a paragraph, without the marks of emphasis.
fn end_paragraph(out: &mut String, paragraph: &mut String) {
    if !paragraph.is_empty() {
        out.push_str(&wrap("", 0, &paragraph.replace('*', "")));
        paragraph.clear();
    }
}
