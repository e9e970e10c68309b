//! The options of `ndoku serve`.

use std::net::IpAddr;
use std::time::Duration;

use clap::Args;

use super::Threads;
use super::values::{duration, whole_number_from, whole_number_in};

/// Serve the web page and the HTTP API on this machine
///
/// The page solves, explains and makes puzzles in a browser. The API answers `POST /v1/METHOD` with
/// JSON. A body of several JSON lines holds several requests. `GET /v1` lists the methods,
/// `GET /openapi.json` describes them, and `GET /healthz` answers when the server is ready. The
/// address is written to standard output once the server listens.
///
/// Accepts only connections from this machine, unless --host is given. There is no encryption and
/// there are no accounts. Put a proxy in front of it on a public network.
///
/// Ctrl-C stops the server. Open requests may finish within five seconds.
#[derive(Debug, Args)]
#[command(args = super::unused_globals(), after_long_help = examples!(
    "Serve at http://127.0.0.1:8080" => "ndoku serve",
    "Serve at any free port" => "ndoku serve --port 0",
    "Accept connections from other machines, and answer within 2 seconds"
        => "ndoku serve --host 0.0.0.0 --timeout 2s",
))]
pub(crate) struct Serve {
    /// Address to listen on; 0.0.0.0 for all interfaces
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Port to listen on; 0 for any free port
    #[arg(
        short,
        long,
        value_name = "PORT",
        default_value_t = 8080,
        value_parser = whole_number_in(0..=65_535_u16)
    )]
    pub port: u16,
    #[command(flatten)]
    pub threads: Threads,
    /// Maximum time per request, such as 10s or 500ms
    ///
    /// After that, the answer contains the results found so far.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        value_parser = duration,
        help_heading = "Threads and limits"
    )]
    pub timeout: Duration,
    /// Maximum size of a request, or of a line, in bytes
    #[arg(
        long,
        value_name = "BYTES",
        default_value_t = 1_048_576,
        value_parser = whole_number_from(1_usize),
        help_heading = "Threads and limits"
    )]
    pub max_body: usize,
    /// Maximum size of a picture for /v1/photo, in bytes
    #[arg(
        long,
        hide_short_help = true,
        value_name = "BYTES",
        default_value_t = 16_777_216,
        value_parser = whole_number_from(1_usize),
        help_heading = "Threads and limits"
    )]
    pub max_picture: usize,
    /// Maximum number of open connections
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_024,
        value_parser = whole_number_from(1_usize),
        help_heading = "Threads and limits"
    )]
    pub max_connections: usize,
    /// Maximum time that a request waits for a free thread
    ///
    /// After that, the answer is 503 with the header Retry-After.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "TIME",
        default_value = "30s",
        value_parser = duration,
        help_heading = "Threads and limits"
    )]
    pub max_wait: Duration,
    /// Maximum number of waiting requests
    #[arg(
        long,
        hide_short_help = true,
        value_name = "N",
        default_value_t = 1_024,
        value_parser = whole_number_from(1_usize),
        help_heading = "Threads and limits"
    )]
    pub max_waiting: usize,
    /// Origin whose pages may call the API from a browser; * for all
    ///
    /// For example https://example.com. Can be given several times.
    #[arg(long = "cors", value_name = "ORIGIN", value_parser = origin)]
    pub origins: Vec<String>,
    /// Header with the address of the client, set by a proxy
    ///
    /// For example X-Forwarded-For. Threads are shared fairly among clients. Without this option,
    /// the address of the connection tells clients apart. Use it only behind a proxy that sets the
    /// header, because clients can write anything into it.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "HEADER",
        value_parser = header_name
    )]
    pub client_header: Option<String>,
}

/// Checks an origin: `*`, or a scheme, a host and perhaps a port.
fn origin(text: &str) -> Result<String, String> {
    let is_host = |host: &str| {
        !host.is_empty()
            && host
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c))
    };
    let is_origin = text.split_once("://").is_some_and(|(scheme, host)| {
        scheme.chars().all(|c| c.is_ascii_alphanumeric()) && !scheme.is_empty() && is_host(host)
    });
    if text == "*" || is_origin {
        Ok(text.to_ascii_lowercase())
    } else {
        Err("an origin is * or a scheme and a host, such as https://example.com".to_owned())
    }
}

/// Checks the name of a header.
fn header_name(text: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if !text.is_empty() && text.chars().all(is_name) {
        Ok(text.to_ascii_lowercase())
    } else {
        Err("the name of a header has letters, digits and hyphens".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_a_scheme_and_no_path() {
        for right in [
            "*",
            "https://example.com",
            "http://localhost:3000",
            "http://[::1]:8",
        ] {
            assert_eq!(origin(right), Ok(right.to_owned()));
        }
        for wrong in [
            "",
            "example.com",
            "https://",
            "https://a/b",
            "https://a b",
            "null",
        ] {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            header_name("X-Forwarded-For"),
            Ok("x-forwarded-for".to_owned())
        );
        assert!(header_name("a:b").is_err() && header_name("").is_err());
    }
}
