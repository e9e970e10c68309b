//! The page: files that were embedded at build time.

use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use ndoku_api::{Problem, ProblemKind};

use crate::shared::ProblemResponse;

/// Path and content of each file of the built page, sorted by path. `NAME.br` is NAME compressed by
/// Brotli.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// The content of `/` in a server without the page.
const MISSING_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>ndoku</title><h1>ndoku</h1>\
<p>This server was built without the page. <code>cargo xtask web</code> builds it; then build this server again.</p>\
<p>The API is here: <a href=\"openapi.json\">openapi.json</a>, <a href=\"v1\">v1</a>.</p></html>\n";

/// The policy of the page: own resources only, including WebAssembly.
const POLICY: &str =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/// Returns `true` if the page is embedded.
pub(crate) fn is_embedded() -> bool {
    !FILES.is_empty()
}

/// Handles `GET` for every path outside the API.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let accepted = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let takes_brotli = accepted.split(',').any(|encoding| {
        let (name, weight) = encoding.split_once(';').unwrap_or((encoding, ""));
        let weight = weight.trim().strip_prefix("q=");
        // A weight of 0 refuses the encoding.
        let is_refused = weight.is_some_and(|weight| weight.parse() == Ok(0.0));
        name.trim() == "br" && !is_refused
    });
    let small = if takes_brotli {
        find(&format!("{path}.br"))
    } else {
        None
    };
    let content = match small.or_else(|| find(path)) {
        Some(content) => content,
        None if path == "index.html" => MISSING_PAGE.as_bytes(),
        None => {
            let mut problem = Problem::new(
                ProblemKind::NotFound,
                format!("there is nothing at /{path}"),
            );
            problem.hint = Some("/v1 lists the methods, /openapi.json describes them".to_owned());
            return ProblemResponse(problem).into_response();
        }
    };
    // The names of these files contain a hash of their content, so the files never change.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers: [(HeaderName, &str); 6] = [
        (header::CONTENT_TYPE, content_type(path)),
        (header::VARY, "accept-encoding"),
        (header::CACHE_CONTROL, cache),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    let mut response = (StatusCode::OK, headers, content).into_response();
    if small.is_some() {
        response.headers_mut().insert(
            header::CONTENT_ENCODING,
            header::HeaderValue::from_static("br"),
        );
    }
    response
}

fn find(path: &str) -> Option<&'static [u8]> {
    FILES
        .binary_search_by(|(known, _)| (*known).cmp(path))
        .ok()
        .map(|index| FILES[index].1)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "ttf" => "font/ttf",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
