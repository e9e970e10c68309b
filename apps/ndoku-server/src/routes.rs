//! The routes, and the HTTP form of requests and problems.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, Request, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::StreamExt;
use ndoku_api::{METHODS, Problem, ProblemKind};
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::shared::{MAX_PICTURES, ProblemResponse, Shared, payload_too_large};
use crate::worker_pool::WorkerPool;
use crate::{AllowedOrigins, Options, batch, page};

/// Returns the router for all paths.
pub(crate) fn router(pool: &Arc<WorkerPool>, options: &Options) -> Router {
    let limits = &options.limits;
    let shared = Shared {
        pool: Arc::clone(pool),
        max_body: limits.max_body,
        max_picture: limits.max_picture,
        pictures: Arc::new(Semaphore::new(MAX_PICTURES)),
        request_timeout: limits.request_timeout,
        client_header: options
            .client_header
            .as_ref()
            .and_then(|name| name.parse().ok()),
    };
    let json = |text: String| ([(header::CONTENT_TYPE, "application/json")], text);
    let openapi = serde_json::to_string(&ndoku_api::openapi()).unwrap_or_default();
    let methods: Vec<_> = METHODS
        .iter()
        .map(|method| (method.name, method.summary))
        .chain([
            ("render", ndoku_api::render::SUMMARY),
            ("photo", ndoku_api::photo::SUMMARY),
        ])
        .map(|(name, summary)| {
            serde_json::json!({
                "method": name,
                "path": format!("/v1/{name}"),
                "summary": summary,
            })
        })
        .collect();
    let methods = serde_json::Value::from(methods).to_string();
    let health =
        serde_json::json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }).to_string();
    let router = Router::new()
        .route("/v1/{method}", post(call_method))
        .route("/v1/render", post(render))
        .route("/v1/photo", post(photo))
        .route("/v1", get(move || async move { json(methods.clone()) }))
        .route(
            "/openapi.json",
            get(move || async move { json(openapi.clone()) }),
        )
        .route("/healthz", get(move || async move { json(health.clone()) }))
        .fallback(get(page::file).fallback(method_not_allowed))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(CompressionLayer::new())
        .with_state(shared);
    match cors_layer(&options.allowed_origins) {
        Some(layer) => router.layer(layer),
        None => router,
    }
}

/// Returns the layer that lets pages of other origins call the API.
fn cors_layer(origins: &AllowedOrigins) -> Option<CorsLayer> {
    let allowed = match origins {
        AllowedOrigins::None => return None,
        AllowedOrigins::Any => AllowOrigin::any(),
        // `Options::check` has parsed all of them.
        AllowedOrigins::List(names) => {
            AllowOrigin::list(names.iter().filter_map(|name| name.parse().ok()))
        }
    };
    let layer = CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER])
        .max_age(Duration::from_secs(3_600));
    Some(layer)
}

async fn method_not_allowed(method: Method, uri: Uri) -> ProblemResponse {
    let hint = if uri.path().starts_with("/v1/") {
        "send a POST request to call a method"
    } else {
        "send a GET request"
    };
    let mut problem = Problem::new(
        ProblemKind::MethodNotAllowed,
        format!("{} does not support {method}", uri.path()),
    );
    problem.hint = Some(hint.to_owned());
    ProblemResponse(problem)
}

/// The media type of a request.
enum Media {
    Json,
    Ndjson,
}

/// Returns the media type in the headers in lower case, without parameters; empty if there is none.
fn media_type(headers: &HeaderMap) -> String {
    let text = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = text.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

fn media(headers: &HeaderMap) -> Result<Media, Problem> {
    let media = media_type(headers);
    match media.as_str() {
        "application/json" => Ok(Media::Json),
        "application/x-ndjson" | "application/ndjson" => Ok(Media::Ndjson),
        _ => Err(unsupported_media(
            &media,
            "send application/json, or application/x-ndjson for one request per line",
        )),
    }
}

fn unsupported_media(media: &str, hint: &str) -> Problem {
    let detail = match media {
        "" => "the content type is missing".to_owned(),
        media => format!("the content type is `{media}`"),
    };
    let mut problem = Problem::new(ProblemKind::UnsupportedMediaType, detail);
    problem.hint = Some(hint.to_owned());
    problem
}

/// Handles `POST /v1/METHOD`.
async fn call_method(
    State(shared): State<Shared>,
    method: Result<Path<String>, PathRejection>,
    request: Request<Body>,
) -> Result<Response, ProblemResponse> {
    let Path(method) =
        method.map_err(|error| Problem::new(ProblemKind::Malformed, error.body_text()))?;
    let media = media(request.headers())?;
    let client = shared.client(&request);
    match media {
        Media::Json => {
            let text = read_text(request.into_body(), &shared).await?;
            let answer = shared.pool.call(client, &method, text).await?;
            Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
        }
        Media::Ndjson => {
            let body = batch::responses(shared, client, method, request.into_body());
            Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response())
        }
    }
}

/// Handles `POST /v1/render`.
async fn render(
    State(shared): State<Shared>,
    request: Request<Body>,
) -> Result<Response, ProblemResponse> {
    if matches!(media(request.headers())?, Media::Ndjson) {
        return Err(Problem::new(
            ProblemKind::UnsupportedMediaType,
            "/v1/render accepts a single request as application/json",
        )
        .into());
    }
    let client = shared.client(&request);
    let text = read_text(request.into_body(), &shared).await?;
    let picture = shared.pool.render(client, text).await?;
    Ok(([(header::CONTENT_TYPE, picture.media)], picture.bytes).into_response())
}

/// Handles `POST /v1/photo`. The body is the picture itself.
async fn photo(
    State(shared): State<Shared>,
    request: Request<Body>,
) -> Result<Response, ProblemResponse> {
    let media = media_type(request.headers());
    if !ndoku_api::photo::MEDIA_TYPES.contains(&media.as_str()) {
        let hint = "send the bytes of a picture as image/jpeg, image/png or image/webp";
        return Err(unsupported_media(&media, hint).into());
    }
    let client = shared.client(&request);
    // It is held until the answer is there.
    let Ok(_permit) = shared.pictures.try_acquire() else {
        return Err(Problem::overloaded(1).into());
    };
    let picture = read_body(request.into_body(), shared.max_picture, &shared).await?;
    let answer = shared.pool.photo(client, picture).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}

/// Reads a text within the limits of time and size.
async fn read_text(body: Body, shared: &Shared) -> Result<String, Problem> {
    text(read_body(body, shared.max_body, shared).await?.into())
}

/// Reads a body of at most `limit` bytes within the limit of time. A body whose length is announced
/// as too long is not read.
async fn read_body(body: Body, limit: usize, shared: &Shared) -> Result<Bytes, Problem> {
    if body.size_hint().lower() > limit as u64 {
        return Err(payload_too_large(limit));
    }
    let read = async {
        let mut bytes = Vec::new();
        let mut chunks = body.into_data_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|_| cut_off())?;
            if chunk.len() > limit - bytes.len() {
                return Err(payload_too_large(limit));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(Bytes::from(bytes))
    };
    let slow = |_| {
        Problem::new(
            ProblemKind::RequestTimeout,
            "the request was not received in time",
        )
    };
    tokio::time::timeout(shared.request_timeout, read)
        .await
        .map_err(slow)?
}

/// Returns the problem for a body that ends early, or whose parts are malformed.
fn cut_off() -> Problem {
    Problem::new(
        ProblemKind::Malformed,
        "the request is shorter than it says, or its parts are malformed",
    )
}

/// Decodes UTF-8.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes)
        .map_err(|_| Problem::new(ProblemKind::Malformed, "the request is not UTF-8"))
}
