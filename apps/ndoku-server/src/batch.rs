//! Requests line by line, answered in order while they come in: neither all of the requests nor all of the answers are ever held.
//!
//! ```text
//! body ─▶ lines ─▶ pool, some lines at once ─▶ answers in the order of the lines ─▶ body
//! ```

use axum::body::Body;
use futures_util::{StreamExt, TryStreamExt, stream};
use ndoku_api::{Problem, ProblemKind};
use tokio_util::codec::{FramedRead, LinesCodec, LinesCodecError};
use tokio_util::io::StreamReader;

use crate::routes::{Shared, payload_too_large};

/// So many lines of one batch are at the pool at once.
const MAX_IN_FLIGHT: usize = 16;

/// A line, or why there is none and none after it.
type Line = Result<String, Problem>;

/// The answers, one a line; a line that cannot be answered has its problem in its place, and empty lines have nothing.
pub(crate) fn responses(shared: Shared, method: String, body: Body) -> Body {
    let bytes = StreamReader::new(body.into_data_stream().map_err(std::io::Error::other));
    let lines = FramedRead::new(bytes, LinesCodec::new_with_max_length(shared.max_body));
    let (limit, time) = (shared.max_body, shared.request_timeout);
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
                "the next line did not come in time",
            )),
        };
        Some((line, None))
    });
    let answers = lines
        .filter(|line| std::future::ready(!line.as_ref().is_ok_and(|line| line.trim().is_empty())))
        .map(move |line| {
            let (pool, method) = (shared.pool.clone(), method.clone());
            async move {
                let answer = match line {
                    Ok(line) => pool.call(&method, line).await,
                    Err(problem) => Err(problem),
                };
                Ok::<String, std::convert::Infallible>(
                    answer.unwrap_or_else(|problem| problem.to_json()) + "\n",
                )
            }
        })
        .buffered(MAX_IN_FLIGHT);
    Body::from_stream(answers)
}
