//! One connection: its requests, one after the other, and their answers.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::refusal::{Kind, Refusal};
use crate::security::MOST_BYTES;
use crate::server::head::{Framing, Head};
use crate::server::input::{Failure, Input, MOST_HEAD};
use crate::server::limits::Limits;
use crate::server::places::Place;
use crate::server::site::{Answer, Route, Site, json};
use crate::server::timed::Timed;

/// How long a client has to take an answer behind which the connection is closed.
const FAREWELL: Duration = Duration::from_millis(500);

/// Answers the requests of a connection until it is closed. What goes wrong on the way to the client can be told to
/// nobody.
pub(super) fn serve(stream: Arc<TcpStream>, site: &Site, limits: &Limits, place: &Place) {
    let mut input = Input::new(Timed::new(stream, limits.request));
    // Small answers are not held back until more of them could be sent at once.
    let _ = input.stream.stream().set_nodelay(true);
    while let Ok(true) = one_request(&mut input, site, limits, place) {
        place.rest();
        input.stream.until = Instant::now() + limits.idle;
        if !input.is_begun() && !matches!(input.fill(MOST_HEAD), Ok(true)) {
            return;
        }
        place.work();
        input.stream.until = Instant::now() + limits.request;
    }
}

/// Answers one request; whether another one may follow.
fn one_request(
    input: &mut Input<Timed>,
    site: &Site,
    limits: &Limits,
    place: &Place,
) -> io::Result<bool> {
    let head = match input.head() {
        Ok(head) => head,
        Err(failure) => return refuse(input, site, place, failure, &Sending::LAST),
    };
    place.answers();
    let framing = match head.framing() {
        Ok(framing) => framing,
        Err(refusal) => return refuse(input, site, place, refusal.into(), &Sending::LAST),
    };
    let mut sending =
        Sending { closes: head.closes(), without_content: head.method == "HEAD", left: 0 };
    // Whatever is refused before its content is read is the last request of its connection.
    let unread = Sending { closes: true, left: MOST_BYTES, ..sending };
    let route = match site.route(&head) {
        Ok(route) => route,
        Err(refusal) if framing == Framing::Length(0) => {
            return send(input, site, place, &Err(refusal), &sending);
        }
        Err(refusal) => return refuse(input, site, place, refusal.into(), &unread),
    };
    if route == Route::Api {
        place.trust();
    }
    let content = if head.method == "POST" {
        match content(input, &head, framing) {
            Ok(content) => content,
            Err(failure) => return refuse(input, site, place, failure, &unread),
        }
    } else {
        if framing != Framing::Length(0) {
            sending = unread;
        }
        Vec::new()
    };
    let begun = Instant::now();
    let answered = site.answer(route, &head, content);
    // The time that we take is not the client's.
    input.stream.until += begun.elapsed().min(limits.idle);
    send(input, site, place, &answered, &sending)
}

fn content(input: &mut Input<Timed>, head: &Head, framing: Framing) -> Result<Vec<u8>, Failure> {
    let too_large = matches!(framing, Framing::Length(length) if length > MOST_BYTES);
    if head.expects_continue()? && !too_large && !input.is_begun() {
        input.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    input.content(framing)
}

/// How an answer is sent.
struct Sending {
    /// The connection is closed behind it.
    closes: bool,
    /// Its head alone is sent.
    without_content: bool,
    /// So many bytes of the request may still be on their way, and nobody needs them.
    left: u64,
}

impl Sending {
    /// Nothing is known of the request.
    const LAST: Sending = Sending { closes: true, without_content: false, left: MOST_BYTES };
}

/// Says why there is no answer, and closes.
fn refuse(
    input: &mut Input<Timed>,
    site: &Site,
    place: &Place,
    failure: Failure,
    sending: &Sending,
) -> io::Result<bool> {
    let refusal = match failure {
        Failure::Refused(refusal) => refusal,
        // A client that has sent nothing waits for nothing.
        Failure::Slow if input.is_begun() => {
            input.stream.until = Instant::now() + FAREWELL;
            Refusal::new(Kind::Slow, "The request took too long.")
        }
        Failure::Slow | Failure::Gone => return Ok(false),
    };
    send(input, site, place, &Err(refusal), sending)
}

fn send(
    input: &mut Input<Timed>,
    site: &Site,
    place: &Place,
    answered: &Result<Answer, Refusal>,
    sending: &Sending,
) -> io::Result<bool> {
    let refused;
    let (status, answer) = match answered {
        Ok(answer) => (200, answer),
        Err(refusal) => {
            refused = json(refusal);
            (refusal.kind.status(), &refused)
        }
    };
    let mut message = site.head(status, answer, sending.closes).into_bytes();
    if !sending.without_content {
        message.extend(&answer.content);
    }
    input.stream.write_all(&message)?;
    if sending.closes && sending.left > 0 {
        farewell(input, place, sending.left)?;
    }
    Ok(!sending.closes)
}

/// A connection that is closed while something is unread takes the answer with it. So the client is given a moment:
/// what it still sends is read up to the bound, and then left alone.
fn farewell(input: &mut Input<Timed>, place: &Place, left: u64) -> io::Result<()> {
    let until = input.stream.until.min(Instant::now() + FAREWELL);
    input.stream.until = until;
    input.stream.stream().shutdown(Shutdown::Write)?;
    if !input.discard(left) {
        place.wait(until.saturating_duration_since(Instant::now()));
    }
    Ok(())
}
