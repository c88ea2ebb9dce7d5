//! A server of the tests: HTTP as raw bytes, so that it can do it wrong.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// A request that it was sent.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) line: String,
    headers: Vec<(String, String)>,
    pub(super) body: Value,
}

impl Asked {
    /// A header, by its name in lower case.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The last message.
    pub(super) fn prompt(&self) -> &str {
        let messages = self.body["messages"].as_array().unwrap();
        messages.last().unwrap()["content"].as_str().unwrap()
    }
}

/// A server; its thread ends with the tests.
pub(super) struct Server {
    pub(super) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// A server that answers each request with some bytes and closes the connection.
    pub(super) fn start(respond: impl Fn(&Asked) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::with(move |mut stream, asked| {
            // Whoever asked may have gone.
            let _ = stream.write_all(&respond(asked));
        })
    }

    /// A server that begins an answer and never ends it.
    pub(super) fn stalling(part: &'static str) -> Self {
        Self::with(move |mut stream, _| {
            let _ = stream.write_all(part.as_bytes());
            // Until the other side closes.
            let _ = stream.read(&mut [0]);
        })
    }

    /// A server that writes an answer without end, a byte at a time.
    pub(super) fn trickling(part: &'static str) -> Self {
        Self::with(move |mut stream, _| {
            let mut written = stream.write_all(part.as_bytes());
            while written.is_ok() {
                thread::sleep(std::time::Duration::from_millis(20));
                written = stream.write_all(b" ");
            }
        })
    }

    /// An address where nobody listens.
    pub(super) fn refusing() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        Self { url, asked: Arc::default() }
    }

    fn with(serve: impl Fn(TcpStream, &Asked) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (all, serve) = (Arc::clone(&asked), Arc::new(serve));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, all, serve) = (stream.unwrap(), Arc::clone(&all), Arc::clone(&serve));
                thread::spawn(move || {
                    let Some(asked) = read(&stream) else { return };
                    all.lock().unwrap().push(asked.clone());
                    serve(stream, &asked);
                });
            }
        });
        Self { url, asked }
    }

    /// What it was sent so far.
    pub(super) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let headers: Vec<(String, String)> = lines
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length")?.1.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = serde_json::from_slice(&body).ok()?;
    Some(Asked { line: lines.first()?.clone(), headers, body })
}

/// An answer with a JSON body.
pub(super) fn answer(body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// An answer of a model.
pub(super) fn chat(text: &str) -> Vec<u8> {
    answer(&json!({
        "id": "1", "object": "chat.completion", "created": 0, "model": "some-model",
        "choices": [{
            "index": 0, "finish_reason": "stop",
            "message": {"role": "assistant", "content": text},
        }],
    }))
}
