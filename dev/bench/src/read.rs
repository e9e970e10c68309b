//! Reads files of puzzles: 81 characters a line (`.` or 0 for blank), or grids of tokens under a `# name=… N=… box=WxH X=yes status=…` line, plain or gzip.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};

use flate2::read::GzDecoder;
use ndoku_core::{Layout, Puzzle};

/// A puzzle with what its file says of it.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) status: String,
    pub(crate) puzzle: Puzzle,
}

/// All puzzles of a file; those that cannot be made are an error.
pub(crate) fn read(path: &str) -> io::Result<Vec<Entry>> {
    let mut text = String::new();
    let mut file = File::open(path)?;
    if path.ends_with(".gz") {
        GzDecoder::new(file).read_to_string(&mut text)?
    } else {
        file.read_to_string(&mut text)?
    };
    if text.lines().any(|line| line.starts_with("# name=")) { grids(&text) } else { lines(&text) }
}

fn wrong(what: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_string())
}

fn lines(text: &str) -> io::Result<Vec<Entry>> {
    let layout = Layout::classic();
    text.lines()
        .filter(|line| line.len() >= 81 && !line.starts_with('#'))
        .enumerate()
        .map(|(number, line)| {
            let clues: Vec<u8> = line.bytes().take(81).map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { 0 }).collect();
            let puzzle = Puzzle::from_array(&layout, &clues).map_err(wrong)?;
            Ok(Entry { name: format!("{}", number + 1), status: String::new(), puzzle })
        })
        .collect()
}

fn grids(text: &str) -> io::Result<Vec<Entry>> {
    let mut layouts: HashMap<String, Layout> = HashMap::new();
    let mut entries = Vec::new();
    for part in text.split("# name=").skip(1) {
        let (head, rows) = part.split_once('\n').unwrap_or((part, ""));
        let fields: HashMap<&str, &str> = head.split_whitespace().filter_map(|field| field.split_once('=')).collect();
        let field = |name: &str| fields.get(name).copied().unwrap_or("");
        let key = format!("{} {}", field("box"), field("X"));
        if !layouts.contains_key(&key) {
            let (width, height) = field("box").split_once('x').ok_or_else(|| wrong(format!("no box: {head}")))?;
            let (width, height): (u8, u8) = (width.parse().map_err(wrong)?, height.parse().map_err(wrong)?);
            let size = field("N").parse().map_err(wrong)?;
            let mut builder = Layout::builder(size).boxes(width, height);
            if field("X") == "yes" {
                builder = builder.x();
            }
            layouts.insert(key.clone(), builder.build().map_err(wrong)?);
        }
        let clues: Vec<u8> = rows.split_whitespace().map(|token| token.parse().unwrap_or(0)).collect();
        let puzzle = Puzzle::from_array(&layouts[&key], &clues).map_err(wrong)?;
        let name = head.split_whitespace().next().unwrap_or_default().to_owned();
        entries.push(Entry { name, status: field("status").to_owned(), puzzle });
    }
    Ok(entries)
}
