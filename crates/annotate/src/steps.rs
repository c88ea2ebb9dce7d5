//! What a step has to be before it is written.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;

use crate::batch::BATCH_SIZE;
use crate::event::{Rule, What};
use crate::opinions::{opinions, to_settle};
use crate::originals::{Original, Place};
use crate::part::{Candidate, Other, check};
use crate::queue::{Waiting, batch};
use crate::refusal::{Kind, Refusal};
use crate::request::Step;
use crate::session::Session;
use crate::view;
use crate::work::{Decomposition, Part};

fn refused(error: impl Into<String>) -> Refusal {
    Refusal::new(Kind::Step, error)
}

pub(crate) fn unknown(id: &str) -> Refusal {
    Refusal::new(Kind::Pair, format!("There is no pair `{id}`."))
}

/// The event that a step is written as.
///
/// # Errors
/// Why the checks refuse it.
pub(crate) fn checked(session: &Session, step: Step) -> Result<What, Refusal> {
    match step {
        Step::Whole { pair, judgment } => {
            let (original, _) = in_work(session, &pair)?;
            known(session, judgment)?;
            Ok(What::Whole { of: original.wording.clone(), pair, judgment })
        }
        Step::Part { pair, part, phenomenon, rule, judgment } => {
            known(session, judgment)?;
            part_event(session, pair, part, phenomenon, rule, judgment)
        }
        Step::Remove { pair, part } => {
            let (_, found) = in_work(session, &pair)?;
            own_part(found, &part)?;
            Ok(What::Remove { pair, part })
        }
        Step::Order { pair, parts } => {
            let (_, found) = in_work(session, &pair)?;
            let mut named: Vec<&str> = parts.iter().map(String::as_str).collect();
            let mut own: Vec<&str> = own_parts(found).iter().map(|part| part.id.as_str()).collect();
            named.sort_unstable();
            own.sort_unstable();
            if named != own {
                return Err(refused("An order must name each part of the pair once."));
            }
            Ok(What::Order { pair, parts })
        }
        Step::Done { pair, exception } => done_event(session, pair, exception),
        Step::Reopen { pair } => {
            let (_, found) = own(session, &pair)?;
            if found.is_none_or(|found| found.done.is_none()) {
                return Err(refused(format!("{pair} is not done.")));
            }
            Ok(What::Reopen { pair })
        }
        Step::Batch {} => batch_event(session),
        Step::Read { item, judgment, confidence, comment } => {
            read_event(session, item, judgment, confidence, comment)
        }
        Step::Settle { pair, judgment, drop, reason } => {
            settle_event(session, pair, judgment, drop, reason)
        }
        Step::Undo {} => undo_event(session),
        Step::Redo {} => redo_event(session),
    }
}

fn known(session: &Session, judgment: Judgment) -> Result<(), Refusal> {
    if session.judgments().contains(&judgment) {
        return Ok(());
    }
    let task = session.originals.task.name();
    Err(refused(format!("The dataset is {task}, and has no label `{judgment}`.")))
}

/// An original that is the annotator's own, or nobody's yet.
fn own<'a>(
    session: &'a Session,
    pair: &str,
) -> Result<(&'a Original, Option<&'a Decomposition>), Refusal> {
    let original = session.originals.original(pair).ok_or_else(|| unknown(pair))?;
    if session.originals.label_only {
        return Err(refused(format!("People label {pair} and do not decompose it.")));
    }
    if !original.given.is_empty() {
        return Err(refused(format!(
            "The dataset contains the parts of {pair}: annotate the pair instead of decomposing it."
        )));
    }
    match session.work.decomposition(pair) {
        Some((author, _)) if author != session.annotator => Err(refused(format!(
            "{author} decomposes {pair}. You annotate it and its parts independently."
        ))),
        found => Ok((original, found.map(|(_, found)| found))),
    }
}

/// The same, where it is not done.
fn in_work<'a>(
    session: &'a Session,
    pair: &str,
) -> Result<(&'a Original, Option<&'a Decomposition>), Refusal> {
    let (original, found) = own(session, pair)?;
    if found.is_some_and(|found| found.done.is_some()) {
        return Err(refused(format!("{pair} is done.")).with_help("Reopen it to change it."));
    }
    Ok((original, found))
}

pub(crate) fn own_parts(found: Option<&Decomposition>) -> &[Part] {
    found.map_or(&[], |found| found.parts.as_slice())
}

fn own_part<'a>(found: Option<&'a Decomposition>, id: &str) -> Result<&'a Part, Refusal> {
    own_parts(found)
        .iter()
        .find(|part| part.id == id)
        .ok_or_else(|| Refusal::new(Kind::Pair, format!("The pair has no part `{id}`.")))
}

/// The own decomposition of a pair that may be worked on, for looking at a part that is being typed.
pub(crate) fn for_trying<'a>(
    session: &'a Session,
    pair: &str,
    edit: Option<&str>,
) -> Result<(&'a Original, Option<&'a Decomposition>), Refusal> {
    let (original, found) = own(session, pair)?;
    if let Some(edit) = edit {
        own_part(found, edit)?;
    }
    Ok((original, found))
}

fn part_event(
    session: &Session,
    pair: String,
    part: Option<String>,
    phenomenon: String,
    rule: Rule,
    judgment: Judgment,
) -> Result<What, Refusal> {
    let (original, found) = in_work(session, &pair)?;
    if found.is_none_or(|found| found.whole.is_none()) {
        return Err(refused(format!("First label the original {pair}, before any part.")));
    }
    if let Some(part) = &part {
        own_part(found, part)?;
    }
    if session.inventory.entry(&phenomenon).is_none() {
        let refusal = refused(format!("`{phenomenon}` is not in the inventory."));
        return Err(match session.inventory.nearest(&phenomenon) {
            Some(nearest) => refusal.with_help(format!("Did you mean `{nearest}`?")),
            None => refusal,
        });
    }
    for (text, name) in [(&rule.right_hand_side, "right-hand side"), (&rule.pattern, "pattern")] {
        if text.trim().is_empty() {
            return Err(refused(format!("The rule has no {name}.")));
        }
    }
    let sides = [&rule.left_hand_side, &rule.right_hand_side, &rule.pattern, &rule.constraint];
    if sides.iter().any(|text| text.chars().any(char::is_control)) {
        return Err(refused("The rule has control characters, such as ends of lines."));
    }
    let others = others(own_parts(found), part.as_deref());
    let candidate = Candidate {
        phenomenon: &phenomenon,
        left: &rule.left_hand_side,
        right: &rule.right_hand_side,
        constraint: &rule.constraint,
    };
    let seen = check(&original.text, &original.hypothesis, &candidate, &others);
    let made = seen.applied.map_err(|error| refused(view::sentence(&error.to_string())))?;
    if let Some(number) = seen.same_as {
        return Err(refused(format!("H_i equals that of part {number}.")));
    }
    Ok(What::Part {
        of: original.wording.clone(),
        part: part.unwrap_or_else(|| session.work.new_part(&pair, &session.originals)),
        pair,
        phenomenon,
        rule,
        hypothesis: made.hypothesis,
        judgment,
    })
}

/// The parts beside one that is changed or added.
pub(crate) fn others<'a>(parts: &'a [Part], edit: Option<&str>) -> Vec<Other<'a>> {
    let numbered = parts.iter().enumerate();
    numbered
        .filter(|(_, part)| Some(part.id.as_str()) != edit)
        .map(|(at, part)| Other {
            number: at + 1,
            left: &part.rule.left_hand_side,
            hypothesis: &part.hypothesis,
        })
        .collect()
}

fn done_event(session: &Session, pair: String, exception: Option<String>) -> Result<What, Refusal> {
    let (original, found) = in_work(session, &pair)?;
    let whole = found.and_then(|found| found.whole);
    if whole.is_none() {
        return Err(refused(format!("First label the original {pair}.")));
    }
    let seen = view::of_parts(session, original, whole, own_parts(found));
    let exception =
        exception.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    let fails = if own_parts(found).is_empty() {
        Some(format!("{pair} has no parts."))
    } else if seen.composition.agrees != Some(true) {
        let composed = seen.composition.composed.map_or("no single label", Judgment::name);
        let whole = whole.map_or("", Judgment::name);
        Some(format!("The parts compose to {composed}, but your label of the original is {whole}."))
    } else if seen.chain.reaches.is_none() {
        Some("The chain does not reach H.".to_owned())
    } else {
        None
    };
    if let (Some(fails), None) = (fails, &exception) {
        return Err(refused(fails)
            .with_help("Correct it, or give a reason to keep the pair as an exception."));
    }
    Ok(What::Done {
        pair,
        composed: seen.composition.composed,
        chain: seen.chain.reaches.is_some(),
        exception,
    })
}

fn batch_event(session: &Session) -> Result<What, Refusal> {
    if session.batch.is_open(&session.index) {
        return Err(refused("A batch is open: finish its pairs first."));
    }
    let waiting: Vec<Waiting<'_>> = session
        .index
        .items()
        .filter(|(_, item)| item.waits)
        .map(|(at, item)| Waiting { id: &item.id, cluster: session.cluster(at) })
        .collect();
    let pairs = batch(&session.annotator, &waiting, BATCH_SIZE);
    if pairs.is_empty() {
        return Err(refused("You have no pairs left to annotate."));
    }
    Ok(What::Batch { pairs: pairs.into_iter().map(str::to_owned).collect() })
}

fn read_event(
    session: &Session,
    number: usize,
    judgment: Option<Judgment>,
    confidence: Option<u8>,
    comment: String,
) -> Result<What, Refusal> {
    if !session.batch.is_open(&session.index) {
        return Err(refused("No batch is open, and labels in a closed batch cannot change."));
    }
    let found = session.batch.id(number).and_then(|id| session.index.item(id));
    let Some((_, item)) = found else {
        return Err(Refusal::new(Kind::Pair, format!("The batch has no pair {number}.")));
    };
    if let Some(judgment) = judgment {
        known(session, judgment)?;
    }
    if confidence.is_some_and(|confidence| !(1..=3).contains(&confidence)) {
        return Err(refused("How sure you are is a number from 1 to 3."));
    }
    let comment = comment.trim().to_owned();
    if judgment.is_none() && comment.is_empty() {
        return Err(refused("State in a comment why you cannot label the pair."));
    }
    let (pair, of) = (item.id.clone(), item.wording.clone());
    Ok(What::Read { pair, of, judgment, confidence, comment })
}

fn settle_event(
    session: &Session,
    pair: String,
    judgment: Option<Judgment>,
    drop: bool,
    reason: String,
) -> Result<What, Refusal> {
    let found = to_settle(session).find(|(_, item)| item.id == pair);
    let (at, item) = found.ok_or_else(|| unknown(&pair))?;
    match judgment {
        Some(judgment) if !drop => known(session, judgment)?,
        None if drop => {}
        _ => return Err(refused("Choose a label, or drop the pair.")),
    }
    let reason = reason.trim().to_owned();
    if reason.is_empty() {
        return Err(refused("Give the reason in one sentence."));
    }
    let readings: BTreeMap<String, Option<Judgment>> = opinions(session, at, item)
        .into_iter()
        .map(|opinion| (opinion.who.to_owned(), opinion.judgment))
        .collect();
    let of = item.wording.clone();
    Ok(What::Settle { pair, of, judgment, drop, reason, readings })
}

fn undo_event(session: &Session) -> Result<What, Refusal> {
    let last = session.work.annotator(&session.annotator).and_then(|own| own.last());
    let Some(last) = last else {
        return Err(refused("There is nothing to undo."));
    };
    if let What::Read { pair, .. } = &last.what
        && !session.is_hidden(pair)
    {
        return Err(refused("The last action is a label in a closed batch, which cannot change."));
    }
    Ok(What::Undo { of: last.seq })
}

fn redo_event(session: &Session) -> Result<What, Refusal> {
    let last = session.work.annotator(&session.annotator).and_then(|own| own.last_undoing());
    match last {
        Some(undoing) => Ok(What::Undo { of: undoing.seq }),
        None => Err(refused("There is nothing to redo.")),
    }
}

/// Whether an original is one that can be looked at with its parts: the annotator's own, or nobody's.
pub(crate) fn is_open_to(session: &Session, original: &Original) -> bool {
    original.given.is_empty()
        && !session.originals.label_only
        && session
            .work
            .decomposition(&original.id)
            .is_none_or(|(author, _)| author == session.annotator)
}

/// The number of an original.
pub(crate) fn number(session: &Session, id: &str) -> Option<usize> {
    match session.originals.place(id) {
        Some(Place::Original(at)) => Some(at),
        _ => None,
    }
}
