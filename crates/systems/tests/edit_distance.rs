//! The edit-distance engine, from examples to answers.

#![allow(
    clippy::disallowed_methods,
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests"
)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use phenom_dataset::{
    DatasetBuilder, Input, Judgment, KeepTexts, LabelScheme, PairFormat, PairSource, read_pairs,
};
use phenom_systems::conllu::{PairTrees, read_conllu};
use phenom_systems::edit_distance::{
    Costs, EditDistance, EditDistanceError, EditDistanceModel, EditDistanceTraining, LexicalRules,
    Resources, Searched,
};
use phenom_systems::training::TrainingError;
use phenom_systems::wordnet::WordNet;
use phenom_systems::{Engine, Example, TextPair, TrainedModel};

use Judgment::{Contradiction, Entailment, NotEntailment, Unknown};

/// Texts of which each has a hypothesis that it entails and one that it does not.
const TEXTS: [(&str, &str, &str); 8] = [
    (
        "The bank bought a house in Paris.",
        "The bank bought a house.",
        "The queen sold three ships.",
    ),
    (
        "Two men walked to the old station.",
        "2 men walked to the station.",
        "Many birds sing at night.",
    ),
    ("The senator spoke in Rome yesterday.", "The senator spoke.", "A painter lives near Oslo."),
    ("Snow fell in the hills near Bern.", "Snow fell in the hills.", "The team lost every match."),
    ("The firm makes shoes and bags.", "The firm makes shoes.", "Water boils at that height."),
    ("Anna wrote a book about trees.", "Anna wrote a book.", "The court freed Peter Smith."),
    ("The train to Lyon was late again.", "The train was late.", "Doctors found a new cure."),
    ("Farmers sold wheat to the mill.", "Farmers sold wheat.", "Its president resigned in 1999."),
];

fn examples(not_entailed: &[Judgment]) -> Vec<Example<'static>> {
    let texts = TEXTS.iter().enumerate();
    let examples = texts.flat_map(|(group, (text, entailed, other))| {
        let gold = not_entailed[group % not_entailed.len()];
        [(*entailed, Entailment), (*other, gold)].map(|(hypothesis, gold)| Example {
            pair: TextPair { id: hypothesis, text, hypothesis },
            gold,
            group,
        })
    });
    examples.collect()
}

fn quick() -> EditDistanceTraining {
    let mut training = EditDistanceTraining::default();
    (training.swarm.particles, training.swarm.moves) = (4, 2);
    training
}

fn trained(not_entailed: &[Judgment], resources: &Resources) -> EditDistanceModel {
    let examples = examples(not_entailed);
    EditDistanceModel::train(&examples, resources, &quick(), |_| ()).unwrap()
}

fn untrained(resources: &Resources) -> EditDistanceModel {
    let training = EditDistanceTraining {
        costs: Costs::default(),
        searched: Searched::NOTHING,
        ..EditDistanceTraining::default()
    };
    let examples = examples(&[NotEntailment]);
    EditDistanceModel::train(&examples, resources, &training, |_| ()).unwrap()
}

const PAIR: TextPair<'_> = TextPair {
    id: "1",
    text: "Yesterday the old bank, it is said, bought two houses in Paris.",
    hypothesis: "The bank buys 2 large houses.",
};

#[test]
fn learns_what_is_close_and_says_what_it_did() {
    let engine = EditDistance::new(untrained(&Resources::default()), Resources::default()).unwrap();
    let reply = engine.reply(&PAIR);
    let why = reply.justification.unwrap();
    assert_eq!(reply.judgment, Some(Entailment), "{why}");
    // Without WordNet `buys` and `large` are nouns. Inserting all costs .1 + 1 + 1 + 1.2 + 1 + 1 + 0 = 5.3, and these two
    // cost 1 each: 2 / 5.3 = .377.
    let edits = "keep 5: the bank 2 houses .; substitute bought -> buys (unrelated); insert \"large\" (noun); \
                 delete 9; distance 0.38, threshold 0.50";
    assert_eq!(why, edits);
    let unlike = TextPair { hypothesis: "Dogs like cats.", ..PAIR };
    let reply = engine.reply(&unlike);
    assert_eq!(reply.judgment, Some(NotEntailment));
    assert!(reply.confidence.unwrap() > 0.5);
    let probabilities = reply.probabilities.unwrap().0;
    assert_eq!(probabilities[0].0, Entailment);
    assert!((probabilities.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn contradiction_is_not_told_but_has_its_share() {
    let model = trained(&[Unknown, Unknown, Contradiction, Unknown], &Resources::default());
    assert_eq!((model.examples.unknown, model.examples.contradiction), (6, 2));
    let engine = EditDistance::new(model, Resources::default()).unwrap();
    let reply = engine.reply(&TextPair { hypothesis: "Dogs like cats.", ..PAIR });
    assert_eq!(reply.judgment, Some(Unknown));
    let [entailment, unknown, contradiction] = reply.probabilities.unwrap().0[..] else {
        panic!("three judgments")
    };
    assert_eq!([entailment.0, unknown.0, contradiction.0], [Entailment, Unknown, Contradiction]);
    assert!((contradiction.1 * 3.0 - unknown.1).abs() < 1e-12);
    assert_eq!(reply.confidence, Some(1.0 - entailment.1));
    // Gold that mixes both is two-way.
    let mixed = trained(&[Unknown, NotEntailment], &Resources::default());
    let engine = EditDistance::new(mixed, Resources::default()).unwrap();
    let reply = engine.reply(&TextPair { hypothesis: "Dogs like cats.", ..PAIR });
    assert_eq!(reply.judgment, Some(NotEntailment));
}

#[test]
fn nothing_is_learnt_from_nothing() {
    let train = |examples: &[Example<'_>]| {
        let model = EditDistanceModel::train(examples, &Resources::default(), &quick(), |_| ());
        model.unwrap_err()
    };
    assert_eq!(train(&[]), TrainingError::NoExamples);
    let of = |gold| -> Vec<Example<'static>> {
        examples(&[NotEntailment]).into_iter().map(|one| Example { gold, ..one }).collect()
    };
    assert_eq!(train(&of(Entailment)), TrainingError::MissingJudgment { missing: NotEntailment });
    assert_eq!(train(&of(Unknown)), TrainingError::MissingJudgment { missing: Entailment });
    let mut no_unknown = of(Entailment);
    no_unknown[0].gold = Contradiction;
    assert_eq!(train(&no_unknown), TrainingError::MissingJudgment { missing: Unknown });
    // One example of each is enough to have a model.
    let two = &examples(&[NotEntailment])[..2];
    assert!(EditDistanceModel::train(two, &Resources::default(), &quick(), |_| ()).is_ok());
}

#[test]
fn models_are_read_as_they_were_written_and_bad_ones_refused() {
    let model = trained(&[NotEntailment], &Resources::default());
    let written = serde_json::to_string_pretty(&model).unwrap();
    assert_eq!(serde_json::from_str::<EditDistanceModel>(&written).unwrap(), model);
    let refused = |change: &dyn Fn(&mut EditDistanceModel)| {
        let mut model = model.clone();
        change(&mut model);
        EditDistance::new(model, Resources::default()).unwrap_err()
    };
    let negative = EditDistanceError::Figure { name: "insertion", figure: -1.0 };
    assert_eq!(refused(&|model| model.costs.insertion.verb = -1.0), negative);
    let steep = EditDistanceError::Figure { name: "slope", figure: f64::INFINITY };
    assert_eq!(refused(&|model| model.tokens.threshold.slope = f64::INFINITY), steep);
    assert_eq!(refused(&|model| model.wordnet = true), EditDistanceError::NeedsWordNet);
    let rare = refused(&|model| {
        model.costs.idf_exponent = 1.0;
        model.document_frequencies = None;
    });
    assert_eq!(rare, EditDistanceError::NoFrequencies);
    let trees = Resources { trees: Some(Arc::default()), ..Resources::default() };
    let error = EditDistance::new(model.clone(), trees).unwrap_err();
    assert_eq!(error, EditDistanceError::WithoutTrees);
    for (key, value) in [("\"seed\": 1", "\"seed\": 1, \"colour\": 2"), ("\"noun\"", "\"nouns\"")] {
        let changed = written.replacen(key, value, 1);
        assert!(serde_json::from_str::<EditDistanceModel>(&changed).is_err(), "{value}");
    }
}

#[test]
fn the_same_model_on_any_number_of_threads() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let model = pool.install(|| trained(&[Unknown, Contradiction], &Resources::default()));
        serde_json::to_string(&model).unwrap()
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn progress_is_told_after_each_move() {
    let mut told = Vec::new();
    let examples = examples(&[NotEntailment]);
    let model = EditDistanceModel::train(&examples, &Resources::default(), &quick(), |state| {
        told.push(state.moves);
    });
    assert!(model.is_ok());
    assert_eq!(told, [0, 1, 2]);
}

#[test]
fn rules_make_words_and_phrases_cheap() {
    let mut rules = LexicalRules::default();
    let written = "buy\tacquire\t0.9\nkick the bucket\tpass away\t0.8\n";
    let input = Input::Stream(Box::new(std::io::Cursor::new(written.as_bytes())));
    rules.read("rules.tsv", input).unwrap();
    let with = Resources { rules: Some(Arc::new(rules)), ..Resources::default() };
    let model = untrained(&Resources::default());
    let engine = EditDistance::new(model.clone(), with).unwrap();
    let without = EditDistance::new(model, Resources::default()).unwrap();
    let acquired = TextPair { id: "1", text: "Ann buys land.", hypothesis: "Ann acquires land." };
    let died =
        TextPair { id: "2", text: "Then Bob kicked the bucket.", hypothesis: "Bob passed away." };
    for (pair, edit) in [
        (acquired, "substitute buys -> acquires (rule, 0.9)"),
        (died, "substitute kicked the bucket -> passed away (rule, 0.8)"),
    ] {
        let (ruled, unruled) = (engine.reply(&pair), without.reply(&pair));
        let why = ruled.justification.unwrap();
        assert!(why.contains(edit), "{why}");
        assert!(!unruled.justification.unwrap().contains("rule"));
        let entailment = |reply: &phenom_systems::Probabilities| reply.0[0].1;
        assert!(
            entailment(&ruled.probabilities.unwrap()) > entailment(&unruled.probabilities.unwrap())
        );
    }
}

#[test]
fn any_text_has_an_answer() {
    let engine = EditDistance::new(untrained(&Resources::default()), Resources::default()).unwrap();
    let long = "word ".repeat(20_000);
    for (text, hypothesis) in [
        ("", ""),
        ("", "A hypothesis."),
        ("A text.", ""),
        ("...", "!!!"),
        ("\u{0}\u{1f600} \u{202e}عربي", "中文 \u{301}"),
        (long.as_str(), "word word other"),
    ] {
        let reply = engine.reply(&TextPair { id: "x", text, hypothesis });
        assert!(reply.judgment.is_some() && reply.justification.is_some());
        assert!(reply.confidence.is_some_and(|sure| (0.0..=1.0).contains(&sure)));
    }
    // A hypothesis that says nothing is entailed.
    let nothing = TextPair { id: "x", text: "A text.", hypothesis: "" };
    assert_eq!(engine.reply(&nothing).judgment, Some(Entailment));
}

/// A chain of words with full stops apart, each the head of the next, in CoNLL-U.
fn parse(pair: &TextPair<'_>) -> String {
    let sides = [("text", pair.text), ("hypothesis", pair.hypothesis)].map(|(side, text)| {
        let spaced = text.replace('.', " .").replace(',', " ,");
        let words = spaced
            .split_whitespace()
            .enumerate()
            .map(|(place, word)| format!("{}\t{word}\t_\t_\t_\t_\t{place}\t_\t_\t_\n", place + 1));
        format!("# pair_id = {}\n# side = {side}\n{}\n", pair.id, words.collect::<String>())
    });
    sides.concat()
}

#[test]
fn parsed_pairs_are_compared_as_trees_and_others_as_words() {
    let examples = examples(&[NotEntailment]);
    let mut pairs: Vec<TextPair<'_>> = examples.iter().map(|example| example.pair).collect();
    pairs.push(PAIR);
    let written: String = pairs.iter().map(parse).collect();
    let input = Input::Stream(Box::new(std::io::Cursor::new(written.into_bytes())));
    let sentences = read_conllu("p.conllu", input).unwrap();
    let trees = PairTrees::new(&[("p.conllu".to_owned(), sentences)], &pairs).unwrap();
    let resources = Resources { trees: Some(Arc::new(trees)), ..Resources::default() };
    let model = untrained(&resources);
    let learnt = model.trees.expect("a threshold of trees");
    // Trees of one branch are as far apart as the sequences of their words.
    assert_eq!(learnt, model.tokens);
    let engine = EditDistance::new(model, resources).unwrap();
    let why = engine.reply(&PAIR).justification.unwrap();
    assert!(why.starts_with("keep "), "{why}");
    assert!(why.contains("distance of trees"), "{why}");
    let unparsed = engine.reply(&TextPair { id: "other", ..PAIR }).justification.unwrap();
    assert!(unparsed.contains("; distance 0."), "{unparsed}");
}

#[test]
fn parses_of_one_kind_of_examples_teach_nothing() {
    let examples = examples(&[NotEntailment]);
    let entailed = examples.iter().filter(|example| example.gold == Entailment);
    let pairs: Vec<TextPair<'_>> = entailed.map(|example| example.pair).collect();
    let written: String = pairs.iter().map(parse).collect();
    let input = Input::Stream(Box::new(std::io::Cursor::new(written.into_bytes())));
    let sentences = read_conllu("p.conllu", input).unwrap();
    let trees = PairTrees::new(&[("p.conllu".to_owned(), sentences)], &pairs).unwrap();
    let resources = Resources { trees: Some(Arc::new(trees)), ..Resources::default() };
    let error = EditDistanceModel::train(&examples, &resources, &quick(), |_| ()).unwrap_err();
    assert_eq!(error, TrainingError::ParsedOneKind { parsed: 8, kind: "are" });
}

/// WordNet, where it is installed.
fn wordnet() -> Option<Arc<WordNet>> {
    let found = WordNet::find().unwrap();
    if found.is_none() {
        eprintln!("skipped: WordNet is not installed (Debian's wordnet-base, or PHENOM_WORDNET)");
    }
    found.map(Arc::new)
}

#[test]
fn wordnet_makes_related_words_cheap() {
    let Some(wordnet) = wordnet() else { return };
    let resources = Resources { wordnet: Some(wordnet), ..Resources::default() };
    let model = untrained(&resources);
    let error = EditDistance::new(model.clone(), Resources::default()).unwrap_err();
    assert_eq!(error, EditDistanceError::NeedsWordNet);
    let engine = EditDistance::new(model, resources).unwrap();
    let pair = TextPair {
        id: "1",
        text: "The firm purchased a poodle.",
        hypothesis: "The company bought a dog.",
    };
    let why = engine.reply(&pair).justification.unwrap();
    assert!(why.contains("purchased -> bought (synonym)"), "{why}");
    assert!(why.contains("poodle -> dog (hypernym)"), "{why}");
}

fn shipped(name: &str) -> EditDistanceModel {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name);
    let read = TrainedModel::from_json(&std::fs::read_to_string(file).unwrap()).unwrap();
    read.model.learnt().unwrap()
}

#[test]
fn shipped_models_can_be_used() {
    let without = shipped("edit-distance-without-wordnet.json");
    assert!(!without.wordnet && shipped("edit-distance.json").wordnet);
    assert_eq!(shipped("edit-distance.json").check(), Ok(()));
    let engine = EditDistance::new(without, Resources::default()).unwrap();
    assert_eq!(engine.reply(&PAIR).judgment, Some(Entailment));
    let unlike = TextPair { hypothesis: "Dogs like cats.", ..PAIR };
    assert_eq!(engine.reply(&unlike).judgment, Some(NotEntailment));
}

/// The development set of RTE-5, where the folder that PHENOM_REAL_DATA names has it.
fn rte5() -> Option<PathBuf> {
    let folder = std::env::var_os("PHENOM_REAL_DATA").map(PathBuf::from);
    let file = folder.map(|folder| folder.join("rte/RTE5_dev.xml")).filter(|file| file.exists());
    if file.is_none() {
        eprintln!("skipped: PHENOM_REAL_DATA names no folder with rte/RTE5_dev.xml");
    }
    file
}

#[test]
fn six_hundred_pairs_take_less_than_a_second() {
    let Some(file) = rte5() else { return };
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    let source = PairSource::new(PairFormat::RteXml, LabelScheme::named("rte-three-way").unwrap());
    read_pairs(&source, "RTE5_dev.xml", Input::File(file), &mut builder);
    let dataset = builder.finish().unwrap();
    let model = shipped("edit-distance-without-wordnet.json");
    let engine = EditDistance::new(model, Resources::default()).unwrap();
    let pairs = dataset.originals().map(|row| {
        let (text, hypothesis) = dataset.texts(row).unwrap();
        TextPair { id: dataset.id(row), text, hypothesis }
    });
    let start = std::time::Instant::now();
    let entailed = pairs.filter(|pair| engine.reply(pair).judgment == Some(Entailment)).count();
    let took = start.elapsed();
    assert!((100..500).contains(&entailed), "{entailed} of 600");
    eprintln!("600 pairs took {took:?}");
    // Four times the second that it may take on one free core, for a machine that does other things as well.
    assert!(took.as_secs_f64() < 4.0, "{took:?}");
}
