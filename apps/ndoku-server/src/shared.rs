//! The state that all handlers share, and problems as HTTP responses.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ndoku_api::{Problem, ProblemKind};
use tokio::sync::Semaphore;

use crate::queue::Client;
use crate::worker_pool::WorkerPool;
use crate::{Peer, client_of};

/// Maximum number of pictures that are received or wait for a worker at the same time. They are the
/// largest bodies, so that all connections together would need gigabytes.
pub(crate) const MAX_PICTURES: usize = 16;

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub pool: Arc<WorkerPool>,
    /// Maximum size in bytes of a request, or of a line of a batch.
    pub max_body: usize,
    /// Maximum size in bytes of a picture.
    pub max_picture: usize,
    /// A permit for each picture that may be in memory.
    pub pictures: Arc<Semaphore>,
    /// Maximum time to receive a request, or the next line of a batch.
    pub request_timeout: Duration,
    /// The header with the address of the client, which a proxy sets.
    pub client_header: Option<HeaderName>,
}

impl Shared {
    /// Returns the client of a request.
    pub(crate) fn client<B>(&self, request: &Request<B>) -> Client {
        let named = self.client_header.as_ref().and_then(|name| {
            // Each proxy appends the address that it sees. The nearest proxy wrote the last one.
            let value = request.headers().get_all(name).iter().next_back()?;
            let text = value.to_str().ok()?.rsplit(',').next()?.trim();
            let with_port = || text.parse().map(|address: SocketAddr| address.ip());
            match text.parse().or_else(|_| with_port()) {
                Ok(address) => Some(client_of(address)),
                Err(_) => (!text.is_empty() && text.len() <= 64).then(|| Client::from(text)),
            }
        });
        let peer = || request.extensions().get::<Peer>();
        named
            .or_else(|| peer().map(|peer| Client::clone(&peer.0)))
            .unwrap_or_else(|| Client::from(""))
    }
}

/// A problem as an HTTP response.
pub(crate) struct ProblemResponse(pub Problem);

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.0.retry_after;
        let mut response = (
            status,
            [(header::CONTENT_TYPE, "application/problem+json")],
            self.0.to_json(),
        )
            .into_response();
        if let Some(seconds) = retry_after {
            let value = header::HeaderValue::from(seconds);
            response.headers_mut().insert(header::RETRY_AFTER, value);
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
