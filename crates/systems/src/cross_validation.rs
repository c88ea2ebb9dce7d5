//! Nested cross-validation: no system predicts a pair with what it, or a system that it learns from, learnt from the gold
//! label of that pair.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::Judgment;
use rayon::prelude::*;

use crate::ensembles::Stack;
use crate::{Reply, TrainingError};

/// Replies with the rows of their pairs, ascending.
pub type Replies = Vec<(usize, Reply)>;

/// A system among those that are cross-validated together.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// Its name.
    pub name: &'a str,
    /// From what it learns.
    pub learns: Learns,
}

/// From what a system learns.
#[derive(Debug, Clone)]
pub enum Learns {
    /// From no gold label of these pairs: its judgments, by row.
    Nothing(Vec<Option<Judgment>>),
    /// From the gold labels of pairs.
    FromPairs,
    /// From the gold labels of pairs and the judgments of other members, by their numbers: a stacked ensemble. No member
    /// learns from itself, neither directly nor through others.
    FromMembers(Vec<usize>),
}

/// A member that learns from no gold label of some parts. It is asked for its predictions on the pairs of these parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeldOut {
    /// The number of the member.
    pub member: usize,
    /// The parts that it learns nothing from.
    pub parts: BTreeSet<usize>,
}

impl HeldOut {
    /// A member that learns nothing from one part.
    #[must_use]
    pub fn of_part(member: usize, part: usize) -> Self {
        Self { member, parts: BTreeSet::from([part]) }
    }
}

/// Systems that learn from pairs which are split into parts, and from each other.
///
/// Which gold labels a prediction depends on is a graph. A stacked ensemble that learns from no label of the parts *E*
/// learns from what its members predict for every other part *q* if they learn from no label of *E* and *q*. It predicts the
/// pairs of *E* from what its members predict if they learn from no label of *E*.
///
/// # References
/// Wolpert 1992; Varma and Simon 2006, *Bias in error estimation when using cross-validation for model selection*.
#[derive(Debug)]
pub struct CrossValidation<'a> {
    members: &'a [Member<'a>],
    gold: &'a [Option<Judgment>],
    part_of: &'a [usize],
    parts: BTreeSet<usize>,
}

impl<'a> CrossValidation<'a> {
    /// The cross-validation of members on pairs with gold labels and parts, by row.
    #[must_use]
    pub fn new(
        members: &'a [Member<'a>],
        gold: &'a [Option<Judgment>],
        part_of: &'a [usize],
    ) -> Self {
        Self { members, gold, part_of, parts: part_of.iter().copied().collect() }
    }

    /// The parts that have pairs.
    #[must_use]
    pub fn parts(&self) -> &BTreeSet<usize> {
        &self.parts
    }

    /// The trainings of members that learn from pairs which some predictions need, each once.
    #[must_use]
    pub fn trainings(&self, wanted: &[HeldOut]) -> BTreeSet<HeldOut> {
        let learns = |held_out: &HeldOut| matches!(self.learns(held_out), Some(Learns::FromPairs));
        self.needed(wanted).into_iter().filter(learns).collect()
    }

    /// The predictions of members, with those of all members that they learn from. `train` trains a member on the rows that
    /// are not held out (`false` by row), and predicts those that are; it is called once for each training.
    ///
    /// # Errors
    /// The first error of `train`, or what `untrained` makes of a stacked ensemble's name and error.
    pub fn predict<E: Send>(
        &self,
        wanted: &[HeldOut],
        train: impl Fn(&HeldOut, &[bool]) -> Result<Replies, E> + Sync,
        untrained: impl Fn(&str, TrainingError) -> E + Sync,
    ) -> Result<BTreeMap<HeldOut, Replies>, E> {
        let mut by_depth: BTreeMap<usize, Vec<HeldOut>> = BTreeMap::new();
        for held_out in self.needed(wanted) {
            by_depth.entry(self.depth(held_out.member)).or_default().push(held_out);
        }
        let mut known: BTreeMap<HeldOut, Replies> = BTreeMap::new();
        for (_, batch) in by_depth {
            let predict = |held_out: &HeldOut| match self.learns(held_out) {
                Some(Learns::FromPairs) => {
                    let is_held_out: Vec<bool> =
                        self.part_of.iter().map(|part| held_out.parts.contains(part)).collect();
                    train(held_out, &is_held_out)
                }
                Some(Learns::FromMembers(of)) => self
                    .stacked(of, &held_out.parts, &known)
                    .map_err(|error| untrained(self.members[held_out.member].name, error)),
                Some(Learns::Nothing(_)) | None => Ok(Vec::new()),
            };
            let results: Vec<Result<Replies, E>> = batch.par_iter().map(predict).collect();
            for (held_out, replies) in batch.into_iter().zip(results) {
                let mut replies = replies?;
                // Only judgments are learnt from.
                if !wanted.contains(&held_out) {
                    for (_, reply) in &mut replies {
                        *reply = Reply { judgment: reply.judgment, ..Reply::default() };
                    }
                }
                known.insert(held_out, replies);
            }
        }
        Ok(known)
    }

    fn learns(&self, held_out: &HeldOut) -> Option<&Learns> {
        self.members.get(held_out.member).map(|member| &member.learns)
    }

    /// How many stacked ensembles learn from each other up to this member.
    fn depth(&self, member: usize) -> usize {
        match self.members.get(member).map(|member| &member.learns) {
            Some(Learns::FromMembers(of)) => {
                1 + of.iter().map(|member| self.depth(*member)).max().unwrap_or_default()
            }
            _ => 0,
        }
    }

    /// Predictions, and all that these need.
    fn needed(&self, wanted: &[HeldOut]) -> BTreeSet<HeldOut> {
        let mut needed = BTreeSet::new();
        let mut open = wanted.to_vec();
        while let Some(held_out) = open.pop() {
            let Some(learns) = self.learns(&held_out) else { continue };
            if matches!(learns, Learns::Nothing(_)) || !needed.insert(held_out.clone()) {
                continue;
            }
            if let Learns::FromMembers(of) = learns {
                for parts in self.sets(&held_out.parts) {
                    let members = of.iter().copied();
                    open.extend(members.map(|member| HeldOut { member, parts: parts.clone() }));
                }
            }
        }
        needed
    }

    /// The parts that members of a stacked ensemble learn nothing from if the ensemble learns nothing from some parts: these,
    /// and these with each other part.
    fn sets(&self, parts: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let with_another = |other: &usize| {
            let mut parts = parts.clone();
            parts.insert(*other);
            parts
        };
        let others = self.parts.difference(parts).map(with_another);
        std::iter::once(parts.clone()).chain(others).collect()
    }

    /// The predictions of a stacked ensemble that learns nothing from some parts, on these parts.
    fn stacked(
        &self,
        of: &[usize],
        parts: &BTreeSet<usize>,
        known: &BTreeMap<HeldOut, Replies>,
    ) -> Result<Replies, TrainingError> {
        let mut examples = Vec::new();
        for other in self.parts.difference(parts) {
            let mut with_other = parts.clone();
            with_other.insert(*other);
            let columns = self.judgments(of, &with_other, known);
            for (row, label) in self.gold.iter().enumerate() {
                if let Some(label) = label.filter(|_| self.part_of[row] == *other) {
                    let opinions: Vec<_> = columns.iter().map(|column| column[row]).collect();
                    examples.push((opinions, label));
                }
            }
        }
        // In an order that the file does not decide: sums of numbers depend on it in their last digits.
        examples.sort_unstable();
        let (opinions, gold): (Vec<_>, Vec<_>) = examples.into_iter().unzip();
        let stack = Stack::train(&opinions, &gold)?;
        let columns = self.judgments(of, parts, known);
        let rows = (0..self.part_of.len()).filter(|row| parts.contains(&self.part_of[*row]));
        let reply = |row: usize| {
            let opinions: Vec<Option<Judgment>> =
                columns.iter().map(|column| column[row]).collect();
            let line = |(member, judgment): (&usize, &Option<Judgment>)| {
                let label = judgment.map_or("no label", Judgment::name);
                format!("{}: {label}", self.members[*member].name)
            };
            let lines: Vec<String> = of.iter().zip(&opinions).map(line).collect();
            (row, stack.reply(&opinions).because(lines.join("\n")))
        };
        Ok(rows.map(reply).collect())
    }

    /// The judgments of members that learn nothing from some parts, by row; `None` on other parts.
    fn judgments(
        &self,
        of: &[usize],
        parts: &BTreeSet<usize>,
        known: &BTreeMap<HeldOut, Replies>,
    ) -> Vec<Vec<Option<Judgment>>> {
        let of_member = |member: &usize| {
            if let Some(Learns::Nothing(judgments)) =
                self.members.get(*member).map(|member| &member.learns)
            {
                return judgments.clone();
            }
            let mut judgments = vec![None; self.part_of.len()];
            let held_out = HeldOut { member: *member, parts: parts.clone() };
            for (row, reply) in known.get(&held_out).into_iter().flatten() {
                judgments[*row] = reply.judgment;
            }
            judgments
        };
        of.iter().map(of_member).collect()
    }
}
