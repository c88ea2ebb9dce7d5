//! No engine takes long for a pair, however long its texts are and whatever they are made of.

use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

use phenom_dataset::{Input, Judgment, Task};

use crate::conllu::{PairTrees, read_conllu};
use crate::edit_distance::{EDIT_DISTANCE, EditDistanceModel, Resources};
use crate::testing::examples;
use crate::text::{MOST_IN_HYPOTHESIS, MOST_IN_TEXT};
use crate::{ENGINES, Engine, EngineKind, Learner, Model, Reply, TextPair};

/// The engines that learn.
fn learners() -> impl Iterator<Item = &'static Learner> {
    ENGINES.iter().filter_map(|engine| match engine {
        EngineKind::Learner(learner) => Some(*learner),
        _ => None,
    })
}

/// Far above the fraction of a second that is measured on an idle machine, far below what an unbounded comparison takes.
const SOON: Duration = Duration::from_secs(10);

/// Half a megabyte of something again and again.
fn long(of: &str) -> String {
    of.repeat(525_000 / of.len())
}

fn engine(learner: &'static Learner) -> Box<dyn Engine> {
    let resources = Resources::default();
    let shipped = learner.shipped(Task::ThreeWay, &resources).unwrap();
    // The features' model that is shipped needs WordNet.
    let model = match shipped.filter(|_| learner.name != "features") {
        Some(shipped) => shipped.model,
        None => {
            let pairs = [
                ("the cat sat", "the cat", Judgment::Entailment),
                ("the dog sat", "the cow", Judgment::Unknown),
            ];
            learner.train(&examples(&pairs.repeat(10)), &resources, &|| ()).unwrap()
        }
    };
    model.engine(&resources).unwrap()
}

fn soon(what: &str, engine: &dyn Engine, pair: &TextPair<'_>) -> Reply {
    let start = Instant::now();
    let reply = engine.reply(pair);
    assert!(start.elapsed() < SOON, "{what}: {:?}", start.elapsed());
    assert!(reply.judgment.is_some(), "{what}");
    let said = reply.justification.as_deref().unwrap_or_default();
    assert!(said.len() < 4096, "{what}: {} bytes of justification", said.len());
    reply
}

#[test]
fn a_pair_of_half_a_megabyte_is_judged_soon_by_every_engine() {
    let mixed =
        "Mr. Ng did not buy 12 red cars from N.A.T.O., or 3.5 % of \"U.S. Steel\", in 1999. ";
    for learner in learners() {
        let engine = engine(learner);
        for of in ["a", "a ", "A.B. ", "not ", "one hundred ", "'", mixed] {
            let long = long(of);
            let of_texts = |text: &str, hypothesis: &str| {
                soon(
                    &format!("{} on {of:?}", learner.name),
                    &*engine,
                    &TextPair { id: "1", text, hypothesis },
                );
            };
            of_texts(&long, "Mr. Ng bought a car.");
            of_texts("Mr. Ng bought a car.", &long);
            of_texts(&long, &long);
        }
    }
}

#[test]
fn engines_that_compare_words_look_at_the_first_ones() {
    let (text, hypothesis) = ("cat ".repeat(MOST_IN_TEXT), "dog ".repeat(MOST_IN_HYPOTHESIS));
    let longer = (text.clone() + "dog", hypothesis.clone() + "bird");
    for learner in learners().filter(|learner| learner.compares_words) {
        let engine = engine(learner);
        let of =
            |text: &str, hypothesis: &str| engine.reply(&TextPair { id: "1", text, hypothesis });
        assert_eq!(of(&text, &hypothesis), of(&longer.0, &longer.1), "{}", learner.name);
        let shorter = &hypothesis[4 * (MOST_IN_HYPOTHESIS - 1)..];
        assert_ne!(of(&text, shorter), of(&text, &hypothesis), "{}", learner.name);
    }
}

/// An edit distance that compares trees, and the parses of a pair in which the root of each side is its first word, and
/// the head of each other word the first one, or the one before it.
fn with_trees(pair: &TextPair<'_>, deep: bool) -> Box<dyn Engine> {
    let side = |side: &str, text: &str| {
        let words = text.split_whitespace().enumerate().map(|(place, word)| {
            let head = if deep { place } else { place.min(1) };
            format!("{}\t{word}\t_\t_\t_\t_\t{head}\t_\t_\t_\n", place + 1)
        });
        format!("# pair_id = {}\n# side = {side}\n{}\n", pair.id, words.collect::<String>())
    };
    let written = side("text", pair.text) + &side("hypothesis", pair.hypothesis);
    let input = Input::Stream(Box::new(Cursor::new(written.into_bytes())));
    let sentences = read_conllu("p.conllu", input).unwrap();
    let trees = PairTrees::new(&[("p.conllu".to_owned(), sentences)], &[*pair]).unwrap();
    let resources = Resources { trees: Some(Arc::new(trees)), ..Resources::default() };
    let shipped = EDIT_DISTANCE.shipped(Task::ThreeWay, &resources).unwrap();
    let mut model: EditDistanceModel = shipped.unwrap().model.learnt().unwrap();
    model.trees = Some(model.tokens);
    Model::from(model).engine(&resources).unwrap()
}

#[test]
fn parses_of_any_size_and_depth_are_compared_soon() {
    let (long, short) = ("a ".repeat(100_000), "a ".repeat(MOST_IN_HYPOTHESIS));
    let most = "a ".repeat(MOST_IN_TEXT);
    for (text, hypothesis) in [(&long, &long), (&long, &short), (&short, &long), (&most, &short)] {
        for deep in [false, true] {
            let pair = TextPair { id: "1", text, hypothesis };
            let what =
                format!("{} and {} words, deep: {deep}", text.len() / 2, hypothesis.len() / 2);
            soon(&what, &*with_trees(&pair, deep), &pair);
        }
    }
    let pair = TextPair { id: "1", text: "a b c", hypothesis: "a c" };
    let said = soon("short", &*with_trees(&pair, false), &pair).justification.unwrap();
    assert!(said.contains("distance of trees"), "{said}");
}
