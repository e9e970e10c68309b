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
    /// Maximum number of open connections
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_024,
        value_parser = whole_number_from(1_usize),
        help_heading = "Threads and limits"
    )]
    pub max_connections: usize,
}
