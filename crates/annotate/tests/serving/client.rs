//! A browser as far as the tests need one: raw requests over TCP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use phenom_annotate::server::Listening;
use serde_json::Value;

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The status and the kind of refusal.
    pub(crate) fn refused(&self) -> (u16, String) {
        (self.status, self.json()["kind"].as_str().unwrap_or_default().to_owned())
    }
}

/// The page of a browser that was given the address.
pub(crate) struct Browser {
    pub(crate) port: u16,
    pub(crate) token: String,
}

impl Browser {
    pub(crate) fn new(listening: &Listening) -> Browser {
        Browser { port: listening.port, token: listening.token.as_str().to_owned() }
    }

    /// The headers that our own page sends.
    pub(crate) fn headers(&self) -> Vec<(String, String)> {
        vec![
            ("Host".into(), format!("127.0.0.1:{}", self.port)),
            ("X-Phenom-Token".into(), self.token.clone()),
        ]
    }

    pub(crate) fn posting_headers(&self) -> Vec<(String, String)> {
        let mut headers = self.headers();
        headers.push(("Origin".into(), format!("http://127.0.0.1:{}", self.port)));
        headers.push(("Content-Type".into(), "application/json".into()));
        headers
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &self.headers(), None)
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Reply {
        self.send("POST", path, &self.posting_headers(), Some(body))
    }

    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: Option<&str>,
    ) -> Reply {
        let request = self.request(method, path, headers, body);
        exchange(([127, 0, 0, 1], self.port).into(), request.as_bytes())
    }

    fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: Option<&str>,
    ) -> String {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        request += "\r\n";
        request += body.unwrap_or_default();
        request
    }
}

/// Sends bytes and reads the answer to the end of the connection.
pub(crate) fn exchange(address: SocketAddr, request: &[u8]) -> Reply {
    attempted(address, request).unwrap()
}

/// Posts what may find nobody there any more.
pub(crate) fn try_exchange(browser: &Browser, path: &str, body: &str) -> Option<Reply> {
    let request = browser.request("POST", path, &browser.posting_headers(), Some(body));
    attempted(([127, 0, 0, 1], browser.port).into(), request.as_bytes())
}

fn attempted(address: SocketAddr, request: &[u8]) -> Option<Reply> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    stream.write_all(request).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8(answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Reply { status, head: head.to_ascii_lowercase(), body: body.to_owned() })
}

/// A connection that is kept open, with the headers of our page.
pub(crate) struct Kept {
    pub(crate) stream: TcpStream,
    browser: Browser,
}

impl Kept {
    pub(crate) fn new(listening: &Listening) -> Kept {
        let stream = TcpStream::connect(listening.addresses[0]).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        Kept { stream, browser: Browser::new(listening) }
    }

    pub(crate) fn send(&mut self, line: &str, more: &[&str]) {
        let mut head = format!("{line} HTTP/1.1\r\n");
        let headers = self.browser.posting_headers();
        headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        more.iter().for_each(|line| head += &format!("{line}\r\n"));
        self.stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    }

    /// The status of an answer without content, or with `{}`.
    pub(crate) fn status(&mut self) -> u16 {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            self.stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).unwrap();
        if head.contains("content-length: 2\r\n") {
            self.stream.read_exact(&mut [0; 2]).unwrap();
        }
        head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    /// All that still comes, and how long it took until the connection was closed.
    pub(crate) fn rest(&mut self) -> (String, Duration) {
        let begun = Instant::now();
        let mut rest = Vec::new();
        // A connection that is reset is closed, too.
        let _ = self.stream.read_to_end(&mut rest);
        (String::from_utf8_lossy(&rest).into_owned(), begun.elapsed())
    }
}
