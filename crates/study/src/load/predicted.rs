//! Answers of systems that were run, as files of predictions.

use std::collections::BTreeMap;

use phenom_dataset::{Dataset, Judgment, KeepTexts};
use phenom_systems::{Groups, Probabilities, Reply};
use serde::Serialize;

use super::at_hand::AtHand;
use super::given::{Given, Reading, Ready};
use super::learned::learned;
use super::outside;
use super::replies::{Answered, are_ranked};
use super::systems::prepared;
use crate::config::{Answers, Pairs, System};
use crate::failure::Failure;
use crate::host::Host;
use crate::trust::Consent;

/// What a system that was run says, as a file of predictions.
pub struct Predicted {
    /// The system's name.
    pub system: String,
    /// The file: a line of JSON for each pair.
    pub bytes: Vec<u8>,
    /// How many pairs it was asked about.
    pairs: usize,
    /// On how many of them it gives no judgment.
    abstained: usize,
    /// The engine, and what it learnt from, in words.
    how: String,
    /// What the user must know of the answers.
    note: Option<String>,
}

impl Predicted {
    /// What there is to know of it, on a line.
    pub fn said(&self) -> String {
        let abstained = match self.abstained {
            0 => String::new(),
            count => format!(", {count} of them abstentions"),
        };
        let note = self.note.as_ref().map(|note| format!("; {note}")).unwrap_or_default();
        format!("{} predictions{abstained}; {}{note}", self.pairs, self.how)
    }
}

/// Runs some of the systems of a config on its pairs.
pub fn answered(
    host: &dyn Host,
    pairs: &Pairs,
    systems: &[System],
    wanted: &[&System],
    consent: &Consent<'_>,
) -> Result<Vec<Predicted>, Failure> {
    let (dataset, _) = super::dataset::dataset(host, pairs, KeepTexts::Yes)?;
    let is_needed = |system: &System| {
        let is_member = |other: &&System| {
            other.answers.ensemble().is_some_and(|(of, _)| of.contains(&system.name))
        };
        wanted.iter().any(|other| other.name == system.name || is_member(other))
    };
    let at_hand = AtHand::new(host, host);
    let reading = Reading { host, consent: Some(consent), justified: false };
    let ready = prepared(systems, is_needed, &dataset, reading, &at_hand)?;
    let learned = learned(systems, &ready, &dataset, &Groups::of(&dataset), None)?;
    let mut predicted = Vec::new();
    for ((system, ready), learned) in systems.iter().zip(ready).zip(learned) {
        let given = match ready {
            Some(Ready::Given(given)) => Some(given),
            _ => learned,
        };
        let is_wanted = wanted.iter().any(|other| other.name == system.name);
        let Some(Given::Ran(Answered { replies, how, note, .. })) = given.filter(|_| is_wanted)
        else {
            continue;
        };
        predicted.push(Predicted {
            system: system.name.clone(),
            bytes: written(&dataset, &replies)?,
            pairs: replies.len(),
            abstained: replies.iter().filter(|reply| reply.judgment.is_none()).count(),
            how,
            note,
        });
    }
    predicted.sort_by_key(|one| wanted.iter().position(|system| system.name == one.system));
    Ok(predicted)
}

/// What asking systems would take, a line each; nothing is asked, and engines cost nothing to ask.
pub fn estimates(
    host: &dyn Host,
    pairs: &Pairs,
    wanted: &[&System],
) -> Result<Vec<String>, Failure> {
    let (dataset, _) = super::dataset::dataset(host, pairs, KeepTexts::Yes)?;
    let of = |system: &&System| {
        let said = match &system.answers {
            Answers::Outside(outside) => outside::estimate(system, outside, &dataset)?,
            _ => format!("{} pairs, on this machine", dataset.len()),
        };
        Ok(format!("{}: {said}", system.name))
    };
    wanted.iter().map(of).collect()
}

/// A line of a file of predictions. What no line of it has is left out; what some have is null in the others, since
/// whoever names a column means one that each line has.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    /// Nothing for an abstention.
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probabilities: Option<Option<BTreeMap<&'static str, f64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    justification: Option<Option<&'a str>>,
}

/// A line of JSON for each pair: `id`, `label`, and what the system says besides.
fn written(dataset: &Dataset, replies: &[Reply]) -> Result<Vec<u8>, Failure> {
    let any = |has: fn(&Reply) -> bool| replies.iter().any(has);
    let confidences = are_ranked(replies);
    let all_probabilities = any(|reply| reply.probabilities.is_some());
    let justifications = any(|reply| reply.justification.is_some());
    let mut bytes = Vec::new();
    for (row, reply) in replies.iter().enumerate() {
        let probabilities = reply.probabilities.as_ref().map(|Probabilities(each)| {
            each.iter().map(|(judgment, probability)| (judgment.name(), *probability)).collect()
        });
        let line = Line {
            id: dataset.id(row),
            label: reply.judgment.map_or("", Judgment::name),
            confidence: confidences.then_some(reply.confidence),
            probabilities: all_probabilities.then_some(probabilities),
            justification: justifications.then_some(reply.justification.as_deref()),
        };
        serde_json::to_writer(&mut bytes, &line).map_err(|error| {
            Failure::input(format!("cannot write the predictions: {error}"), None)
        })?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}
