//! What the page needs before anything else.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use serde::Serialize;

use crate::batch::BATCH_SIZE;
use crate::inventory::{Category, Entry, Example, Guideline};
use crate::originals::UNSUPPORTED;
use crate::session::Session;
use crate::view::file::config;
use crate::view::{PairLine, Strip, strip};

/// `start`.
#[derive(Debug, Serialize)]
pub struct Start {
    annotator: String,
    /// `annotator` or `adjudicator`.
    role: &'static str,
    readers: usize,
    dataset: DatasetView,
    judgments: Vec<Judgment>,
    tags: Vec<PhenomenonView>,
    unsupported: UnsupportedView,
    order_of_categories: Vec<Category>,
    guidelines: Vec<Guideline>,
    plan: Option<BTreeMap<String, Vec<u32>>>,
    pairs: Vec<PairLine>,
    strip: Strip,
    seq: u64,
    batch_size: usize,
    draft: Option<serde_json::Value>,
    file: String,
    /// What a config needs to use the labels, if people label the pairs without decomposing them.
    labels_config: Option<String>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct DatasetView {
    name: String,
    pairs: usize,
}

/// A phenomenon of the inventory.
#[derive(Debug, Serialize)]
struct PhenomenonView {
    tag: String,
    category: String,
    name: String,
    definition: String,
    choose_when: String,
    nearest: Vec<NeighbourView>,
    pattern: String,
    constraint: String,
    /// The constraints of labels other than entailment.
    constraints: BTreeMap<Judgment, String>,
    misapplied: String,
    text: String,
    examples: Vec<Example>,
    note: Option<String>,
}

/// The kind of part without a rule.
#[derive(Debug, Serialize)]
struct UnsupportedView {
    tag: &'static str,
    definition: &'static str,
}

#[derive(Debug, Serialize)]
struct NeighbourView {
    tag: String,
    why: String,
}

/// What the page needs before anything else.
pub(crate) fn start(session: &mut Session) -> Start {
    let judgments = session.judgments();
    let planned = |plan: &crate::Plan| {
        let row = |entry: &Entry| {
            Some((entry.phenomenon.clone(), plan.of(&entry.phenomenon, judgments)?))
        };
        session.inventory.phenomena.iter().filter_map(row).collect()
    };
    Start {
        annotator: session.annotator.clone(),
        role: if session.assignment.adjudicates { "adjudicator" } else { "annotator" },
        readers: session.assignment.readers,
        dataset: DatasetView {
            name: session.originals.name.clone(),
            pairs: session.originals.all().len(),
        },
        judgments: judgments.to_vec(),
        tags: session.inventory.phenomena.iter().map(phenomenon).collect(),
        unsupported: UnsupportedView {
            tag: UNSUPPORTED,
            definition: "H says something that nothing in T bears on, so that no rule leads to it.",
        },
        order_of_categories: session.inventory.categories.clone(),
        guidelines: session.guidelines.clone(),
        plan: session.plan.as_ref().map(planned),
        pairs: match session.originals.label_only {
            true => Vec::new(),
            false => session.index.lines().to_vec(),
        },
        seq: session.journal.next() - 1,
        batch_size: BATCH_SIZE,
        draft: session.draft.clone(),
        file: session.journal.path().display().to_string(),
        labels_config: session.originals.label_only.then(|| config(session)),
        notes: session.notes.clone(),
        strip: strip(session),
    }
}

fn phenomenon(entry: &Entry) -> PhenomenonView {
    let tag = entry.phenomenon.clone();
    PhenomenonView {
        category: category(&tag).to_owned(),
        name: tag.rsplit(':').next().unwrap_or(&tag).to_owned(),
        definition: entry.definition.clone(),
        choose_when: entry.choose_when.clone(),
        nearest: entry
            .nearest
            .iter()
            .map(|near| NeighbourView { tag: near.phenomenon.clone(), why: near.why.clone() })
            .collect(),
        pattern: entry.pattern.clone(),
        constraint: entry.constraint.clone(),
        constraints: entry.constraints.clone(),
        misapplied: entry.misapplied.clone(),
        text: entry.text.clone(),
        examples: entry.examples.clone(),
        note: entry.note.clone(),
        tag,
    }
}

/// The category that a phenomenon belongs to.
pub(crate) fn category(phenomenon: &str) -> &str {
    phenomenon.split(':').next().unwrap_or(phenomenon)
}
