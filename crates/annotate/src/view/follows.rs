//! What follows where a pair is settled in one way or another, for composition and balance.

use std::collections::BTreeMap;

use phenom_dataset::{Composed, Judgment};

use crate::index::Item;
use crate::originals::Which;
use crate::session::Session;

/// For each judgment, and `drop`, what it does.
pub(crate) fn follows(
    session: &Session,
    at: usize,
    item: &Item,
) -> BTreeMap<&'static str, Vec<String>> {
    let choices = session.judgments().iter().map(|judgment| Some(*judgment)).chain([None]);
    choices
        .map(|choice| {
            let mut sentences = vec![match session.originals.label_only {
                true => of_label(choice),
                false => of_composition(session, at, item, choice),
            }];
            sentences.extend(of_balance(session, at, item, choice));
            sentences.push(
                "The independent labels stay unchanged, so agreement does not change.".to_owned(),
            );
            (choice.map_or("drop", Judgment::name), sentences)
        })
        .collect()
}

/// The judgment that counts for an item: the choice where it is the one that is being settled.
fn counts(
    session: &Session,
    at: usize,
    item: &Item,
    settled_now: (&Item, Option<Judgment>),
) -> Counted {
    if item.id == settled_now.0.id {
        return settled_now.1.map_or(Counted::Dropped, |judgment| Counted::As(Some(judgment)));
    }
    match session.work.settled(&item.id, &item.wording).filter(|_| item.settled) {
        Some(settled) => {
            settled.judgment.map_or(Counted::Dropped, |judgment| Counted::As(Some(judgment)))
        }
        None => Counted::As(first_judgment(session, at, item)),
    }
}

enum Counted {
    Dropped,
    As(Option<Judgment>),
}

/// The phenomenon of a part; the first, where the dataset names several.
pub(crate) fn phenomenon<'a>(session: &'a Session, at: usize, item: &Item) -> Option<&'a str> {
    let original = &session.originals.all()[at];
    match item.which {
        Which::Whole => None,
        Which::Given(part) => original.given[part].phenomena.first().map(String::as_str),
        Which::Part(part) => {
            let (_, found) = session.work.decomposition(&original.id)?;
            found.parts.get(part).map(|part| part.phenomenon.as_str())
        }
    }
}

/// What the author or the dataset says of an item.
fn first_judgment(session: &Session, at: usize, item: &Item) -> Option<Judgment> {
    let original = &session.originals.all()[at];
    let found = session.work.decomposition(&original.id).map(|(_, found)| found);
    match item.which {
        Which::Given(part) => original.given[part].gold,
        Which::Whole if !original.given.is_empty() => original.gold,
        Which::Whole => found?.whole,
        Which::Part(part) => found?.parts.get(part).map(|part| part.judgment),
    }
}

/// The weight of a part; 1 for a part that an annotator has made.
fn weight(session: &Session, at: usize, item: &Item) -> f64 {
    match item.which {
        Which::Given(part) => session.originals.all()[at].given[part].weight,
        Which::Whole | Which::Part(_) => 1.0,
    }
}

fn of_label(choice: Option<Judgment>) -> String {
    match choice {
        Some(judgment) => format!("The label of the pair is {judgment}."),
        None => "The pair stays without a label.".to_owned(),
    }
}

fn of_composition(session: &Session, at: usize, item: &Item, choice: Option<Judgment>) -> String {
    let all = session.index.of_original(at);
    let original = &session.originals.all()[at].id;
    if item.which == Which::Whole && choice.is_none() {
        return "The original leaves the dataset, and its parts with it.".to_owned();
    }
    // What they compose to would tell of a pair that is still to be read.
    if all.iter().any(|other| other.waits || session.is_hidden(&other.id)) {
        return format!(
            "The effect on {original} is shown when you have annotated all of your pairs of it."
        );
    }
    let mut whole = None;
    let mut parts = Vec::new();
    for other in all {
        match (other.which, counts(session, at, other, (item, choice))) {
            (_, Counted::Dropped) => {}
            (Which::Whole, Counted::As(judgment)) => whole = judgment,
            (_, Counted::As(judgment)) => parts.push((judgment, weight(session, at, other))),
        }
    }
    let left = if choice.is_none() { "The part leaves the dataset. " } else { "" };
    let remain = !parts.is_empty();
    let composed = match session.composition.compose_weighted(parts, session.originals.task) {
        Composed::Judged(composed) => composed,
        Composed::NoParts if remain => {
            return format!("{left}The parts of {original} have a weight of 0.");
        }
        Composed::NoParts => return format!("{left}No part of {original} remains."),
        Composed::Open(_) => {
            return format!("{left}The parts of {original} compose to no single label.");
        }
    };
    match whole {
        None => format!("{left}The parts of {original} compose to {composed}."),
        Some(whole) if whole == composed => {
            format!(
                "{left}The parts of {original} compose to {composed}, which equals the label of the original."
            )
        }
        Some(whole) => {
            format!(
                "{left}The parts of {original} compose to {composed}, but the label of the original is {whole}."
            )
        }
    }
}

fn of_balance(
    session: &Session,
    at: usize,
    item: &Item,
    choice: Option<Judgment>,
) -> Option<String> {
    let phenomenon = phenomenon(session, at, item)?;
    if session.hides_plan() {
        return Some("The balance is hidden while a batch is open.".to_owned());
    }
    let judgments = session.judgments();
    let mut written = session.index.written(phenomenon, judgments);
    let place = |judgment| judgments.iter().position(|known| *known == judgment);
    let before = match session.work.settled(&item.id, &item.wording) {
        Some(settled) => settled.judgment,
        None => first_judgment(session, at, item),
    };
    if let Some(number) = before.and_then(place).and_then(|at| written.get_mut(at)) {
        *number = number.saturating_sub(1);
    }
    if let Some(number) = choice.and_then(place).and_then(|at| written.get_mut(at)) {
        *number += 1;
    }
    let numbers: Vec<String> = judgments
        .iter()
        .zip(&written)
        .map(|(judgment, number)| format!("{} {number}", judgment.name()))
        .collect();
    let warning = match negatives_ahead(&written) {
        true => ": more negatives than entailments",
        false => "",
    };
    Some(format!("{phenomenon} then has {}{warning}.", numbers.join(", ")))
}

/// Whether a phenomenon gives the judgment away: two negatives more than entailments, which stand first.
pub(crate) fn negatives_ahead(written: &[u32]) -> bool {
    let [entailed, negatives @ ..] = written else { return false };
    negatives.iter().sum::<u32>() > entailed + 1
}
