//! Parquet and Arrow files: all columns and rows are kept, and the answers are those of a call.

#![cfg(feature = "file")]

use std::collections::HashMap;
use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, ListBuilder, StringDictionaryBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, Float64Array, Int64Array, LargeStringArray, RecordBatch, StringArray,
    StringViewArray, StructArray,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use arrow_select::concat::concat_batches;
use ndoku_arrow::file::{
    FileError, FileKind, MAX_GROUP_ROWS, Question, REQUEST_KEY, RunOptions, TableAnswers,
    TableColumns, TableReader, TableWriter, TextRows, answer_table,
};
use ndoku_arrow::{CallError, Options, Session, find_function};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const KINDS: [FileKind; 3] = [FileKind::Parquet, FileKind::Arrow, FileKind::ArrowStream];

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ndoku-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Texts of some kinds in turn: puzzles with one solution, several and none, nulls, and others.
fn texts(rows: usize) -> Vec<Option<String>> {
    (0..rows)
        .map(|row| match row % 7 {
            0 => Some(EASY.replace('5', if row % 2 == 0 { "5" } else { "." })),
            1 => None,
            2 => Some(EASY.replacen("53", "55", 1)),
            3 => Some("1.......4......2".to_owned()),
            4 => Some(String::new()),
            5 => Some("no puzzle".to_owned()),
            _ => Some(EASY.replace('.', "0")),
        })
        .collect()
}

/// A table with columns of several types.
fn table(rows: usize) -> RecordBatch {
    let mut lists = ListBuilder::new(Int32Builder::new());
    let mut words = StringDictionaryBuilder::<Int32Type>::new();
    for row in 0..rows as i32 {
        lists.append_value((0..row % 3).map(Some));
        words.append_value(["red", "green"][row as usize % 2]);
    }
    let floats = (0..rows).map(|row| (row % 4 > 0).then_some(row as f64 / 3.0));
    let columns: [(&str, ArrayRef); 6] = [
        ("id", Arc::new(Int64Array::from_iter_values(0..rows as i64))),
        ("puzzle", Arc::new(StringArray::from(texts(rows)))),
        ("weight", Arc::new(Float64Array::from_iter(floats))),
        ("list", Arc::new(lists.finish())),
        ("word", Arc::new(words.finish())),
        (
            "solution",
            Arc::new(StringViewArray::from_iter(
                (0..rows).map(|row| (row % 5 > 0).then_some(SOLVED)),
            )),
        ),
    ];
    let batch =
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true)))
            .unwrap();
    let metadata = HashMap::from([("origin".to_owned(), "a test".to_owned())]);
    let schema = Schema::new_with_metadata(batch.schema().fields().clone(), metadata);
    batch.with_schema(Arc::new(schema)).unwrap()
}

/// Writes a table with row groups or record batches of this size.
fn write(path: &Path, kind: FileKind, table: &RecordBatch, group: usize) {
    let file = File::create(path).unwrap();
    let mut writer = TableWriter::for_schema(kind, file, &table.schema()).unwrap();
    for start in (0..table.num_rows()).step_by(group) {
        let rows = table.slice(start, group.min(table.num_rows() - start));
        assert!(writer.write(&rows, true).unwrap());
    }
    writer.finish().unwrap();
}

fn open(path: &Path) -> Result<TableReader, FileError> {
    TableReader::new(File::open(path).unwrap())
}

/// Reads all rows, and the sizes of the row groups.
fn read(path: &Path) -> Result<(RecordBatch, Vec<usize>), FileError> {
    let mut reader = open(path)?;
    let (mut batches, mut groups, mut rows) = (Vec::new(), Vec::new(), 0);
    while let Some(batch) = reader.next_batch()? {
        rows += batch.rows.num_rows();
        if batch.ends_group {
            groups.push(std::mem::take(&mut rows));
        }
        batches.push(batch.rows);
    }
    assert_eq!(rows, 0, "the last row group has an end");
    Ok((concat_batches(&reader.schema(), &batches).unwrap(), groups))
}

fn question(name: &str) -> Question {
    Question {
        function: find_function(name).unwrap(),
        options: Options::default(),
        option_texts: Vec::new(),
    }
}

/// Prepares questions to a file.
fn prepare(reader: &TableReader, names: &[&str], threads: usize) -> TableAnswers {
    let questions: Vec<Question> = names.iter().map(|name| question(name)).collect();
    let threads = NonZeroUsize::new(threads).unwrap();
    TableAnswers::new(
        &reader.schema(),
        &questions,
        &TableColumns::default(),
        threads,
    )
    .unwrap()
}

fn options(threads: usize) -> RunOptions<'static> {
    RunOptions {
        threads: NonZeroUsize::new(threads).unwrap(),
        check: &|| false,
        progress: &|_| {},
    }
}

/// Answers questions to a file, and returns the answered file.
fn answer(source: &Path, target: &Path, kind: FileKind, names: &[&str], threads: usize) {
    let mut reader = open(source).unwrap();
    let mut answers = prepare(&reader, names, threads);
    let file = File::create(target).unwrap();
    let mut writer = TableWriter::new(kind, file, &reader, &answers).unwrap();
    answer_table(
        &mut reader,
        &mut answers,
        &mut writer,
        &mut |_| Ok(()),
        &options(threads),
    )
    .unwrap();
    writer.finish().unwrap();
    assert_eq!(answers.counts().total(), open(source).unwrap().num_rows());
}

/// Answers one question to columns directly.
fn call(name: &str, columns: &[&dyn Array]) -> StructArray {
    let function = find_function(name).unwrap();
    let mut session = Session::new(function, &Options::default()).unwrap();
    session.call(columns, None).unwrap().remove(0)
}

#[test]
fn all_columns_are_kept_and_the_answers_are_those_of_a_call() {
    let folder = Folder::new("columns");
    let table = table(2500);
    let puzzles = table.column(1);
    for from in KINDS {
        let source = folder.path("source");
        write(&source, from, &table, 700);
        for to in KINDS {
            let target = folder.path("target");
            answer(&source, &target, to, &["solve", "check"], 1);
            let (answered, groups) = read(&target).unwrap();
            let names: Vec<String> = answered
                .schema()
                .fields()
                .iter()
                .map(|field| field.name().clone())
                .collect();
            assert_eq!(
                names[6..],
                ["status", "solve_solution", "check_status", "ok"],
                "{from:?} {to:?}"
            );
            for (number, column) in table.columns().iter().enumerate() {
                let found = answered.column(number);
                // Arrow files hold no dictionaries that change.
                let is_unpacked = number == 4 && to != FileKind::Parquet && from != FileKind::Arrow;
                if is_unpacked {
                    assert_eq!(found.data_type(), &DataType::Utf8);
                    assert_eq!(found.as_string::<i32>().value(2), "red");
                } else {
                    assert_eq!(found, column, "{from:?} {to:?} {number}");
                }
            }
            let solved = call("solve", &[puzzles]);
            let checked = call("check", &[puzzles, table.column(5)]);
            let expected = solved.columns().iter().chain(checked.columns());
            for (found, expected) in answered.columns()[6..].iter().zip(expected) {
                assert_eq!(found, expected, "{from:?} {to:?}");
            }
            // Small batches become one row group where a file could not hold very many.
            let is_merged = to == FileKind::Parquet && from != FileKind::Parquet;
            let expected = if is_merged {
                vec![2500]
            } else {
                vec![700, 700, 700, 400]
            };
            assert_eq!(groups, expected, "{from:?} {to:?}");
            let metadata = open(&target).unwrap().metadata();
            let value = |key: &str| metadata.iter().find(|(k, _)| k == key).unwrap().1.clone();
            assert_eq!(value("origin"), "a test");
            assert!(value(REQUEST_KEY).starts_with(r#"{"ask": ["solve", "check"], "column": "#));
        }
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new("threads");
    let source = folder.path("source");
    write(&source, FileKind::Parquet, &table(3000), 650);
    for kind in KINDS {
        let mut first = None;
        for threads in [1, 2, 3] {
            let target = folder.path("target");
            answer(&source, &target, kind, &["solve", "rate"], threads);
            let bytes = fs::read(&target).unwrap();
            assert!(
                *first.get_or_insert_with(|| bytes.clone()) == bytes,
                "{threads}"
            );
        }
    }
}

#[test]
fn columns_of_several_types_hold_puzzles() {
    let folder = Folder::new("types");
    let texts = texts(100);
    let arrays: [ArrayRef; 3] = [
        Arc::new(LargeStringArray::from(texts.clone())),
        Arc::new(StringViewArray::from(texts.clone())),
        Arc::new(StringArray::from(texts)),
    ];
    for array in arrays {
        let table = RecordBatch::try_from_iter([("only", array)]).unwrap();
        for kind in KINDS {
            let (source, target) = (folder.path("source"), folder.path("target"));
            write(&source, kind, &table, 64);
            answer(&source, &target, kind, &["solve"], 1);
            let (answered, _) = read(&target).unwrap();
            assert_eq!(answered.column(0), table.column(0));
            assert_eq!(
                answered.columns()[1..],
                *call("solve", &[table.column(0)]).columns()
            );
        }
    }
}

#[test]
fn an_empty_table_stays_one() {
    let folder = Folder::new("empty");
    for kind in KINDS {
        let (source, target) = (folder.path("source"), folder.path("target"));
        write(&source, kind, &table(0), 10);
        answer(&source, &target, kind, &["solve"], 2);
        let (answered, groups) = read(&target).unwrap();
        assert_eq!((answered.num_rows(), answered.num_columns()), (0, 8));
        assert!(groups.is_empty());
    }
}

#[test]
fn long_row_groups_are_divided() {
    let folder = Folder::new("long");
    let (source, target) = (folder.path("source"), folder.path("target"));
    let rows = MAX_GROUP_ROWS + 5000;
    let nulls = StringArray::new_null(rows);
    let table = RecordBatch::try_from_iter([("puzzle", Arc::new(nulls) as ArrayRef)]).unwrap();
    write(&source, FileKind::Arrow, &table, rows);
    answer(&source, &target, FileKind::Parquet, &["solve"], 1);
    let (answered, groups) = read(&target).unwrap();
    assert_eq!(answered.num_rows(), rows);
    assert_eq!(groups, [rows], "a batch is written as it was read");
    // Read again, it is divided.
    answer(&target, &source, FileKind::Parquet, &["count"], 1);
    let (_, groups) = read(&source).unwrap();
    assert_eq!(groups, [MAX_GROUP_ROWS, 5000]);
}

#[test]
fn a_missing_column_is_named_with_those_there_are() {
    let threads = NonZeroUsize::MIN;
    let prepare = |fields: &[(&str, DataType)], column: Option<&str>, ask: &str| {
        let fields: Vec<Field> = fields
            .iter()
            .map(|(name, kind)| Field::new(*name, kind.clone(), true))
            .collect();
        let columns = TableColumns {
            puzzle: column.map(str::to_owned),
            solution: None,
        };
        TableAnswers::new(&Schema::new(fields), &[question(ask)], &columns, threads)
            .map(|answers| answers.schema())
            .map_err(|error| error.to_string())
    };
    let (text, number) = (DataType::Utf8, DataType::Int64);
    let id = ("id", number.clone());
    let names = |schema: SchemaRef| {
        let names = schema.fields().iter().map(|field| field.name().clone());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        prepare(&[id.clone(), ("grid", text.clone())], None, "solve").map(names),
        Ok("id grid status solution".to_owned())
    );
    for (fields, column, ask, message) in [
        (
            vec![id.clone(), ("a", text.clone()), ("b", text.clone())],
            None,
            "solve",
            "no column is named `puzzle`, and several hold text; the columns are `id`, `a`, `b`",
        ),
        (
            vec![id.clone()],
            None,
            "solve",
            "no column is named `puzzle`, and none hold text; the columns are `id`",
        ),
        (
            vec![id.clone(), ("puzzle", text.clone())],
            Some("grid"),
            "solve",
            "there is no column `grid`; the columns are `id`, `puzzle`",
        ),
        (
            vec![id.clone(), ("puzzle", text.clone())],
            Some("id"),
            "solve",
            "the column `id` holds Int64, not text; the columns are `id`, `puzzle`",
        ),
        (
            vec![("puzzle", text.clone())],
            None,
            "check",
            "there is no column `solution`; the columns are `puzzle`",
        ),
        (
            vec![
                ("puzzle", text.clone()),
                ("status", text.clone()),
                ("solve_status", text),
            ],
            None,
            "solve",
            "the file already has the columns `status` and `solve_status`",
        ),
    ] {
        let found = prepare(&fields, column, ask).map(|_| ());
        assert_eq!(found, Err(message.to_owned()), "{fields:?}");
    }
}

/// Answers the first row groups of a file, and returns the footer and the number of bytes.
fn begin(source: &Path, partial: &Path, groups: usize) -> (Vec<u8>, u64) {
    let mut reader = open(source).unwrap();
    let mut answers = prepare(&reader, &["solve"], 1);
    let file = File::create(partial).unwrap();
    let mut writer = TableWriter::new(FileKind::Parquet, file, &reader, &answers).unwrap();
    let (mut ended, mut footer) = (0, None);
    let stopped = answer_table(
        &mut reader,
        &mut answers,
        &mut writer,
        &mut |writer| {
            ended += 1;
            if ended == groups {
                footer = writer.footer()?;
                return Err(CallError::Canceled.into());
            }
            Ok(())
        },
        &options(1),
    );
    assert!(matches!(stopped, Err(FileError::Call(CallError::Canceled))));
    footer.unwrap()
}

#[test]
fn a_resumed_file_has_the_bytes_of_a_quiet_run() {
    let folder = Folder::new("resume");
    let (source, target) = (folder.path("source"), folder.path("target"));
    write(&source, FileKind::Parquet, &table(3000), 650);
    answer(&source, &target, FileKind::Parquet, &["solve"], 1);
    for groups in 1..=4 {
        let partial = folder.path("partial");
        let (footer, bytes) = begin(&source, &partial, groups);
        // A killed run may have written a part of the next row group.
        let mut content = fs::read(&partial).unwrap();
        assert_eq!(content.len() as u64, bytes);
        content.extend(b"a part of a row group");
        fs::write(&partial, &content).unwrap();

        let mut reader = open(&source).unwrap();
        let mut answers = prepare(&reader, &["solve"], 2);
        let mut rest = Vec::new();
        let mut writer = TableWriter::new(FileKind::Parquet, &mut rest, &reader, &answers).unwrap();
        let kept = writer.resume(&File::open(&partial).unwrap(), &footer);
        assert_eq!(kept.unwrap(), bytes);
        assert_eq!(writer.written_rows(), 650 * groups as u64);
        reader.skip_rows(writer.written_rows());
        let mut checkpoint = |_: &mut TableWriter<&mut Vec<u8>>| Ok(());
        answer_table(
            &mut reader,
            &mut answers,
            &mut writer,
            &mut checkpoint,
            &options(2),
        )
        .unwrap();
        writer.finish().unwrap();
        content.truncate(bytes as usize);
        content.extend(rest);
        assert!(content == fs::read(&target).unwrap(), "{groups} row groups");
    }
}

#[test]
fn a_file_of_another_run_is_not_resumed() {
    let folder = Folder::new("other");
    let (source, other) = (folder.path("source"), folder.path("other"));
    write(&source, FileKind::Parquet, &table(3000), 650);
    write(&other, FileKind::Parquet, &table(3001), 650);
    let partial = folder.path("partial");
    let (footer, _) = begin(&source, &partial, 2);
    let resume = |source: &Path, ask: &str, footer: &[u8]| {
        let reader = open(source).unwrap();
        let answers = prepare(&reader, &[ask], 1);
        let mut writer =
            TableWriter::new(FileKind::Parquet, Vec::new(), &reader, &answers).unwrap();
        let resumed = writer.resume(&File::open(&partial).unwrap(), footer);
        resumed.map_err(|error| error.to_string())
    };
    let refusal = Err("it answers other questions or another input".to_owned());
    assert_eq!(resume(&other, "solve", &footer), refusal);
    assert_eq!(resume(&source, "count", &footer), refusal);
    let damaged = Err("its record of finished row groups is damaged".to_owned());
    assert_eq!(
        resume(&source, "solve", &footer[..footer.len() / 2]),
        damaged
    );
    assert_eq!(resume(&source, "solve", b""), damaged);
    fs::write(&partial, b"PAR1").unwrap();
    assert!(resume(&source, "solve", &footer).is_err());
}

#[test]
fn each_row_is_a_text_of_its_own() {
    let folder = Folder::new("texts");
    let source = folder.path("source");
    let texts = [Some(EASY), None, Some("1...\n....\n4...\n...2"), Some("")];
    let puzzles: ArrayRef = Arc::new(StringArray::from(texts.to_vec()));
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3, 4]));
    let table = RecordBatch::try_from_iter([("id", ids), ("grid", puzzles)]).unwrap();
    for kind in KINDS {
        write(&source, kind, &table, 3);
        let mut rows = TextRows::new(open(&source).unwrap(), None).unwrap();
        for text in texts {
            assert_eq!(rows.next_row().unwrap(), Some(text.map(str::as_bytes)));
        }
        assert_eq!(rows.next_row().unwrap(), None);
        assert!(TextRows::new(open(&source).unwrap(), Some("id")).is_err());
    }
}

#[test]
fn other_files_are_no_tables() {
    let folder = Folder::new("kinds");
    for content in [&b""[..], b"PAR", b"53..7....\n", &[0; 100]] {
        let path = folder.path("file");
        fs::write(&path, content).unwrap();
        assert!(matches!(open(&path), Err(FileError::Kind)), "{content:?}");
    }
}

/// Small files of all kinds, also with compressed buffers, lists and dictionaries.
fn small_files(folder: &Folder) -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<u8>> = KINDS
        .iter()
        .map(|kind| {
            let path = folder.path("small");
            write(&path, *kind, &table(40), 25);
            fs::read(&path).unwrap()
        })
        .collect();
    let mut compressed = Vec::new();
    let options = arrow_ipc::writer::IpcWriteOptions::default()
        .try_with_compression(Some(arrow_ipc::CompressionType::ZSTD))
        .unwrap();
    let table = table(40);
    let mut writer = arrow_ipc::writer::FileWriter::try_new_with_options(
        &mut compressed,
        &table.schema(),
        options,
    )
    .unwrap();
    writer.write(&table).unwrap();
    writer.finish().unwrap();
    drop(writer);
    files.push(compressed);
    files
}

/// Reads a file with a hook that prints nothing while a decoder works.
fn read_damaged(path: &Path) {
    let _ = read(path);
    if let Ok(mut rows) = open(path).and_then(|reader| TextRows::new(reader, Some("puzzle"))) {
        while let Ok(Some(_)) = rows.next_row() {}
    }
}

fn silence_decoders() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !ndoku_arrow::file::is_reading() {
            hook(panic);
        }
    }));
}

#[test]
fn truncated_files_are_errors() {
    silence_decoders();
    let folder = Folder::new("truncated");
    let path = folder.path("damaged");
    for content in small_files(&folder) {
        for length in (0..content.len()).step_by(7) {
            fs::write(&path, &content[..length]).unwrap();
            let is_stream = content.starts_with(b"\xff\xff\xff\xff");
            // A stream may end after any message.
            assert!(is_stream || read(&path).is_err(), "{length}");
            read_damaged(&path);
        }
    }
}

#[test]
fn changed_bytes_neither_panic_nor_abort() {
    silence_decoders();
    let folder = Folder::new("changed");
    let path = folder.path("damaged");
    // Xorshift.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    for content in small_files(&folder) {
        for round in 0..600 {
            let mut damaged = content.clone();
            for _ in 0..1 + round % 4 {
                // Half of the changes are in the footer.
                let start = if round % 2 == 0 {
                    0
                } else {
                    content.len().saturating_sub(2000)
                };
                let place = start + random(content.len() - start);
                damaged[place] = match random(4) {
                    0 => 0xff,
                    1 => 0x7f,
                    2 => 0,
                    _ => random(256) as u8,
                };
            }
            fs::write(&path, &damaged).unwrap();
            read_damaged(&path);
        }
    }
}
