//! The state that all handlers share, and problems as HTTP responses.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ndoku_api::{Problem, ProblemKind};

use crate::worker_pool::WorkerPool;

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub pool: Arc<WorkerPool>,
    /// Maximum size in bytes of a request, or of a line of a batch.
    pub max_body: usize,
    /// Maximum time to receive a request, or the next line of a batch.
    pub request_timeout: Duration,
}

/// A problem as an HTTP response.
pub(crate) struct ProblemResponse(pub Problem);

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (
            status,
            [(header::CONTENT_TYPE, "application/problem+json")],
            self.0.to_json(),
        )
            .into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<Problem> for ProblemResponse {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

/// Returns the problem for a request that is too long.
pub(crate) fn payload_too_large(limit: usize) -> Problem {
    Problem::new(
        ProblemKind::PayloadTooLarge,
        format!("a request has at most {limit} bytes"),
    )
}
