//! What is asked under `/api/`, and who answers it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::refusal::{Kind, Refusal};
use crate::request::{BeatRequest, DraftRequest, LeaseRequest, StepRequest, TryRequest, parse};
use crate::server::{Answer, Asked, ServerError, json, listen, no_method, no_path};
use crate::session::Session;
use crate::view;

/// How often is looked whether the server is to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// Serves a session until it is to stop. The address, which holds the token, is told as soon as the server listens.
///
/// The file of the annotator is closed when this returns; what is asked of the server after that is refused.
///
/// # Errors
/// Where the server cannot listen.
pub fn serve(
    session: Session,
    port: Option<u16>,
    stop: &AtomicBool,
    tell: impl FnOnce(&crate::server::Listening),
) -> Result<(), ServerError> {
    let held = Arc::new(Mutex::new(Some(session)));
    let served = Arc::clone(&held);
    let listening = listen(port, move |asked| {
        // A panic in the middle of a step leaves what is in memory behind what is in the file.
        let mut held = served.lock().map_err(|_| stopped())?;
        answer(held.as_mut().ok_or_else(stopped)?, asked)
    })?;
    tell(&listening);
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(GLANCE);
    }
    held.lock().unwrap_or_else(PoisonError::into_inner).take();
    Ok(())
}

fn stopped() -> Refusal {
    Refusal::new(Kind::Stopped, "phenom annotate has stopped.")
        .with_help("Start it again with the same command. All saved work is in the file.")
}

/// Answers a request.
fn answer(session: &mut Session, asked: &Asked) -> Result<Answer, Refusal> {
    match (asked.path.as_str(), asked.posts) {
        ("try", true) => {
            view::attempt(session, parse::<TryRequest>(&asked.content)?).map(|told| json(&told))
        }
        ("beat", true) => beat(session, &parse(&asked.content)?),
        ("draft", true) => draft(session, parse(&asked.content)?),
        ("lease", true) => lease(session, &parse(&asked.content)?),
        ("step", true) => step(session, parse(&asked.content)?),
        ("start" | "pair" | "blind" | "settle" | "plan" | "file" | "download", false) => {
            session.look_at_others();
            read(session, asked)
        }
        (
            "try" | "beat" | "draft" | "lease" | "step" | "start" | "pair" | "blind" | "settle"
            | "plan" | "file" | "download",
            _,
        ) => Err(no_method()),
        _ => Err(no_path()),
    }
}

fn read(session: &mut Session, asked: &Asked) -> Result<Answer, Refusal> {
    let query = |known: &[&str]| query(asked, known);
    Ok(match asked.path.as_str() {
        "start" => {
            query(&[])?;
            json(&view::start(session))
        }
        "pair" => {
            let [id] = query(&["id"])?[..] else { return Err(missing("id")) };
            json(&view::pair(session, id.ok_or_else(|| missing("id"))?)?)
        }
        "blind" => {
            let number = query(&["item"])?[0].map(str::parse::<usize>).transpose();
            let number = number
                .map_err(|_| malformed("`item` must be the number of a pair in the batch."))?;
            json(&view::blind(session, number)?)
        }
        "settle" => json(&view::settle(session, query(&["pair"])?[0])),
        "plan" => {
            query(&[])?;
            json(&view::plan(session))
        }
        "file" => json(&view::file(session, query(&["pair"])?[0])?),
        "download" => {
            query(&[])?;
            let content = view::download(session)?;
            Answer { media_type: "application/x-ndjson", content }
        }
        _ => return Err(no_path()),
    })
}

/// The values of the names that a path knows.
fn query<'a>(asked: &'a Asked, known: &[&str]) -> Result<Vec<Option<&'a str>>, Refusal> {
    if let Some((name, _)) = asked.query.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        return Err(malformed(&format!("This path does not accept `{name}`.")));
    }
    let value = |name: &&str| {
        asked.query.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    };
    Ok(known.iter().map(value).collect())
}

fn malformed(error: &str) -> Refusal {
    Refusal::new(Kind::Malformed, error)
}

fn missing(name: &str) -> Refusal {
    malformed(&format!("The address must contain `{name}`."))
}

fn step(session: &mut Session, request: StepRequest) -> Result<Answer, Refusal> {
    // One that is saved is said to be, even to a tab that has lost its lease since.
    if !session.has(request.seq, &request.step) {
        session.leases.check(&request.lease, Instant::now())?;
    }
    session.look_at_others();
    session.step(request.seq, request.step).map(|told| json(&told))
}

fn lease(session: &mut Session, request: &LeaseRequest) -> Result<Answer, Refusal> {
    let lease = session.leases.take(request.if_free, Instant::now())?;
    Ok(json(&json!({ "lease": lease })))
}

fn beat(session: &mut Session, request: &BeatRequest) -> Result<Answer, Refusal> {
    session.leases.check(&request.lease, Instant::now())?;
    if request.bye {
        session.leases.leave(&request.lease);
    }
    Ok(json(&json!({ "seq": session.saved() })))
}

fn draft(session: &mut Session, request: DraftRequest) -> Result<Answer, Refusal> {
    session.leases.check(&request.lease, Instant::now())?;
    session.keep_draft(serde_json::Value::Object(request.draft))?;
    Ok(json(&json!({})))
}
