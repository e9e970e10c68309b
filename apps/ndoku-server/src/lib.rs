//! ndoku over HTTP: the page, and every method of `ndoku_api` at `POST /v1/METHOD`.
//!
//! ```text
//! connection ─▶ routes ─┬─▶ page          files embedded at build time
//!                       ├─▶ worker_pool   one request: a place in the queue, a thread, a budget
//!                       └─▶ batch         requests line by line, answered in order
//! ```
//!
//! A request stops when its client disconnects. `queue` shares the threads fairly between clients.
//!
//! | limit exceeded | effect |
//! |---|---|
//! | size of a request or line | 413; in a batch a problem in place of the line, then the end |
//! | time to receive a request | 408 |
//! | number of waiting requests, time to wait | 503 with `Retry-After` |
//! | 16 pictures at the same time | 503 with `Retry-After` |
//! | time for a response | the response has the status `stopped` and partial results |
//! | number of connections | the next connection waits until one closes |
#![forbid(unsafe_code)]

mod batch;
mod page;
mod queue;
mod routes;
mod shared;
mod worker_pool;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::queue::Client;
use crate::worker_pool::WorkerPool;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of concurrent requests that need more than a trial. Two to four trials run
    /// beside them.
    pub workers: NonZeroUsize,
    /// Maximum number of requests that wait for a worker.
    pub max_waiting: usize,
    /// Maximum time that a request waits for a worker.
    pub max_wait: Duration,
    /// Maximum number of open connections.
    pub max_connections: usize,
    /// Maximum size in bytes of a request, or of a line of a batch.
    pub max_body: usize,
    /// Maximum size in bytes of a picture for `/v1/photo`.
    pub max_picture: usize,
    /// Maximum time for a response. After that it contains the results so far.
    pub response_timeout: Duration,
    /// Maximum time to receive a request, and to receive the head of the next one.
    pub request_timeout: Duration,
    /// Time for running requests to finish after the server is asked to stop.
    pub shutdown_grace: Duration,
}

impl Default for Limits {
    /// Returns the default limits:
    ///
    /// - one worker per core
    /// - 1,024 waiting requests and 1,024 connections
    /// - 30 seconds to wait for a worker
    /// - 1 MiB per request, and 16 MiB per picture
    /// - 10 seconds for a response, 20 for a request, 5 to shut down
    fn default() -> Self {
        Self {
            workers: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            max_waiting: 1_024,
            max_wait: Duration::from_secs(30),
            max_connections: 1_024,
            max_body: 1 << 20,
            max_picture: 16 << 20,
            response_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(20),
            shutdown_grace: Duration::from_secs(5),
        }
    }
}

/// The origins whose pages may call the API from a browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AllowedOrigins {
    /// No other origin.
    #[default]
    None,
    /// All origins.
    Any,
    /// These origins, such as `https://example.com`.
    List(Vec<String>),
}

/// The properties of a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The limits.
    pub limits: Limits,
    /// The origins whose pages may call the API from a browser.
    pub allowed_origins: AllowedOrigins,
    /// The header with the address of the client, which a proxy sets: `x-forwarded-for`. Without
    /// it, the address of the connection tells clients apart.
    pub client_header: Option<String>,
}

impl Options {
    /// Checks the names that go into headers.
    fn check(&self) -> io::Result<()> {
        let invalid = |message: String| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        if let AllowedOrigins::List(origins) = &self.allowed_origins {
            for origin in origins {
                if origin == "*" || HeaderValue::from_str(origin).is_err() {
                    return invalid(format!("`{origin}` is not an origin"));
                }
            }
        }
        match &self.client_header {
            Some(name) if name.parse::<HeaderName>().is_err() => {
                invalid(format!("`{name}` is not the name of a header"))
            }
            _ => Ok(()),
        }
    }
}

impl From<Limits> for Options {
    fn from(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }
}

/// A server that listens on an address, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    options: Options,
}

impl Server {
    /// Listens on an address. Port 0 selects any free port.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] if an origin or the name of the header is invalid. Otherwise
    /// the error of the system if the address cannot be used.
    pub fn bind(address: SocketAddr, options: impl Into<Options>) -> io::Result<Self> {
        let options = options.into();
        options.check()?;
        let workers = options.limits.workers;
        // Two threads handle connections. The blocking threads run the requests.
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(workers.get() + worker_pool::trials(workers).get() + 4)
            .thread_stack_size(8 << 20)
            .enable_io()
            .enable_time()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        Ok(Self {
            runtime,
            listener,
            options,
        })
    }

    /// Returns the address on which the server listens.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns `true` if the page was embedded at build time. Without it, `/` explains how to build
    /// it.
    #[must_use]
    pub fn has_page() -> bool {
        page::is_embedded()
    }

    /// Serves requests until `stop` is set. Then it accepts no more connections, and running
    /// requests have the grace time to finish.
    pub fn run(self, stop: &AtomicBool) {
        let Self {
            runtime,
            listener,
            options,
        } = self;
        runtime.block_on(serve(&listener, &options, stop));
        // A thread in a long uninterruptible part of a count is not awaited.
        runtime.shutdown_timeout(Duration::from_millis(500));
    }
}

/// Accepts connections until `stop` is set.
async fn serve(listener: &TcpListener, options: &Options, stop: &AtomicBool) {
    let limits = &options.limits;
    let pool = Arc::new(WorkerPool::new(limits));
    let router = routes::router(&pool, options);
    let connections = Arc::new(Semaphore::new(limits.max_connections));
    let graceful = GracefulShutdown::new();
    loop {
        let taken = tokio::select! {
            taken = async { (connections.clone().acquire_owned().await, listener.accept().await) } => taken,
            () = wait_for_stop(stop) => break,
        };
        let (Ok(permit), Ok((stream, peer))) = taken else {
            // The process is probably out of file handles. Closed connections release some.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let router = router.clone();
        let client = client_of(peer.ip());
        // The handlers see the address of the connection as an extension of the request.
        let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Peer(Arc::clone(&client)));
            TowerToHyperService::new(router.clone()).call(request)
        });
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(limits.request_timeout);
        let connection = graceful.watch(builder.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // Errors of a connection concern its client only.
            let _ = connection.await;
            drop(permit);
        });
    }
    let ended = graceful.shutdown();
    tokio::pin!(ended);
    tokio::select! {
        () = &mut ended => return,
        () = sleep(limits.shutdown_grace) => pool.close(),
    }
    // The interrupted responses still need to be sent. A count cannot always stop immediately.
    tokio::select! {
        () = &mut ended => {}
        () = sleep(Duration::from_secs(3)) => {}
    }
}

/// The client of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Peer(pub(crate) Client);

/// Returns the identity of a client. A client with IPv6 owns a whole network of 64 bits.
pub(crate) fn client_of(address: IpAddr) -> Client {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string().into(),
        IpAddr::V6(address) => {
            let network = address.to_bits() >> 64 << 64;
            std::net::Ipv6Addr::from_bits(network).to_string().into()
        }
    }
}

/// Waits until the flag is set. A signal handler may set it, so the flag is polled.
async fn wait_for_stop(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(Duration::from_millis(50)).await;
    }
}
