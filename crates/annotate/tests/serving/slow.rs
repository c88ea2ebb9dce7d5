//! Clients that take their time, and many of them.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use phenom_annotate::server::{Answer, Asked, Limits, listen, listen_within};

use crate::client::{Browser, Kept};
use crate::protocol::answer;

/// What a slow client does on a connection until it is closed.
#[derive(Debug, Clone, Copy)]
enum Habit {
    Idle,
    TricklesHead,
    TricklesBody,
    HalfCloses,
    ReadsNothing,
}

const HABITS: [Habit; 5] =
    [Habit::Idle, Habit::TricklesHead, Habit::TricklesBody, Habit::HalfCloses, Habit::ReadsNothing];

/// Clients that open a connection again as soon as it is closed.
struct Crowd {
    stop: Arc<AtomicBool>,
    opened: Arc<AtomicUsize>,
    threads: Vec<JoinHandle<()>>,
}

impl Crowd {
    fn new(number: usize, port: u16) -> Crowd {
        let (stop, opened) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let client = |number: usize| {
            let (stop, opened) = (Arc::clone(&stop), Arc::clone(&opened));
            let habit = HABITS[number % HABITS.len()];
            let thread = thread::Builder::new().stack_size(64 * 1024);
            let connect_again = move || {
                while !stop.load(Ordering::Relaxed) {
                    opened.fetch_add(1, Ordering::Relaxed);
                    if let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
                        let _ = linger(stream, port, habit, &stop);
                    }
                }
            };
            thread.spawn(connect_again).unwrap()
        };
        let threads = (0..number).map(client).collect();
        Crowd { stop, opened, threads }
    }

    fn end(self) -> usize {
        self.stop.store(true, Ordering::Relaxed);
        self.threads.into_iter().for_each(|thread| thread.join().unwrap());
        self.opened.load(Ordering::Relaxed)
    }
}

/// Stays on a connection until the server closes it.
fn linger(
    mut stream: TcpStream,
    port: u16,
    habit: Habit,
    stop: &AtomicBool,
) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_millis(100)))?;
    let host = format!("HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n");
    match habit {
        Habit::Idle | Habit::TricklesHead => {}
        Habit::TricklesBody => {
            write!(stream, "POST /api/step {host}Content-Length: 1000\r\n\r\n")?;
        }
        Habit::HalfCloses => {
            write!(stream, "GET / {host}")?;
            stream.shutdown(Shutdown::Write)?;
        }
        Habit::ReadsNothing => write!(stream, "GET / {host}\r\n")?,
    }
    while !stop.load(Ordering::Relaxed) {
        if matches!(habit, Habit::TricklesHead | Habit::TricklesBody) {
            stream.write_all(b"x")?;
        }
        if matches!(habit, Habit::ReadsNothing) {
            sleep(Duration::from_millis(100));
            stream.peek(&mut [0])?;
            continue;
        }
        match stream.read(&mut [0; 1000]) {
            Ok(0) => return Ok(()),
            Err(error) if !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Ok(());
            }
            _ => {}
        }
    }
    Ok(())
}

/// A browser that opens the page, and its script that asks something, each on a connection of its own.
fn slowest_of(browser: &Browser, times: usize) -> Duration {
    let asks = |path: &str| {
        let begun = Instant::now();
        assert_eq!(browser.get(path).status, 200);
        sleep(Duration::from_millis(20));
        begun.elapsed() - Duration::from_millis(20)
    };
    (0..times).map(|_| asks("/").max(asks("/api/start"))).max().unwrap()
}

#[test]
fn the_page_answers_within_a_second_beside_slow_clients() {
    for number in [70, 500] {
        let listening = listen(None, answer).unwrap();
        let browser = Browser::new(&listening);
        let crowd = Crowd::new(number, listening.port);
        sleep(Duration::from_millis(500));
        let slowest = slowest_of(&browser, 20);
        let opened = crowd.end();
        eprintln!(
            "{number} slow clients opened {opened} connections; the slowest answer took {slowest:?}"
        );
        assert!(slowest < Duration::from_secs(1), "{number} slow clients: {slowest:?}");
    }
}

#[test]
fn a_connection_with_the_token_stays_beside_slow_clients() {
    let listening = listen(None, answer).unwrap();
    let mut kept = Kept::new(&listening);
    kept.send("GET /api/start", &[]);
    assert_eq!(kept.status(), 200);
    let crowd = Crowd::new(150, listening.port);
    for _ in 0..10 {
        sleep(Duration::from_millis(50));
        kept.send("GET /api/start", &[]);
        assert_eq!(kept.status(), 200);
    }
    assert!(crowd.end() > 150, "no slow client had to give way");
}

/// Half a second for each request, and two seconds between them.
fn short() -> Limits {
    let (request, idle) = (Duration::from_millis(500), Duration::from_secs(2));
    Limits { request, idle, ..Limits::default() }
}

/// Sends a byte every tenth of a second until the connection is closed; how long that took.
fn trickled(kept: &mut Kept) -> Duration {
    let begun = Instant::now();
    kept.stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    loop {
        let _ = kept.stream.write_all(b"x");
        match kept.stream.peek(&mut [0]) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                assert!(begun.elapsed() < Duration::from_secs(5), "never");
            }
            _ => return begun.elapsed(),
        }
    }
}

fn is_about(took: Duration, expected: Duration) -> bool {
    (expected.mul_f64(0.8)..expected + Duration::from_secs(1)).contains(&took)
}

#[test]
fn a_request_has_its_time_in_all_however_steadily_it_comes() {
    let limits = short();
    let listening = listen_within(limits, None, answer).unwrap();
    let mut head = Kept::new(&listening);
    head.stream.write_all(b"GET / HTTP/1.1\r\nA: ").unwrap();
    let took = trickled(&mut head);
    assert!(is_about(took, limits.request), "{took:?}");
    let said = head.rest().0;
    assert!(said.starts_with("HTTP/1.1 408 ") && said.contains("took too long"), "{said}");
    // With the token, too.
    let mut content = Kept::new(&listening);
    content.send("POST /api/step", &["Content-Length: 1000"]);
    let took = trickled(&mut content);
    assert!(is_about(took, limits.request), "{took:?}");
    // Whoever sends nothing is told nothing.
    let (said, took) = Kept::new(&listening).rest();
    assert_eq!(said, "");
    assert!(is_about(took, limits.request), "{took:?}");
    // The clock begins anew with the next request.
    let mut kept = Kept::new(&listening);
    for _ in 0..2 {
        kept.send("GET /api/start", &[]);
        assert_eq!(kept.status(), 200);
        sleep(limits.request.mul_f64(1.5));
    }
    kept.send("GET /api/start", &[]);
    assert_eq!(kept.status(), 200);
    let (said, took) = kept.rest();
    assert_eq!(said, "");
    assert!(is_about(took, limits.idle), "{took:?}");
}

#[test]
fn an_answer_that_nobody_takes_is_cut_off() {
    let limits = short();
    let large =
        |_: &Asked| Ok(Answer { media_type: "application/json", content: vec![b' '; 50_000_000] });
    let listening = listen_within(limits, None, large).unwrap();
    let mut kept = Kept::new(&listening);
    kept.send("GET /api/start", &[]);
    sleep(limits.request * 2);
    let (said, took) = kept.rest();
    assert!(said.len() < 50_000_000 && took < Duration::from_secs(5), "{took:?}");
}
