//! ndoku over HTTP: the page, and every method of `ndoku_api` at `POST /v1/METHOD`.
//!
//! ```text
//! connection ─▶ routes ─┬─▶ page      files that were embedded when this was built
//!                       ├─▶ pool      one request: a place at the pool, a thread, a budget; whoever goes away is not worked for any longer
//!                       └─▶ batch     requests line by line, answered in order while they come in
//! ```
//!
//! | limit | what happens beyond it |
//! |---|---|
//! | a request or a line is too long | 413, or a problem in place of the line, and the end |
//! | it takes too long to come | 408 |
//! | too many wait for a place | 503 |
//! | an answer takes too long | it says `stopped`, with what is known |
//! | too many connections | the next one waits to be taken |
#![forbid(unsafe_code)]

mod batch;
mod page;
mod routes;
mod worker_pool;

use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::worker_pool::WorkerPool;

/// What a server allows.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests that are worked on at once, each on a thread of its own.
    pub workers: NonZeroUsize,
    /// Requests that may wait for a place.
    pub max_waiting: usize,
    /// Connections that are open at once.
    pub max_connections: usize,
    /// Bytes of a request, or of a line of a batch.
    pub max_body: usize,
    /// For each answer; then it says what is known.
    pub response_timeout: Duration,
    /// For a request to come, and for a client to send the head of the next.
    pub request_timeout: Duration,
    /// For what is being answered when the server is told to stop.
    pub shutdown_grace: Duration,
}

impl Default for Limits {
    /// A place for each core, 1,024 that wait, 1,024 connections, 1 MiB, 10 seconds for an answer, 20 for a request, 5 to end.
    fn default() -> Self {
        Self {
            workers: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            max_waiting: 1_024,
            max_connections: 1_024,
            max_body: 1 << 20,
            response_timeout: Duration::from_secs(10),
            request_timeout: Duration::from_secs(20),
            shutdown_grace: Duration::from_secs(5),
        }
    }
}

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    limits: Limits,
}

impl Server {
    /// Listens at this address; port 0 stands for any that is free.
    ///
    /// # Errors
    /// The address cannot be used.
    pub fn bind(address: SocketAddr, limits: Limits) -> io::Result<Self> {
        // QueueSlot and copying are done by two threads; the work is done by those of the pool.
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(limits.workers.get() + 4)
            .thread_stack_size(8 << 20)
            .enable_io()
            .enable_time()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        Ok(Self {
            runtime,
            listener,
            limits,
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// As the system says.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Whether the page was embedded when this was built; without it, `/` says how to get it.
    #[must_use]
    pub fn has_page() -> bool {
        page::is_embedded()
    }

    /// Answers until `stop` is set. Then no connection is taken any more, and what is being answered has the time of grace to end.
    pub fn run(self, stop: &AtomicBool) {
        let Self {
            runtime,
            listener,
            limits,
        } = self;
        runtime.block_on(serve(&listener, &limits, stop));
        // A thread that does not hear of the end, as in a long page of a count, is not waited for.
        runtime.shutdown_timeout(Duration::from_millis(500));
    }
}

/// Takes connections until it is told to stop.
async fn serve(listener: &TcpListener, limits: &Limits, stop: &AtomicBool) {
    let pool = Arc::new(WorkerPool::new(limits));
    let service = TowerToHyperService::new(routes::router(&pool, limits));
    let connections = Arc::new(Semaphore::new(limits.max_connections));
    let graceful = GracefulShutdown::new();
    loop {
        let taken = tokio::select! {
            taken = async { (connections.clone().acquire_owned().await, listener.accept().await) } => taken,
            () = wait_for_stop(stop) => break,
        };
        let (Ok(permit), Ok((stream, _))) = taken else {
            // Out of file handles, most likely: some will come back.
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(limits.request_timeout);
        let connection =
            graceful.watch(builder.serve_connection(TokioIo::new(stream), service.clone()));
        tokio::spawn(async move {
            // What goes wrong with a connection is the client's affair.
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
    // What was cut short is still sent.
    tokio::select! {
        () = &mut ended => {}
        () = sleep(Duration::from_secs(1)) => {}
    }
}

/// Waits until the flag is set, which may happen in a handler of signals.
async fn wait_for_stop(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(Duration::from_millis(50)).await;
    }
}
