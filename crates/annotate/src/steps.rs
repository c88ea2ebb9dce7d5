//! What a step has to be before it is written.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;

use crate::assignment::{Mine, mine};
use crate::batch::BATCH_SIZE;
use crate::event::{Check, On, Taken, What};
use crate::originals::{Original, Place, UNSUPPORTED};
use crate::part::{Candidate, Other, check, same_as};
use crate::queue::{Waiting, batch};
use crate::refusal::{Kind, Refusal};
use crate::request::Step;
use crate::rule::{Rule, found};
use crate::session::Session;
use crate::settling::{of_item, to_settle};
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
            let (original, found) = in_work(session, &pair)?;
            known(session, judgment)?;
            let author = session.work.decomposition(&pair).map(|(author, _)| author);
            let is_second = author.is_some_and(|author| author != session.annotator);
            if is_second && found.is_some_and(|found| found.reopened) {
                return Err(refused(
                    "You may have seen other labels of this pair, so that yours stays.",
                ));
            }
            Ok(What::Whole { of: original.wording.clone(), pair, judgment })
        }
        Step::Part { pair, part, on, unsupported, hypothesis, phenomenon, rule, judgment } => {
            known(session, judgment)?;
            let statement = unsupported.then_some(hypothesis);
            let given = GivenPart { part, on, statement, phenomenon, rule, judgment };
            part_event(session, pair, given)
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
        Step::Done { pair, exceptions } => done_event(session, pair, exceptions),
        Step::Take { pair } => take_event(session, pair),
        Step::Note { pair, item, note, flag } => note_event(session, pair, item, note, flag),
        Step::Reopen { pair } => {
            let (_, found) = own(session, &pair)?;
            if found.is_none_or(|found| found.done.is_none()) {
                return Err(refused(format!("{pair} is not done.")));
            }
            Ok(What::Reopen { pair })
        }
        Step::Batch {} => batch_event(session),
        Step::Read { item, judgment, confidence, comment, phenomenon } => {
            read_event(session, item, (judgment, confidence), comment, phenomenon)
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
    match mine(&session.assignment, &session.annotator, original, &session.work) {
        Mine::Own { found, .. } => Ok((original, Some(found))),
        Mine::Free { .. } => Ok((original, None)),
        Mine::Other if session.assignment.adjudicates => {
            Err(refused("You adjudicate: you settle pairs, and do not decompose them."))
        }
        Mine::Other => {
            let author = session.work.decomposition(pair).map_or("Somebody else", |(name, _)| name);
            Err(refused(format!(
                "{author} decomposes {pair}. You annotate it and its parts independently."
            )))
        }
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

/// A part as it is sent.
struct GivenPart {
    part: Option<String>,
    on: Option<String>,
    /// Of an unsupported part, what it says.
    statement: Option<String>,
    phenomenon: String,
    rule: Rule,
    judgment: Judgment,
}

fn part_event(session: &Session, pair: String, given: GivenPart) -> Result<What, Refusal> {
    let (original, found) = in_work(session, &pair)?;
    if found.is_none_or(|found| found.whole.is_none()) {
        return Err(refused(format!("First label the original {pair}, before any part.")));
    }
    let GivenPart { part, on, statement, phenomenon, rule, judgment } = given;
    if let Some(part) = &part {
        own_part(found, part)?;
    }
    let sides = [&rule.left_hand_side, &rule.right_hand_side, &rule.pattern, &rule.constraint];
    if sides.into_iter().chain(&statement).any(|text| text.chars().any(char::is_control)) {
        return Err(refused("The rule has control characters, such as ends of lines."));
    }
    let on = base(found, on.as_deref(), part.as_deref())?;
    let others = others(own_parts(found), part.as_deref());
    let (phenomenon, hypothesis) = match statement {
        Some(statement) => (UNSUPPORTED.to_owned(), stated(original, &rule, &statement)?),
        None => {
            known_phenomenon(session, &phenomenon)?;
            if rule.pattern.trim().is_empty() {
                return Err(refused("The rule has no pattern."));
            }
            let candidate = Candidate { phenomenon: &phenomenon, rule: &rule };
            let text = on.as_ref().map_or(&original.text, |on| &on.text);
            let seen = check(text, &original.hypothesis, &candidate, &others);
            let made = seen.applied.map_err(|error| refused(view::sentence(&error.to_string())))?;
            (phenomenon, made.hypothesis)
        }
    };
    if let Some(number) = same_as(&hypothesis, &others) {
        return Err(refused(format!("H_i equals that of part {number}.")));
    }
    Ok(What::Part {
        of: original.wording.clone(),
        part: part.unwrap_or_else(|| session.work.new_part(&pair, &session.originals)),
        pair,
        phenomenon,
        rule,
        on,
        hypothesis,
        judgment,
    })
}

/// What an unsupported part says: what was typed, or H.
pub(crate) fn stated(original: &Original, rule: &Rule, typed: &str) -> Result<String, Refusal> {
    if let Err(error) = found(&original.hypothesis, &rule.right_hand_side, &rule.at) {
        let said = view::sentence(&error.to_string()).replace(" T", " H");
        return Err(refused(match rule.right_hand_side.trim().is_empty() {
            true => "Select the words of H that nothing in T bears on.".to_owned(),
            false => said,
        }));
    }
    let typed = typed.trim();
    Ok(if typed.is_empty() { original.hypothesis.clone() } else { typed.to_owned() })
}

pub(crate) fn known_phenomenon(session: &Session, phenomenon: &str) -> Result<(), Refusal> {
    if session.inventory.entry(phenomenon).is_some() {
        return Ok(());
    }
    let refusal = refused(format!("`{phenomenon}` is not in the inventory."));
    Err(match session.inventory.nearest(phenomenon) {
        Some(nearest) => refusal.with_help(format!("Did you mean `{nearest}`?")),
        None => refusal,
    })
}

/// The part whose result a rule changes: neither itself, nor what stands on it.
pub(crate) fn base(
    found: Option<&Decomposition>,
    on: Option<&str>,
    part: Option<&str>,
) -> Result<Option<On>, Refusal> {
    let Some(id) = on else { return Ok(None) };
    let base = own_part(found, id)?;
    if base.is_unsupported() {
        return Err(refused("An unsupported part has no rule, so that no other can build on it."));
    }
    let mut below = Some(base);
    for _ in own_parts(found) {
        if below.is_some_and(|below| Some(below.id.as_str()) == part) {
            return Err(refused("A rule cannot change what is made from its own result."));
        }
        below = below.and_then(|below| below.on.as_deref()).and_then(|on| found?.part(on));
    }
    Ok(Some(On { part: base.id.clone(), text: base.hypothesis.clone() }))
}

/// The parts beside one that is changed or added.
pub(crate) fn others<'a>(parts: &'a [Part], edit: Option<&str>) -> Vec<Other<'a>> {
    let numbered = parts.iter().enumerate();
    numbered
        .filter(|(_, part)| Some(part.id.as_str()) != edit)
        .map(|(at, part)| Other { number: at + 1, hypothesis: &part.hypothesis })
        .collect()
}

fn done_event(
    session: &Session,
    pair: String,
    exceptions: BTreeMap<Check, String>,
) -> Result<What, Refusal> {
    let (original, found) = in_work(session, &pair)?;
    let whole = found.and_then(|found| found.whole);
    if whole.is_none() {
        return Err(refused(format!("First label the original {pair}.")));
    }
    if own_parts(found).is_empty() {
        return Err(refused(format!("{pair} has no parts.")).with_help(
            "If nothing in T bears on H, add an unsupported part with all words of H.",
        ));
    }
    let seen = view::of_parts(session, original, whole, found);
    let mut exceptions: BTreeMap<Check, String> = exceptions
        .into_iter()
        .map(|(check, reason)| (check, reason.trim().to_owned()))
        .filter(|(_, reason)| !reason.is_empty())
        .collect();
    let failing = seen.failing(whole);
    if let Some((_, fails)) = failing.iter().find(|(check, _)| !exceptions.contains_key(check)) {
        return Err(refused(fails.clone()).with_help(
            "Correct it, or give a reason to keep the pair as an exception of this check.",
        ));
    }
    exceptions.retain(|check, _| failing.iter().any(|(fails, _)| fails == check));
    Ok(What::Done {
        pair,
        composed: seen.composition.composed.filter(|_| seen.composition.agrees == Some(true)),
        chain: seen.chain.reaches.is_some(),
        exceptions,
    })
}

fn take_event(session: &Session, pair: String) -> Result<What, Refusal> {
    let original = session.originals.original(&pair).ok_or_else(|| unknown(&pair))?;
    if !may_take(session, original) {
        return Err(refused(format!("{pair} is not decomposed by somebody else.")));
    }
    let Some((author, found)) = session.work.decomposition(&pair) else {
        return Err(unknown(&pair));
    };
    let parts = found.parts.iter().map(|part| Taken {
        part: part.id.clone(),
        phenomenon: part.phenomenon.clone(),
        rule: part.rule.clone(),
        on: part.on.clone(),
        hypothesis: part.hypothesis.clone(),
        judgment: part.judgment,
    });
    let (of, from, parts) = (original.wording.clone(), author.to_owned(), parts.collect());
    Ok(What::Take { pair, of, from, parts })
}

/// Whether an original may be taken over: somebody else decomposes it, and it waits for no decomposition or label of the
/// annotator that has to be blind.
pub(crate) fn may_take(session: &Session, original: &Original) -> bool {
    let mine = mine(&session.assignment, &session.annotator, original, &session.work);
    matches!(mine, Mine::Other)
        && !session.batch.is_open(&session.index)
        && original.given.is_empty()
        && !session.assignment.adjudicates
        && session.work.decomposition(&original.id).is_some()
}

fn note_event(
    session: &Session,
    pair: Option<String>,
    item: Option<usize>,
    note: String,
    flag: bool,
) -> Result<What, Refusal> {
    let id =
        match (pair, item) {
            (Some(pair), None) => pair,
            (None, Some(item)) => session.batch.id(item).map(str::to_owned).ok_or_else(|| {
                Refusal::new(Kind::Pair, format!("The batch has no pair {item}."))
            })?,
            _ => return Err(refused("A note is of a pair or of an item of the batch.")),
        };
    if session.original_of(&id).is_none() {
        return Err(unknown(&id));
    }
    Ok(What::Note { pair: id, note: note.trim().to_owned(), flag })
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
    (judgment, confidence): (Option<Judgment>, Option<u8>),
    comment: String,
    phenomenon: Option<String>,
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
    if let Some(phenomenon) = &phenomenon
        && phenomenon != UNSUPPORTED
    {
        known_phenomenon(session, phenomenon)?;
    }
    let comment = comment.trim().to_owned();
    if judgment.is_none() && comment.is_empty() {
        return Err(refused("State in a comment why you cannot label the pair."));
    }
    let (pair, of) = (item.id.clone(), item.wording.clone());
    Ok(What::Read { pair, of, judgment, confidence, comment, phenomenon })
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
    let readings: BTreeMap<String, Option<Judgment>> = of_item(session, at, item)
        .into_iter()
        .map(|opinion| (opinion.who.to_owned(), opinion.judgment))
        .collect();
    let of = item.wording.clone();
    let others = session.work.settlements(&pair, &of);
    let others = others.filter(|other| other.by != session.annotator && other.judgment != judgment);
    let over = others.map(|other| (other.by.clone(), other.judgment)).collect();
    Ok(What::Settle { pair, of, judgment, drop, reason, readings, over })
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
    if matches!(last.what, What::Take { .. }) {
        return Err(refused("A pair that was taken over stays yours: you have seen its labels."));
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

/// Whether an original is one that can be looked at with its parts: the annotator's own, or one that they may begin.
pub(crate) fn is_open_to(session: &Session, original: &Original) -> bool {
    original.given.is_empty()
        && !session.originals.label_only
        && !matches!(
            mine(&session.assignment, &session.annotator, original, &session.work),
            Mine::Other
        )
}

/// The annotator's own decomposition of an original.
pub(crate) fn own_work<'a>(session: &'a Session, original: &Original) -> Option<&'a Decomposition> {
    match mine(&session.assignment, &session.annotator, original, &session.work) {
        Mine::Own { found, .. } => Some(found),
        _ => None,
    }
}

/// The number of an original.
pub(crate) fn number(session: &Session, id: &str) -> Option<usize> {
    match session.originals.place(id) {
        Some(Place::Original(at)) => Some(at),
        _ => None,
    }
}
