//! What answer keys change, as measures and as tidy rows.

use super::KENDALL_TAU;
use super::key_scores::{KeyScores, Keys};
use super::mid_ranks;
use super::rows::AgreementRow;
use crate::counts::{Population, SliceKind};
use crate::measures::entropy::GOLD_ENTROPY;
use crate::measures::{Better, IntervalFrom, Measure, Style};
use crate::undefined::{Proportion, Undefined, Value};

/// Pairs of systems that swap.
pub const SWAPPED_SYSTEMS: Measure = Measure {
    key: "swapped_systems",
    better: Better::Neither,
    name: "swapped pairs of systems",
    definition: "The pairs of systems that two answer keys rank in opposite order by accuracy, among all pairs of \
                 systems. A tie under one of the keys is not a swap.",
    formula: "pairs of systems in opposite order / pairs of systems",
    range: "0 to 1",
    undefined: "if there are fewer than two systems",
    source: "V08 section 2.2",
    style: Style::Percent,
    ..Measure::OF_PEOPLE
};

/// The largest change of accuracy that was observed.
pub const OBSERVED_CHANGE: Measure = Measure {
    key: "observed_change",
    better: Better::Lower,
    name: "largest observed change of accuracy",
    definition: "The largest change of a system's accuracy between answer keys, among the keys with gold labels for \
                 exactly the same pairs as the first one. It never exceeds the largest possible change, the share of \
                 pairs on which these keys differ.",
    formula: "max_k A_k - min_k A_k, with A_k the accuracy under key k",
    range: "0 to 1",
    undefined: "if no other key has gold labels for exactly the same pairs",
    source: "V08 section 2.2",
    style: Style::Percent,
    ..Measure::OF_PEOPLE
};

/// A system's rank under an answer key.
pub const RANK_UNDER_KEY: Measure = Measure {
    key: "rank_under_key",
    better: Better::Lower,
    name: "rank by accuracy under a key",
    definition: "The rank of a system by its accuracy under an answer key, the best 1; tied systems share the mean of \
                 their ranks. Oracles are not ranked, nor are systems under keys that have gold labels for other pairs \
                 than the first one.",
    formula: "1 + systems with a higher accuracy + half of the other systems with the same accuracy",
    range: "1 to the number of systems",
    undefined: "if the system has no accuracy under the key",
    source: "V08 section 2.2",
    style: Style::Rank,
    interval: IntervalFrom::None("Kendall's tau and the swapped systems show how stable ranks are"),
    ..Measure::OF_PEOPLE
};

impl Keys {
    /// The tidy rows of the keys: H(G) of each, tau-b and swaps of every two, for each system its largest
    /// observed change, and for each ranked one its rank under every key.
    #[must_use]
    pub fn rows(&self) -> Vec<AgreementRow> {
        let row = |population, keys: [&str; 2]| AgreementRow {
            system: String::new(),
            keys: keys.map(str::to_owned),
            population,
            slice_kind: SliceKind::All,
            slice: String::new(),
            task: self.task,
            measure: "",
            value: Ok(0.0),
            proportion: None,
            support: 0,
            interval: None,
        };
        let mut rows = Vec::new();
        for population in self.populations() {
            for key in &self.keys {
                let support = key.evaluation.gold(population, 0).pairs();
                let (measure, value) = (GOLD_ENTROPY.key, key.gold_entropy(population));
                let row = row(population, [&key.name, ""]);
                rows.push(AgreementRow { measure, value, support, ..row });
            }
        }
        for two in self.comparisons.iter().filter(|_| !self.ranked.is_empty()) {
            let names = two.keys.map(|key| self.keys[key].name.as_str());
            let row = AgreementRow { support: two.systems, ..row(two.population, names) };
            let (measure, value) = (KENDALL_TAU.key, two.tau.clone());
            rows.push(AgreementRow { measure, value, ..row.clone() });
            let pairs = two.systems * two.systems.saturating_sub(1) / 2;
            let share = Proportion { numerator: two.swapped.len() as u64, denominator: pairs };
            let value = share.value().map_err(|_| Undefined::TooFewRanked);
            let (measure, proportion) = (SWAPPED_SYSTEMS.key, value.is_ok().then_some(share));
            rows.push(AgreementRow { measure, value, proportion, ..row });
        }
        for population in self.populations() {
            let systems = self.keys.first().map_or(0, |key| key.evaluation.systems.len());
            for system in 0..systems {
                let change = self.observed_change(system, population);
                let name =
                    self.keys.first().map(|key| key.evaluation.systems[system].name.to_string());
                rows.push(AgreementRow {
                    system: name.unwrap_or_default(),
                    measure: OBSERVED_CHANGE.key,
                    support: change.as_ref().map_or(0, |change| change.denominator),
                    value: change.clone().and_then(Proportion::value),
                    proportion: change.ok(),
                    ..row(population, ["", ""])
                });
            }
        }
        for population in self.populations() {
            for key in self.keys.iter().filter(|key| key.is_complete(population)) {
                for (system, value) in self.ranked.iter().zip(self.ranks(key, population)) {
                    rows.push(AgreementRow {
                        system: key.evaluation.systems[*system].name.to_string(),
                        measure: RANK_UNDER_KEY.key,
                        support: self.ranked.len() as u64,
                        value,
                        ..row(population, [&key.name, ""])
                    });
                }
            }
        }
        rows
    }

    /// The rank of each ranked system by its accuracy under a key.
    fn ranks(&self, key: &KeyScores, population: Population) -> Vec<Value> {
        let accuracy =
            |system: &usize| key.accuracy(*system, population).and_then(Proportion::value);
        let accuracies: Vec<Value> = self.ranked.iter().map(accuracy).collect();
        // What has no accuracy is behind all that have one, and gets no rank.
        let scores = accuracies.iter().map(|value| value.clone().unwrap_or(f64::NEG_INFINITY));
        let ranks = mid_ranks(&scores.collect::<Vec<f64>>());
        accuracies.into_iter().zip(ranks).map(|(value, rank)| value.map(|_| rank)).collect()
    }
}
