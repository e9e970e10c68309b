//! Requests line by line, answered in order while they come in: neither all of the requests nor all of the answers are ever held.
//!
//! ```text
//! body ─▶ lines ─▶ desk, some lines at once ─▶ answers in the order of the lines ─▶ body
//! ```

use axum::body::Body;
use futures_util::{StreamExt, TryStreamExt, stream};
use ndoku_api::{Kind, Problem};
use tokio_util::codec::{FramedRead, LinesCodec, LinesCodecError};
use tokio_util::io::StreamReader;

use crate::routes::{Shared, too_long};

/// So many lines of one batch are at the desk at once.
const AT_ONCE: usize = 16;

/// A line, or why there is none and none after it.
type Line = Result<String, Problem>;

/// The answers, one a line; a line that cannot be answered has its problem in its place, and empty lines have nothing.
pub(crate) fn answers(shared: Shared, method: String, body: Body) -> Body {
    let bytes = StreamReader::new(body.into_data_stream().map_err(std::io::Error::other));
    let lines = FramedRead::new(bytes, LinesCodec::new_with_max_length(shared.body));
    let (limit, time) = (shared.body, shared.request);
    let lines = stream::unfold(Some(lines), move |lines| async move {
        let mut lines = lines?;
        let line: Line = match tokio::time::timeout(time, lines.next()).await {
            Ok(None) => return None,
            Ok(Some(Ok(line))) => return Some((Ok(line), Some(lines))),
            Ok(Some(Err(LinesCodecError::MaxLineLengthExceeded))) => Err(too_long(limit)),
            Ok(Some(Err(LinesCodecError::Io(error)))) => Err(Problem::new(
                Kind::Malformed,
                format!("the batch cannot be read: {error}"),
            )),
            Err(_) => Err(Problem::new(
                Kind::Slow,
                "the next line did not come in time",
            )),
        };
        Some((line, None))
    });
    let answers = lines
        .filter(|line| std::future::ready(!line.as_ref().is_ok_and(|line| line.trim().is_empty())))
        .map(move |line| {
            let (desk, method) = (shared.desk.clone(), method.clone());
            async move {
                let answer = match line {
                    Ok(line) => desk.ask(&method, line).await,
                    Err(problem) => Err(problem),
                };
                Ok::<String, std::convert::Infallible>(
                    answer.unwrap_or_else(|problem| problem.to_json()) + "\n",
                )
            }
        })
        .buffered(AT_ONCE);
    Body::from_stream(answers)
}
