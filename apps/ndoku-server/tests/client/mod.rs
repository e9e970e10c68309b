//! A minimal HTTP/1.1 client that can also misbehave: send half a request, or disconnect.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A response.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// A connection that is kept alive for several requests.
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    reader: BufReader<TcpStream>,
    /// More lines of the head, each with its end.
    pub(crate) headers: String,
}

impl Client {
    /// Returns `true` if no answer has arrived.
    pub(crate) fn is_waiting(&self) -> bool {
        self.stream.set_nonblocking(true).unwrap();
        let answer = self.stream.peek(&mut [0]);
        self.stream.set_nonblocking(false).unwrap();
        matches!(answer, Err(error) if error.kind() == ErrorKind::WouldBlock)
    }

    pub(crate) fn new(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        Self {
            stream,
            reader,
            headers: String::new(),
        }
    }

    pub(crate) fn get(&mut self, path: &str) -> Reply {
        self.request("GET", path, "application/json", b"")
    }

    pub(crate) fn post(&mut self, path: &str, media: &str, body: &str) -> Reply {
        self.request("POST", path, media, body.as_bytes())
    }

    pub(crate) fn request(&mut self, verb: &str, path: &str, media: &str, body: &[u8]) -> Reply {
        self.send(verb, path, media, body);
        self.reply()
    }

    pub(crate) fn send(&mut self, verb: &str, path: &str, media: &str, body: &[u8]) {
        self.head(verb, path, media, Some(body.len()));
        // The server may refuse the request before the body is complete.
        let _ = self.stream.write_all(body);
    }

    /// Sends the head only. Without a length, the body follows in chunks.
    pub(crate) fn head(&mut self, verb: &str, path: &str, media: &str, length: Option<usize>) {
        let length = length.map_or_else(
            || "Transfer-Encoding: chunked".to_owned(),
            |length| format!("Content-Length: {length}"),
        );
        let head = format!(
            "{verb} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media}\r\n{}{length}\r\n\r\n",
            self.headers
        );
        self.stream.write_all(head.as_bytes()).unwrap();
    }

    /// Sends a chunk of a body. An empty chunk ends the body.
    pub(crate) fn chunk(&mut self, bytes: &[u8]) {
        let mut framed = format!("{:x}\r\n", bytes.len()).into_bytes();
        framed.extend_from_slice(bytes);
        framed.extend_from_slice(b"\r\n");
        self.stream.write_all(&framed).unwrap();
    }

    /// Reads until these bytes have arrived.
    pub(crate) fn until(&mut self, end: &[u8]) -> String {
        let mut seen = Vec::new();
        let mut byte = [0];
        while !seen.ends_with(end) && self.reader.read(&mut byte).is_ok_and(|read| read == 1) {
            seen.push(byte[0]);
        }
        String::from_utf8_lossy(&seen).into_owned()
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    pub(crate) fn reply(&mut self) -> Reply {
        self.try_reply().expect("no status line")
    }

    /// Reads a response, unless the server has closed the connection.
    pub(crate) fn try_reply(&mut self) -> Option<Reply> {
        let mut first = String::new();
        self.reader.read_line(&mut first).ok()?;
        let status = first.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(':') else {
                break;
            };
            headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
        let mut reply = Reply {
            status,
            headers,
            body: Vec::new(),
        };
        if reply.header("transfer-encoding") == Some("chunked") {
            loop {
                let length = usize::from_str_radix(&self.line(), 16).unwrap();
                let mut chunk = vec![0; length];
                self.reader.read_exact(&mut chunk).unwrap();
                self.line();
                if length == 0 {
                    break;
                }
                reply.body.extend(chunk);
            }
        } else {
            let length = reply
                .header("content-length")
                .map_or(0, |length| length.parse().unwrap());
            reply.body.resize(length, 0);
            self.reader.read_exact(&mut reply.body).unwrap();
        }
        Some(reply)
    }
}
