//! SumoCue's clipboard text: jigsaws of the Windows program SumoCue, one a line. Read only.
//!
//! ```text
//! SumoCueV1=1J0=0J0=0J1=4J1=0J0=0J0=2J1=0J1=0J2=3J2=0J3=0J3=4J2=0J2=0J3=1J3
//! ```
//!
//! Each `=` begins a cell: the clue (0 is a blank), and `J` with the index of its region. `+`
//! points to another cell of a killer cage. The numbers are then sums, and the puzzle is rejected.
//!
//! Source: jigsaws of this form in public test data, and descriptions of the killer form by users.

use std::ops::ControlFlow;

use ndoku_core::{Boxes, Cell, Digit, Symbols};

use super::{
    Block, DetectedLayout, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap,
    Span, lines, symbols_line,
};

/// The format of the clipboard text.
pub(super) const SUMOCUE: Format = Format {
    id: "sumocue",
    aliases: &[],
    extensions: &[],
    summary: "Clipboard text of SumoCue: jigsaws, one a line (read only)",
    example: "SumoCueV1=1J0=0J0=0J1=4J1=0J0=0J0=2J1=0J1=0J2=3J2=0J3=0J3=4J2=0J2=0J3=1J3\n",
    scope: Scope::Unit,
    supports: &[Feature::AnySize, Feature::Regions],
    conditional: &[],
    detect,
    read: Some(read),
    write: None,
};

fn detect(block: &Block<'_>) -> Detection {
    let line = block.text.trim_start();
    if line.starts_with("SumoCueV") {
        Ok("begins with `SumoCueV1`".into())
    } else {
        Err("does not begin with `SumoCueV1`".into())
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    lines::for_each_line(block, reader, |text, line, reader| {
        let record = read_record(line, text, reader);
        reader.emit(record)
    })
}

fn read_record(line: usize, text: &str, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let whole = Span::new(line, 1, text.chars().count());
    let mut parts = text.trim_end().split('=');
    if parts
        .next()
        .is_none_or(|prefix| !prefix.trim().starts_with("SumoCueV"))
    {
        return Err(ReadError::at(whole, "this does not begin with `SumoCueV1`"));
    }
    if text.contains('+') {
        return Err(ReadError::at(
            whole,
            "this puzzle uses killer cages, which ndoku does not know yet",
        )
        .hint("its numbers are sums, so there are no clues to read"));
    }
    let tokens: Vec<&str> = parts.collect();
    let Some(size) = symbols_line::size_for(tokens.len()) else {
        return Err(ReadError::at(
            whole,
            format!(
                "there are {} cells, which do not make a square grid",
                tokens.len()
            ),
        )
        .hint("81 make 9×9, 256 make 16×16"));
    };
    let (mut cells, mut regions, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let mut column = 1
        + text
            .split('=')
            .next()
            .map_or(0, |prefix| prefix.chars().count())
        + 1;
    for (index, token) in tokens.iter().enumerate() {
        let length = token.chars().count();
        let wrong = |message: String| {
            ReadError::at(Span::new(line, column, length), message)
                .label(Cell::from_index(index, size).to_string())
        };
        let (value, region) = token
            .split_once('J')
            .map_or((*token, None), |(value, region)| (value, Some(region)));
        let number = value.parse::<u8>().ok().filter(|number| *number <= size);
        cells.push(Digit::new(number.ok_or_else(|| {
            wrong(format!("`{value}` is not a digit of a grid of size {size}"))
        })?));
        if let Some(region) = region {
            regions.push(
                region
                    .parse::<u32>()
                    .map_err(|_| wrong(format!("`{region}` is not the number of a region")))?,
            );
        }
        places.push((line as u32, column as u32, length.min(255) as u8));
        column += length + 1;
    }
    let mut found = DetectedLayout::for_size(size);
    if !regions.is_empty() {
        let boxes = Boxes::from_map(size, &regions).map_err(|error| {
            let mut wrong = ReadError::at(whole, error.to_string());
            wrong.hint = error.hint();
            wrong
        })?;
        found.boxes = Some(boxes);
    }
    let layout = reader.layout(&found, whole)?;
    let mut record = Record::from_cells(&layout, &cells, Symbols::numbers(size), whole)?;
    record.source_map = SourceMap::PerCell(places.into());
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::super::{ReadOptions, read_all};
    use super::*;

    fn read_as(text: &str) -> Result<Record, ReadError> {
        read_all(
            text,
            &ReadOptions {
                format: Some(&SUMOCUE),
                ..ReadOptions::default()
            },
        )
        .remove(0)
    }

    #[test]
    fn a_jigsaw_is_read() {
        let record = read_as(SUMOCUE.example).unwrap();
        assert_eq!(record.puzzle.clue_count(), 6);
        assert!(
            matches!(record.puzzle.layout().boxes(), Boxes::Regions(map) if map[8..12] == [2, 2, 3, 3])
        );
        assert_eq!(record.source_map.span(3), Some(Span::new(1, 23, 3)));
        assert_eq!(
            *read_as("SumoCueV1=1=0=0=0")
                .unwrap()
                .puzzle
                .layout()
                .boxes(),
            Boxes::for_size(2)
        );
    }

    #[test]
    fn errors_say_what_and_where() {
        for (text, expected) in [
            ("SumoCueV1=3=0+0=0=0", "this puzzle uses killer cages"),
            (
                "SumoCueV1=3=0=0=0",
                "line 1, column 11: `3` is not a digit of a grid of size 2",
            ),
            (
                "SumoCueV1=1=0=0",
                "there are 3 cells, which do not make a square grid",
            ),
            ("SumoCueV1=1J0=0J0=0J0=0J1", "region 0 has 3 cells"),
            ("SumoCueV1=1J0=0J0=0J1=0", "the map of regions has 3 cells"),
            ("SumoCueV1=1Jx=0=0=0", "`x` is not the number of a region"),
            ("SumoCue", "does not begin with `SumoCueV1`"),
        ] {
            let found = read_as(text).unwrap_err().to_string();
            assert!(found.contains(expected), "{text}: {found}");
        }
    }
}
