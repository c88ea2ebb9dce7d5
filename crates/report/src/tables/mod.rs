//! The tables, one builder each.

mod categories;
mod contingency;
mod correlation;
mod information;
mod judgments;
mod phenomena;
mod reading;

use phenom_dataset::Missing;
use phenom_metrics::{Baseline, Evaluation, Origin, Population, SystemCounts};

use crate::Table;

/// A table that a report can have.
#[derive(Debug, Clone, Copy)]
pub struct TableKind {
    /// Its key.
    pub key: &'static str,
    /// The measure that it is about: it is left out where that was not asked for.
    pub measure: &'static str,
    build: fn(&Evaluation) -> Vec<Table>,
}

/// Every table, in the order of a report.
pub const TABLES: &[TableKind] = &[
    TableKind { key: "phenomena", measure: "accuracy", build: phenomena::build },
    TableKind { key: "correlation", measure: "correlation_index", build: correlation::build },
    TableKind { key: "categories", measure: "correlation_index", build: categories::build },
    TableKind { key: "judgments", measure: "deviation_index", build: judgments::build },
    TableKind { key: "information", measure: "mutual_information", build: information::build },
    TableKind { key: "contingency", measure: "accuracy", build: contingency::build },
];

/// The tables of an evaluation whose measure `wanted` accepts. A table that has nothing to show
/// (phenomena, where no pair is tagged) is absent.
#[must_use]
pub fn tables(evaluation: &Evaluation, wanted: impl Fn(&str) -> bool) -> Vec<Table> {
    let kinds = TABLES.iter().filter(|kind| wanted(kind.measure));
    kinds.flat_map(|kind| (kind.build)(evaluation)).filter(|table| !table.rows.is_empty()).collect()
}

/// The original pairs of a table on parts and wholes: those that were decomposed, or all where none
/// was.
fn whole(evaluation: &Evaluation) -> Population {
    if evaluation.is_decomposed() { Population::Decomposition } else { Population::Original }
}

/// The mark behind the name of a system that reads gold.
const READS_GOLD: &str = " ‡";

/// A system's name with the mark that it needs.
fn name(system: &SystemCounts) -> String {
    match system.origin {
        Origin::Answers => system.name.clone(),
        Origin::ReadsGold => format!("{}{READS_GOLD}", system.name),
    }
}

/// A baseline's name for humans.
fn baseline_name(baseline: Baseline) -> String {
    match baseline {
        Baseline::Constant(judgment) => format!("always {judgment} †"),
        Baseline::Uniform => "uniform random †".to_owned(),
        Baseline::GoldDistribution => "random from gold †".to_owned(),
    }
}

const BASELINE_NOTE: &str =
    "† A baseline that looks at no pair: its expected accuracy, computed and not sampled.";

/// What every table of systems must say of them: marks, and answers that are missing.
fn notes_on_systems(evaluation: &Evaluation) -> Vec<String> {
    let mut notes = Vec::new();
    if evaluation.systems.iter().any(|system| system.origin == Origin::ReadsGold) {
        notes.push("‡ Reads the gold judgments: a reference, not a competitor.".to_owned());
    }
    for system in &evaluation.systems {
        let meaning = match system.missing() {
            Missing::Refuse => continue,
            Missing::Wrong => "the others count as wrong",
            Missing::Skip => "the others are left out of its figures",
        };
        let covered = |population| {
            let counts = system.counts(population, 0);
            (counts.pairs() - counts.missing(), counts.pairs())
        };
        let (original, originals) = covered(Population::Original);
        let (monothematic, parts) = covered(Population::Monothematic);
        if original < originals || monothematic < parts {
            notes.push(format!(
                "{} answers {original} of {originals} original and {monothematic} of {parts} \
                 monothematic pairs; {meaning}.",
                system.name
            ));
        }
    }
    notes
}
