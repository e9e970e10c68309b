//! Batches: requests line by line, answered in order while they arrive. Neither all requests nor
//! all responses are in memory at any time.
//!
//! ```text
//! body ─▶ lines ─▶ worker pool: several lines in parallel ─▶ responses in order ─▶ body
//! ```

use axum::body::Body;
use futures_util::{StreamExt, TryStreamExt, stream};
use ndoku_api::{Problem, ProblemKind};
use tokio_util::codec::{FramedRead, LinesCodec, LinesCodecError};
use tokio_util::io::StreamReader;
use tokio_util::task::AbortOnDropHandle;

use crate::queue::Client;
use crate::shared::{Shared, payload_too_large};
use crate::worker_pool::internal_problem;

/// Maximum number of lines of one batch that are in progress.
const MAX_IN_FLIGHT: usize = 16;

/// Maximum number of lines in progress for each worker. With more, the last ones would wait longer
/// than a request may, for lines of their own batch.
const LINES_PER_WORKER: usize = 2;

/// A line, or the problem that ends the batch.
type Line = Result<String, Problem>;

/// Returns a body with one response per line. A failed request has a problem in its place, and
/// empty lines have no response.
pub(crate) fn responses(shared: Shared, client: Client, method: String, body: Body) -> Body {
    let bytes = StreamReader::new(body.into_data_stream().map_err(std::io::Error::other));
    let lines = FramedRead::new(bytes, LinesCodec::new_with_max_length(shared.max_body));
    let (limit, time) = (shared.max_body, shared.request_timeout);
    let in_flight = MAX_IN_FLIGHT.min(shared.pool.workers().get() * LINES_PER_WORKER);
    let lines = stream::unfold(Some(lines), move |lines| async move {
        let mut lines = lines?;
        let line: Line = match tokio::time::timeout(time, lines.next()).await {
            Ok(None) => return None,
            Ok(Some(Ok(line))) => return Some((Ok(line), Some(lines))),
            Ok(Some(Err(LinesCodecError::MaxLineLengthExceeded))) => Err(payload_too_large(limit)),
            Ok(Some(Err(LinesCodecError::Io(error)))) => Err(Problem::new(
                ProblemKind::Malformed,
                format!("the batch cannot be read: {error}"),
            )),
            Err(_) => Err(Problem::new(
                ProblemKind::RequestTimeout,
                "the next line was not received in time",
            )),
        };
        Some((line, None))
    });
    let answers = lines
        .filter(|line| std::future::ready(!line.as_ref().is_ok_and(|line| line.trim().is_empty())))
        .map(move |line| {
            let (pool, method) = (shared.pool.clone(), method.clone());
            let client = Client::clone(&client);
            let call = async move {
                match line {
                    Ok(line) => pool.call(client, &method, line).await,
                    Err(problem) => Err(problem),
                }
            };
            // A task of its own goes on while the client does not read. Otherwise it would keep a
            // slot that it got and does not use.
            let task = AbortOnDropHandle::new(tokio::spawn(call));
            async move {
                let answer = task.await.unwrap_or_else(|_| Err(internal_problem()));
                Ok::<String, std::convert::Infallible>(
                    answer.unwrap_or_else(|problem| problem.to_json()) + "\n",
                )
            }
        })
        .buffered(in_flight);
    Body::from_stream(answers)
}
