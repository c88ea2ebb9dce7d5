//! What engines learn from: pairs with gold, or a model that was made of them before.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use phenom_dataset::{Dataset, KeepTexts, Task};
use phenom_files::{LONGEST_TEXT, read_bounded};
use phenom_report::File;
use phenom_systems::conllu::PairTrees;
use phenom_systems::edit_distance::Resources;
use phenom_systems::text::{MOST_IN_HYPOTHESIS, MOST_IN_TEXT, is_longer_than_compared};
use phenom_systems::{Engine, Example, Format, Learner, Model, Reply, TextPair, TrainedModel};

use super::at_hand::{AtHand, read_trees};
use super::engines::{Answered, all_of, pairs};
use crate::config::{DataFile, LearnsOn, Pairs, System, WordNetFrom};
use crate::failure::Failure;
use crate::progress::Training;
use crate::side_by_side::side_by_side;

/// A system that learns, with what it has at hand.
pub(super) struct Learning<'s> {
    pub(super) system: &'s System,
    pub(super) learner: Learner,
    pub(super) resources: Resources,
    pub(super) progress: &'s Training,
}

impl Learning<'_> {
    /// Trains with the parses of the examples; those at hand may be of other pairs.
    fn train(
        &self,
        examples: &[Example<'_>],
        trees: Option<&Arc<PairTrees>>,
    ) -> Result<Model, Failure> {
        let resources = Resources { trees: trees.cloned(), ..self.resources.clone() };
        self.learner
            .train(examples, &resources, &|| self.progress.step())
            .map_err(|error| self.failure("cannot be trained", &error))
    }

    fn engine(&self, model: Model) -> Result<Box<dyn Engine + Send + Sync>, Failure> {
        model.engine(&self.resources).map_err(|error| self.failure("cannot be run", &error))
    }

    /// What to say of pairs of which the engine does not see all.
    fn note(&self, model_knows_trees: bool, pairs: &[TextPair<'_>]) -> Option<String> {
        let notes = [self.note_on_parses(model_knows_trees, pairs), self.note_on_length(pairs)];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// What to say of pairs that are longer than what the engine compares.
    fn note_on_length(&self, pairs: &[TextPair<'_>]) -> Option<String> {
        if !self.learner.compares_words() {
            return None;
        }
        let mut longer = pairs.iter().filter(|pair| is_longer_than_compared(pair));
        let first = longer.next()?;
        Some(format!(
            "{} of {} pairs are too long (first pair `{}`): of their texts the first {MOST_IN_TEXT} words and punctuation \
             marks are compared, of their hypotheses the first {MOST_IN_HYPOTHESIS}.",
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
            "{} of {} pairs have no parse (first pair `{}`); they are compared as words in their order, not as trees.",
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
        let name = self.learner.name();
        match (self.learner.uses_wordnet(), &self.resources.wordnet) {
            (false, _) => name.to_owned(),
            (true, Some(_)) => format!("{name} with WordNet"),
            (true, None) => format!("{name} without WordNet"),
        }
    }
}

/// The answers of an engine that learns.
pub(super) fn learnt(
    learning: &Learning<'_>,
    from: &LearnsOn,
    dataset: &Dataset,
    pairs: &[TextPair<'_>],
) -> Result<Answered, Failure> {
    let name = learning.name();
    match from {
        LearnsOn::Model(file) => {
            let (model, signed) = read_model(learning, file)?;
            let how = format!("{name}, trained on {}", model.trained_on);
            let note = learning.note(model.model.knows_trees(), pairs);
            let replies = all_of(&*learning.engine(model.model)?, pairs);
            Ok(Answered { replies, how, files: vec![signed], note })
        }
        LearnsOn::Shipped => {
            let task = Task::of_gold(dataset.gold());
            let shipped = learning
                .learner
                .shipped(task, &learning.resources)
                .map_err(|error| learning.failure("cannot be run", &error))?;
            let Some(TrainedModel { trained_on, model, .. }) = shipped else {
                return Err(Failure::input(format!("`{name}` has nothing to learn from"), None));
            };
            let how = format!("{name}, as shipped: trained on {trained_on}");
            let note = learning.note(model.knows_trees(), pairs);
            let replies = all_of(&*learning.engine(model)?, pairs);
            Ok(Answered { replies, how, files: Vec::new(), note })
        }
        LearnsOn::Pairs { pairs: training, trees } => {
            let Trained { model, trained_on, files } =
                trained(learning, training, trees, Some(dataset))?;
            let how = format!("{name}, trained on {trained_on}");
            let note = learning.note(model.knows_trees(), pairs);
            Ok(Answered { replies: all_of(&*learning.engine(model)?, pairs), how, files, note })
        }
        LearnsOn::OtherParts(parts) => {
            let examples = examples(dataset);
            let part_of = parts_of(dataset, *parts);
            let all: Vec<usize> = (0..*parts).collect();
            let of_part = |part: &usize| -> Result<Vec<(usize, Reply)>, Failure> {
                let rows: Vec<usize> =
                    (0..dataset.len()).filter(|row| part_of[*row] == *part).collect();
                if rows.is_empty() {
                    return Ok(Vec::new());
                }
                let others: Vec<Example<'_>> = examples
                    .iter()
                    .filter(|(row, _)| part_of[*row] != *part)
                    .map(|(_, example)| *example)
                    .collect();
                let trees = learning.resources.trees.as_ref();
                let model = learning.train(&others, trees)?;
                let engine = learning.engine(model)?;
                Ok(rows.into_iter().map(|row| (row, engine.reply(&pairs[row]))).collect())
            };
            learning.progress.expect(learning.learner.training_steps() * parts);
            let mut replies = vec![Reply::default(); pairs.len()];
            for answered in side_by_side(&all, of_part) {
                for (row, reply) in answered? {
                    replies[row] = reply;
                }
            }
            let how = format!("{name}, cross-validated in {parts} parts of the dataset");
            let note = learning.note(false, pairs);
            Ok(Answered { replies, how, files: Vec::new(), note })
        }
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
    let (training, mut files) = super::dataset(training, KeepTexts::Yes)?;
    let pairs = pairs(&training)?;
    if let Some(judged) = judged {
        refuse_shared(learning.system, &training, judged)?;
    }
    let examples: Vec<Example<'_>> =
        examples(&training).into_iter().map(|(_, example)| example).collect();
    let (trees, parsed_in) = read_trees(trees, &training, &pairs)?;
    let named: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut trained_on = format!("{} pairs of {}", examples.len(), named.join(", "));
    if let Some(trees) = &trees {
        let parsed = examples.iter().filter(|example| trees.get(example.pair.id).is_some());
        // A string takes whatever is written to it.
        let _ = write!(trained_on, ", {} of them with parses", parsed.count());
    }
    learning.progress.expect(learning.learner.training_steps());
    let model = learning.train(&examples, trees.as_ref())?;
    files.extend(parsed_in);
    Ok(Trained { model, trained_on, files })
}

/// The model of a system that learns from pairs, to be written to a file.
pub(crate) fn model_of(
    system: &System,
    learner: Learner,
    (wordnet, rules): (&WordNetFrom, &[DataFile]),
    (training, trees): (&Pairs, &[DataFile]),
) -> Result<TrainedModel, Failure> {
    let at_hand = AtHand::default();
    let (resources, _) = at_hand.resources(wordnet, rules)?;
    let learning = Learning { system, learner, resources, progress: &at_hand.training };
    let Trained { model, trained_on, .. } = trained(&learning, training, trees, None)?;
    Ok(TrainedModel { format: Format, trained_on, model })
}

/// The model in a file, which has to be of the engine that is named beside it.
fn read_model(learning: &Learning<'_>, file: &DataFile) -> Result<(TrainedModel, File), Failure> {
    let Learning { system, learner, .. } = learning;
    let shown = file.shown();
    let bytes = read_bounded(&file.path, LONGEST_TEXT)
        .map_err(|error| Failure::unreadable(&shown, &error))?;
    let trained: TrainedModel = serde_json::from_slice(&bytes).map_err(|error| {
        let help = "`phenom train` writes models".to_owned();
        Failure::input(format!("{shown} is no model: {error}"), Some(help))
    })?;
    let of = trained.model.learner();
    if of != *learner {
        let message = format!(
            "system `{}` is `{}`, and {shown} is a model of `{}`",
            system.name,
            learner.name(),
            of.name()
        );
        let help = format!("write `engine: {{name: {}, model: ...}}`", of.name());
        return Err(Failure::input(message, Some(help)));
    }
    let sha256 = super::sha256(&bytes);
    Ok((trained, File { path: file.named.clone(), sha256, labels: "of a model".to_owned() }))
}

/// Refuses pairs to learn from that are judged too.
fn refuse_shared(system: &System, training: &Dataset, judged: &Dataset) -> Result<(), Failure> {
    /// So many of the pairs that are in both are named.
    const NAMED: usize = 5;
    let of_judged: HashSet<(&str, &str)> =
        (0..judged.len()).filter_map(|row| judged.texts(row)).collect();
    let both: Vec<&str> = (0..training.len())
        .filter(|row| training.texts(*row).is_some_and(|texts| of_judged.contains(&texts)))
        .map(|row| training.id(row))
        .collect();
    if both.is_empty() {
        return Ok(());
    }
    let first: Vec<String> = both.iter().take(NAMED).map(|id| format!("`{id}`")).collect();
    let more = if both.len() > NAMED { ", ..." } else { "" };
    let message = format!(
        "system `{}` would be judged on what it learns from: {} of {} pairs of `learn-on` have the text and the hypothesis \
         of a pair that is judged: {}{more}",
        system.name,
        both.len(),
        training.len(),
        first.join(", ")
    );
    let help = "leave them out with `exclude: [ID, ...]` under `learn-on`, or learn from the dataset itself with \
                `cross-validated: 10`";
    Err(Failure::input(message, Some(help.to_owned())))
}

/// The pairs of a dataset that have gold, with their rows, grouped by their clusters and their texts.
fn examples(dataset: &Dataset) -> Vec<(usize, Example<'_>)> {
    let groups = groups(dataset);
    let example = |row: usize| {
        let (text, hypothesis) = dataset.texts(row)?;
        let pair = TextPair { id: dataset.id(row), text, hypothesis };
        Some((row, Example { pair, gold: dataset.gold()[row]?, group: groups[row] }))
    };
    (0..dataset.len()).filter_map(example).collect()
}

/// For each pair the number of what it is kept together with when pairs are split: its cluster, where the dataset gives
/// clusters, else all pairs of the originals that have the same text.
fn groups(dataset: &Dataset) -> Vec<usize> {
    let mut by_text = HashMap::new();
    let mut of_originals = Vec::with_capacity(dataset.originals().len());
    for original in dataset.originals() {
        let group = match dataset.cluster_column() {
            Some(_) => dataset.cluster_of(original),
            None => {
                let text = dataset.texts(original).map_or("", |(text, _)| text);
                let next = by_text.len();
                *by_text.entry(text).or_insert(next)
            }
        };
        of_originals.push(group);
    }
    (0..dataset.len()).map(|row| of_originals[dataset.original_of(row)]).collect()
}

/// The part of each pair when the dataset is split: groups go round the parts in the order of the hashes of their first
/// ids, so that no order of the file, as of alternating judgments, is that of the parts.
pub(super) fn parts_of(dataset: &Dataset, parts: usize) -> Vec<usize> {
    let groups = groups(dataset);
    let mut first_rows: BTreeMap<usize, usize> = BTreeMap::new();
    for (row, group) in groups.iter().enumerate() {
        first_rows.entry(*group).or_insert(row);
    }
    let mut hashed: Vec<(String, usize)> = first_rows
        .into_iter()
        .map(|(group, row)| (super::sha256(dataset.id(row).as_bytes()), group))
        .collect();
    hashed.sort_unstable();
    let mut part_of = vec![0; hashed.len()];
    for (place, (_, group)) in hashed.into_iter().enumerate() {
        part_of[group] = place % parts;
    }
    groups.into_iter().map(|group| part_of[group]).collect()
}
