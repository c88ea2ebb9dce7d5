//! The own file, and what it comes to.

use std::path::Path;

use phenom_dataset::{WriteFormat, write_dataset};
use serde::Serialize;
use serde_json::Value;

use crate::event::{Event, What};
use crate::records::{Folding, with_work};
use crate::refusal::{Kind, Refusal};
use crate::session::{Session, file_name};

/// So many lines of the file are shown.
const MOST_LINES: usize = 200;

/// `file`.
#[derive(Debug, Serialize)]
pub struct FileView {
    path: String,
    lines: Vec<String>,
    record: Option<String>,
    config: String,
}

/// The last lines of the own file, and the record of a pair.
///
/// # Errors
/// Where the record cannot be written.
pub(crate) fn file(session: &Session, pair: Option<&str>) -> Result<FileView, Refusal> {
    let events = session.work.annotator(&session.annotator).map_or(&[][..], |own| own.events());
    let last = &events[events.len().saturating_sub(MOST_LINES)..];
    Ok(FileView {
        path: session.journal.path().display().to_string(),
        lines: last.iter().map(|event| shown_line(session, event)).collect(),
        record: pair.map(|pair| record(session, pair)).transpose()?.flatten(),
        config: config(session),
    })
}

/// What a config needs to use the work.
pub(crate) fn config(session: &Session) -> String {
    let (name, work) = (&session.originals.name, file_name(session.folder.path()));
    if session.originals.label_only {
        let name = file_name(Path::new(name));
        return format!(
            "people: {{labels: {{path: {name}, labels: judgments}}, work: {work}, chosen: probability, probability: \
             probability}}"
        );
    }
    format!("dataset: {{path: {name}, work: {work}}}")
}

/// A line of the file; ids of the open batch are left out, which would tell which original a pair comes from.
fn shown_line(session: &Session, event: &Event) -> String {
    let left_out = || "…".to_owned();
    let mut event = event.clone();
    match &mut event.what {
        What::Batch { pairs } => {
            for pair in pairs.iter_mut().filter(|pair| session.is_hidden(pair)) {
                *pair = left_out();
            }
        }
        What::Note { pair, .. } if session.is_hidden(pair) => *pair = left_out(),
        What::Read { pair, of, .. } if session.is_hidden(pair) => {
            *pair = left_out();
            *of = left_out();
        }
        _ => {}
    }
    event.line().trim_end().to_owned()
}

/// The record of a pair, where nothing in it is still to be read or judged.
fn record(session: &Session, pair: &str) -> Result<Option<String>, Refusal> {
    let Some(at) = session.original_of(pair).filter(|_| !session.originals.label_only) else {
        return Ok(None);
    };
    let original = &session.originals.all()[at];
    let items = session.index.of_original(at);
    let found = session.work.decomposition(&original.id);
    let own =
        found.is_some_and(|(author, found)| author == session.annotator && found.whole.is_some());
    let told = !items.is_empty()
        && !items.iter().any(|item| item.waits || item.hidden || session.is_hidden(&item.id));
    if !(told || own && original.given.is_empty()) {
        return Ok(None);
    }
    let failed = |error: String| {
        Refusal::new(Kind::Work, format!("phenom cannot write the record: {error}."))
    };
    let mut written = Vec::new();
    write_dataset(&session.dataset, WriteFormat::PhenomJsonl, &mut written)
        .map_err(|error| failed(error.to_string()))?;
    let Some(line) = written.split(|&byte| byte == b'\n').nth(at) else { return Ok(None) };
    let Value::Object(record) =
        serde_json::from_slice(line).map_err(|error| failed(error.to_string()))?
    else {
        return Ok(None);
    };
    let folding = Folding { majority: session.assignment.majority, ..Folding::default() };
    let record = with_work(record, original, &session.work, folding, &mut Vec::new());
    Ok(record.map(|record| Value::Object(record).to_string()))
}

/// The whole own file.
///
/// # Errors
/// While a batch is open, whose pairs it names, and where it cannot be read.
pub(crate) fn download(session: &Session) -> Result<Vec<u8>, Refusal> {
    if session.batch.is_open(&session.index) {
        return Err(Refusal::new(
            Kind::Step,
            "The file names the pairs of the open batch. You can download it when the batch is complete.",
        ));
    }
    session.journal.bytes().map_err(|error| {
        let name = file_name(session.journal.path());
        Refusal::new(Kind::Disk, format!("phenom cannot read {name}: {error}."))
    })
}
