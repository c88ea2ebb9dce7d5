//! Who is let in.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use phenom_annotate::refusal::Refusal;
use phenom_annotate::server::{Answer, Asked, Listening, listen};

use crate::client::{Browser, exchange};

/// A server that keeps what it was asked.
fn server() -> (Listening, Browser, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&asked);
    let answer = move |asked: &Asked| -> Result<Answer, Refusal> {
        let content = String::from_utf8_lossy(&asked.content).into_owned();
        kept.lock().unwrap().push(format!("{} {:?} {content}", asked.path, asked.query));
        Ok(Answer { media_type: "application/json", content: b"{}".to_vec() })
    };
    let listening = listen(None, answer).unwrap();
    let browser = Browser::new(&listening);
    (listening, browser, asked)
}

fn with(headers: &[(String, String)], name: &str, value: Option<&str>) -> Vec<(String, String)> {
    let mut changed: Vec<_> = headers.iter().filter(|(known, _)| known != name).cloned().collect();
    changed.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    changed
}

#[test]
fn the_shell_is_for_everyone_and_holds_nothing() {
    let (_, browser, asked) = server();
    let host = with(&browser.headers(), "X-Phenom-Token", None);
    let reply = browser.send("GET", "/", &host, None);
    assert_eq!(reply.status, 200);
    assert!(reply.body.starts_with("<!DOCTYPE html>"));
    assert!(!reply.body.contains(&browser.token));
    for header in [
        "content-type: text/html; charset=utf-8",
        "cache-control: no-store",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
        "content-security-policy: default-src 'none';",
        "connect-src 'self'",
        "frame-ancestors 'none'",
    ] {
        assert!(reply.head.contains(header), "{header} in {}", reply.head);
    }
    assert!(!reply.head.contains("access-control"));
    let evil = with(&host, "Host", Some("evil.example"));
    assert_eq!(browser.send("GET", "/", &evil, None).refused(), (403, "host".into()));
    assert_eq!(browser.send("POST", "/", &browser.posting_headers(), Some("{}")).status, 405);
    assert!(asked.lock().unwrap().is_empty());
}

#[test]
fn a_request_needs_token_host_origin_and_type() {
    let (_, browser, asked) = server();
    let (get, post) = (browser.headers(), browser.posting_headers());
    let refused = |method: &str, headers: Vec<(String, String)>| {
        let body = (method == "POST").then_some("{}");
        let reply = browser.send(method, "/api/start", &headers, body);
        assert!(reply.head.contains("cache-control: no-store"));
        reply.refused()
    };
    let other = "0123456789abcdef0123456789abcdef";
    for (name, value, status, kind) in [
        ("X-Phenom-Token", None, 403, "token"),
        ("X-Phenom-Token", Some(other), 403, "token"),
        ("X-Phenom-Token", Some(""), 403, "token"),
        ("Host", Some("evil.example:80"), 403, "host"),
        ("Host", Some("127.0.0.1:1"), 403, "host"),
        ("Origin", Some("http://evil.example"), 403, "origin"),
        ("Origin", Some("null"), 403, "origin"),
    ] {
        for (method, headers) in [("GET", &get), ("POST", &post)] {
            let got = refused(method, with(headers, name, value));
            assert_eq!(got, (status, kind.to_owned()), "{method} {name}: {value:?}");
        }
    }
    assert_eq!(refused("POST", with(&post, "Origin", None)), (403, "origin".into()));
    assert_eq!(refused("POST", with(&post, "Content-Type", None)), (415, "content-type".into()));
    let text = with(&post, "Content-Type", Some("text/plain"));
    assert_eq!(refused("POST", text), (415, "content-type".into()));
    assert_eq!(refused("PUT", post.clone()), (405, "method".into()));
    assert_eq!(refused("OPTIONS", with(&post, "X-Phenom-Token", None)), (403, "token".into()));
    assert!(asked.lock().unwrap().is_empty(), "a refused request reaches nothing");
    assert_eq!(browser.post("/api/try?id=a%2Fb", "{\"x\":1}").status, 200);
    assert_eq!(*asked.lock().unwrap(), ["try [(\"id\", \"a/b\")] {\"x\":1}"]);
}

#[test]
fn no_more_than_256_kib_are_read() {
    let (listening, browser, asked) = server();
    let most = 256 * 1024;
    assert_eq!(browser.post("/api/step", &"x".repeat(most)).status, 200);
    let more = "x".repeat(most + 1);
    assert_eq!(browser.post("/api/step", &more).refused(), (413, "too-large".into()));
    // The same without its length told before.
    let mut request =
        "POST /api/step HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n".to_owned();
    for (name, value) in browser.posting_headers() {
        request += &format!("{name}: {value}\r\n");
    }
    request += &format!("\r\n{:x}\r\n{more}\r\n0\r\n\r\n", more.len());
    let reply = exchange(listening.addresses[0], request.as_bytes());
    assert_eq!(reply.refused(), (413, "too-large".into()));
    assert_eq!(asked.lock().unwrap().len(), 1);
}

#[test]
fn other_paths_hold_nothing() {
    let (_, browser, asked) = server();
    for path in ["/favicon.ico", "/api", "/index.html", "//api/start", "/../api/start"] {
        assert_eq!(browser.get(path).refused(), (404, "path".into()), "{path}");
    }
    assert!(asked.lock().unwrap().is_empty());
}

#[test]
fn what_is_no_http_is_refused_and_the_server_goes_on() {
    let (listening, browser, _) = server();
    let reply = exchange(listening.addresses[0], b"\x16\x03\x01 nonsense\r\n\r\n");
    assert_eq!(reply.status, 400);
    let reply = exchange(listening.addresses[0], b"GET / HTTP/1.1\r\n\r\n");
    assert_eq!(reply.status, 400);
    assert_eq!(browser.get("/api/start").status, 200);
}

#[test]
fn only_the_loopback_addresses_are_listened_on_both_on_one_port() {
    let (listening, browser, _) = server();
    assert!(listening.addresses.iter().all(|address| address.ip().is_loopback()));
    assert!(listening.addresses.iter().all(|address| address.port() == listening.port));
    let v6 = SocketAddr::new(IpAddr::V6(std::net::Ipv6Addr::LOCALHOST), listening.port);
    if listening.addresses.contains(&v6) {
        let request = format!(
            "GET /api/start HTTP/1.1\r\nHost: [::1]:{}\r\nX-Phenom-Token: {}\r\nConnection: close\r\n\r\n",
            listening.port, browser.token
        );
        assert_eq!(exchange(v6, request.as_bytes()).status, 200);
    } else {
        eprintln!("skipped: this system has no ::1");
    }
    let second = listen(Some(listening.port), |_| unreachable!()).unwrap_err();
    assert_eq!(second.to_string(), format!("another program uses port {}", listening.port));
}
