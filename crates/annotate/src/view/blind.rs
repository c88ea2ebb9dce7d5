//! Pairs that are read blind: a text and a hypothesis, and nothing else of them.

use phenom_dataset::Judgment;
use serde::Serialize;

use crate::batch::Place;
use crate::refusal::{Kind, Refusal};
use crate::session::Session;
use crate::view::AgreementView;
use crate::view::pair::note;
use crate::view::texts::{WordsView, sentences_view, words_view};

/// `blind`.
#[derive(Debug, Serialize)]
pub struct Blind {
    /// The pairs of the open batch.
    batch: Vec<BatchLine>,
    /// How many batches are closed.
    closed: usize,
    /// How many pairs are left to read behind this batch.
    left: usize,
    /// The pair to read.
    current: Option<Current>,
    /// Where no batch is open: what came of the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    just_closed: Option<Closed>,
}

#[derive(Debug, Serialize)]
struct BatchLine {
    item: usize,
    read: bool,
}

#[derive(Debug, Serialize)]
struct Current {
    item: usize,
    text: String,
    hypothesis: String,
    has_reading: bool,
    judgment: Option<Judgment>,
    confidence: Option<u8>,
    comment: Option<String>,
    /// The phenomenon that the annotator saw.
    phenomenon: Option<String>,
    words: WordsView,
    sentences: Vec<[usize; 2]>,
    note: String,
    flag: bool,
}

#[derive(Debug, Serialize)]
struct Closed {
    pairs: usize,
    agreement: Option<AgreementView>,
}

/// The open batch, with the pair at a place in it or else the first that is not read.
///
/// # Errors
/// Where the batch has no such place.
pub(crate) fn blind(session: &mut Session, number: Option<usize>) -> Result<Blind, Refusal> {
    let open = session.batch.is_open(&session.index);
    let agreement = session.agreement();
    let mut places = match open {
        true => session.batch.places(&session.index),
        false => Vec::new(),
    };
    places.sort_by_key(|place| place.number);
    let wanted = match number {
        Some(number) => {
            Some(*places.iter().find(|place| place.number == number).ok_or_else(|| {
                Refusal::new(Kind::Pair, format!("The open batch has no pair {number}."))
            })?)
        }
        None => places.iter().find(|place| !place.read).copied(),
    };
    let waiting = session.index.items().filter(|(_, item)| item.waits);
    let left = waiting.filter(|(_, item)| !(open && session.batch.holds(&item.id))).count();
    let closed = session.batch.closed(open);
    Ok(Blind {
        current: wanted.map(|place| current(session, &place)),
        batch: places
            .iter()
            .map(|place| BatchLine { item: place.number, read: place.read })
            .collect(),
        closed,
        left,
        just_closed: (!open && closed > 0)
            .then(|| Closed { pairs: session.batch.read(), agreement }),
    })
}

fn current(session: &Session, place: &Place<'_>) -> Current {
    let (text, hypothesis) = session.texts(place.at, place.item.which);
    let own = session.work.annotator(&session.annotator);
    let reading = own.and_then(|own| own.reading(&place.item.id, &place.item.wording));
    let note = note(session, &place.item.id);
    Current {
        item: place.number,
        text: text.to_owned(),
        hypothesis: hypothesis.to_owned(),
        has_reading: reading.is_some(),
        judgment: reading.and_then(|reading| reading.judgment),
        confidence: reading.and_then(|reading| reading.confidence),
        comment: reading.map(|reading| reading.comment.clone()),
        phenomenon: reading.and_then(|reading| reading.phenomenon.clone()),
        words: words_view(text, hypothesis),
        sentences: sentences_view(text),
        note: note.note,
        flag: note.flag,
    }
}
