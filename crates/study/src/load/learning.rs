//! What engines learn from: pairs with gold, or a model that was made of them before.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use phenom_dataset::{CompositionRule, Dataset, KeepTexts, Task};
use phenom_files::{LONGEST_TEXT, read_bounded};
use phenom_report::File;
use phenom_systems::conllu::PairTrees;
use phenom_systems::edit_distance::Resources;
use phenom_systems::text::{MOST_IN_HYPOTHESIS, MOST_IN_TEXT, is_longer_than_compared};
use phenom_systems::{
    Engine, EngineOption, Example, Groups, Learner, Model, Replies, Reply, TextPair, TrainedModel,
};

use super::at_hand::{AtHand, read_trees};
use super::disjoint::refuse_shared;
use super::replies::{Answered, all_of, composed, pairs, refuse_empty_hypotheses};
use crate::config::{DataFile, Pairs, System, WordNetFrom};
use crate::failure::Failure;
use crate::host::Host;

/// A system that learns, with what it has at hand.
pub(super) struct Learning<'s> {
    pub(super) system: &'s System,
    pub(super) learner: &'static Learner,
    pub(super) resources: Resources,
    pub(super) at_hand: &'s AtHand<'s>,
}

impl Learning<'_> {
    /// Trains with the parses of the examples; those at hand may be of other pairs.
    fn train(
        &self,
        examples: &[Example<'_>],
        trees: Option<&Arc<PairTrees>>,
    ) -> Result<Model, Failure> {
        let resources = Resources { trees: trees.cloned(), ..self.resources.clone() };
        let model = self
            .learner
            .train(examples, &resources, &|| self.at_hand.training().add(1))
            .map_err(|error| self.failure("cannot be trained", &error))?;
        // The end of a training without steps is a step.
        if self.learner.training_steps == 0 {
            self.at_hand.training().add(1);
        }
        Ok(model)
    }

    /// Tells the progress shown of a training to come.
    pub(super) fn expect_training(&self) {
        self.at_hand.training().expect(self.learner.training_steps.max(1) as u64);
    }

    fn engine(&self, model: Model) -> Result<Box<dyn Engine>, Failure> {
        model.engine(&self.resources).map_err(|error| self.failure("cannot be run", &error))
    }

    /// What to say of pairs of which the engine does not see all.
    pub(super) fn note(&self, model_knows_trees: bool, pairs: &[TextPair<'_>]) -> Option<String> {
        let notes = [self.note_on_parses(model_knows_trees, pairs), self.note_on_length(pairs)];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// What to say of pairs that are longer than what the engine compares.
    fn note_on_length(&self, pairs: &[TextPair<'_>]) -> Option<String> {
        if !self.learner.compares_words {
            return None;
        }
        let mut longer = pairs.iter().filter(|pair| is_longer_than_compared(pair));
        let first = longer.next()?;
        Some(format!(
            "{} of {} pairs are too long (first pair `{}`): phenom compares the first {MOST_IN_TEXT} words and \
             punctuation marks of their texts, and the first {MOST_IN_HYPOTHESIS} of their hypotheses.",
            longer.count() + 1,
            pairs.len(),
            first.id
        ))
    }

    /// What to say of pairs without a parse where the model compares trees.
    fn note_on_parses(&self, model_knows_trees: bool, pairs: &[TextPair<'_>]) -> Option<String> {
        let trees = self.resources.trees.as_ref();
        let parsed = |pair: &&TextPair<'_>| trees.is_some_and(|trees| trees.get(pair.id).is_some());
        let mut unparsed = pairs.iter().filter(|pair| !parsed(pair));
        let first = unparsed.next().filter(|_| trees.is_some() || model_knows_trees)?;
        Some(format!(
            "{} of {} pairs have no parse (first pair `{}`); phenom compares them as sequences of words instead of \
             trees.",
            unparsed.count() + 1,
            pairs.len(),
            first.id
        ))
    }

    fn failure(&self, what: &str, error: &dyn std::error::Error) -> Failure {
        Failure::input(format!("system `{}` {what}: {error}", self.system.name), None)
    }

    /// The engine in words.
    fn name(&self) -> String {
        let name = self.learner.name;
        match (self.learner.takes(EngineOption::WordNet), &self.resources.wordnet) {
            (false, _) => name.to_owned(),
            (true, Some(_)) => format!("{name} with WordNet"),
            (true, None) => format!("{name} without WordNet"),
        }
    }
}

/// The predictions of an engine that learns from other pairs than those that it predicts.
impl Learning<'_> {
    /// Those of a model in a file.
    pub(super) fn with_model(
        &self,
        file: &DataFile,
        pairs: &[TextPair<'_>],
    ) -> Result<Answered, Failure> {
        let (model, signed) = read_model(self, file)?;
        let how = format!("{}, trained on {}", self.name(), model.trained_on);
        self.answered(model.model, how, vec![signed], pairs)
    }

    /// Those of the model that comes with phenom.
    pub(super) fn as_shipped(
        &self,
        dataset: &Dataset,
        pairs: &[TextPair<'_>],
    ) -> Result<Answered, Failure> {
        let name = self.name();
        let task = Task::of_gold(dataset.gold());
        let shipped = self
            .learner
            .shipped(task, &self.resources)
            .map_err(|error| self.failure("cannot be run", &error))?;
        let Some(TrainedModel { trained_on, model, .. }) = shipped else {
            return Err(Failure::input(format!("`{name}` has nothing to learn from"), None));
        };
        let how = format!("{name}, as shipped: trained on {trained_on}");
        self.answered(model, how, Vec::new(), pairs)
    }

    /// Those of what it learns from other pairs.
    pub(super) fn on_pairs(
        &self,
        (training, trees): (&Pairs, &[DataFile]),
        dataset: &Dataset,
        pairs: &[TextPair<'_>],
    ) -> Result<Answered, Failure> {
        let Trained { model, trained_on, files } = trained(self, training, trees, Some(dataset))?;
        let how = format!("{}, trained on {trained_on}", self.name());
        self.answered(model, how, files, pairs)
    }

    fn answered(
        &self,
        model: Model,
        how: String,
        files: Vec<File>,
        pairs: &[TextPair<'_>],
    ) -> Result<Answered, Failure> {
        let note = self.note(model.knows_trees(), pairs);
        Ok(Answered { replies: all_of(&*self.engine(model)?, pairs), how, files, note })
    }
}

/// An engine that learns from the dataset that it predicts, by cross-validation.
pub(super) struct CrossValidated<'s> {
    pub(super) learning: Learning<'s>,
    /// Into how many parts the dataset is split.
    pub(super) parts: usize,
    /// The rule that composes its predictions for originals from those for their parts, if it is asked by parts.
    pub(super) rule: Option<&'s CompositionRule>,
    /// The files of lexical rules and parses.
    pub(super) files: Vec<File>,
    /// What the user must know of its predictions.
    pub(super) note: Option<String>,
}

impl CrossValidated<'_> {
    /// How it came to its predictions, in words.
    pub(super) fn how(&self) -> String {
        let by = if self.rule.is_some() { ", by parts" } else { "" };
        let name = self.learning.name();
        format!("{name}, cross-validated in {} parts of the dataset{by}", self.parts)
    }

    /// Learns from the pairs that are not held out, and predicts those that are.
    pub(super) fn train(
        &self,
        dataset: &Dataset,
        groups: &Groups,
        is_held_out: &[bool],
    ) -> Result<Replies, Failure> {
        let examples: Vec<Example<'_>> = examples(dataset, groups)
            .into_iter()
            .filter(|(row, _)| !is_held_out[*row])
            .map(|(_, example)| example)
            .collect();
        let model = self.learning.train(&examples, self.learning.resources.trees.as_ref())?;
        let engine = self.learning.engine(model)?;
        let pairs = pairs(dataset);
        let rows = (0..dataset.len()).filter(|row| is_held_out[*row]);
        let asked = rows.filter(|row| self.rule.is_none() || *row >= dataset.originals().len());
        let mut replies: BTreeMap<usize, Reply> =
            asked.map(|row| (row, engine.reply(&pairs[row]))).collect();
        if let Some(rule) = self.rule {
            let task = Task::of_gold(dataset.gold());
            for original in dataset.originals().filter(|row| is_held_out[*row]) {
                let parts = replies.range(dataset.monothematic_of(original));
                let parts: Vec<(usize, &Reply)> = parts.map(|(row, reply)| (*row, reply)).collect();
                let reply = composed(&parts, dataset, (rule, task));
                replies.insert(original, reply);
            }
        }
        Ok(replies.into_iter().collect())
    }
}

/// What an engine learnt from pairs with gold.
struct Trained {
    model: Model,
    /// From what, in words.
    trained_on: String,
    files: Vec<File>,
}

/// Has an engine learn from pairs, which are others than those that are judged.
fn trained(
    learning: &Learning<'_>,
    training: &Pairs,
    trees: &[DataFile],
    judged: Option<&Dataset>,
) -> Result<Trained, Failure> {
    let (training, mut files) =
        super::dataset::dataset(learning.at_hand.host, training, KeepTexts::Yes)?;
    let pairs = pairs(&training);
    if learning.learner.reads_texts {
        refuse_empty_hypotheses(&pairs)?;
    }
    if let Some(judged) = judged {
        let help = "leave them out with `exclude: [ID, ...]` under `learn-on`, or learn from the dataset itself with \
                    `cross-validated: 10`";
        refuse_shared(learning.system, &training, judged, help)?;
    }
    let examples: Vec<Example<'_>> = examples(&training, &Groups::of(&training))
        .into_iter()
        .map(|(_, example)| example)
        .collect();
    let (trees, parsed_in) = read_trees(learning.at_hand.host, trees, &training, &pairs)?;
    let named: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut trained_on = format!("{} pairs of {}", examples.len(), named.join(", "));
    if let Some(trees) = &trees {
        let parsed = examples.iter().filter(|example| trees.get(example.pair.id).is_some());
        // A string takes whatever is written to it.
        let _ = write!(trained_on, ", {} of them with parses", parsed.count());
    }
    learning.expect_training();
    let model = learning.train(&examples, trees.as_ref())?;
    files.extend(parsed_in);
    Ok(Trained { model, trained_on, files })
}

/// The model of a system that learns from pairs, to be written to a file.
pub fn model_of(
    host: &dyn Host,
    system: &System,
    learner: &'static Learner,
    (wordnet, rules): (&WordNetFrom, &[DataFile]),
    (training, trees): (&Pairs, &[DataFile]),
) -> Result<TrainedModel, Failure> {
    let at_hand = AtHand::new(host, host);
    let (resources, _) = at_hand.resources(wordnet, rules)?;
    let learning = Learning { system, learner, resources, at_hand: &at_hand };
    let Trained { model, trained_on, .. } = trained(&learning, training, trees, None)?;
    Ok(TrainedModel { trained_on, model })
}

/// The model in a file, which has to be of the engine that is named beside it.
fn read_model(learning: &Learning<'_>, file: &DataFile) -> Result<(TrainedModel, File), Failure> {
    let Learning { system, learner, .. } = learning;
    let shown = file.shown();
    let bytes = read_bounded(&file.path, LONGEST_TEXT)
        .map_err(|error| Failure::unreadable(&shown, &error))?;
    let no_model = |error: &dyn std::error::Error| {
        let help = "`phenom train` writes models".to_owned();
        Failure::input(format!("{shown} is not a model: {error}"), Some(help))
    };
    let json = std::str::from_utf8(&bytes).map_err(|error| no_model(&error))?;
    let trained = TrainedModel::from_json(json).map_err(|error| no_model(&error))?;
    let of = trained.model.learner();
    if of != *learner {
        let message = format!(
            "system `{}` is `{}`, and {shown} is a model of `{}`",
            system.name, learner.name, of.name
        );
        let help = format!("write `engine: {{name: {}, model: ...}}`", of.name);
        return Err(Failure::input(message, Some(help)));
    }
    let sha256 = crate::hashes::sha256(&bytes);
    Ok((trained, File { path: file.named.clone(), sha256, labels: "of a model".to_owned() }))
}

/// The pairs of a dataset that have gold labels, with their rows and groups, by their ids: what is learnt from them does not
/// depend on the order of the file.
fn examples<'d>(dataset: &'d Dataset, groups: &Groups) -> Vec<(usize, Example<'d>)> {
    let example = |row: usize| {
        let (text, hypothesis) = dataset.texts(row)?;
        let pair = TextPair { id: dataset.id(row), text, hypothesis };
        Some((row, Example { pair, gold: dataset.gold()[row]?, group: groups.of_rows()[row] }))
    };
    let mut examples: Vec<(usize, Example<'d>)> = (0..dataset.len()).filter_map(example).collect();
    examples.sort_unstable_by_key(|(_, example)| example.pair.id);
    examples
}
