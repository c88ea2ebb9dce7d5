//! What claims are made from: the rows of an evaluation, found by population, slice and measure.

use phenom_dataset::{Judgment, Missing, Phenomenon, Task};
use phenom_metrics::measures::Measure;
use phenom_metrics::{ComparisonRow, Population, SliceKind, SystemCounts};

use super::claim::{ClaimSlice, Effect, Estimated};
use super::grouping::Groups;
use super::quoting::quoted;
pub(crate) use crate::by_place::Place;
use crate::by_place::{ByPlace, competing};
use crate::{Pairs, Results};

/// The rows of an evaluation, and its systems but for oracles.
pub(crate) struct View<'v, 'r> {
    pub(crate) results: &'v Results<'r>,
    pub(crate) competing: Vec<&'r SystemCounts>,
    rows: &'v ByPlace<'r>,
}

impl<'v, 'r> View<'v, 'r> {
    pub(crate) fn new(results: &'v Results<'r>) -> Self {
        let competing = competing(results.evaluation).collect();
        Self { results, competing, rows: &results.by_place }
    }

    /// The confidence level of the report, between 0 and 1.
    pub(crate) fn level(&self) -> f64 {
        self.results.evaluation.statistics.level.value()
    }

    /// The comparisons of systems at a place.
    pub(crate) fn of_systems(&self, place: Place) -> Vec<&'r ComparisonRow> {
        self.rows.of_systems(place).to_vec()
    }

    /// The comparisons with the constant baseline at a place.
    pub(crate) fn with_constant(&self, place: Place) -> Vec<&'r ComparisonRow> {
        self.rows.with_constant(place).to_vec()
    }

    pub(crate) fn effect(&self, row: &ComparisonRow) -> Effect {
        Effect::of_comparison(row, self.level())
    }

    /// The value of a system at a place; from its comparisons if no scores were computed.
    pub(crate) fn value(&self, system: &str, place: Place, measure: &Measure) -> Option<f64> {
        let score =
            self.results.value(system, place.population, Pairs::Slice(place.slice), measure);
        score.or_else(|| {
            let of_systems = self.rows.of_systems(place).iter();
            of_systems.chain(self.rows.with_constant(place)).find_map(|row| {
                let names = [&row.system_a, &row.system_b];
                let at = names.into_iter().position(|name| name == system)?;
                row.values[at].clone().ok()
            })
        })
    }

    /// The systems with a value at a place, best first, and which of them differ.
    pub(crate) fn groups(&self, place: Place, measure: &'static Measure) -> Groups<'r> {
        let values = self.competing.iter().filter_map(|system| {
            Some((system.name.as_str(), self.value(&system.name, place, measure)?))
        });
        Groups::new(measure.better, values.collect(), self.rows.of_systems(place))
    }

    pub(crate) fn estimates(
        &self,
        place: Place,
        measure: &Measure,
        systems: &[&str],
    ) -> Vec<Estimated> {
        let of = |system: &&str| {
            let pairs = Pairs::Slice(place.slice);
            let score = self.results.score(system, place.population, pairs, measure)?;
            let interval = score.interval.map(|found| (found.interval.into(), found.level.value()));
            Some(Estimated {
                system: (*system).to_owned(),
                value: score.value.clone().ok()?,
                pairs: self.pairs(place),
                interval,
            })
        };
        systems.iter().filter_map(of).collect()
    }

    /// Whether a system leaves out pairs, so that its values are of the pairs that it predicts.
    pub(crate) fn leaves_out(&self, population: Population) -> bool {
        self.competing.iter().any(|system| {
            system.missing() == Missing::Skip && system.counts(population, 0).missing() > 0
        })
    }

    /// How many pairs there are at a place.
    pub(crate) fn pairs(&self, place: Place) -> u64 {
        self.results.evaluation.gold(place.population, place.slice).pairs()
    }

    /// The gold labels of the task at a place, each with its number of pairs.
    pub(crate) fn gold(&self, place: Place) -> Vec<(Judgment, u64)> {
        let evaluation = self.results.evaluation;
        if evaluation.task == Task::Outcome {
            return Vec::new();
        }
        let gold = evaluation.gold(place.population, place.slice);
        let task = evaluation.task;
        let of = |label: &Judgment| {
            let own = Judgment::ALL.iter().filter(|one| task.column(**one) == task.column(*label));
            (*label, own.map(|one| gold.gold(*one)).sum())
        };
        task.judgments().iter().map(of).filter(|(_, pairs)| *pairs > 0).collect()
    }

    pub(crate) fn claim_slice(&self, place: Place) -> ClaimSlice {
        let slice = &self.results.evaluation.slices[place.slice];
        let gold = self.gold(place).into_iter().map(|(label, pairs)| (label.name(), pairs));
        ClaimSlice {
            population: place.population.name(),
            slice_kind: slice.kind.to_string(),
            slice: slice.name.to_string(),
            pairs: self.pairs(place),
            gold: gold.collect(),
        }
    }

    /// The population that is tagged with phenomena: parts if there are any.
    pub(crate) fn tagged(&self) -> Population {
        self.results.evaluation.tagged()
    }

    /// The categories, then the phenomena, of at least `least` pairs.
    pub(crate) fn slices(&self, least: u64) -> Vec<usize> {
        let evaluation = self.results.evaluation;
        let is_large = |slice: &usize| {
            let is_of_none = evaluation.slices[*slice].name == Phenomenon::NO_CATEGORY;
            !is_of_none && evaluation.gold(self.tagged(), *slice).pairs() >= least
        };
        [SliceKind::Category, SliceKind::Phenomenon]
            .iter()
            .flat_map(|kind| evaluation.slices_of(kind))
            .filter(is_large)
            .collect()
    }

    /// What pairs of a population are called: `originals`, `parts`, or `pairs` if there are no parts.
    pub(crate) fn pairs_word(&self, population: Population) -> &'static str {
        match population {
            _ if !self.results.evaluation.is_decomposed() => "pairs",
            Population::Monothematic => "parts",
            _ => "originals",
        }
    }

    /// A slice as a sentence names it: without its category if the rest is unique.
    pub(crate) fn slice_name(&self, slice: usize) -> String {
        let of = &self.results.evaluation.slices[slice];
        crate::compared::slice(self.results, &of.kind, &of.name)
    }

    /// The same in quotes.
    pub(crate) fn slice_quoted(&self, slice: usize) -> String {
        quoted(&self.slice_name(slice))
    }

    /// The label that a constant baseline predicts, from the name in a row.
    pub(crate) fn constant_label(&self, row: &ComparisonRow) -> &'r str {
        let baselines = self.results.baselines();
        let label = baselines.into_iter().find(|baseline| baseline.name() == row.system_b);
        match label {
            Some(phenom_metrics::Baseline::Constant(judgment)) => judgment.name(),
            _ => "",
        }
    }
}
