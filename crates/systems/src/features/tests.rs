//! The classifier as a whole: learning, answering, saving, hostile texts.

use std::sync::{Arc, LazyLock};

use phenom_dataset::{Judgment, Task};

use crate::edit_distance::Resources;
use crate::features::{FeatureClassifier, FeatureModel, ModelError};
use crate::wordnet::WordNet;
use crate::wordnet::tests::installed;
use crate::{Engine, Example, TextPair, TrainingError};

/// Texts that cover their hypotheses, texts that do not, and texts that deny them.
fn examples() -> Vec<Example<'static>> {
    const FIRMS: [&str; 10] = [
        "Boeing", "Airbus", "Nokia", "Sony", "Fiat", "Volvo", "Shell", "Intel", "Bayer", "Siemens",
    ];
    static TEXTS: LazyLock<Vec<[String; 4]>> = LazyLock::new(|| {
        let texts = |firm: &&str| {
            [
                format!("{firm} acquired a small company in France in 1999."),
                format!("The head of {firm} went on holiday."),
                format!("{firm} never acquired a company."),
                format!("{firm} acquired a company"),
            ]
        };
        FIRMS.iter().map(texts).collect()
    });
    let mut found = Vec::new();
    for (group, [entails, says_nothing, denies, hypothesis]) in TEXTS.iter().enumerate() {
        for (text, gold) in [
            (entails, Judgment::Entailment),
            (says_nothing, Judgment::Unknown),
            (denies, Judgment::Contradiction),
        ] {
            found.push(Example { pair: TextPair { id: "", text, hypothesis }, gold, group });
        }
    }
    found
}

fn two_way() -> Vec<Example<'static>> {
    let examples = examples().into_iter();
    examples.map(|example| Example { gold: example.gold.two_way(), ..example }).collect()
}

fn pair(text: &'static str, hypothesis: &'static str) -> TextPair<'static> {
    TextPair { id: "1", text, hypothesis }
}

#[test]
fn three_judgments_are_learnt_and_justified() {
    let model = FeatureModel::train(&examples(), None).unwrap();
    let engine = FeatureClassifier::new(model, None).unwrap();
    let judged = |text, hypothesis| engine.reply(&pair(text, hypothesis)).judgment;
    let hypothesis = "Renault acquired a company";
    assert_eq!(
        judged("Renault acquired a large company in Spain in 2001.", hypothesis),
        Some(Judgment::Entailment)
    );
    assert_eq!(judged("The head of Renault went home.", hypothesis), Some(Judgment::Unknown));
    assert_eq!(
        judged("Renault never acquired a company.", hypothesis),
        Some(Judgment::Contradiction)
    );
    let reply = engine.reply(&pair("The head of Renault went home.", hypothesis));
    let sum: f64 = reply.probabilities.unwrap().0.iter().map(|(_, probability)| probability).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let reason = reply.justification.unwrap();
    let expected =
        "1 of 3 content words covered; unmatched: \"acquired\", \"company\"; counted most: ";
    assert!(reason.starts_with(expected), "{reason}");
}

#[test]
fn the_same_examples_give_the_same_file_and_the_file_the_same_model() {
    let model = FeatureModel::train(&two_way(), None).unwrap();
    let json = serde_json::to_string_pretty(&model).unwrap();
    let again = FeatureModel::train(&two_way(), None).unwrap();
    assert_eq!(json, serde_json::to_string_pretty(&again).unwrap());
    let read: FeatureModel = serde_json::from_str(&json).unwrap();
    let (one, other) =
        (FeatureClassifier::new(model, None).unwrap(), FeatureClassifier::new(read, None).unwrap());
    for example in examples() {
        assert_eq!(one.reply(&example.pair), other.reply(&example.pair));
    }
}

#[test]
fn examples_without_a_judgment_are_refused() {
    let of = |gold: Judgment| -> Vec<Example<'static>> {
        two_way().into_iter().filter(|example| example.gold == gold).collect()
    };
    let train = |examples: &[Example<'_>]| FeatureModel::train(examples, None).unwrap_err();
    assert_eq!(train(&[]), TrainingError::NoExamples);
    let missing = |missing| TrainingError::MissingJudgment { missing };
    assert_eq!(train(&of(Judgment::Entailment)), missing(Judgment::NotEntailment));
    assert_eq!(train(&of(Judgment::NotEntailment)), missing(Judgment::Entailment));
    let one_group: Vec<_> = two_way().into_iter().filter(|example| example.group == 0).collect();
    assert!(matches!(train(&one_group), TrainingError::TooFewGroups { groups: 1, .. }));
}

#[test]
fn models_that_do_not_fit_are_refused() {
    let model = FeatureModel::train(&two_way(), None).unwrap();
    let refused = |change: fn(&mut FeatureModel)| {
        let mut changed = model.clone();
        change(&mut changed);
        FeatureClassifier::new(changed, None).unwrap_err().to_string()
    };
    assert!(refused(|model| model.wordnet = true).contains("name its folder"));
    assert!(refused(|model| drop(model.features.pop())).contains("other features"));
    assert!(refused(|model| model.features[0].name.clear()).contains("other features"));
    assert!(
        refused(|model| model.features[0].weights.push(0.0)).contains("exactly 1 finite weights")
    );
    assert!(
        refused(|model| model.features[3].deviation = -1.0)
            .contains("a deviation that is negative")
    );
    assert!(refused(|model| model.intercepts.clear()).contains("exactly 1 finite weights"));
    assert!(refused(|model| model.sharpness = 0.0).contains("sharpness"));
    assert!(refused(|model| model.judgments.truncate(1)).contains("fewer than two labels"));
    let unknown: Result<FeatureModel, _> =
        serde_json::from_str("{\"wordnet\": false, \"colour\": 2}");
    assert!(unknown.is_err());
}

#[test]
fn the_shipped_models_can_be_used() {
    let wordnet = installed().is_some().then(|| Arc::new(WordNet::find().unwrap().unwrap()));
    for (task, judgments) in [(Task::TwoWay, 2), (Task::ThreeWay, 3)] {
        let shipped = super::FEATURES.shipped(task, &Resources::default()).unwrap();
        let model: FeatureModel = shipped.unwrap().model.learnt().unwrap();
        assert_eq!(model.judgments.len(), judgments);
        let none = FeatureClassifier::new(model.clone(), None).unwrap_err();
        assert_eq!(none, ModelError::NeedsWordNet);
        let Some(wordnet) = wordnet.clone() else { continue };
        let engine = FeatureClassifier::new(model, Some(wordnet)).unwrap();
        let reply = engine.reply(&pair(
            "Boeing bought the small French company Dupont in 1999.",
            "Boeing purchased a company.",
        ));
        assert_eq!(reply.judgment, Some(Judgment::Entailment));
        let reply =
            engine.reply(&pair("It rained in Paris.", "Boeing purchased a company in 1999."));
        assert_ne!(reply.judgment, Some(Judgment::Entailment));
    }
}

#[test]
fn hostile_texts_have_answers() {
    let model = FeatureModel::train(&two_way(), None).unwrap();
    let engine = FeatureClassifier::new(model, None).unwrap();
    let texts = [
        String::new(),
        "a".repeat(1 << 17),
        "NATO ".repeat(1 << 12),
        "one two ".repeat(1 << 12),
        "\0".repeat(1 << 10),
        "😀 ".repeat(1 << 12),
        "The dog acquired Boeing. ".repeat(1 << 11),
    ];
    for text in &texts {
        for hypothesis in &texts {
            let reply = engine.reply(&TextPair { id: "", text, hypothesis });
            let confidence = reply.confidence.unwrap();
            assert!((0.5..=1.0).contains(&confidence), "{confidence}");
            assert!(reply.justification.unwrap().len() < 2000);
        }
    }
}
