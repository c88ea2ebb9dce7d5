//! A pair that is being decomposed.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use serde::Serialize;

use crate::event::Check;
use crate::originals::Original;
use crate::refusal::Refusal;
use crate::rule::{Rule, apply};
use crate::session::Session;
use crate::steps::{is_open_to, may_take, number, own_parts, own_work, unknown};
use crate::view::decomposition::{decomposition, spans_of};
use crate::view::difference::{Piece, difference};
use crate::view::texts::{WordsView, concerned, sentences_view, words_of, words_view};
use crate::view::{DecompositionView, Shown, in_utf16};
use crate::work::{Decomposition, Note, Part};

/// `pair`: of a pair that somebody else decomposes, or whose parts the dataset has, its texts alone.
#[derive(Debug, Serialize)]
pub struct PairView {
    id: String,
    text: String,
    hypothesis: String,
    words: WordsView,
    sentences: Vec<[usize; 2]>,
    concerned: Vec<usize>,
    state: &'static str,
    author: Option<String>,
    /// Whether the annotator is the second of two who decompose it.
    second: bool,
    may_take: bool,
    note: String,
    flag: bool,
    #[serde(flatten)]
    own: Option<OwnPair>,
}

#[derive(Debug, Serialize)]
struct OwnPair {
    whole: Option<Judgment>,
    /// Not before the whole is judged.
    gold: Option<Judgment>,
    parts: Vec<PartView>,
    #[serde(flatten)]
    seen: DecompositionView,
    checks: Vec<CheckView>,
    exceptions: BTreeMap<Check, String>,
    text_changed: bool,
    /// `None` while a batch is open.
    written: Option<BTreeMap<String, Vec<u32>>>,
}

/// A check that the annotator may excuse the pair from.
#[derive(Debug, Serialize)]
struct CheckView {
    check: Check,
    /// What is wrong.
    fails: String,
    excused: Option<String>,
}

#[derive(Debug, Serialize)]
struct PartView {
    id: String,
    number: usize,
    unsupported: bool,
    phenomenon: String,
    rule: Rule,
    /// The part whose result the rule changes, and that result.
    on: Option<String>,
    text: Option<String>,
    hypothesis: String,
    /// Where the words of the hypothesis are, which a part built on this one changes.
    words: Vec<[usize; 2]>,
    sentences: Vec<[usize; 2]>,
    concerned: Vec<usize>,
    judgment: Judgment,
    /// The left-hand side in T or in that result, place by place.
    spans: Vec<[usize; 2]>,
    /// The right-hand side in the hypothesis; of an unsupported part, its words in H.
    hypothesis_spans: Vec<[usize; 2]>,
    difference: Vec<Piece>,
}

/// A pair by its id.
///
/// # Errors
/// Where there is no original with this id.
pub fn pair(session: &Session, id: &str) -> Result<PairView, Refusal> {
    let at = number(session, id).ok_or_else(|| unknown(id))?;
    Ok(pair_at(session, at))
}

pub(crate) fn pair_at(session: &Session, at: usize) -> PairView {
    let original = &session.originals.all()[at];
    let line = &session.index.lines()[at];
    let own = is_open_to(session, original).then(|| own_pair(session, original));
    let changes: Vec<[usize; 2]> = own
        .iter()
        .flat_map(|own| own.parts.iter().filter(|part| part.on.is_none() && !part.unsupported))
        .flat_map(|part| part.spans.iter().copied())
        .collect();
    let note = note(session, &original.id);
    PairView {
        id: original.id.clone(),
        text: original.text.clone(),
        hypothesis: original.hypothesis.clone(),
        words: words_view(&original.text, &original.hypothesis),
        sentences: sentences_view(&original.text),
        concerned: concerned(&original.text, &original.hypothesis, &changes),
        state: line.state,
        author: line.author.clone(),
        second: line.second,
        may_take: may_take(session, original),
        note: note.note,
        flag: note.flag,
        own,
    }
}

/// What the annotator wants to remember of a pair.
pub(crate) fn note(session: &Session, id: &str) -> Note {
    let own = session.work.annotator(&session.annotator);
    own.and_then(|own| own.note(id)).cloned().unwrap_or_default()
}

fn own_pair(session: &Session, original: &Original) -> OwnPair {
    let found = own_work(session, original);
    let whole = found.and_then(|found| found.whole);
    let parts = own_parts(found);
    let seen = of_parts(session, original, whole, found);
    let exceptions = found.map(Decomposition::exceptions).cloned().unwrap_or_default();
    let failing = if parts.is_empty() { Vec::new() } else { seen.failing(whole) };
    let checks = failing.into_iter().map(|(check, fails)| CheckView {
        check,
        fails,
        excused: exceptions.get(&check).cloned(),
    });
    OwnPair {
        whole,
        gold: whole.and(original.gold),
        parts: parts
            .iter()
            .zip(1..)
            .map(|(part, number)| of_part(original, part, number))
            .collect(),
        checks: checks.collect(),
        seen,
        exceptions,
        text_changed: session.work.changed().contains(original.id.as_str()),
        written: (!session.hides_plan()).then(|| written(session)),
    }
}

fn of_part(original: &Original, part: &Part, number: usize) -> PartView {
    let made = apply(&part.text, &part.rule).ok();
    let (spans, hypothesis_spans) = match part.is_unsupported() {
        true => {
            let places = spans_of(&original.hypothesis, &part.rule.right_hand_side, &part.rule.at);
            (Vec::new(), places)
        }
        false => spans(&part.text, &part.rule),
    };
    PartView {
        id: part.id.clone(),
        number,
        unsupported: part.is_unsupported(),
        phenomenon: part.phenomenon.clone(),
        rule: part.rule.clone(),
        on: part.on.clone(),
        text: (part.text != original.text).then(|| part.text.clone()),
        hypothesis: part.hypothesis.clone(),
        words: words_of(&part.hypothesis),
        sentences: sentences_view(&part.hypothesis),
        concerned: concerned(&part.hypothesis, &original.hypothesis, &hypothesis_spans),
        judgment: part.judgment,
        spans,
        hypothesis_spans,
        difference: match made {
            Some(made) if !part.is_unsupported() => difference(&part.text, &made),
            _ => vec![Piece { kind: "new", text: part.rule.right_hand_side.clone() }],
        },
    }
}

/// Where the left-hand side of a rule is in a text, and the right-hand side in what the rule makes of it.
pub(crate) fn spans(text: &str, rule: &Rule) -> (Vec<[usize; 2]>, Vec<[usize; 2]>) {
    match apply(text, rule) {
        Ok(made) => (
            made.left.iter().map(|place| in_utf16(text, place)).collect(),
            made.right.iter().map(|place| in_utf16(&made.hypothesis, place)).collect(),
        ),
        Err(_) => (spans_of(text, &rule.left_hand_side, &rule.at), Vec::new()),
    }
}

/// What saved parts make of their pair.
pub(crate) fn of_parts(
    session: &Session,
    original: &Original,
    whole: Option<Judgment>,
    found: Option<&Decomposition>,
) -> DecompositionView {
    let shown: Vec<Shown<'_>> = found
        .into_iter()
        .flat_map(|found| found.parts.iter().map(|part| shown(found, part)))
        .collect();
    of_shown(session, original, whole, &shown)
}

/// A saved part.
pub(crate) fn shown<'a>(found: &'a Decomposition, part: &'a Part) -> Shown<'a> {
    Shown {
        rule: &part.rule,
        on: found.base(part),
        unsupported: part.is_unsupported(),
        judgment: Some(part.judgment),
    }
}

/// The same of parts of which one may be half typed.
pub(crate) fn of_shown(
    session: &Session,
    original: &Original,
    whole: Option<Judgment>,
    parts: &[Shown<'_>],
) -> DecompositionView {
    let task = session.originals.task;
    decomposition(&original.text, &original.hypothesis, whole, &session.composition, task, parts)
}

/// How many parts of each phenomenon there are, by judgment.
fn written(session: &Session) -> BTreeMap<String, Vec<u32>> {
    let judgments = session.judgments();
    let phenomena = session.inventory.phenomena.iter().map(|entry| entry.phenomenon.clone());
    phenomena
        .map(|phenomenon| {
            let numbers = session.index.written(&phenomenon, judgments);
            (phenomenon, numbers)
        })
        .collect()
}
