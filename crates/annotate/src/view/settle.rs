//! Pairs on which people differ.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use serde::Serialize;

use crate::index::{Item, Which};
use crate::opinions::{Opinion, of_item, to_settle};
use crate::rule::Rule;
use crate::session::Session;
use crate::view::follows::{follows, phenomenon};
use crate::view::pair::{note, spans};

/// `settle`.
#[derive(Debug, Serialize)]
pub struct Settle {
    pairs: Vec<SettleLine>,
    /// How many are not settled.
    left: usize,
    pair: Option<SettlePair>,
}

#[derive(Debug, Serialize)]
struct SettleLine {
    id: String,
    phenomenon: Option<String>,
    judgments: Vec<Option<Judgment>>,
    settled: bool,
    dropped: bool,
    flag: bool,
}

#[derive(Debug, Serialize)]
struct SettlePair {
    id: String,
    /// The original that it is a part of.
    original: Option<String>,
    text: String,
    hypothesis: String,
    spans: Vec<[usize; 2]>,
    hypothesis_spans: Vec<[usize; 2]>,
    phenomenon: Option<String>,
    /// Whether the annotator is its author.
    own: bool,
    readings: Vec<ReadingView>,
    settled: Option<SettledView>,
    note: String,
    flag: bool,
    /// By judgment, and `drop`: what the choice does, a sentence each.
    follows: BTreeMap<&'static str, Vec<String>>,
}

#[derive(Debug, Serialize)]
struct ReadingView {
    who: String,
    role: &'static str,
    judgment: Option<Judgment>,
    confidence: Option<u8>,
    comment: String,
    rule: Option<Rule>,
}

#[derive(Debug, Serialize)]
struct SettledView {
    judgment: Option<Judgment>,
    drop: bool,
    reason: String,
    by: String,
    /// Whether a later opinion differs, so that it is to be settled again.
    open: bool,
}

/// The pairs on which people differ, and one of them with what was said of it.
pub(crate) fn settle(session: &Session, wanted: Option<&str>) -> Settle {
    let found: Vec<(usize, &Item)> = to_settle(session).collect();
    let wanted = found.iter().find(|(_, item)| Some(item.id.as_str()) == wanted);
    Settle {
        pairs: found.iter().map(|(at, item)| line(session, *at, item)).collect(),
        left: found.iter().filter(|(_, item)| !item.settled).count(),
        pair: wanted.map(|(at, item)| pair(session, *at, item)),
    }
}

fn line(session: &Session, at: usize, item: &Item) -> SettleLine {
    let settled = session.work.settled(&item.id, &item.wording);
    SettleLine {
        id: item.id.clone(),
        phenomenon: phenomenon(session, at, item).map(str::to_owned),
        judgments: of_item(session, at, item).iter().map(|opinion| opinion.judgment).collect(),
        settled: item.settled,
        dropped: item.settled && settled.is_some_and(|settled| settled.is_dropped()),
        flag: note(session, &item.id).flag,
    }
}

fn pair(session: &Session, at: usize, item: &Item) -> SettlePair {
    let original = &session.originals.all()[at];
    let (text, hypothesis) = session.texts(at, item.which);
    let said = of_item(session, at, item);
    let rule = said.iter().find_map(|opinion| opinion.rule);
    let (spans, hypothesis_spans) = rule.map_or_else(Default::default, |rule| spans(text, rule));
    let note = note(session, &item.id);
    let author = session.work.decomposition(&original.id).map(|(author, _)| author);
    SettlePair {
        id: item.id.clone(),
        original: (item.which != Which::Whole).then(|| original.id.clone()),
        text: text.to_owned(),
        hypothesis: hypothesis.to_owned(),
        spans,
        hypothesis_spans,
        note: note.note,
        flag: note.flag,
        phenomenon: phenomenon(session, at, item).map(str::to_owned),
        own: original.given.is_empty() && author == Some(session.annotator.as_str()),
        settled: session.work.settled(&item.id, &item.wording).map(|settled| SettledView {
            judgment: settled.judgment,
            drop: settled.is_dropped(),
            reason: settled.reason.clone(),
            by: settled.by.clone(),
            open: !item.settled,
        }),
        readings: said.iter().map(reading).collect(),
        follows: follows(session, at, item),
    }
}

fn reading(opinion: &Opinion<'_>) -> ReadingView {
    ReadingView {
        who: opinion.who.to_owned(),
        role: opinion.role,
        judgment: opinion.judgment,
        confidence: opinion.confidence,
        comment: opinion.comment.to_owned(),
        rule: opinion.rule.cloned(),
    }
}
