//! `ndoku serve`: serves the web page and the API.

use std::io::Write;
use std::net::SocketAddr;

use ndoku_server::{AllowedOrigins, Limits, Options, Server};

use crate::args::Serve;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;

pub(crate) fn run(context: &Context, args: &Serve) -> Result<ExitCode, CliError> {
    let wanted = SocketAddr::new(args.host, args.port);
    let usual = Limits::default();
    let limits = Limits {
        workers: args.threads.or_cores(),
        response_timeout: args.timeout,
        max_body: args.max_body.max(1),
        max_picture: args.max_picture.max(1),
        max_connections: args.max_connections.max(1),
        max_waiting: args.max_waiting.max(1),
        max_wait: args.max_wait,
        ..usual
    };
    let options = Options {
        limits,
        allowed_origins: allowed_origins(&args.origins),
        client_header: args.client_header.clone(),
    };
    let bound = Server::bind(wanted, options).and_then(|server| Ok((server.address()?, server)));
    let (address, server) = bound.map_err(|error| {
        let reason = crate::io_error::io_error_text(&error);
        CliError::output(format!("cannot listen on {wanted}: {reason}"))
            .hint("--port selects another port; 0 selects any free port")
    })?;
    let written =
        writeln!(std::io::stdout(), "http://{address}/").and_then(|()| std::io::stdout().flush());
    if written.is_err() {
        return Ok(ExitCode::Output);
    }
    if !Server::has_page() {
        context.info(
            "this build does not include the page, only the API; `cargo xtask web` builds the page",
        );
    }
    if !args.host.is_loopback() {
        context.info("warning: other machines can connect, without encryption or accounts");
    }
    context.info("Ctrl-C stops the server");
    server.run(context.interrupted());
    // A signal is the normal way to stop the server.
    Ok(ExitCode::Done)
}

/// Returns the origins whose pages may call the API. `*` stands for all.
fn allowed_origins(origins: &[String]) -> AllowedOrigins {
    match origins {
        [] => AllowedOrigins::None,
        origins if origins.iter().any(|origin| origin == "*") => AllowedOrigins::Any,
        origins => AllowedOrigins::List(origins.to_vec()),
    }
}
