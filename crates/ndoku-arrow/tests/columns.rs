//! Columns equal single rows, for every kind of array, slice, null pattern, chunk and number of
//! threads.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::builder::{
    BinaryBuilder, BinaryViewBuilder, FixedSizeBinaryBuilder, LargeBinaryBuilder,
    LargeStringBuilder, StringBuilder, StringDictionaryBuilder, StringViewBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, UInt16Type};
use arrow_array::{Array, ArrayRef, Int32Array, NullArray, StringArray, StructArray};
use arrow_select::concat::concat;
use ndoku_arrow::{CallError, FUNCTIONS, Function, Options, Session, find_function};
use proptest::prelude::*;

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Texts of rows: puzzles with one solution, several or none, other sizes, and no puzzles.
fn texts() -> Vec<String> {
    let mut several = EASY.to_owned();
    several.replace_range(0..1, ".");
    several.replace_range(4..5, ".");
    vec![
        EASY.to_owned(),
        HARD.to_owned(),
        HARD.replace('.', "0"),
        EASY.replace('.', "*"),
        EASY.replacen("53", "55", 1),
        several,
        EASY.replacen('.', "x", 1),
        EASY.replacen('.', "/", 1),
        EASY[1..].to_owned(),
        format!("{EASY}\n"),
        String::new(),
        "é".repeat(81),
        "é".repeat(40) + ".",
        "1...\n....\n4...\n...2".to_owned(),
        "1.......4......2".to_owned(),
        "two puzzles: 1.......4......2 and 1.......4......2".to_owned(),
        "................".to_owned(),
        "1.2.3.".repeat(6),
    ]
}

type Texts = Vec<Option<String>>;

fn rows() -> impl Strategy<Value = Texts> {
    let row = prop_oneof![
        6 => Just(Some(EASY.to_owned())),
        3 => Just(Some(HARD.to_owned())),
        4 => proptest::sample::select(texts()).prop_map(Some),
        2 => Just(None),
    ];
    prop_oneof![
        4 => proptest::collection::vec(row, 0..40),
        1 => proptest::collection::vec(Just(Some(EASY.to_owned())), 0..40),
    ]
}

/// Returns the rows as arrays of every kind that has texts of any length.
fn arrays(rows: &Texts) -> Vec<ArrayRef> {
    let bytes = || rows.iter().map(|row| row.as_deref().map(str::as_bytes));
    let texts = || rows.iter().map(Option::as_deref);
    let mut text = StringBuilder::new();
    let mut large = LargeStringBuilder::new();
    let mut view = StringViewBuilder::new().with_fixed_block_size(100);
    let mut small_keys = StringDictionaryBuilder::<Int8Type>::new();
    let mut keys = StringDictionaryBuilder::<UInt16Type>::new();
    for row in texts() {
        text.append_option(row);
        large.append_option(row);
        view.append_option(row);
        small_keys.append_option(row);
        keys.append_option(row);
    }
    let mut binary = BinaryBuilder::new();
    let mut large_binary = LargeBinaryBuilder::new();
    let mut binary_view = BinaryViewBuilder::new();
    for row in bytes() {
        binary.append_option(row);
        large_binary.append_option(row);
        binary_view.append_option(row);
    }
    vec![
        Arc::new(text.finish()),
        Arc::new(large.finish()),
        Arc::new(view.finish()),
        Arc::new(small_keys.finish()),
        Arc::new(keys.finish()),
        Arc::new(binary.finish()),
        Arc::new(large_binary.finish()),
        Arc::new(binary_view.finish()),
    ]
}

/// Answers a column. For functions of two columns, the second one holds solutions and other texts.
fn call(function: &'static Function, array: &dyn Array, options: &Options) -> StructArray {
    let mut session = Session::new(function, options).unwrap();
    let second = array.slice(0, array.len());
    let columns: &[&dyn Array] = match function.columns {
        [_] => &[array],
        _ => &[array, &second],
    };
    let answers = session.call(columns, None).unwrap();
    assert_eq!(answers.len(), 1, "{}", function.name);
    // A session that has worked answers as a new one does.
    assert_eq!(session.call(columns, None).unwrap(), answers);
    answers.into_iter().next().unwrap()
}

/// Answers rows one at a time.
fn call_each(function: &'static Function, rows: &Texts, options: &Options) -> StructArray {
    let answers: Vec<ArrayRef> = rows
        .iter()
        .map(|row| {
            let array = StringArray::from(vec![row.as_deref()]);
            Arc::new(call(function, &array, options)) as ArrayRef
        })
        .collect();
    if answers.is_empty() {
        return call(function, &StringArray::from(Vec::<&str>::new()), options);
    }
    let answers: Vec<&dyn Array> = answers.iter().map(AsRef::as_ref).collect();
    concat(&answers).unwrap().as_struct().clone()
}

fn with_threads(threads: usize) -> Options {
    let mut options = Options::default();
    options.threads = NonZeroUsize::new(threads).unwrap();
    options
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn columns_equal_single_rows(
        rows in rows(),
        function in 0..FUNCTIONS.len(),
        start in 0..10_usize,
        end in 0..10_usize,
        threads in 1..4_usize,
    ) {
        let function = &FUNCTIONS[function];
        let expected = call_each(function, &rows, &Options::default());
        let start = start.min(rows.len());
        let length = rows.len().saturating_sub(start + end);
        let part = expected.slice(start, length);
        for array in arrays(&rows) {
            let kind = array.data_type();
            let answers = call(function, &array, &with_threads(threads));
            prop_assert_eq!(&answers, &expected, "{} of {}", function.name, kind);
            let answers = call(function, &array.slice(start, length), &with_threads(threads));
            prop_assert_eq!(&answers, &part, "{} of a slice of {}", function.name, kind);
        }
    }
}

#[test]
fn long_columns_are_the_same_in_blocks_and_on_threads() {
    let texts = texts();
    // Blocks that are flat, flat with other statuses, and mixed.
    let rows: Texts = (0..30_000)
        .map(|row| match row {
            0..9_000 => Some(texts[row % 2].clone()),
            9_000..20_000 => Some(texts[[0, 1, 4, 5][row % 4]].clone()),
            _ if row % 1_000 == 7 => None,
            _ if row % 1_000 == 9 => Some(texts[row % texts.len()].clone()),
            _ => Some(texts[row % 3].clone()),
        })
        .collect();
    let function = find_function("solve").unwrap();
    let arrays = arrays(&rows);
    let expected = call(function, &arrays[0], &Options::default());
    let sample: Texts = rows.iter().step_by(501).cloned().collect();
    let each = call_each(function, &sample, &Options::default());
    for (number, row) in (0..rows.len()).step_by(501).enumerate() {
        assert_eq!(expected.slice(row, 1), each.slice(number, 1), "row {row}");
    }
    for threads in [1, 2, 5] {
        for array in &arrays {
            let answers = call(function, array, &with_threads(threads));
            assert_eq!(answers, expected, "{}", array.data_type());
        }
    }
    for function in [
        find_function("minimal").unwrap(),
        find_function("check").unwrap(),
    ] {
        let expected = call(function, &arrays[0], &Options::default());
        assert_eq!(call(function, &arrays[2], &with_threads(3)), expected);
    }
}

#[test]
fn fixed_rows_and_null_columns_are_answered() {
    let mut fixed = FixedSizeBinaryBuilder::new(81);
    fixed.append_value(EASY).unwrap();
    fixed.append_null();
    fixed.append_value("x".repeat(81)).unwrap();
    let fixed = fixed.finish();
    let solve = find_function("solve").unwrap();
    let rows = vec![Some(EASY.to_owned()), None, Some("x".repeat(81))];
    let expected = call_each(solve, &rows, &Options::default());
    assert_eq!(call(solve, &fixed, &Options::default()), expected);
    assert_eq!(
        call(solve, &fixed.slice(1, 2), &Options::default()),
        expected.slice(1, 2)
    );
    let nulls = call(solve, &NullArray::new(3), &Options::default());
    assert_eq!((nulls.len(), nulls.null_count()), (3, 3));
    assert_eq!(
        call(solve, &NullArray::new(0), &Options::default()).len(),
        0
    );
    // A dictionary of which a slice uses few values, with a null among the values.
    let values = StringArray::from(vec![Some(EASY), None, Some(HARD), Some("x")]);
    let keys = Int32Array::from(vec![Some(3), Some(0), None, Some(1), Some(2), Some(0)]);
    let array = arrow_array::DictionaryArray::<Int32Type>::new(keys, Arc::new(values));
    let rows = [Some(EASY), None, None, Some(HARD), Some(EASY)];
    let rows: Texts = rows.map(|row| row.map(str::to_owned)).into();
    let expected = call_each(solve, &rows, &Options::default());
    assert_eq!(
        call(solve, &array.slice(1, 5), &Options::default()),
        expected
    );
}

#[test]
fn nulls_have_null_fields() {
    let array = StringArray::from(vec![None, Some(EASY)]);
    for function in FUNCTIONS {
        let answers = call(function, &array, &Options::default());
        assert!(
            answers.is_null(0) && answers.is_valid(1),
            "{}",
            function.name
        );
        for (column, field) in answers.columns().iter().zip(function.fields) {
            assert_eq!(column.data_type(), &field.kind.data_type());
            assert!(column.is_null(0), "{}", field.name);
        }
        assert_eq!(answers.column(0).as_string::<i32>().value(1), "unique");
    }
}

#[test]
fn wrong_calls_are_errors() {
    let solve = || Session::new(find_function("solve").unwrap(), &Options::default()).unwrap();
    let numbers = Int32Array::from(vec![1]);
    let error = solve().call(&[&numbers], None).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("a column of Int32 holds no puzzles"),
        "{error}"
    );
    let texts = StringArray::from(vec![EASY]);
    let error = solve().call(&[&texts, &texts], None).unwrap_err();
    assert_eq!(error.to_string(), "`solve` takes 1 columns (puzzle), not 2");
    let mut check = Session::new(find_function("check").unwrap(), &Options::default()).unwrap();
    let longer = StringArray::from(vec![EASY, EASY]);
    let error = check.call(&[&texts, &longer], None).unwrap_err();
    assert_eq!(error, CallError::Lengths(1, 2));
    let mut options = Options::default();
    options.set("boxes", "200x200").unwrap();
    assert!(Session::new(find_function("solve").unwrap(), &options).is_err());
}

#[test]
fn a_call_is_canceled_soon() {
    // Exact counts of these take minutes in all.
    let empty = StringArray::from(vec![".".repeat(81); 5_000]);
    for threads in [1, 3] {
        let mut options = with_threads(threads);
        options.limit = None;
        let mut session = Session::new(find_function("count").unwrap(), &options).unwrap();
        let checks = AtomicUsize::new(0);
        let check = || checks.fetch_add(1, Ordering::Relaxed) >= 2;
        let canceled = session.call(&[&empty], Some(&check));
        assert_eq!(canceled, Err(CallError::Canceled));
        assert_eq!(checks.into_inner(), 3);
    }
}
