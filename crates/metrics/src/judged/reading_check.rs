//! Whether the pairs that people read are those that a config says they are.

use phenom_dataset::Chosen;

use super::of_task::{OfTask, Who};
use crate::counts::{Counted, Population, Slice, SliceKind};
use crate::statistics::HOLM;
use crate::statistics::prediction_powered::{ByChance, Part};

/// The adjusted p-value below which pairs that people read differ from the others by more than chance explains.
const SIGNIFICANCE: f64 = 0.01;

/// The labels of a slice are not those of the stated probabilities if they differ from what is expected by more standard
/// deviations.
const DEVIATIONS: f64 = 3.0;

/// What the pairs that people read show of how they were chosen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadingCheck {
    /// Under [`Chosen::Random`]: whether they differ from the other pairs.
    pub tests: Vec<ReadingTest>,
    /// Under [`Chosen::Probability`]: slices with too few or too many labels for the stated probabilities.
    pub mismatches: Vec<Mismatch>,
    /// Under [`Chosen::WholeClusters`]: the clusters of which people read some pairs and not others, if there are any.
    pub partly_read: Option<PartlyRead>,
}

/// In what pairs that people read may differ from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trait {
    /// In the labels of a judge, by its number.
    LabelsOf(usize),
    /// In how frequent phenomena are.
    Phenomena,
    /// In how often a system agrees with a judge.
    Agreement {
        /// The number of the system.
        system: usize,
        /// The number of the judge.
        judge: usize,
    },
}

/// The test of the null hypothesis that pairs that people read are a random sample of the pairs of a population, whether pair by
/// pair or by whole clusters (see [`ByChance`]).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReadingTest {
    /// The population.
    pub population: Population,
    /// In what pairs are compared.
    pub compared_in: Trait,
    /// The p-value; `None` if too few pairs or clusters were read or are unread.
    pub p: Option<f64>,
    /// The same, adjusted by Holm's method for all tests of the check.
    pub p_adjusted: Option<f64>,
}

impl ReadingTest {
    /// Whether the pairs differ by more than chance explains: the adjusted p-value is below .01.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.p_adjusted.is_some_and(|p| p < SIGNIFICANCE)
    }
}

/// A slice of which people read fewer or more pairs than the stated probabilities let expect, by more than three standard deviations
/// (of pairs that are drawn independently, Poisson sampling).
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The population.
    pub population: Population,
    /// By what the pairs are cut.
    pub slice_kind: SliceKind,
    /// The slice's name; empty for all pairs.
    pub slice: String,
    /// The sum of the stated probabilities.
    pub expected: f64,
    /// The pairs that people read.
    pub labels: usize,
}

/// Clusters of which people read some pairs and not others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartlyRead {
    /// How many such clusters there are.
    pub clusters: usize,
    /// The clusters of which people read any pair.
    pub read: usize,
    /// The pairs of partly read clusters that people did not read.
    pub unread_pairs: usize,
}

impl ReadingCheck {
    pub(super) fn new(chosen: Chosen, own: &OfTask, slices: &[Slice]) -> Self {
        match chosen {
            Chosen::Random => Self { tests: tests(own, slices), ..Self::default() },
            Chosen::Probability => Self { mismatches: mismatches(own, slices), ..Self::default() },
            Chosen::WholeClusters => Self { partly_read: partly_read(own), ..Self::default() },
            // The shares of strata are those that people read, so that nothing is left to check them by.
            // Pairs that were chosen by their labels differ from the others.
            Chosen::Strata | Chosen::ByLabel | Chosen::Unknown => Self::default(),
        }
    }
}

/// The pairs of both populations, which are read for themselves.
const POPULATIONS: [(Population, Counted); 2] =
    [(Population::Original, Counted::Original), (Population::Monothematic, Counted::Monothematic)];

fn tests(own: &OfTask, slices: &[Slice]) -> Vec<ReadingTest> {
    let mut tests = Vec::new();
    for (population, counted) in POPULATIONS {
        let Some(all) = own.slice(0, counted) else { continue };
        let by_chance = ByChance::new(all.part());
        let mut push = |compared_in, p: &dyn Fn(&ByChance<'_>) -> Option<f64>| {
            let p = by_chance.as_ref().and_then(p);
            tests.push(ReadingTest { population, compared_in, p, p_adjusted: None });
        };
        let is_phenomenon = |slice: &usize| slices[*slice].kind == SliceKind::Phenomenon;
        let parts: Vec<&Part> = (0..slices.len())
            .filter(is_phenomenon)
            .filter_map(|slice| Some(own.slice(slice, counted)?.part()))
            .collect();
        if !parts.is_empty() {
            let mut of_pairs: Vec<Vec<(usize, f64)>> = vec![Vec::new(); own.table.pairs()];
            for (number, part) in parts.iter().enumerate() {
                part.all().for_each(|pair| of_pairs[pair as usize].push((number, 1.0)));
            }
            let of_pair = |pair: u32| of_pairs[pair as usize].iter().copied();
            push(Trait::Phenomena, &|test| test.p(parts.len(), of_pair));
        }
        let labels = own.table.task().judgments().len();
        for judge in 0..own.table.judges() {
            let of_pair =
                |pair: u32| [(own.table.of_judge(judge, pair as usize).unwrap_or(labels), 1.0)];
            push(Trait::LabelsOf(judge), &|test| test.p(labels + 1, of_pair));
        }
        for system in 0..own.systems() {
            let right = own.right(Who::System(system));
            for judge in 0..own.table.judges() {
                let of_pair = |pair: u32| {
                    let agrees = right.predictions(pair)[judge];
                    [(0, agrees), (1, 1.0 - agrees)]
                };
                push(Trait::Agreement { system, judge }, &|test| test.p(2, of_pair));
            }
        }
    }
    let p: Vec<Option<f64>> = tests.iter().map(|test| test.p).collect();
    for (test, adjusted) in tests.iter_mut().zip(HOLM.adjust(&p)) {
        test.p_adjusted = adjusted;
    }
    tests
}

fn mismatches(own: &OfTask, slices: &[Slice]) -> Vec<Mismatch> {
    let mut found = Vec::new();
    for (population, counted) in POPULATIONS {
        for (number, slice) in slices.iter().enumerate() {
            let Some(of_slice) = own.slice(number, counted) else { continue };
            let labels = of_slice.part().labels();
            let chance = |pair: u32| own.table.stated_chance(pair as usize);
            // Without the probability of some pair, the number to expect is unknown.
            let chances: Option<Vec<f64>> = of_slice.part().all().map(chance).collect();
            let Some(chances) = chances else { continue };
            let expected: f64 = chances.iter().sum();
            let variance: f64 = chances.iter().map(|chance| chance * (1.0 - chance)).sum();
            // What sums of probabilities miss whole numbers by.
            let rounding = 1e-6 * expected;
            if (expected - labels as f64).abs() > DEVIATIONS * variance.sqrt() + rounding {
                let (slice_kind, slice) = (slice.kind.clone(), slice.name.to_string());
                found.push(Mismatch { population, slice_kind, slice, expected, labels });
            }
        }
    }
    found
}

fn partly_read(own: &OfTask) -> Option<PartlyRead> {
    let table = &own.table;
    let clusters = table.clusters(table.pairs());
    let mut counts = vec![[0_usize; 2]; clusters.iter().max().map_or(0, |last| *last as usize + 1)];
    for (pair, cluster) in clusters.iter().enumerate() {
        counts[*cluster as usize][usize::from(table.is_read(pair))] += 1;
    }
    let read = counts.iter().filter(|[_, read]| *read > 0).count();
    let partly: Vec<usize> = counts
        .iter()
        .filter(|[unread, read]| *unread > 0 && *read > 0)
        .map(|[unread, _]| *unread)
        .collect();
    let unread_pairs = partly.iter().sum();
    (!partly.is_empty()).then_some(PartlyRead { clusters: partly.len(), read, unread_pairs })
}
