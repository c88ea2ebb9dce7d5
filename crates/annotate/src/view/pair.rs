//! A pair that is being decomposed.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use serde::Serialize;

use crate::event::Rule;
use crate::originals::Original;
use crate::refusal::Refusal;
use crate::rule::{apply, places};
use crate::session::Session;
use crate::steps::{is_open_to, number, own_parts, unknown};
use crate::view::{DecompositionView, Shown, decomposition, in_utf16};
use crate::work::{Decomposition, Part};

/// `pair`: of a pair that somebody else decomposes, or whose parts the dataset has, its texts alone.
#[derive(Debug, Serialize)]
pub struct PairView {
    id: String,
    text: String,
    hypothesis: String,
    state: &'static str,
    author: Option<String>,
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
    exception: Option<String>,
    text_changed: bool,
    /// `None` while a batch is open.
    written: Option<BTreeMap<String, Vec<u32>>>,
}

#[derive(Debug, Serialize)]
struct PartView {
    id: String,
    number: usize,
    phenomenon: String,
    rule: Rule,
    hypothesis: String,
    judgment: Judgment,
    /// The left-hand side in T.
    span: Option<[usize; 2]>,
    /// The right-hand side in the hypothesis.
    hypothesis_span: Option<[usize; 2]>,
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
    PairView {
        id: original.id.clone(),
        text: original.text.clone(),
        hypothesis: original.hypothesis.clone(),
        state: line.state,
        author: line.author.clone(),
        own: is_open_to(session, original).then(|| own_pair(session, original)),
    }
}

fn own_pair(session: &Session, original: &Original) -> OwnPair {
    let found = session.work.decomposition(&original.id).map(|(_, found)| found);
    let whole = found.and_then(|found| found.whole);
    let parts = own_parts(found);
    OwnPair {
        whole,
        gold: whole.and(original.gold),
        parts: parts
            .iter()
            .zip(1..)
            .map(|(part, number)| of_part(original, part, number))
            .collect(),
        seen: of_parts(session, original, whole, parts),
        exception: found.and_then(Decomposition::exception).map(str::to_owned),
        text_changed: session.work.changed().contains(original.id.as_str()),
        written: (!session.hides_plan()).then(|| written(session)),
    }
}

fn of_part(original: &Original, part: &Part, number: usize) -> PartView {
    let [span, hypothesis_span] = spans(&original.text, &part.rule);
    PartView {
        id: part.id.clone(),
        number,
        phenomenon: part.phenomenon.clone(),
        rule: part.rule.clone(),
        hypothesis: part.hypothesis.clone(),
        judgment: part.judgment,
        span,
        hypothesis_span,
    }
}

/// Where the left-hand side of a rule stands in a text, and the right-hand side in what the rule makes of it.
pub(crate) fn spans(text: &str, rule: &Rule) -> [Option<[usize; 2]>; 2] {
    match apply(text, &rule.left_hand_side, &rule.right_hand_side) {
        Ok(made) => {
            [Some(in_utf16(text, &made.left)), Some(in_utf16(&made.hypothesis, &made.right))]
        }
        Err(_) => [left_span(text, &rule.left_hand_side), None],
    }
}

/// Where words stand that stand in a text once.
pub(crate) fn left_span(text: &str, left: &str) -> Option<[usize; 2]> {
    match places(text, left)[..] {
        [start] => Some(in_utf16(text, &(start..start + left.len()))),
        _ => None,
    }
}

/// What saved parts make of their pair.
pub(crate) fn of_parts(
    session: &Session,
    original: &Original,
    whole: Option<Judgment>,
    parts: &[Part],
) -> DecompositionView {
    let shown: Vec<Shown<'_>> = parts
        .iter()
        .map(|part| Shown { id: &part.id, rule: &part.rule, judgment: Some(part.judgment) })
        .collect();
    of_shown(session, original, whole, &shown)
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
