//! Writes the first corpus of every target to `fuzz/corpus/`: the examples of the formats, plain
//! and compressed, and the rules.
#![forbid(unsafe_code)]

use std::io;
use std::path::{Path, PathBuf};

use ndoku_core::constraint::RULES;
use ndoku_core::{Layout, Puzzle};
use ndoku_formats::{FORMATS, Record, WriteOptions};

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut written = 0;
    let mut put = |target: &str, name: String, bytes: &[u8]| -> io::Result<()> {
        let folder: PathBuf = corpus.join(target);
        std::fs::create_dir_all(&folder)?;
        written += 1;
        std::fs::write(folder.join(name), bytes)
    };
    for (number, format) in FORMATS.iter().enumerate() {
        let example = format.example.as_bytes();
        put("read", format.id.to_owned(), example)?;
        put("decompress", format.id.to_owned(), example)?;
        for target in ["solve", "write_read"] {
            for first in [0_u8, 1] {
                put(
                    target,
                    format!("{}-{first}", format.id),
                    &[&[first], example].concat(),
                )?;
            }
        }
        // The first two bytes select the format and the options.
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        for wanted in [0, 1] {
            put(
                "read_as",
                format!("{}-{wanted}", format.id),
                &[&[number, wanted], example].concat(),
            )?;
        }
        let rule = b"anti-knight";
        let ruled = [&[number, 4, rule.len() as u8][..], rule, example].concat();
        put("read_as", format!("{}-rule", format.id), &ruled)?;
    }
    // Empty grids of other sizes and shapes, in the formats that can write them.
    for (name, layout) in layouts() {
        for format in FORMATS {
            let mut text = String::new();
            let record = Record::from(Puzzle::empty(&layout));
            let Some(writer) = format
                .write
                .as_ref()
                .filter(|_| format.unsupported(&record).is_empty())
            else {
                continue;
            };
            if let Ok(all) = writer.write_all([&record], &WriteOptions::default()) {
                text.push_str(&all);
                put("read", format!("{}-{name}", format.id), text.as_bytes())?;
                for target in ["solve", "write_read"] {
                    put(
                        target,
                        format!("{}-{name}", format.id),
                        &[&[0], text.as_bytes()].concat(),
                    )?;
                }
            }
        }
    }
    for (number, rule) in RULES.iter().enumerate() {
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        for size in [4_u8, 6, 9, 16] {
            // A small size, then call 7: a rule of the registry.
            put(
                "layout",
                format!("{}-{size}", rule.id),
                &[1, size, 7, number],
            )?;
        }
        let use_of = match rule.id {
            "house" => "house=windows:r1c1,r2c2,r3c3,r4c4".to_owned(),
            "colors" => "colors=ab..ba.........".to_owned() + ".",
            id => id.to_owned(),
        };
        put(
            "layout",
            format!("{}-text", rule.id),
            &[&[1, 4, 8, use_of.len() as u8][..], use_of.as_bytes()].concat(),
        )?;
    }
    put(
        "layout",
        "bent".to_owned(),
        &[1, 5, 4, 0, 1, 2, 3, 4, 5, 0, 5, 1],
    )?;
    // One puzzle after the other: the sets of the engine's signature.
    let sets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/ndoku-solver/testdata/simd9");
    for set in ["easy", "hard", "invalid", "several"] {
        let text = std::fs::read_to_string(sets.join(set))?;
        let lines: Vec<&str> = text.lines().filter(|line| line.len() == 81).collect();
        for (number, lines) in lines.chunks(15).enumerate() {
            put(
                "simd9",
                format!("{set}-{number}"),
                lines.concat().as_bytes(),
            )?;
        }
    }
    for (name, path) in PICTURES {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        put("photo", (*name).to_owned(), &std::fs::read(file)?)?;
    }
    for (name, bytes) in PACKED {
        put("decompress", (*name).to_owned(), bytes)?;
    }
    println!("{written} seeds written");
    Ok(())
}

/// Pictures of the repository. libFuzzer cuts off what is too long.
const PICTURES: &[(&str, &str)] = &[
    ("png", "../web/public/apple-touch-icon.png"),
    ("jpeg", "../apps/ndoku-command/tests/photos/newspaper.jpg"),
];

fn layouts() -> Vec<(&'static str, Layout)> {
    let made = [
        ("1", Layout::for_size(1)),
        ("4", Layout::for_size(4)),
        ("latin5", Layout::builder(5).no_boxes().build()),
        ("6x", Layout::builder(6).boxes(2, 3).x().build()),
        ("7", Layout::for_size(7)),
        (
            "jigsaw4",
            Layout::builder(4).regions(b"0001021122313333").build(),
        ),
        ("knight9", Layout::builder(9).rule("anti-knight").build()),
        ("12", Layout::for_size(12)),
        ("16", Layout::for_size(16)),
        ("25", Layout::for_size(25)),
    ];
    made.into_iter()
        .filter_map(|(name, layout)| Some((name, layout.ok()?)))
        .collect()
}

/// Three lines of the 4×4 example, compressed in each supported way.
const PACKED: &[(&str, &[u8])] = &[
    (
        "gzip",
        &[
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33, 0xd4, 0x33, 0xd6,
            0x33, 0x36, 0xd1, 0x33, 0x32, 0xd2, 0x33, 0x01, 0x42, 0x23, 0x43, 0x2e, 0x43, 0x82,
            0x02, 0x00, 0xee, 0xe9, 0x3c, 0x05, 0x33, 0x00, 0x00, 0x00,
        ],
    ),
    (
        "bzip2",
        &[
            0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x05, 0x84, 0x34, 0x5b,
            0x00, 0x00, 0x0d, 0x58, 0x00, 0x00, 0x10, 0x00, 0x01, 0x3c, 0x00, 0x20, 0x00, 0x30,
            0xc0, 0x08, 0xfd, 0x49, 0x36, 0xa6, 0xae, 0x22, 0xb5, 0x71, 0xc8, 0xa3, 0x91, 0xf1,
            0x77, 0x24, 0x53, 0x85, 0x09, 0x00, 0x58, 0x43, 0x45, 0xb0,
        ],
    ),
    (
        "xz",
        &[
            0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00,
            0x21, 0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0xe0, 0x00, 0x32, 0x00,
            0x16, 0x5d, 0x00, 0x18, 0x8b, 0x82, 0xd9, 0x06, 0xf7, 0x8e, 0x36, 0x25, 0x6a, 0xad,
            0xa6, 0xf8, 0xe5, 0x98, 0x1e, 0x9f, 0x8f, 0xda, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0xb7, 0x4e, 0xf1, 0xe1, 0xe5, 0xa7, 0x94, 0xdd, 0x00, 0x01, 0x32, 0x33, 0x4c, 0x80,
            0x26, 0x72, 0x1f, 0xb6, 0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a,
        ],
    ),
    (
        "zstd",
        &[
            0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0xbd, 0x00, 0x00, 0x88, 0x31, 0x2e, 0x33, 0x2e,
            0x33, 0x34, 0x2e, 0x32, 0x32, 0x2e, 0x34, 0x2e, 0x34, 0x2e, 0x32, 0x31, 0x0a, 0x01,
            0x00, 0xc9, 0x99, 0x4b, 0x67, 0xa5, 0x72, 0x7b,
        ],
    ),
];
