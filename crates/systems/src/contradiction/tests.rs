use std::sync::Arc;

use phenom_dataset::{Judgment, Task};

use crate::contradiction::{ContradictionAware, ContradictionModel};
use crate::wordnet::WordNet;
use crate::{Engine, Reply, TextPair};

fn untrained(wordnet: Option<Arc<WordNet>>) -> ContradictionAware {
    ContradictionAware::new(ContradictionModel::untrained(Task::ThreeWay), wordnet).unwrap()
}

fn found() -> Option<Arc<WordNet>> {
    let wordnet = WordNet::find().unwrap().map(Arc::new);
    if wordnet.is_none() {
        eprintln!("skipped: no WordNet is installed");
    }
    wordnet
}

fn reply(engine: &ContradictionAware, text: &str, hypothesis: &str) -> Reply {
    engine.reply(&TextPair { id: "", text, hypothesis })
}

/// The pairs of the table: judgment, what differs, text, hypothesis.
fn pairs() -> Vec<(Judgment, &'static str, &'static str, &'static str)> {
    let lines = include_str!("pairs.tsv").lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [judgment, kind, text, hypothesis] = fields[..] else { unreachable!("{line}") };
        let judgment =
            Judgment::ALL.into_iter().find(|one| one.name() == judgment).expect("a judgment");
        (judgment, kind, text, hypothesis)
    };
    lines.map(pair).collect()
}

/// How many pairs of the table are judged right; the others are shown.
fn right(engine: &ContradictionAware) -> usize {
    let mut right = 0;
    for (gold, kind, text, hypothesis) in pairs() {
        let reply = reply(engine, text, hypothesis);
        if reply.judgment == Some(gold) {
            right += 1;
        } else {
            let said = reply.justification.unwrap_or_default();
            println!("{gold} ({kind}): {text} / {hypothesis}\n    {said}");
        }
    }
    right
}

#[test]
fn pairs_that_differ_in_one_place_are_judged_by_what_differs() {
    let Some(wordnet) = found() else { return };
    let (right, all) = (right(&untrained(Some(wordnet))), pairs().len());
    assert!(right * 100 >= all * 95, "{right} of {all}");
}
