//! Which pairs to read next: where the two most accurate systems part, where solved parts do not help, and what
//! no system gets right.

use minijinja::{Value, context};

use crate::explorer::{PartsRight, Question, Rows, Wanted};
use crate::{PageModel, harmless};

/// The questions that are worth reading, each with its number of pairs and its address.
pub(super) fn read_next(model: &PageModel<'_>, rows: &Rows<'_>) -> Vec<Value> {
    let competing: Vec<(usize, &str)> = model
        .systems
        .iter()
        .enumerate()
        .filter(|(_, system)| !system.reads_gold)
        .map(|(at, system)| (at, system.name.as_str()))
        .collect();
    let original = |answers: Vec<(usize, Wanted)>| Question { answers, ..Question::default() };
    let right_on = |(at, _): &(usize, &str)| rows.count(&original(vec![(*at, Wanted::Right)]));
    let mut by_accuracy = competing.clone();
    by_accuracy.sort_by_key(|system| std::cmp::Reverse(right_on(system)));
    let mut asked: Vec<(String, Question)> = Vec::new();
    if let [one, other, ..] = by_accuracy.as_slice() {
        for (right, wrong) in [(one, other), (other, one)] {
            let answers = vec![(right.0, Wanted::Right), (wrong.0, Wanted::Wrong)];
            asked.push((format!("{} correct, {} wrong", right.1, wrong.1), original(answers)));
        }
    }
    let gap = |(at, _): &(usize, &str)| {
        let parts = Some((*at, PartsRight::All));
        Question { parts, ..original(vec![(*at, Wanted::Wrong)]) }
    };
    if let Some(widest) = competing.iter().rev().max_by_key(|system| rows.count(&gap(system))) {
        asked.push((format!("{}: all parts correct, original wrong", widest.1), gap(widest)));
    }
    if let [only] = competing.as_slice() {
        asked.push((format!("{} wrong", only.1), original(vec![(only.0, Wanted::Wrong)])));
    }
    if competing.len() > 1 {
        let question = Question { nobody_right: true, ..Question::default() };
        let aside = if competing.len() < model.systems.len() { " (oracles excluded)" } else { "" };
        asked.push((format!("no system correct{aside}"), question));
    }
    let shown = asked.into_iter().map(|(words, question)| (words, rows.count(&question), question));
    shown
        .filter(|(_, count, _)| *count > 0)
        .map(|(words, count, question)| {
            context! { count, words => harmless(&words), address => question.address() }
        })
        .collect()
}
