//! `phenom annotate` driven through its server, as the page does it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use super::scene::{Scene, program};

/// `phenom annotate` at work, with a tab that may write.
pub(super) struct Annotator {
    program: Child,
    port: u16,
    token: String,
    lease: String,
}

impl Annotator {
    /// Takes steps on a dataset, and keeps the program running.
    pub(super) fn new(scene: &Scene, dataset: &str, name: &str, steps: &[Value]) -> Self {
        let mut program = program()
            .args(["annotate", dataset, "--annotator", name])
            .current_dir(scene.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(program.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let (host, token) = address.trim().split_once("/#").unwrap();
        let port = host.rsplit(':').next().unwrap().parse().unwrap();
        let mut annotator = Self { program, port, token: token.to_owned(), lease: String::new() };
        let told = annotator.post("lease", &json!({}));
        annotator.lease = told["lease"].as_str().unwrap().to_owned();
        steps.iter().for_each(|step| annotator.take(step));
        annotator
    }

    pub(super) fn take(&self, step: &Value) {
        let seq = self.post("beat", &json!({"lease": self.lease}))["seq"].as_u64().unwrap() + 1;
        self.post("step", &json!({"lease": self.lease, "seq": seq, "step": step}));
    }

    pub(super) fn get(&self, path: &str) -> Value {
        self.asked(&format!("GET /api/{path} HTTP/1.1\r\n"), "")
    }

    fn post(&self, path: &str, content: &Value) -> Value {
        let content = content.to_string();
        let head = format!(
            "POST /api/{path} HTTP/1.1\r\nOrigin: http://127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n",
            self.port,
            content.len()
        );
        self.asked(&head, &content)
    }

    fn asked(&self, head: &str, content: &str) -> Value {
        let Self { port, token, .. } = self;
        let mut stream = TcpStream::connect(("127.0.0.1", *port)).unwrap();
        let more =
            format!("Host: 127.0.0.1:{port}\r\nX-Phenom-Token: {token}\r\nConnection: close\r\n");
        stream.write_all(format!("{head}{more}\r\n{content}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, content) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        serde_json::from_str(content).unwrap()
    }
}

impl Drop for Annotator {
    fn drop(&mut self) {
        // Each step is in the file before it is answered.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
