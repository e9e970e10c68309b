//! Tests of every registered format: its example is valid, nothing panics, and no text takes
//! excessive time.
#![cfg(test)]

use std::ops::ControlFlow;

use super::random::RecordRng;
use super::{Block, FORMATS, Format, ReadOptions, Reader, Record, Scope, WriteOptions, read_all};

fn count(format: &Format, text: &str, options: &ReadOptions) -> (usize, usize) {
    let (mut good, mut bad) = (0, 0);
    let mut sink = |record: Result<Record, super::ReadError>| {
        match record {
            Ok(record) => {
                good += 1;
                // Source maps and conflicts must work for every record.
                let _ = record.conflicts();
            }
            Err(error) => {
                bad += 1;
                assert!(
                    !error.message.is_empty() && !error.message.ends_with('.'),
                    "{}: {error}",
                    format.id
                );
                assert!(
                    error
                        .span
                        .is_none_or(|span| span.line > 0 && span.column > 0),
                    "{}: {error:?}",
                    format.id
                );
            }
        }
        if good + bad < 10_000 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    if let Some(read) = format.read {
        let _ = read(&Block::whole(text), &mut Reader::new(options, &mut sink));
    }
    (good, bad)
}

#[test]
fn names_are_unique_and_found() {
    let mut names: Vec<&str> = FORMATS
        .iter()
        .flat_map(|format| std::iter::once(format.id).chain(format.aliases.iter().copied()))
        .collect();
    for name in &names {
        assert!(
            super::find(name)
                .is_some_and(|format| format.id == *name || format.aliases.contains(name))
        );
        assert_eq!(*name, name.to_ascii_lowercase());
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "two formats share a name");
}

#[test]
fn every_example_is_detected_and_read() {
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        let block = Block::whole(format.example);
        assert!(
            (format.detect)(&block).is_ok(),
            "{}: {:?}",
            format.id,
            (format.detect)(&block)
        );
        let (good, bad) = count(format, format.example, &ReadOptions::default());
        assert!(
            good > 0 && bad == 0,
            "{}: {good} read, {bad} not",
            format.id
        );
    }
}

#[test]
fn every_document_is_detected() {
    for format in FORMATS
        .iter()
        .filter(|format| format.scope == Scope::Document && format.read.is_some())
    {
        let block = Block::whole(format.example);
        let first = FORMATS
            .iter()
            .find(|other| other.scope == Scope::Document && (other.detect)(&block).is_ok());
        assert_eq!(first.map(|first| first.id), Some(format.id));
    }
    for format in FORMATS.iter().filter(|format| format.scope == Scope::Unit) {
        let document = FORMATS.iter().find(|other| {
            other.scope == Scope::Document && (other.detect)(&Block::whole(format.example)).is_ok()
        });
        assert_eq!(
            document.map(|document| document.id),
            None,
            "a {} is taken for a document",
            format.id
        );
    }
}

#[test]
fn every_example_is_read_after_it_was_written() {
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        let Some(writer) = &format.write else {
            continue;
        };
        let options = ReadOptions {
            format: Some(format),
            ..ReadOptions::default()
        };
        let before: Vec<Record> = read_all(format.example, &options)
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let text = writer.write_all(&before, &WriteOptions::default()).unwrap();
        let after: Vec<Record> = read_all(&text, &options)
            .into_iter()
            .map(|record| record.unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.id)))
            .collect();
        let content = |records: &[Record]| {
            records
                .iter()
                .map(|record| record.puzzle.clues().to_vec())
                .collect::<Vec<_>>()
        };
        assert_eq!(content(&before), content(&after), "{}", format.id);
    }
}

#[test]
fn no_prefix_of_an_example_panics() {
    for format in FORMATS {
        let ends = format.example.char_indices().map(|(end, _)| end);
        for end in ends {
            let text = &format.example[..end];
            let _ = (format.detect)(&Block::whole(text));
            count(format, text, &ReadOptions::default());
        }
    }
}

#[test]
fn no_change_of_an_example_panics() {
    const MARKS: &[char] = &[
        '0', '9', 'z', 'Z', '_', '.', ',', ':', '|', '"', '\'', '{', '}', '[', ']', '<', '/', '\n',
        '\t', ' ', '-', 'é', '\u{0}', '🂡',
    ];
    let mut rng = RecordRng::new(77);
    let strict = ReadOptions::default();
    let lenient = ReadOptions {
        ignore_unsupported: true,
        ..ReadOptions::default()
    };
    for format in FORMATS {
        for round in 0..400 {
            let mut text: Vec<char> = format.example.chars().collect();
            for _ in 0..1 + rng.below(3) {
                let place = rng.below(text.len());
                match rng.below(4) {
                    0 => drop(text.remove(place)),
                    1 => text.insert(place, rng.pick(MARKS)),
                    2 => text[place] = rng.pick(MARKS),
                    _ => {
                        let end = (place + rng.below(30)).min(text.len());
                        let piece = text[place..end].to_vec();
                        let at = rng.below(text.len());
                        text.splice(at..at, piece);
                    }
                }
                if text.is_empty() {
                    text.push('x');
                }
            }
            let text: String = text.into_iter().collect();
            // A reader may get any text if the user names the wrong format.
            let other = if round % 4 == 0 {
                rng.pick(FORMATS)
            } else {
                format
            };
            let _ = (other.detect)(&Block::whole(&text));
            count(
                other,
                &text,
                if round % 2 == 0 { &lenient } else { &strict },
            );
        }
    }
}

#[test]
fn long_and_deep_texts_are_read_quickly() {
    let texts = [
        "[".repeat(50_000),
        "{\"a\":".repeat(20_000),
        "z".repeat(80_000),
        "<a>".repeat(20_000),
        "9".repeat(80_000),
        ",".repeat(80_000),
        "\t\n".repeat(20_000),
    ];
    for format in FORMATS {
        for text in &texts {
            let _ = (format.detect)(&Block::whole(text));
            count(format, text, &ReadOptions::default());
        }
    }
}
