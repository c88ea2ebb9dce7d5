//! How many originals are of each kind, slice by slice.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::answered::AnsweredOriginals;
use super::gold_check::GoldAgainstRule;
use super::original::{LeftOut, OriginalKind};
use crate::counts::{Counted, SliceKind, SlicePlan};

/// The originals that are of no kind, of all pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeftOutOriginals {
    /// Those without parts.
    pub no_parts: u64,
    /// Those with parts and without a gold judgment of their own.
    pub no_gold: u64,
    /// Those whose gold label is not what the rule makes of gold of their parts.
    pub breaks_rule: u64,
    /// Those of which an answer is missing, where missing answers are left out.
    pub not_answered: u64,
}

/// How many originals of each kind a system has in each slice: all that composition measures need.
///
/// An original stands in the slices that it or one of its parts is decomposed for, always with all of its
/// parts. Slices of single phenomena have none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompositionCounts {
    slices: Vec<BTreeMap<OriginalKind, u64>>,
    left_out: LeftOutOriginals,
    runs: u64,
}

impl CompositionCounts {
    /// None, in so many slices, of one run.
    #[must_use]
    pub fn new(slices: usize) -> Self {
        let left_out = LeftOutOriginals::default();
        Self { slices: vec![BTreeMap::new(); slices], left_out, runs: 1 }
    }

    /// Those of a run on the dataset of the plan.
    #[must_use]
    pub fn of_run(plan: &SlicePlan, run: &AnsweredOriginals) -> Self {
        let mut counts = Self::new(plan.slices().len());
        // Many originals are in the same slices.
        let mut sets: HashMap<(u32, u32), (usize, u64)> = HashMap::new();
        for (original, number) in run.numbers.iter().enumerate() {
            match run.kinds[*number as usize] {
                Ok(_) => {
                    let key = (plan.keys[original], *number);
                    sets.entry(key).or_insert((original, 0)).1 += 1;
                }
                Err(reason) => counts.leave_out(reason, 1),
            }
        }
        let mut slices: Vec<HashMap<u32, u64>> = vec![HashMap::new(); counts.slices.len()];
        for ((_, number), (original, originals)) in sets {
            for slice in composed_slices(plan, original) {
                *slices[slice].entry(number).or_default() += originals;
            }
        }
        let kind = |(number, originals)| Some((run.kinds[number as usize].ok()?, originals));
        let kinds = |of_slice: HashMap<u32, u64>| of_slice.into_iter().filter_map(kind).collect();
        counts.slices = slices.into_iter().map(kinds).collect();
        counts
    }

    /// Counts originals that are of no kind.
    pub(crate) fn leave_out(&mut self, reason: LeftOut, originals: u64) {
        match reason {
            LeftOut::NoParts => self.left_out.no_parts += originals,
            LeftOut::NoGold => self.left_out.no_gold += originals,
            LeftOut::BreaksRule => self.left_out.breaks_rule += originals,
            LeftOut::NotAnswered => self.left_out.not_answered += originals,
        }
    }

    /// Adds originals of one kind to a slice.
    pub fn add(&mut self, slice: usize, kind: OriginalKind, originals: u64) {
        if let Some(counts) = self.slices.get_mut(slice) {
            *counts.entry(kind).or_default() += originals;
        }
    }

    /// The counts of both together, on the same slices.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        for (slice, kinds) in other.slices.iter().enumerate() {
            for (kind, originals) in kinds {
                self.add(slice, *kind, *originals);
            }
        }
        self.left_out.no_parts += other.left_out.no_parts;
        self.left_out.no_gold += other.left_out.no_gold;
        self.left_out.breaks_rule += other.left_out.breaks_rule;
        self.left_out.not_answered += other.left_out.not_answered;
        self.runs += other.runs;
        self
    }

    /// The kinds of a slice, each with its originals, in the order of kinds.
    pub fn of(&self, slice: usize) -> impl Iterator<Item = (&OriginalKind, u64)> {
        self.slices.get(slice).into_iter().flatten().map(|(kind, originals)| (kind, *originals))
    }

    /// How often gold of the originals breaks the rule, in one run.
    #[must_use]
    pub fn gold_against_rule(&self) -> GoldAgainstRule {
        // If a part has no gold label, most rules leave the whole open.
        let decided = self.of(0).filter(|(kind, _)| kind.parts_right.is_some());
        let follow: u64 = decided.map(|(_, originals)| originals).sum();
        let breaking = self.left_out.breaks_rule;
        let originals = follow + breaking;
        GoldAgainstRule { breaking: breaking / self.runs, originals: originals / self.runs }
    }

    /// How many runs are added up.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// The originals that do not count. Of several runs, once for each.
    #[must_use]
    pub fn left_out(&self) -> LeftOutOriginals {
        self.left_out
    }
}

/// The slices in which a decomposed original is counted with its parts.
pub(crate) fn composed_slices(plan: &SlicePlan, original: usize) -> impl Iterator<Item = usize> {
    plan.slices_of(original, Counted::Decomposed)
        .filter(|slice| plan.slices()[*slice].kind != SliceKind::Phenomenon)
}
