//! The one pass over the answers.

use phenom_dataset::{Answer, Judgment, PARTLY_RIGHT, RIGHT, Run, WRONG};

use super::slices::{Counted, among, cell};
use crate::counts::{JudgmentCounts, Population, SlicePlan, Unit};

/// The contingency tables of one system in every slice.
#[derive(Debug, Clone)]
pub struct Counts(Vec<JudgmentCounts>);

/// Where sets of slices have fewer pairs than this in the mean, pairs are counted in their slices one by one.
const MANY: usize = 16;

/// Counts the answers of a run in every slice, in one pass; what follows sees pairs no more.
#[must_use]
pub fn count(plan: &SlicePlan, run: &Run) -> Counts {
    count_by(plan, run, plan.sets.len() * MANY <= plan.keys.len())
}

/// The same, set by set first or not.
fn count_by(plan: &SlicePlan, run: &Run, set_by_set: bool) -> Counts {
    let slices = plan.slices().len() * Counted::COUNT as usize;
    let mut counts = vec![JudgmentCounts::default(); slices];
    let mut add = |key: u32, cell: usize, pairs: u64| {
        for &slice in plan.set(key) {
            counts[slice as usize].add(cell, pairs);
        }
    };
    if set_by_set {
        let mut cells = vec![0; plan.sets.len() * JudgmentCounts::CELLS];
        for (&key, &answer) in plan.keys.iter().zip(run.codes()) {
            cells[key as usize + usize::from(answer)] += 1;
        }
        for (key, &pairs) in (0..).zip(&cells).filter(|(_, pairs)| **pairs > 0) {
            add(key, key as usize % JudgmentCounts::CELLS, pairs);
        }
    } else {
        for (&key, &answer) in plan.keys.iter().zip(run.codes()) {
            add(key, key as usize % JudgmentCounts::CELLS + usize::from(answer), 1);
        }
    }
    // A gold that is a set is the judgment of it that was answered.
    for (row, also) in &plan.gold_sets {
        let (key, code) = (plan.keys[*row], run.codes()[*row]);
        let first = key as usize % JudgmentCounts::CELLS;
        let gold = Judgment::ALL
            .into_iter()
            .find(|judgment| JudgmentCounts::row(Some(*judgment)) == first);
        let Some(gold) = gold else { continue };
        if let Some(gold) = among(gold, also, Answer::from_code(code)) {
            for &slice in plan.set(key) {
                let counts = &mut counts[slice as usize];
                counts.take(first + usize::from(code), 1);
                counts.add(JudgmentCounts::row(Some(gold)) + usize::from(code), 1);
            }
        }
    }
    Counts(counts)
}

/// Counts the outcomes of a run in every slice, each pair as often as the unit says: what is right in part adds its right
/// and its wrong units.
pub(crate) fn count_outcomes(plan: &SlicePlan, run: &Run, unit: Unit) -> Counts {
    let mut counts = count(plan, run);
    if unit == Unit::ONE {
        return counts;
    }
    counts.0.iter_mut().for_each(|counts| counts.multiply(unit.get().into()));
    let gold = Some(RIGHT);
    let [partly, right, wrong] = [PARTLY_RIGHT, Answer::Judged(RIGHT), Answer::Judged(WRONG)]
        .map(|answer| JudgmentCounts::cell(gold, answer));
    let rows = 0..run.codes().len();
    for row in rows.filter(|row| run.answer(*row) == PARTLY_RIGHT) {
        let of_right = u64::from(unit.right(run, row));
        for (counted, _) in Counted::ALL {
            for slice in plan.slices_of(row, counted) {
                let counts = counts.get_mut(slice, counted);
                counts.take(partly, unit.get().into());
                counts.add(right, of_right);
                counts.add(wrong, u64::from(unit.get()) - of_right);
            }
        }
    }
    counts
}

impl Counts {
    /// Zeros for a number of slices.
    pub(crate) fn new(slices: usize) -> Self {
        Self(vec![JudgmentCounts::default(); slices * Counted::COUNT as usize])
    }

    /// The counts of both together, on the same slices.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a.plus(b)).collect())
    }

    /// Adds slices without pairs, up to a number.
    pub(crate) fn resize(&mut self, slices: usize) {
        self.0.resize(slices * Counted::COUNT as usize, JudgmentCounts::default());
    }

    /// The first slice in which other counts differ.
    pub(crate) fn difference(&self, other: &Self) -> Option<usize> {
        let slices = self.0.len().max(other.0.len()) / Counted::COUNT as usize;
        (0..slices).find(|slice| {
            let cells = slice * Counted::COUNT as usize..(slice + 1) * Counted::COUNT as usize;
            self.0.get(cells.clone()) != other.0.get(cells)
        })
    }

    pub(crate) fn get_mut(&mut self, slice: usize, counted: Counted) -> &mut JudgmentCounts {
        &mut self.0[cell(slice as u32, counted) as usize]
    }

    /// The counts of a slice; for [`Population::Decomposition`], of the decomposed originals.
    pub(crate) fn of(&self, population: Population, slice: usize) -> &JudgmentCounts {
        match population {
            Population::Original => self.original(slice),
            Population::Monothematic => self.monothematic(slice),
            Population::Decomposition => self.decomposed(slice),
        }
    }

    /// The counts of the original pairs of a slice.
    #[must_use]
    pub(crate) fn original(&self, slice: usize) -> &JudgmentCounts {
        self.get(slice, Counted::Original)
    }

    /// The counts of those original pairs of a slice that were decomposed.
    #[must_use]
    pub(crate) fn decomposed(&self, slice: usize) -> &JudgmentCounts {
        self.get(slice, Counted::Decomposed)
    }

    /// The counts of the monothematic pairs of a slice.
    #[must_use]
    pub(crate) fn monothematic(&self, slice: usize) -> &JudgmentCounts {
        self.get(slice, Counted::Monothematic)
    }

    pub(crate) fn get(&self, slice: usize, counted: Counted) -> &JudgmentCounts {
        &self.0[cell(slice as u32, counted) as usize]
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Dataset, DatasetBuilder, KeepTexts, Missing, PairRow, Task};
    use proptest::prelude::*;

    use super::*;
    use crate::counts::SliceKind;
    use crate::testing::{Pair, dataset};
    use crate::undefined::Proportion;

    fn right(counts: &JudgmentCounts) -> (u64, u64) {
        let Proportion { numerator, denominator } =
            counts.table(Task::ThreeWay, Missing::Wrong).unwrap().correct();
        (numerator, denominator)
    }

    #[test]
    fn a_pair_with_several_phenomena_counts_once_in_each_and_once_in_the_total() {
        let dataset = dataset(&[
            Pair::original("a").gold(Judgment::Entailment),
            Pair::of("a.1", "a").tags(&["lexical:synonymy", "lexical:format", "syntactic:list"]),
            Pair::original("b").gold(Judgment::Entailment).tags(&["lexical:format"]),
        ]);
        let plan = SlicePlan::new(&dataset, std::num::NonZeroUsize::MIN);
        let run = Run::from_answers("yes", [Answer::Judged(Judgment::Entailment); 3]);
        let counts = count(&plan, &run);
        let names: Vec<&str> = plan.slices().iter().map(|slice| slice.name.as_str()).collect();
        assert_eq!(
            names,
            ["", "lexical", "syntactic", "lexical:synonymy", "lexical:format", "syntactic:list"]
        );
        let of = |slice: usize| {
            [counts.original(slice), counts.decomposed(slice), counts.monothematic(slice)]
                .map(right)
        };
        assert_eq!(of(0), [(2, 2), (1, 1), (1, 1)]);
        assert_eq!(of(1), [(2, 2), (1, 1), (1, 1)], "lexical");
        assert_eq!(of(3), [(1, 1), (1, 1), (1, 1)], "lexical:synonymy");
        assert_eq!(of(4), [(2, 2), (1, 1), (1, 1)], "lexical:format");
    }

    #[test]
    fn both_ways_to_count_agree_on_sets_of_gold_labels_and_on_no_answer() {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for at in 0..10 {
            let also_gold: &[Judgment] = if at % 2 == 0 { &[Judgment::Unknown] } else { &[] };
            let (id, gold) = (&*format!("p{at}"), Some(Judgment::Entailment));
            builder.add(&PairRow { id, gold, also_gold, ..PairRow::default() });
        }
        let dataset = builder.finish().unwrap();
        let plan = SlicePlan::new(&dataset, std::num::NonZeroUsize::MIN);
        let judged = [Judgment::Unknown, Judgment::Entailment, Judgment::Contradiction];
        let answers = judged.map(Answer::Judged).into_iter();
        let answers: Vec<Answer> = answers.chain([Answer::Abstained, Answer::Missing]).collect();
        let run = Run::from_answers("s", [answers.clone(), answers].concat());
        let [one_by_one, set_by_set] = [false, true].map(|way| count_by(&plan, &run, way));
        assert_eq!(one_by_one.difference(&set_by_set), None);
        // Entailment twice, and unknown where it is in the set.
        assert_eq!(right(set_by_set.original(0)), (3, 10));
    }

    /// Counts one slice by looking at every pair: slow, and plainly what the definitions say.
    fn by_hand(dataset: &Dataset, run: &Run, slice: &crate::counts::Slice) -> [(u64, u64); 3] {
        let tagged = |row: usize| {
            dataset.tags(row).iter().any(|&tag| {
                let phenomenon = &dataset.phenomena()[tag as usize];
                match slice.kind {
                    SliceKind::Category => phenomenon.category() == slice.name,
                    SliceKind::Phenomenon => phenomenon.path() == slice.name,
                    _ => false,
                }
            })
        };
        let all = slice.kind == SliceKind::All;
        let score = |rows: Vec<usize>| {
            let right =
                |row: &usize| run.answer(*row) == Answer::Judged(dataset.gold()[*row].unwrap());
            (rows.iter().filter(|row| right(row)).count() as u64, rows.len() as u64)
        };
        let parts = |row: usize| dataset.monothematic_of(row);
        [
            score(
                dataset
                    .originals()
                    .filter(|&row| all || tagged(row) || parts(row).any(tagged))
                    .collect(),
            ),
            score(
                dataset
                    .originals()
                    .filter(|&row| parts(row).any(|part| all || tagged(part)))
                    .collect(),
            ),
            score(dataset.monothematic().filter(|&row| all || tagged(row)).collect()),
        ]
    }

    proptest! {
        /// One pass gives what looking at every pair for every slice gives.
        #[test]
        fn the_one_pass_agrees_with_the_definitions(
            (pairs, answers) in crate::testing::pairs_and_answers()
        ) {
            let dataset = dataset(&pairs);
            let run = Run::from_answers("s", answers.into_iter().map(Answer::Judged));
            let plan = SlicePlan::new(&dataset, std::num::NonZeroUsize::MIN);
            for set_by_set in [false, true] {
                let counts = count_by(&plan, &run, set_by_set);
                for (index, slice) in plan.slices().iter().enumerate() {
                    let ours = [counts.original(index), counts.decomposed(index), counts.monothematic(index)];
                    prop_assert_eq!(ours.map(right), by_hand(&dataset, &run, slice));
                }
            }
        }
    }
}
