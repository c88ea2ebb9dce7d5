//! HTTP as it is spoken on connections that stay open.

use std::io::Write;
use std::net::Shutdown;
use std::time::{Duration, Instant};

use phenom_annotate::refusal::Refusal;
use phenom_annotate::server::{Answer, Asked, listen};

use crate::client::Kept;

/// An answer to everything.
pub(crate) fn answer(_: &Asked) -> Result<Answer, Refusal> {
    Ok(Answer { media_type: "application/json", content: b"{}".to_vec() })
}

#[test]
fn requests_wait_for_each_other_on_one_connection() {
    let listening = listen(None, answer).unwrap();
    let mut kept = Kept::new(&listening);
    for _ in 0..3 {
        kept.send("POST /api/step", &["Content-Length: 2"]);
        kept.stream.write_all(b"{}").unwrap();
        kept.send("GET /api/start", &[]);
    }
    for _ in 0..6 {
        assert_eq!(kept.status(), 200);
    }
}

#[test]
fn a_client_that_asks_first_is_told_to_go_on() {
    let listening = listen(None, answer).unwrap();
    let mut kept = Kept::new(&listening);
    kept.send("POST /api/step", &["Content-Length: 2", "Expect: 100-continue"]);
    assert_eq!(kept.status(), 100);
    kept.stream.write_all(b"{}").unwrap();
    assert_eq!(kept.status(), 200);
    // What is refused for its head is not asked for.
    kept.send("POST /api/step", &["Content-Length: 300000", "Expect: 100-continue"]);
    assert_eq!(kept.status(), 413);
    let mut kept = Kept::new(&listening);
    kept.send("POST /api/step", &["Content-Length: 2", "Expect: tea"]);
    assert_eq!(kept.status(), 417);
    let mut kept = Kept::new(&listening);
    kept.send("POST /", &["Content-Length: 2", "Expect: 100-continue"]);
    assert_eq!(kept.status(), 405);
}

#[test]
fn a_request_that_contradicts_itself_or_does_not_end_is_refused_and_its_connection_closed() {
    let listening = listen(None, answer).unwrap();
    let chunked = "Transfer-Encoding: chunked";
    let long = format!("A: {}", "x".repeat(20_000));
    for (status, headers) in [
        (400, &["Content-Length: 2", chunked][..]),
        (400, &["Content-Length: 2", "Content-Length: 2"]),
        (400, &["Content-Length: two"]),
        (400, &["Transfer-Encoding: gzip"]),
        (413, &["Content-Length: 262145"]),
        (431, &[&long]),
    ] {
        let mut kept = Kept::new(&listening);
        kept.send("POST /api/step", headers);
        assert_eq!(kept.status(), status, "{headers:?}");
        kept.rest();
        let (said, took) = kept.rest();
        assert!(said.is_empty() && took < Duration::from_secs(5), "{said} {took:?}");
    }
    // A content that is announced and does not come.
    let mut kept = Kept::new(&listening);
    kept.send("POST /api/step", &["Content-Length: 20"]);
    kept.stream.shutdown(Shutdown::Write).unwrap();
    assert_eq!(kept.status(), 400);
    // One without end.
    let mut kept = Kept::new(&listening);
    kept.send("POST /api/step", &[chunked]);
    let begun = Instant::now();
    while kept.stream.write_all(&b"1\r\nx\r\n".repeat(1000)).is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(5), "never");
    }
}
