//! Whether predictions depend on the gold labels of the pairs that they are for: gold labels are flipped, group by group, and
//! what can learn from them predicts again.

use phenom_dataset::{Dataset, Judgment, KeepTexts};
use phenom_report::File;
use phenom_systems::{EnsembleRule, Groups, Reply};
use serde::Serialize;

use super::at_hand::AtHand;
use super::given::{Given, Reading};
use super::learned::learned;
use super::outside;
use super::systems::prepared;
use crate::config::{Answers, Asked, EngineSystem, LearnsOn, Pairs, System};
use crate::failure::Failure;
use crate::host::{Count, Host, Step, Unattended};
use crate::side_by_side::side_by_side;
use crate::trust::{Consent, named_files};

/// What was found.
#[derive(Debug, Serialize)]
pub struct Leakage {
    /// Groups of pairs that share an original, a cluster or a text.
    pub groups: usize,
    /// Groups whose gold labels were flipped.
    pub flipped: usize,
    /// Groups that could not be flipped, because they have no gold label, or hold all pairs with one of the labels.
    pub unflippable: usize,
    /// Each system of the config.
    pub systems: Vec<SystemLeakage>,
}

/// What was found of a system.
#[derive(Debug, Serialize)]
pub struct SystemLeakage {
    pub system: String,
    #[serde(flatten)]
    pub finding: Finding,
}

/// What is known of how the predictions of a system depend on gold labels of the dataset.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// It predicted the pairs of flipped groups again.
    PredictedAgain(Moved),
    /// It reads gold labels by design, and reports say so.
    ReadsGold,
    /// It learns nothing from the dataset.
    LearnsNothing,
    /// A program or server: it is sent opaque ids, texts and hypotheses, and nothing else changes with gold labels.
    SentNoGold,
    /// A program whose command names a file of the dataset, from which it can read gold labels.
    NamesDataset {
        /// The file, as the command names it.
        file: String,
    },
    /// A program or server that is sent something else if gold labels are flipped.
    SentGold,
    /// Its predictions are in files. phenom does not know what they were learnt from.
    InFiles,
}

impl Finding {
    /// Whether predictions depend on gold labels of their own pairs, or may do so by what phenom sees.
    pub fn is_leak(&self) -> bool {
        match self {
            Self::PredictedAgain(moved) => moved.predictions > 0,
            Self::NamesDataset { .. } | Self::SentGold => true,
            Self::ReadsGold | Self::LearnsNothing | Self::SentNoGold | Self::InFiles => false,
        }
    }
}

/// Predictions that moved when the gold labels of their groups were flipped.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// How many moved.
    pub predictions: usize,
    /// How many were made again.
    pub of: usize,
    /// In how many groups some moved.
    pub groups: usize,
    /// The ids of the first pairs whose predictions moved.
    pub first: Vec<String>,
}

/// The number of pairs that are named.
const NAMED: usize = 5;

/// Flips the gold labels of at most `most` groups, which are spread evenly over all.
pub fn leakage(
    host: &dyn Host,
    pairs: &Pairs,
    systems: &[System],
    consent: &Consent<'_>,
    most: usize,
) -> Result<Leakage, Failure> {
    let (dataset, files) = super::dataset::dataset(host, pairs, KeepTexts::Yes)?;
    // Gold labels that are sets of labels become single ones, as in flipped gold labels.
    let dataset = dataset.with_gold(dataset.gold());
    let groups = Groups::of(&dataset);
    let is_needed = |system: &System| {
        let is_member = |other: &System| {
            other.answers.ensemble().is_some_and(|(of, _)| of.contains(&system.name))
        };
        learns(systems, system)
            || systems.iter().any(|other| is_member(other) && learns(systems, other))
    };
    let at_hand = AtHand::new(host, &Unattended);
    let reading = Reading { host, consent: Some(consent), justified: false };
    let ready = prepared(systems, is_needed, &dataset, reading, &at_hand)?;
    let predict = |dataset: &Dataset, group: Option<usize>| -> Result<Vec<Vec<Reply>>, Failure> {
        let learned = learned(systems, &ready, dataset, &groups, group)?;
        Ok(learned.iter().map(|given| replies(given.as_ref(), dataset)).collect())
    };
    let all = flippable(&dataset, &groups);
    let chosen = spread(&all, most);
    let moved = match systems.iter().any(|system| learns(systems, system)) {
        true => moved(host, &dataset, &groups, &chosen, systems.len(), predict)?,
        false => Vec::new(),
    };
    let mut moved = moved.into_iter();
    let mut found = Vec::new();
    for system in systems {
        let moved = moved.next().unwrap_or_default();
        let finding = match &system.answers {
            Answers::Outside(outside) => {
                let everything = flipped_all(&dataset, &groups, &all);
                let named = match &outside.asked {
                    Asked::Command { program, arguments, folder, .. } => {
                        let words = [program].into_iter().chain(arguments).map(String::as_str);
                        named_of_dataset(words, folder, &files)?
                    }
                    Asked::Endpoint { .. } => None,
                };
                let sent = |dataset: &Dataset| outside::sent(system, outside, dataset);
                match named {
                    Some(file) => Finding::NamesDataset { file },
                    None if sent(&dataset)? != sent(&everything)? => Finding::SentGold,
                    None => Finding::SentNoGold,
                }
            }
            Answers::Predictions(_) | Answers::OwnParts => Finding::InFiles,
            _ if reads_gold(systems, system) => Finding::ReadsGold,
            _ if learns(systems, system) => Finding::PredictedAgain(moved),
            _ => Finding::LearnsNothing,
        };
        found.push(SystemLeakage { system: system.name.clone(), finding });
    }
    Ok(Leakage {
        groups: groups.count(),
        flipped: chosen.len(),
        unflippable: groups.count() - all.len(),
        systems: found,
    })
}

/// Whether a system learns from gold labels of the dataset, itself or through a member.
fn learns(systems: &[System], system: &System) -> bool {
    match &system.answers {
        Answers::LinguisticBiased { .. } => true,
        Answers::Engine(engine) => match &**engine {
            EngineSystem::Ensemble { rule: EnsembleRule::Stacked { .. }, .. } => true,
            EngineSystem::Ensemble { of, rule: EnsembleRule::Vote } => {
                systems.iter().any(|other| of.contains(&other.name) && learns(systems, other))
            }
            EngineSystem::Learnt { from: LearnsOn::OtherParts(_), .. } => true,
            EngineSystem::ByParts(engine, _) => {
                matches!(&**engine, EngineSystem::Learnt { from: LearnsOn::OtherParts(_), .. })
            }
            _ => false,
        },
        Answers::Predictions(_) | Answers::Outside(_) | Answers::OwnParts => false,
    }
}

/// Whether a system reads the gold labels of the pairs that it predicts by design: the linguistic-biased system that learns
/// from all pairs, or an ensemble with it.
fn reads_gold(systems: &[System], system: &System) -> bool {
    match &system.answers {
        Answers::LinguisticBiased { cross_validated, .. } => !cross_validated,
        answers => answers.ensemble().is_some_and(|(of, _)| {
            systems.iter().any(|other| of.contains(&other.name) && reads_gold(systems, other))
        }),
    }
}

/// The predictions of a system as replies, by row.
fn replies(given: Option<&Given>, dataset: &Dataset) -> Vec<Reply> {
    match given {
        Some(Given::Ran(answered)) => answered.replies.clone(),
        Some(given @ Given::Read(..)) => {
            let reply = |judgment| Reply { judgment, ..Reply::default() };
            given.judgments(dataset).into_iter().map(reply).collect()
        }
        None => Vec::new(),
    }
}

/// What moves, for each of some systems, if gold labels of a group are flipped, on the pairs of the group. `predict` gives the
/// replies of all systems by row, under gold labels of the dataset; with a group, those of its pairs are enough.
fn moved<E: Send>(
    host: &dyn Host,
    dataset: &Dataset,
    groups: &Groups,
    chosen: &[usize],
    systems: usize,
    predict: impl Fn(&Dataset, Option<usize>) -> Result<Vec<Vec<Reply>>, E> + Sync,
) -> Result<Vec<Moved>, E> {
    let before = predict(dataset, None)?;
    let progress = Count::new(host, Step::Flipping, chosen.len() as u64);
    let after = side_by_side(1, chosen, |group| {
        let Some(gold) = flipped(dataset, groups, *group) else { return Ok(None) };
        let after = predict(&dataset.with_gold(&gold), Some(*group));
        progress.add(1);
        after.map(Some)
    });
    let mut found: Vec<Moved> = (0..systems).map(|_| Moved::default()).collect();
    for (group, after) in chosen.iter().zip(after) {
        let Some(after) = after? else { continue };
        let rows: Vec<usize> =
            (0..dataset.len()).filter(|row| groups.of_rows()[*row] == *group).collect();
        for ((moved, before), after) in found.iter_mut().zip(&before).zip(&after) {
            let differs = |row: &&usize| before.get(**row) != after.get(**row);
            let differing: Vec<usize> = rows.iter().filter(differs).copied().collect();
            moved.of += rows.len();
            moved.predictions += differing.len();
            moved.groups += usize::from(!differing.is_empty());
            let free = NAMED - moved.first.len();
            let ids = differing.iter().map(|row| dataset.id(*row).to_owned());
            moved.first.extend(ids.take(free));
        }
    }
    Ok(found)
}

/// The groups whose gold labels can be flipped.
fn flippable(dataset: &Dataset, groups: &Groups) -> Vec<usize> {
    (0..groups.count()).filter(|group| flipped(dataset, groups, *group).is_some()).collect()
}

/// At most some number of groups, spread evenly.
fn spread(groups: &[usize], most: usize) -> Vec<usize> {
    let count = groups.len().min(most);
    (0..count).filter_map(|at| groups.get(at * groups.len() / count).copied()).collect()
}

/// The gold labels of a dataset with those of a group flipped: *entailment* to the other labels of the dataset in turn, of
/// which those that other groups have least often come first, and any other label to *entailment*. `None` if the group has no
/// gold label, or if flipping adds a label to the dataset or removes one: systems know which labels there are.
fn flipped(dataset: &Dataset, groups: &Groups, group: usize) -> Option<Vec<Option<Judgment>>> {
    let is_inside = |row: usize| groups.of_rows()[row] == group;
    let count = |judgment: Judgment| {
        let gold = dataset.gold().iter().enumerate();
        gold.filter(|(row, gold)| !is_inside(*row) && **gold == Some(judgment)).count()
    };
    let has = |gold: &[Option<Judgment>], judgment: Judgment| gold.contains(&Some(judgment));
    let mut negative: Vec<(usize, Judgment)> = Judgment::ALL
        .into_iter()
        .filter(|judgment| *judgment != Judgment::Entailment && has(dataset.gold(), *judgment))
        .map(|judgment| (count(judgment), judgment))
        .collect();
    negative.sort_unstable();
    let mut in_turn = negative.iter().map(|(_, judgment)| *judgment).cycle();
    let flip = |(row, gold): (usize, &Option<Judgment>)| match gold {
        Some(Judgment::Entailment) if is_inside(row) => in_turn.next(),
        Some(_) if is_inside(row) => Some(Judgment::Entailment),
        gold => *gold,
    };
    let gold: Vec<Option<Judgment>> = dataset.gold().iter().enumerate().map(flip).collect();
    let same_labels = Judgment::ALL
        .into_iter()
        .all(|judgment| has(dataset.gold(), judgment) == has(&gold, judgment));
    (same_labels && gold != dataset.gold()).then_some(gold)
}

/// The dataset with gold labels of all groups flipped that can be, one after the other, as long as labels remain.
fn flipped_all(dataset: &Dataset, groups: &Groups, all: &[usize]) -> Dataset {
    let flip = |dataset: Dataset, group: &usize| match flipped(&dataset, groups, *group) {
        Some(gold) => dataset.with_gold(&gold),
        None => dataset,
    };
    all.iter().fold(dataset.clone(), flip)
}

/// The first word of a command that names a file of the dataset.
fn named_of_dataset<'w>(
    words: impl IntoIterator<Item = &'w str>,
    folder: &std::path::Path,
    files: &[File],
) -> Result<Option<String>, Failure> {
    let named = named_files(words, folder)?;
    let is_of_dataset = |hash: &str| files.iter().any(|file| file.sha256 == hash);
    let found = named.iter().find(|file| is_of_dataset(&file.sha256));
    Ok(found.map(|file| file.word.to_owned()))
}

#[cfg(test)]
mod tests;
