//! Who gave which judgments: one pass over the annotations of a slice.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use phenom_dataset::{Dataset, Judgment, Task};

use super::LabelCounts;
use crate::counts::ContingencyTable;
use crate::measures::kappa::kappa;
use crate::measures::{Better, Measure, Style};
use crate::undefined::{Proportion, Undefined, Value};

/// Average agreement of two annotators.
pub(crate) const MEAN_PAIR_AGREEMENT: Measure = Measure {
    key: "mean_pair_agreement",
    better: Better::Higher,
    name: "mean agreement of two annotators",
    definition: "The percentage agreement of every two annotators over the units that both labelled, averaged over the \
                 pairs of annotators that share a unit, with equal weights.",
    formula: "mean over pairs of annotators of (units with the same label by both / units labelled by both)",
    range: "0 to 1",
    undefined: "with one annotator, and if no two annotators share a unit",
    source: "V08 section 2.2",
    style: Style::Percent,
    ..Measure::OF_PEOPLE
};

/// What annotators said of the pairs of a slice, as counts: how often each combination of judgments
/// was given, and for every two annotators their table. The size grows with the annotators who share
/// pairs, not with the pairs.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnnotationCounts {
    /// By the codes of the judgments.
    units: BTreeMap<[u32; JUDGMENTS], u64>,
    /// The judgments of each annotator.
    judged: BTreeMap<u32, u64>,
    /// For two annotators, the lower number first, and the codes of their judgments.
    pairs: BTreeMap<(u32, u32, u8, u8), u64>,
    /// For an annotator, the codes of the official gold and of the annotator's judgment.
    official: BTreeMap<(u32, u8, u8), u64>,
}

const JUDGMENTS: usize = Judgment::ALL.len();

impl AnnotationCounts {
    /// Counts the annotations of some rows. The time is that of all pairs of annotations of one row.
    #[must_use]
    pub fn of(dataset: &Dataset, rows: impl IntoIterator<Item = usize>) -> Self {
        let mut units: HashMap<[u32; JUDGMENTS], u64> = HashMap::new();
        let mut judged: HashMap<u32, u64> = HashMap::new();
        let mut pairs: HashMap<(u32, u32, u8, u8), u64> = HashMap::new();
        let mut official: HashMap<(u32, u8, u8), u64> = HashMap::new();
        let mut said: Vec<(u32, u8)> = Vec::new();
        for row in rows {
            said.clear();
            said.extend(
                dataset.numbered_annotations(row).map(|(who, judgment)| (who, judgment.code())),
            );
            let gold = dataset.gold().get(row).copied().flatten();
            let unnamed = dataset.annotator_counts(row).unwrap_or_default();
            let mut counts = unnamed.map(u32::from);
            for (at, &(annotator, code)) in said.iter().enumerate() {
                counts[usize::from(code)] += 1;
                *judged.entry(annotator).or_default() += 1;
                if let Some(gold) = gold {
                    *official.entry((annotator, gold.code(), code)).or_default() += 1;
                }
                // Annotators come by ascending number.
                for &(other, others_code) in &said[at + 1..] {
                    *pairs.entry((annotator, other, code, others_code)).or_default() += 1;
                }
            }
            *units.entry(counts).or_default() += 1;
        }
        Self {
            units: units.into_iter().collect(),
            judged: judged.into_iter().collect(),
            pairs: pairs.into_iter().collect(),
            official: official.into_iter().collect(),
        }
    }

    /// How often pairs were given each combination of judgments, in the order of the task's; annotators
    /// without a name count like those with one.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where three-way counts are asked of two-way judgments.
    pub fn labels(&self, task: Task) -> Result<LabelCounts, Undefined> {
        let judgments = task.judgments();
        let mut labels = LabelCounts::new(judgments.len());
        let mut vector = vec![0u32; judgments.len()];
        for (counts, units) in &self.units {
            vector.fill(0);
            for (judgment, count) in Judgment::ALL.into_iter().zip(counts) {
                if *count > 0 {
                    vector[position(task, judgment)?] += count;
                }
            }
            labels.add(&vector, *units);
        }
        Ok(labels)
    }

    /// How many pairs an annotator judged; 0 says that there is nothing of this annotator here.
    #[must_use]
    pub fn judged(&self, annotator: u32) -> u64 {
        self.judged.get(&annotator).copied().unwrap_or(0)
    }

    /// How many annotators judged anything; those without a name count as none.
    #[must_use]
    pub fn annotators(&self) -> usize {
        self.judged.len()
    }

    /// The judgments of one annotator (rows) against those of another (columns), over the pairs that
    /// both judged. Its `correct` is their percentage agreement.
    ///
    /// # Errors
    /// [`Undefined::NothingShared`] where there is no such pair, [`Undefined::TwoWay`] where a
    /// three-way table is asked of two-way judgments.
    pub fn table(
        &self,
        first: u32,
        second: u32,
        task: Task,
    ) -> Result<ContingencyTable, Undefined> {
        let (low, high) = (first.min(second), first.max(second));
        let cells = self.pairs.range((low, high, 0, 0)..=(low, high, u8::MAX, u8::MAX));
        let turned = low != first;
        table(
            task,
            cells
                .map(|((.., a, b), &units)| if turned { (*b, *a, units) } else { (*a, *b, units) }),
        )
    }

    /// The official gold judgments (rows) against those of an annotator (columns), over the pairs that
    /// have both.
    ///
    /// # Errors
    /// As for [`table`](Self::table).
    pub fn official_table(
        &self,
        annotator: u32,
        task: Task,
    ) -> Result<ContingencyTable, Undefined> {
        let cells = self.official.range((annotator, 0, 0)..=(annotator, u8::MAX, u8::MAX));
        table(task, cells.map(|((_, gold, code), &units)| (*gold, *code, units)))
    }

    /// The pairs that two annotators judged alike, among those that both judged.
    ///
    /// # Errors
    /// As for [`table`](Self::table).
    pub fn agreement(&self, first: u32, second: u32, task: Task) -> Result<Proportion, Undefined> {
        Ok(self.table(first, second, task)?.correct())
    }

    /// Cohen's kappa of two annotators, over the pairs that both judged.
    ///
    /// # Errors
    /// As for [`table`](Self::table), and [`Undefined::NoVariation`] where both gave one and the same
    /// judgment always.
    pub fn kappa(&self, first: u32, second: u32, task: Task) -> Value {
        kappa_of(&self.table(first, second, task)?)
    }

    /// The percentage agreement of two annotators, averaged over every two who share a pair.
    /// [`LabelCounts::agreement`] is the same weighted by the pairs that they share.
    ///
    /// # Errors
    /// [`Undefined::OneAnnotator`] where one annotator alone judged, [`Undefined::NothingShared`] where
    /// no two share a pair, [`Undefined::TwoWay`] as for [`table`](Self::table).
    pub(crate) fn mean_agreement(&self, task: Task) -> Value {
        if self.judged.len() == 1 {
            return Err(Undefined::OneAnnotator);
        }
        // The counts of two annotators stand side by side.
        let (mut sum, mut pairs) = (0.0, 0u64);
        let mut of_pair: Option<((u32, u32), Proportion)> = None;
        let share = |alike: Proportion| alike.numerator as f64 / alike.denominator as f64;
        for ((first, second, a, b), units) in &self.pairs {
            let alike = coded(task, *a)? == coded(task, *b)?;
            if of_pair.is_none_or(|(known, _)| known != (*first, *second)) {
                sum += of_pair.map_or(0.0, |(_, agreement)| share(agreement));
                pairs += 1;
                of_pair = Some(((*first, *second), Proportion::default()));
            }
            if let Some((_, agreement)) = &mut of_pair {
                agreement.numerator += if alike { *units } else { 0 };
                agreement.denominator += units;
            }
        }
        let Some((_, last)) = of_pair else { return Err(Undefined::NothingShared) };
        Ok((sum + share(last)) / pairs as f64)
    }
}

/// Cohen's kappa of a table of two annotators.
pub(super) fn kappa_of(table: &ContingencyTable) -> Value {
    kappa(table).map_err(|reason| match reason {
        Undefined::CertainAgreement => Undefined::NoVariation,
        reason => reason,
    })
}

/// A table from cells: the code of the row, of the column, and the units.
pub(super) fn table(
    task: Task,
    cells: impl Iterator<Item = (u8, u8, u64)>,
) -> Result<ContingencyTable, Undefined> {
    let labels = task.judgments().len();
    let mut rows = vec![vec![0u64; labels]; labels];
    let mut shared = 0;
    for (row, column, units) in cells {
        rows[coded(task, row)?][coded(task, column)?] += units;
        shared += units;
    }
    if shared == 0 {
        return Err(Undefined::NothingShared);
    }
    ContingencyTable::from_rows(&rows).ok_or(Undefined::NothingShared)
}

/// The place of a judgment among those of a task.
fn position(task: Task, judgment: Judgment) -> Result<usize, Undefined> {
    let seen = if task == Task::TwoWay { judgment.two_way() } else { judgment };
    task.judgments().iter().position(|judgment| *judgment == seen).ok_or(Undefined::TwoWay)
}

fn coded(task: Task, code: u8) -> Result<usize, Undefined> {
    position(task, Judgment::from_code(code).ok_or(Undefined::TwoWay)?)
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{DatasetBuilder, KeepTexts, PairRow};
    use proptest::prelude::*;

    use super::*;
    use crate::people::{Coincidences, Level, fleiss_kappa, krippendorff_alpha};

    const NAMES: [&str; 4] = ["ann", "bob", "cay", "dee"];

    fn dataset(pairs: &[Vec<(usize, Judgment)>], counts: Option<[u16; 4]>) -> Dataset {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for (number, said) in pairs.iter().enumerate() {
            let annotations: Vec<_> =
                said.iter().map(|(who, judgment)| (NAMES[*who], *judgment)).collect();
            builder.add(&PairRow {
                id: &number.to_string(),
                annotations: &annotations,
                annotator_counts: counts,
                ..PairRow::default()
            });
        }
        builder.finish().unwrap()
    }

    fn all(dataset: &Dataset) -> AnnotationCounts {
        AnnotationCounts::of(dataset, 0..dataset.len())
    }

    use Judgment::{Contradiction as C, Entailment as E, NotEntailment as N, Unknown as U};

    #[test]
    fn two_annotators_are_compared_where_both_judged() {
        let pairs =
            [vec![(0, E), (1, E)], vec![(0, U), (1, C)], vec![(0, E)], vec![(1, U), (2, U)]];
        let counts = all(&dataset(&pairs, None));
        let share = |numerator, denominator| Ok(Proportion { numerator, denominator });
        assert_eq!(counts.agreement(0, 1, Task::ThreeWay), share(1, 2));
        assert_eq!(counts.agreement(1, 0, Task::TwoWay), share(2, 2));
        assert_eq!(counts.agreement(0, 2, Task::TwoWay), Err(Undefined::NothingShared));
        assert_eq!(counts.mean_agreement(Task::ThreeWay), Ok(0.75));
        assert_eq!(counts.table(0, 1, Task::ThreeWay).unwrap().count(1, 2), 1);
        assert_eq!(counts.table(1, 0, Task::ThreeWay).unwrap().count(2, 1), 1);
        assert_eq!((counts.judged(0), counts.judged(3)), (3, 0));
        assert_eq!(counts.labels(Task::ThreeWay).unwrap().shared(), 3);
        assert_eq!(counts.kappa(1, 2, Task::ThreeWay), Err(Undefined::NoVariation));
    }

    #[test]
    fn two_way_judgments_have_no_three_way_agreement() {
        let counts = all(&dataset(&[vec![(0, E), (1, N)]], None));
        assert_eq!(counts.agreement(0, 1, Task::ThreeWay), Err(Undefined::TwoWay));
        assert_eq!(counts.labels(Task::ThreeWay), Err(Undefined::TwoWay));
        assert_eq!(counts.mean_agreement(Task::ThreeWay), Err(Undefined::TwoWay));
        assert_eq!(counts.mean_agreement(Task::TwoWay), Ok(0.0));
    }

    #[test]
    fn one_annotator_agrees_with_nobody() {
        let counts = all(&dataset(&[vec![(0, E)], vec![(0, U)]], None));
        assert_eq!(counts.mean_agreement(Task::ThreeWay), Err(Undefined::OneAnnotator));
        let nobody = all(&dataset(&[vec![]], None));
        assert_eq!(nobody.mean_agreement(Task::ThreeWay), Err(Undefined::NothingShared));
    }

    #[test]
    fn annotators_without_a_name_count_too() {
        let counts = all(&dataset(&[vec![(0, E)]], Some([3, 1, 0, 0])));
        let labels = counts.labels(Task::ThreeWay).unwrap();
        assert_eq!(labels.vectors().collect::<Vec<_>>(), [(&[4, 1, 0][..], 1)]);
    }

    fn annotated() -> impl Strategy<Value = Vec<Vec<(usize, Judgment)>>> {
        let judgment = proptest::option::of(proptest::sample::select(&Judgment::ALL[..3]));
        let pair = proptest::collection::vec(judgment, NAMES.len()).prop_map(|said| {
            said.into_iter()
                .enumerate()
                .filter_map(|(who, judgment)| Some((who, judgment?)))
                .collect()
        });
        proptest::collection::vec(pair, 1..12)
    }

    proptest! {
        /// Another order of the annotators and of the pairs changes no figure.
        #[test]
        fn permuting_annotators_changes_nothing(pairs in annotated(), shift in 1usize..4) {
            let other: Vec<Vec<(usize, Judgment)>> = pairs
                .iter()
                .rev()
                .map(|said| said.iter().map(|(who, judgment)| ((who + shift) % NAMES.len(), *judgment)).collect())
                .collect();
            let (counts, other) = (all(&dataset(&pairs, None)), all(&dataset(&other, None)));
            for task in [Task::TwoWay, Task::ThreeWay] {
                let (labels, others) = (counts.labels(task).unwrap(), other.labels(task).unwrap());
                prop_assert_eq!(&labels, &others);
                prop_assert_eq!(fleiss_kappa(&labels), fleiss_kappa(&others));
                for level in [Level::Nominal, Level::Ordinal, Level::Interval] {
                    prop_assert_eq!(
                        krippendorff_alpha(&Coincidences::of(&labels), level),
                        krippendorff_alpha(&Coincidences::of(&others), level)
                    );
                }
                match (counts.mean_agreement(task), other.mean_agreement(task)) {
                    (Ok(a), Ok(b)) => prop_assert!((a - b).abs() < 1e-12),
                    (a, b) => prop_assert_eq!(a, b),
                }
            }
        }

        #[test]
        fn conflation_never_lowers_agreement(pairs in annotated()) {
            let whole = all(&dataset(&pairs, None));
            if let (Ok(two), Ok(three)) =
                (whole.mean_agreement(Task::TwoWay), whole.mean_agreement(Task::ThreeWay))
            {
                prop_assert!(two >= three - 1e-12);
            }
        }
    }
}
