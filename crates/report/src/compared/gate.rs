//! A gate that lets a new system pass, or keeps it out.

use phenom_metrics::{GateRow, GateVerdict};

use super::block::Block;
use super::changes::{self, ShownChange};
use super::names::{counted, cut};
use super::outcome::{Outcome, Shown};
use super::table;
use crate::Results;
use crate::low_power::low_power_caution;

/// How many rows of the table stand unasked.
const ROWS: usize = 12;

/// What a gate held a new system to, and what it found.
#[derive(Debug)]
pub struct Gate<'a> {
    /// How it is shown; the evaluation's first system is the new one.
    pub results: &'a Results<'a>,
    /// One comparison of the new system with the old one for each slice that the gate tests.
    pub rows: &'a [GateRow],
    /// The largest drop that passes, as a share; nothing where only a significant one fails.
    pub margin: Option<f64>,
    /// The pairs that changed, where pairs are known.
    pub changes: Option<&'a [ShownChange]>,
    /// What must be known of the pairs, such as which were left out.
    pub notes: &'a [String],
}

impl Gate<'_> {
    /// What it comes to.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let any =
            |verdict| self.rows.iter().any(|row| row.verdict == verdict && row.fails(self.margin));
        match (any(GateVerdict::Worse), any(GateVerdict::CannotTell)) {
            (true, _) => Outcome::Failed,
            (_, true) => Outcome::CannotTell,
            _ => Outcome::Passed,
        }
    }

    /// The names of the new and the old system.
    pub(super) fn systems(&self) -> [String; 2] {
        [0, 1].map(|at| {
            let system = self.results.evaluation.systems.get(at);
            system.map_or(String::new(), |system| cut(self.results.shown(&system.name)))
        })
    }

    /// Why, in one sentence with the outcome: `failed: NEW is worse than OLD on negation, 80 → 33 of 100 pairs`.
    #[must_use]
    pub fn reason(&self) -> String {
        format!("{}: {}", self.outcome().word(), self.sentence())
    }

    /// The rows that keep it shut, the surest first; of those that cannot be told, all pairs first.
    pub(super) fn failing(&self) -> Vec<&GateRow> {
        let mut failing: Vec<&GateRow> =
            self.rows.iter().filter(|row| row.fails(self.margin)).collect();
        let is_worse = |row: &GateRow| row.verdict == GateVerdict::Worse;
        let drop = |row: &GateRow| row.largest_drop.unwrap_or(0.0);
        let p = |row: &GateRow| row.comparison.p_adjusted().unwrap_or(1.0);
        failing.sort_by(|a, b| match (is_worse(a), is_worse(b)) {
            (true, true) => p(a).total_cmp(&p(b)).then(drop(b).total_cmp(&drop(a))),
            (false, false) => b.is_of_all().cmp(&a.is_of_all()).then(drop(b).total_cmp(&drop(a))),
            (one, other) => other.cmp(&one),
        });
        failing
    }

    /// The rows that are shown, and how many are not: what keeps it shut, all pairs, what is better, then the rest.
    fn shown(&self, all: bool) -> (Vec<&GateRow>, usize) {
        let mut rows = self.failing();
        let others = self.rows.iter().filter(|row| !row.fails(self.margin));
        let (of_all, slices): (Vec<&GateRow>, Vec<&GateRow>) =
            others.partition(|row| row.is_of_all());
        let (better, rest): (Vec<&GateRow>, Vec<&GateRow>) =
            slices.into_iter().partition(|row| row.verdict == GateVerdict::Better);
        // Where failing rows are many, all pairs still have their place.
        if !all {
            rows.truncate(ROWS.saturating_sub(of_all.len()));
        }
        rows.extend(of_all);
        if all {
            rows.extend(better.into_iter().chain(rest));
        } else {
            let left = ROWS.saturating_sub(rows.len());
            rows.extend(better.into_iter().take(left));
        }
        let hidden = self.rows.len() - rows.len();
        (rows, hidden)
    }

    /// The phenomena of changed pairs that keep it shut; a category stands for all of its phenomena.
    fn failing_phenomena<'c>(&self, changes: &'c [ShownChange]) -> Vec<&'c str> {
        let failing = self.failing();
        let fails = |path: &str| {
            failing.iter().filter(|row| !row.is_of_all()).any(|row| {
                let rest = path.strip_prefix(row.comparison.slice.name.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
            })
        };
        let mut phenomena: Vec<&str> = Vec::new();
        for path in changes.iter().flat_map(|change| &change.phenomena) {
            if !phenomena.contains(&path.as_str()) && fails(path) {
                phenomena.push(path);
            }
        }
        phenomena
    }

    /// What is printed.
    #[must_use]
    pub fn blocks(&self, shown: Shown) -> Vec<Block> {
        let outcome = self.outcome();
        let mut blocks = vec![Block::Heading(Some(outcome), self.sentence())];
        blocks.extend(self.question().map(Block::Paragraph));
        if outcome == Outcome::Passed {
            blocks.push(Block::Paragraph(self.on_all()));
        }
        blocks.extend(self.warning().map(Block::Paragraph));
        blocks.extend(self.notes.iter().cloned().map(Block::Paragraph));
        let (rows, hidden) = self.shown(shown.all);
        blocks.push(Block::Table(table::gate(self.results, &rows, self.margin.is_some())));
        let caution = low_power_caution(rows.iter().map(|row| &row.comparison));
        blocks.extend(caution.map(Block::Paragraph));
        if hidden > 0 {
            let more = counted(hidden, "more accuracy", "more accuracies");
            blocks.push(Block::Paragraph(format!("{more}: --all.")));
        }
        if let Some(changes) = self.changes {
            let first = self.failing_phenomena(changes);
            blocks.extend(changes::blocks(self.results, changes, &first, !shown.pairs));
        }
        blocks.push(Block::Method(self.method()));
        blocks
    }
}
