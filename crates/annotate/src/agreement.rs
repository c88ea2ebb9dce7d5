//! How far two readers agree, as phenom computes it everywhere: Cohen's kappa, with an interval over clusters.

use std::collections::BTreeMap;

use phenom_dataset::{DatasetBuilder, Judgment, KeepTexts, PairRow, Task};
use phenom_metrics::measures::kappa::KAPPA;
use phenom_metrics::people::agreement_rows;
use phenom_metrics::{Population, Seed, SliceKind, StatisticsSettings};
use serde::Serialize;

/// The pages of two runs show the same interval.
const SEED: Seed = Seed(1);

/// Agreement, or that it is not shown now.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AgreementView {
    /// A batch is open: a figure that moves after a reading would tell what others said.
    Hidden {
        /// Always true.
        hidden: bool,
    },
    /// The figure.
    Shown(Agreement),
}

/// What two or more people made of one pair that they read blind.
#[derive(Debug, Clone)]
pub struct ReadPair<'a> {
    /// What the pair is not independent of.
    pub cluster: &'a str,
    /// Who read it, and the judgment.
    pub readings: BTreeMap<&'a str, Judgment>,
}

/// The agreement of two readers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Agreement {
    /// Cohen's kappa, where it has a value.
    pub value: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The pairs that both read.
    pub pairs: usize,
    /// The clusters that these are from.
    pub families: usize,
    /// The names of the two annotators.
    pub between: [String; 2],
    /// Why there is no value.
    pub reason: Option<String>,
}

/// The agreement of an annotator with the reader who shares the most pairs; of the two others who share the most, where
/// nobody shares one with the annotator. Nothing where no pair was read by two.
#[must_use]
pub fn agreement(annotator: &str, pairs: &[ReadPair<'_>], task: Task) -> Option<Agreement> {
    let between = most_shared(annotator, pairs)?;
    let of_two = |pair: &ReadPair<'_>| {
        let [first, second] = between.map(|reader| pair.readings.get(reader).copied());
        first.zip(second)
    };
    let mut families: Vec<&str> =
        pairs.iter().filter(|pair| of_two(pair).is_some()).map(|pair| pair.cluster).collect();
    let shared = families.len();
    families.sort_unstable();
    families.dedup();
    let mut found = Agreement {
        value: None,
        low: None,
        high: None,
        pairs: shared,
        families: families.len(),
        between: between.map(str::to_owned),
        reason: None,
    };
    // Wholes and parts side by side: to a reader they are alike.
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for (number, pair) in pairs.iter().enumerate() {
        let Some((first, second)) = of_two(pair) else { continue };
        builder.add(&PairRow {
            id: &number.to_string(),
            cluster: Some(pair.cluster),
            annotations: &[(between[0], first), (between[1], second)],
            ..PairRow::default()
        });
    }
    let dataset = match builder.finish() {
        Ok(dataset) => dataset,
        Err(problems) => return Some(Agreement { reason: Some(problems.to_string()), ..found }),
    };
    // The two are all who judged, so that there is one row of two.
    let rows = agreement_rows(&dataset, &StatisticsSettings::default(), SEED);
    let row = rows.iter().find(|row| {
        row.measure == KAPPA.key
            && row.task == task
            && row.population == Population::Original
            && row.slice_kind == SliceKind::All
    })?;
    match &row.value {
        Ok(value) => found.value = Some(*value),
        Err(reason) => found.reason = Some(reason.to_string()),
    }
    let interval = row.interval.as_ref().map(|made| made.interval);
    found.low = interval.map(|interval| interval.lower);
    found.high = interval.map(|interval| interval.upper);
    Some(found)
}

fn most_shared<'a>(annotator: &'a str, pairs: &[ReadPair<'a>]) -> Option<[&'a str; 2]> {
    let mut shared: BTreeMap<[&str; 2], usize> = BTreeMap::new();
    for pair in pairs {
        let readers: Vec<&str> = pair.readings.keys().copied().collect();
        for (at, first) in readers.iter().enumerate() {
            for second in &readers[at + 1..] {
                let both = match *second == annotator {
                    true => [*second, *first],
                    false => [*first, *second],
                };
                *shared.entry(both).or_default() += 1;
            }
        }
    }
    // The first of equals, in the order of names.
    let most = |own: bool| {
        shared
            .iter()
            .filter(|(both, _)| !own || both[0] == annotator)
            .rev()
            .max_by_key(|(_, pairs)| **pairs)
            .map(|(both, _)| *both)
    };
    most(true).or_else(|| most(false))
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Contradiction, Entailment, Unknown};

    use super::*;

    fn pair<'a>(cluster: &'a str, readings: &[(&'a str, Judgment)]) -> ReadPair<'a> {
        ReadPair { cluster, readings: readings.iter().copied().collect() }
    }

    /// sklearn.metrics.cohen_kappa_score(list("EEEECCUUUE"), list("EEEECUUUCE")) = 0.6774193548387097
    #[test]
    fn kappa_of_the_two_who_share_most() {
        let judged = |letter: char| match letter {
            'E' => Entailment,
            'C' => Contradiction,
            _ => Unknown,
        };
        let clusters: Vec<String> = (0..5).map(|number| format!("c{number}")).collect();
        let both = "EEEECCUUUE".chars().zip("EEEECUUUCE".chars()).enumerate();
        let mut pairs: Vec<ReadPair<'_>> = both
            .map(|(at, (ann, cleo))| {
                pair(&clusters[at / 2], &[("ann", judged(ann)), ("cleo", judged(cleo))])
            })
            .collect();
        pairs.push(pair("other", &[("ann", Entailment), ("bo", Unknown)]));
        let found = agreement("ann", &pairs, Task::ThreeWay).unwrap();
        assert_eq!(found.between, ["ann", "cleo"]);
        assert_eq!((found.pairs, found.families), (10, 5));
        assert!((found.value.unwrap() - 0.677_419_354_838_709_7).abs() < 1e-12, "{found:?}");
        let (low, high) = (found.low.unwrap(), found.high.unwrap());
        assert!(low < 0.677 && high > 0.678, "{found:?}");
        assert_eq!(agreement("cleo", &pairs, Task::ThreeWay).unwrap().between, ["cleo", "ann"]);
        assert_eq!(agreement("dora", &pairs, Task::ThreeWay).unwrap().between, ["ann", "cleo"]);
    }

    #[test]
    fn without_a_pair_read_by_two_there_is_none() {
        assert_eq!(agreement("ann", &[pair("c", &[("ann", Unknown)])], Task::ThreeWay), None);
    }

    #[test]
    fn no_value_has_a_reason() {
        let alike = [pair("c", &[("ann", Unknown), ("bo", Unknown)])];
        let found = agreement("ann", &alike, Task::ThreeWay).unwrap();
        assert_eq!((found.value, found.pairs), (None, 1));
        assert!(found.reason.is_some_and(|reason| !reason.is_empty()));
    }
}
