//! What may be written after `ndoku serve`.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;

use super::values::{duration, threads, whole_from, whole_in};

/// Serve the page and an API on this machine.
///
/// The page solves, explains and makes puzzles in a browser. The API answers `POST /v1/METHOD` with JSON, and many requests at once as lines of JSON; `GET /v1` lists the
/// methods, `GET /openapi.json` describes them, `GET /healthz` says that all is well. The address is written to standard output once it listens.
///
/// Only programs of this machine can connect, unless --host says otherwise. There is no encryption and there are no accounts: for a network that is not your own put a proxy in front of it.
///
/// Ctrl-C ends it: what is being answered has five seconds to end.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The address to listen at: 0.0.0.0 for all of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// The port; 0 for any that is free
    #[arg(short, long, value_name = "PORT", default_value_t = 8080, value_parser = whole_in(0..=65_535_u16))]
    pub port: u16,
    /// Requests that are worked on at once; by default one for each core
    #[arg(short = 'j', long, value_name = "N", env = "NDOKU_THREADS", value_parser = threads, help_heading = "Limits", hide_env_values = true)]
    pub threads: Option<NonZeroUsize>,
    /// Each answer is cut short after so long, and says what is known
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
    /// Bytes of a request, or of a line of many, at most
    #[arg(long, value_name = "BYTES", default_value_t = 1_048_576, value_parser = whole_from(1_usize), help_heading = "Limits")]
    pub max_body: usize,
    /// Connections that may be open at once
    #[arg(long, value_name = "N", default_value_t = 1_024, value_parser = whole_from(1_usize), help_heading = "Limits")]
    pub max_connections: usize,
}
