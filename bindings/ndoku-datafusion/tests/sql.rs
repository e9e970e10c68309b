//! SQL gives the answers of `ndoku-arrow`, for every function and kind of column.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, StringViewArray};
use datafusion::prelude::SessionContext;
use ndoku_arrow::{FUNCTIONS, Options, Session};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Rows of every kind: one solution, several, none, another size, no puzzle, null.
fn rows() -> Vec<Option<String>> {
    let wrong = EASY.replacen("53", "55", 1);
    let texts = [
        EASY,
        &".".repeat(81),
        &wrong,
        "1.......4......2",
        "no puzzle",
    ];
    let mut rows: Vec<_> = texts.iter().map(|text| Some((*text).to_owned())).collect();
    rows.push(None);
    rows
}

fn context(puzzles: ArrayRef, options: &[(&str, &str)]) -> SessionContext {
    let solutions = StringArray::from(vec![SOLVED; puzzles.len()]);
    let columns = [("puzzle", puzzles), ("solution", Arc::new(solutions) as _)];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    // One partition, so that the rows keep their order.
    let context = SessionContext::new();
    context.register_batch("p", batch).unwrap();
    for function in ndoku_datafusion::functions(options.iter().copied()).unwrap() {
        context.register_udf(function);
    }
    context
}

async fn column(context: &SessionContext, expression: &str) -> ArrayRef {
    let query = format!("SELECT {expression} AS answer FROM p");
    let batches = context.sql(&query).await.unwrap().collect().await.unwrap();
    let columns: Vec<&dyn Array> = batches
        .iter()
        .map(|batch| batch.column(0).as_ref())
        .collect();
    arrow_select::concat::concat(&columns).unwrap()
}

#[tokio::test]
async fn sql_equals_columns() {
    let texts = Arc::new(StringArray::from(rows())) as ArrayRef;
    let views = Arc::new(StringViewArray::from(rows())) as ArrayRef;
    let solutions = StringArray::from(vec![SOLVED; texts.len()]);
    for puzzles in [&texts, &views] {
        let context = context(Arc::clone(puzzles), &[]);
        for function in FUNCTIONS {
            let columns: &[&dyn Array] = match function.columns {
                [_] => &[&texts],
                _ => &[&texts, &solutions],
            };
            let mut session = Session::new(function, &Options::default()).unwrap();
            let expected = session.call(columns, None).unwrap().remove(0);
            let arguments = function.columns.join(", ");
            let call = format!("ndoku_{}({arguments})", function.name);
            assert_eq!(
                column(&context, &call).await.as_struct(),
                &expected,
                "{call}"
            );
            for short in function.shorts {
                let call = format!("ndoku_{}({arguments})", short.name);
                let expected = expected.column_by_name(short.field).unwrap();
                assert_eq!(&column(&context, &call).await, expected, "{call}");
            }
        }
    }
}

#[tokio::test]
async fn options_constants_and_wrong_calls() {
    let puzzles = Arc::new(StringArray::from(rows())) as ArrayRef;
    let context = context(puzzles, &[("limit", "none")]);
    let counts = column(&context, "ndoku_count(puzzle)").await;
    let exact = counts.as_struct().column_by_name("count_text").unwrap();
    assert_eq!(exact.as_string::<i32>().value(1), "6670903752021072936960");
    let constant = column(&context, &format!("ndoku_status('{EASY}')")).await;
    assert_eq!(constant.len(), rows().len());
    assert_eq!(constant.as_string::<i32>().value(3), "unique");
    for (call, reason) in [
        ("ndoku_solve(1)", "takes text columns, not Int64"),
        ("ndoku_check(puzzle)", "takes puzzle, solution"),
    ] {
        let query = format!("SELECT {call} FROM p");
        let error = context.sql(&query).await.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let wrong = |name, value| {
        ndoku_datafusion::functions([(name, value)])
            .unwrap_err()
            .to_string()
    };
    assert!(wrong("limits", "1").contains("no function takes the option `limits`"));
    assert!(wrong("profile", "se999").contains("profile"));
}
