//! The engine that holds rules and weights.

use std::sync::Arc;

use crate::contradiction::evidence::Evidence;
use crate::contradiction::model::{ContradictionError, ContradictionModel};
use crate::contradiction::rules::{Rule, Rules};
use crate::edit_distance::Resources;
use crate::engines::EngineOption;
use crate::features::ModelError;
use crate::model::Learner;
use crate::model::{Learnt, Model, TrainedModel, UnusableModel};
use crate::training::place_of;
use crate::wordnet::WordNet;
use crate::{Engine, Reply, TextPair};

/// The engine that looks for what breaks entailment.
pub const CONTRADICTION: Learner = Learner {
    name: "contradiction",
    summary: "after VENSES: aligns the hypothesis to the text and looks for signals against entailment (antonyms, \
              negation, other numbers, dates and names, swapped arguments, ...); three-way labels, with the reason",
    reads_texts: true,
    compares_words: true,
    options: &[EngineOption::WordNet],
    training_steps: 0,
    train: |examples, resources, _| {
        Ok(ContradictionModel::train(examples, resources.wordnet.as_deref())?.into())
    },
    shipped: Some(|task, _| {
        let trained_on = "nothing: its rules decide".to_owned();
        Ok(TrainedModel { trained_on, model: ContradictionModel::untrained(task).into() })
    }),
    read: Model::read::<ContradictionModel>,
};

/// The contradiction-aware engine.
#[derive(Debug, Clone)]
pub struct ContradictionAware {
    model: ContradictionModel,
    rules: Rules,
    wordnet: Option<Arc<WordNet>>,
}

impl ContradictionAware {
    /// An engine with a model. Weights that were learnt without WordNet do not use it; the rules use it where it is.
    ///
    /// # Errors
    /// Where the model needs WordNet and there is none, or does not fit this version.
    pub fn new(
        model: ContradictionModel,
        wordnet: Option<Arc<WordNet>>,
    ) -> Result<Self, ContradictionError> {
        model.check()?;
        let needs = model.weights.as_ref().map(|weights| weights.wordnet);
        if needs == Some(true) && wordnet.is_none() {
            return Err(ModelError::NeedsWordNet.into());
        }
        let wordnet = wordnet.filter(|_| needs != Some(false));
        Ok(Self { model, rules: Rules::shipped()?, wordnet })
    }
}

impl Engine for ContradictionAware {
    fn reply(&self, pair: &TextPair<'_>) -> Reply {
        let evidence = Evidence::new(pair, self.wordnet.as_deref());
        let rule = self.rules.deciding(&evidence);
        let judgments = &self.model.judgments;
        let reply = match (&self.model.weights, rule) {
            (Some(weights), rule) => {
                Reply::likeliest(weights.probabilities(judgments, &evidence, rule))
            }
            (None, Some(rule)) => Reply {
                judgment: judgments.get(place_of(rule.judgment, judgments)).copied(),
                confidence: Some(rule.confidence),
                ..Reply::default()
            },
            // The last rule always applies.
            (None, None) => Reply::default(),
        };
        let reason = justification(&reply, &evidence, rule);
        reply.because(reason)
    }
}

impl Learnt for ContradictionModel {
    const LEARNER: &'static Learner = &CONTRADICTION;

    fn engine(self, resources: &Resources) -> Result<Box<dyn Engine>, UnusableModel> {
        ContradictionAware::new(self, resources.wordnet.clone())
            .map(|engine| Box::new(engine) as Box<dyn Engine>)
            .map_err(UnusableModel::unfit)
    }
}

/// How many signals and how many aligned words are named.
const MOST_NAMED: usize = 4;

/// The judgment with what was found, first what the rule that applies asks for, then what is covered and by what.
fn justification(reply: &Reply, evidence: &Evidence, rule: Option<&Rule>) -> String {
    let asked: Vec<_> = rule.into_iter().flat_map(Rule::signals).collect();
    let (first, others): (Vec<_>, Vec<_>) =
        evidence.found.iter().partition(|found| asked.contains(&found.signal));
    let named = first.into_iter().chain(others).take(MOST_NAMED);
    let signals: Vec<String> =
        named.map(|found| format!("{} ({})", found.words, found.signal.name)).collect();
    let judgment = reply.judgment.map_or("no label", phenom_dataset::Judgment::name);
    let around = if evidence.is_copy { " around what differs" } else { "" };
    let covered =
        format!("{} of {} content words covered{around}", evidence.covered, evidence.content);
    let mut said = if signals.is_empty() {
        format!("{judgment}: {covered}")
    } else {
        format!("{judgment}: {}; {covered}", signals.join(", "))
    };
    let aligned = &evidence.aligned;
    if !aligned.is_empty() {
        said += &format!(
            "; {}",
            aligned.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ")
        );
        if aligned.len() > MOST_NAMED {
            said += &format!(" and {} more", aligned.len() - MOST_NAMED);
        }
    }
    said
}
