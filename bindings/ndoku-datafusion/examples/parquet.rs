//! Asks a question in SQL to Parquet files, and writes the answers to a Parquet file.
//!
//! ```text
//! parquet puzzles.parquet "SELECT id, ndoku_er(puzzle) FROM puzzles" out.parquet
//! ```
#![forbid(unsafe_code)]

use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::error::{DataFusionError, Result};
use datafusion::prelude::{ParquetReadOptions, SessionContext};

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, query, target] = &arguments[..] else {
        let usage = "usage: parquet SOURCE QUERY TARGET (the table has the name puzzles)";
        return Err(DataFusionError::External(usage.into()));
    };
    let context = SessionContext::new();
    for function in ndoku_datafusion::functions([])? {
        context.register_udf(function);
    }
    context
        .register_parquet("puzzles", source, ParquetReadOptions::default())
        .await?;
    let answers = context.sql(query).await?;
    answers
        .write_parquet(target, DataFrameWriteOptions::new(), None)
        .await?;
    Ok(())
}
