//! Counts as rows: what can be made anywhere, added up, and scored here.

#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

use arcstr::ArcStr;
use std::collections::HashMap;
use std::num::NonZeroUsize;

use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, Several};

use super::count_sums;
use super::{
    Evaluation, Origin, Settings, SystemCounts, by_system, count_systems, without_origins,
};
use crate::clusters::{ClusterAdder, ClusterTable, TableClusters};
use crate::counts::{
    Counted, Counts, JudgmentCounts, MOST_PAIRS, Slice, SliceKind, SlicePlan, Unit,
};

/// A row of a count table: how many pairs of a slice have a gold judgment and got an answer from a
/// system.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountRow {
    /// The name of the system that gave the answers.
    pub system: String,
    /// `original`, `decomposed` (the originals that have monothematic pairs) or `monothematic`.
    pub population: String,
    /// The kind of the slice, as in the tidy scores.
    pub slice_kind: String,
    /// The slice's name; empty for all pairs.
    pub slice: String,
    /// The gold judgment, or `none`.
    pub gold: String,
    /// The answer: a judgment, several with `|` between them, `abstained`, or `missing`.
    pub predicted: String,
    /// The number of pairs; never 0 where they are written.
    pub count: u64,
}

/// Gold with its word in a count table.
fn golds() -> impl Iterator<Item = (Option<Judgment>, &'static str)> {
    let judgments = Judgment::ALL.into_iter().map(|judgment| (Some(judgment), judgment.name()));
    judgments.chain([(None, "none")])
}

/// Answers with their words in a count table.
fn answers() -> impl Iterator<Item = (Answer, &'static str)> {
    let judgments =
        Judgment::ALL.into_iter().map(|judgment| (Answer::Judged(judgment), judgment.name()));
    let several = Several::ALL.map(|several| (Answer::Several(several), several.name()));
    judgments.chain([(Answer::Abstained, "abstained"), (Answer::Missing, "missing")]).chain(several)
}

/// The counts of runs on a dataset as rows, sorted by their columns, and their clusters, which resampling needs. Runs of one name
/// that follow each other are one system with several runs.
#[must_use]
pub fn count_tables(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    threads: NonZeroUsize,
) -> (Vec<CountRow>, ClusterTable) {
    let plan = SlicePlan::new(dataset, threads);
    let groups = by_system(runs);
    let systems = count_systems(&plan, &groups, Unit::ONE, threads);
    let clusters = ClusterTable::new(dataset, &plan, without_origins(&groups), threads);
    (count_rows(&systems, plan.slices()), clusters)
}

fn count_rows(systems: &[SystemCounts], slices: &[Slice]) -> Vec<CountRow> {
    let mut rows = Vec::new();
    for system in systems {
        for (number, slice) in slices.iter().enumerate() {
            for (counted, population) in Counted::ALL {
                let counts = system.all_counts().get(number, counted);
                for (gold, gold_name) in golds() {
                    for (answer, predicted) in answers() {
                        let count = counts.count(gold, answer);
                        if count > 0 {
                            rows.push(CountRow {
                                system: system.name.to_string(),
                                population: population.to_owned(),
                                slice_kind: slice.kind.to_string(),
                                slice: slice.name.to_string(),
                                gold: gold_name.to_owned(),
                                predicted: predicted.to_owned(),
                                count,
                            });
                        }
                    }
                }
            }
        }
    }
    rows.sort_unstable();
    rows
}

/// Adds up the rows of count tables.
#[derive(Debug, Default)]
pub struct CountAdder {
    slices: Vec<Slice>,
    slice_numbers: HashMap<(String, String), usize>,
    systems: Vec<(String, Counts)>,
    left_out: Vec<String>,
}

impl CountAdder {
    /// Adds a row.
    ///
    /// # Errors
    /// The name of the column that holds a word which is none of its words; `count` where the pairs of a
    /// system in a slice are more than [`MOST_PAIRS`] with it.
    pub fn add(&mut self, row: &CountRow) -> Result<(), &'static str> {
        let counted = Counted::ALL.into_iter().find(|(_, name)| *name == row.population);
        let (counted, _) = counted.ok_or("population")?;
        let (gold, _) = golds().find(|(_, name)| *name == row.gold).ok_or("gold")?;
        let predicted = answers().find(|(_, name)| *name == row.predicted);
        let (answer, _) = predicted.ok_or("predicted")?;
        let slice = self.slice(&row.slice_kind, &row.slice)?;
        let slices = self.slices.len();
        let system = self.systems.iter().position(|(name, _)| *name == row.system);
        let system = system.unwrap_or_else(|| {
            self.systems.push((row.system.clone(), Counts::new(slices)));
            self.systems.len().saturating_sub(1)
        });
        let (_, counts) = &mut self.systems[system];
        counts.resize(slices);
        let counts = counts.get_mut(slice, counted);
        if counts.all_pairs().checked_add(row.count).is_none_or(|pairs| pairs > MOST_PAIRS) {
            return Err("count");
        }
        counts.add(JudgmentCounts::cell(gold, answer), row.count);
        Ok(())
    }

    fn slice(&mut self, kind: &str, name: &str) -> Result<usize, &'static str> {
        if self.slices.is_empty() {
            // Everything is the first slice, whatever the order of the rows.
            self.slices.push(Slice { kind: SliceKind::All, name: ArcStr::new() });
            self.slice_numbers.insert(("all".to_owned(), String::new()), 0);
        }
        let key = (kind.to_owned(), name.to_owned());
        if let Some(&number) = self.slice_numbers.get(&key) {
            return Ok(number);
        }
        let kind = SliceKind::parse(kind).ok_or("slice_kind")?;
        if !kind.is_counted() {
            return Err("slice_kind");
        }
        let number = self.slices.len();
        self.slices.push(Slice { kind, name: name.into() });
        self.slice_numbers.insert(key, number);
        Ok(number)
    }

    /// The names of the systems so far, in the order of the rows.
    pub fn systems(&self) -> impl Iterator<Item = &str> {
        self.systems.iter().map(|(name, _)| name.as_str())
    }

    /// The first sums of the rows so far that do not agree, as a sentence: each system counts every pair,
    /// and no slice has more than the whole that it is a part of. Nothing where all of them agree.
    #[must_use]
    pub fn disagreement(&self) -> Option<String> {
        let slices = self.slices.len();
        let mut systems = self.systems.clone();
        for (_, counts) in &mut systems {
            counts.resize(slices);
        }
        count_sums::disagreement(&self.slices, &systems)
    }

    /// Puts the systems in the order of a key, smallest first.
    pub fn order<Key: Ord>(&mut self, key: impl Fn(&str) -> Key) {
        self.systems.sort_by_key(|(name, _)| key(name));
    }

    /// Leaves out the systems that are not wanted.
    pub fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        let left_out = self.systems.extract_if(.., |(name, _)| !is_wanted(name));
        self.left_out.extend(left_out.map(|(name, _)| name));
    }

    /// The sums as an evaluation. `references` names the systems that read gold. With clusters it has
    /// intervals and comparisons.
    ///
    /// # Errors
    /// A sentence, where the clusters are not those of these counts.
    pub fn finish(
        &self,
        clusters: Option<&ClusterAdder>,
        missing: Missing,
        references: &[String],
        settings: &Settings,
    ) -> Result<Evaluation, String> {
        let slices = self.slices.len();
        let mut systems = self.systems.clone();
        for (_, counts) in &mut systems {
            counts.resize(slices);
        }
        let names: Vec<String> = systems.iter().map(|(name, _)| name.clone()).collect();
        let clusters = clusters
            .map(|clusters| {
                TableClusters::new(clusters, &self.slices, &names, &self.left_out, missing)
            })
            .transpose()?;
        if let Some(clusters) = &clusters {
            for (number, (name, counts)) in systems.iter().enumerate() {
                if let Some(slice) = counts.difference(&clusters.counts(number)) {
                    return Err(format!(
                        "the clusters of `{name}` do not add up to its counts in {}",
                        count_sums::shown(&self.slices[slice])
                    ));
                }
            }
        }
        let gold = match &clusters {
            Some(clusters) => clusters.gold(),
            None => self.gold(),
        };
        let systems = systems.into_iter().map(|(name, counts)| {
            let reads_gold = references.contains(&name);
            let origin = if reads_gold { Origin::ReadsGold } else { Origin::Answers };
            SystemCounts::new(&name, origin, missing, counts)
        });
        let mut evaluation =
            Evaluation::from_counts(self.slices.clone(), systems.collect(), gold, settings);
        if let Some(clusters) = &clusters {
            evaluation.pool_table(clusters, missing);
        }
        Ok(evaluation)
    }

    /// Gold in every slice, as if no pair were answered.
    fn gold(&self) -> Counts {
        let slices = self.slices.len();
        let mut gold = Counts::new(slices);
        let Some((_, counts)) = self.systems.first() else { return gold };
        let mut counts = counts.clone();
        counts.resize(slices);
        for slice in 0..slices {
            for (counted, _) in Counted::ALL {
                for (judgment, _) in golds() {
                    let pairs = counts.get(slice, counted).with(judgment);
                    let cell = JudgmentCounts::cell(judgment, Answer::Missing);
                    gold.get_mut(slice, counted).add(cell, pairs);
                }
            }
        }
        gold
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Run;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{dataset, pairs_and_answers};

    #[test]
    fn counts_add_up_to_no_more_than_a_table_may_hold() {
        let row = |system: &str, answer: &str, count| CountRow {
            system: system.to_owned(),
            population: "original".to_owned(),
            slice_kind: "all".to_owned(),
            slice: String::new(),
            gold: "entailment".to_owned(),
            predicted: answer.to_owned(),
            count,
        };
        let mut adder = CountAdder::default();
        assert_eq!(adder.add(&row("s", "entailment", u64::MAX)), Err("count"));
        assert_eq!(adder.add(&row("s", "entailment", MOST_PAIRS)), Ok(()));
        // Each alone would do; another system has counts of its own.
        assert_eq!(adder.add(&row("s", "unknown", 1)), Err("count"));
        assert_eq!(adder.add(&row("t", "unknown", MOST_PAIRS)), Ok(()));
        let evaluation = adder.finish(None, Missing::Refuse, &[], &Settings::default()).unwrap();
        let scores = crate::scores::scores(&evaluation, true);
        assert!(scores.iter().any(|score| score.system == "s" && score.value == Ok(1.0)));
    }

    fn added(rows: &[CountRow]) -> CountAdder {
        let mut adder = CountAdder::default();
        for row in rows {
            assert_eq!(adder.add(row), Ok(()));
        }
        adder
    }

    #[test]
    fn sums_that_do_not_agree_are_told() {
        let row = |text: &str| {
            let [system, population, slice_kind, slice, gold, predicted, count] =
                text.split(',').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
            let count = count.parse().unwrap();
            CountRow { system, population, slice_kind, slice, gold, predicted, count }
        };
        let good = "S,original,all,,entailment,entailment,3\nS,original,all,,unknown,entailment,2\n\
                    S,decomposed,all,,entailment,entailment,1\n\
                    S,original,task,QA,entailment,entailment,1\nS,original,task,IE,entailment,entailment,2\n\
                    S,original,category,a,entailment,entailment,2\n\
                    S,original,phenomenon,a:x,entailment,entailment,1\n\
                    S,original,phenomenon,a:y,entailment,entailment,2\n\
                    T,original,all,,entailment,abstained,5\nT,decomposed,all,,entailment,abstained,1\n\
                    T,original,task,QA,entailment,unknown,1\nT,original,task,IE,entailment,abstained,2\n\
                    T,original,category,a,entailment,abstained,2\n\
                    T,original,phenomenon,a:x,entailment,abstained,1\n\
                    T,original,phenomenon,a:y,entailment,abstained,2";
        let disagreement = |from: &str, to: &str| {
            assert!(good.contains(from), "{from}");
            let rows: Vec<CountRow> = good.replace(from, to).lines().map(row).collect();
            added(&rows).disagreement()
        };
        // A judgment of T that all of its pairs do not have.
        let said = disagreement("S,", "S,").unwrap();
        assert_eq!(
            said,
            "in the counts of `T`, original pairs of task `QA` count more than all pairs"
        );
        let whole = good.replace("unknown,1\nT", "abstained,1\nT");
        let disagreement = |from: &str, to: &str| {
            assert!(whole.contains(from), "{from}");
            let rows: Vec<CountRow> = whole.replacen(from, to, 1).lines().map(row).collect();
            added(&rows).disagreement()
        };
        assert_eq!(disagreement("S,", "S,"), None);
        for (from, to, said) in [
            (
                "task,IE,entailment,entailment,2",
                "task,IE,entailment,entailment,3",
                "slices of task together",
            ),
            (
                "S,decomposed,all,,entailment,entailment,1",
                "S,decomposed,all,,contradiction,entailment,1",
                "the original ones",
            ),
            ("a:y,entailment,entailment,2", "a:y,entailment,entailment,3", "its category"),
            (
                "a:y,entailment,entailment,2",
                "a:z,entailment,entailment,1",
                "`a:z`: 1 for `S` and 0 for `T`",
            ),
            (
                "a:y,entailment,entailment,2",
                "a:y,entailment,entailment,0",
                "its phenomena together",
            ),
            (
                "S,original,all,,unknown,entailment,2",
                "S,original,all,,unknown,entailment,3",
                ": 6 for `S` and 5 for `T`",
            ),
        ] {
            let disagreement = disagreement(from, to).unwrap_or_default();
            assert!(disagreement.contains(said), "{from} -> {to}: {disagreement}");
        }
    }

    proptest! {
        /// Counts lead back, and two halves add up.
        #[test]
        fn rows_lead_back_to_the_same_counts((pairs, answers) in pairs_and_answers()) {
            let dataset = dataset(&pairs);
            let run = Run::from_answers("s", answers.into_iter().map(Answer::Judged));
            let (rows, _) = count_tables(&dataset, &[(run, Origin::Answers)], NonZeroUsize::MIN);
            prop_assert_eq!(added(&rows).disagreement(), None);
            let mut adder = CountAdder::default();
            for row in rows.iter().chain(&rows) {
                prop_assert_eq!(adder.add(row), Ok(()));
            }
            let doubled = adder.finish(None, Missing::Refuse, &[], &Settings::default()).unwrap();
            let slices: Vec<Slice> = doubled.slices.iter().map(|one| Slice::clone(one)).collect();
            let doubled = count_rows(&doubled.systems, &slices);
            prop_assert_eq!(rows.len(), doubled.len());
            for (row, doubled) in rows.iter().zip(&doubled) {
                prop_assert_eq!(&CountRow { count: 2 * row.count, ..row.clone() }, doubled);
            }
        }
    }
}
