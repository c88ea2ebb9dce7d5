//! Accuracy by the size of an original: its number of parts, or of phenomena.

use std::collections::BTreeMap;

use phenom_dataset::Dataset;

use super::answered::AnsweredOriginals;
use super::gold_under_rule::GoldUnderRule;
use super::phenomena::phenomena_of;
use crate::statistics::{
    ConfidenceLevel, DistinctClusters, Interval, PooledClusters, clustered_share,
};
use crate::undefined::Proportion;

/// What makes the size of an original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SizeOf {
    /// How many parts it has.
    Parts,
    /// How many different phenomena it has, with its parts.
    Phenomena,
}

impl SizeOf {
    /// Both, in the order of the rows.
    pub const ALL: [Self; 2] = [Self::Parts, Self::Phenomena];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parts => "parts",
            Self::Phenomena => "phenomena",
        }
    }
}

/// Originals of neighbouring sizes. The bands are those of the dataset, whatever the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SizeBand {
    /// What makes the size.
    pub of: SizeOf,
    /// The smallest size of an original in it.
    pub from: u32,
    /// The largest size of an original in it.
    pub to: u32,
}

impl SizeBand {
    /// The fewest originals of a band, where there are others that it can be gathered with.
    pub const FEWEST: u64 = 10;
    /// The most bands: the last one holds all larger originals.
    pub const MOST: usize = 6;
}

/// What a system does on the originals of a band.
#[derive(Debug, Clone, PartialEq)]
pub struct SizeFigures {
    /// The sizes of the originals that are counted.
    pub band: SizeBand,
    /// Its originals that have gold, and that count under the system's missing answers; of several runs, once
    /// for each.
    pub originals: u64,
    /// Those that are right directly.
    pub direct: SizeShare,
    /// Those that are right by what the rule makes of the answers on their parts.
    pub composed: SizeShare,
    /// Those of which all parts are right, among those of which all parts have gold.
    pub all_parts_right: SizeShare,
}

/// A share of the originals of a band.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SizeShare {
    /// The two counts.
    pub share: Proportion,
    /// Its interval, over clusters; nothing where none was asked for, or there are no originals.
    pub interval: Option<Interval>,
}

/// Originals; right directly; right by their parts; all parts with gold; all parts right.
type Cells = [u32; 5];

/// The bands of a dataset, and where its originals are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SizeBands {
    bands: Vec<SizeBand>,
    /// For each original its bands by number; none for one that does not count.
    places: Vec<Option<[u8; 2]>>,
}

impl SizeBands {
    /// The bands of the decomposed originals with gold that does not break the rule.
    ///
    /// Neighbouring sizes are gathered, from the smallest on, until ten originals are together; a rest of fewer
    /// joins the band before it, and the sixth band holds whatever is larger.
    pub(crate) fn new(dataset: &Dataset, gold: &GoldUnderRule) -> Self {
        let sizes = |original| gold.counts(original).then(|| sizes_of(dataset, original));
        let sizes: Vec<Option<[u32; 2]>> = dataset.originals().map(sizes).collect();
        let mut bands = Vec::new();
        for of in SizeOf::ALL {
            let mut originals: BTreeMap<u32, u64> = BTreeMap::new();
            for sizes in sizes.iter().flatten() {
                *originals.entry(sizes[of as usize]).or_default() += 1;
            }
            bands.extend(gathered(of, &originals));
        }
        let place = |of: SizeOf, size: u32| {
            let place = bands.iter().position(|band| band.of == of && size <= band.to);
            place.map_or(0, |place| place as u8)
        };
        let places = |sizes: &Option<[u32; 2]>| {
            sizes.map(|sizes| SizeOf::ALL.map(|of| place(of, sizes[of as usize])))
        };
        let places = sizes.iter().map(places).collect();
        Self { bands, places }
    }

    /// The figures of the runs of one system, band by band; with intervals where there is a level.
    pub(crate) fn figures(
        &self,
        dataset: &Dataset,
        runs: &[AnsweredOriginals],
        level: Option<ConfidenceLevel>,
    ) -> Vec<SizeFigures> {
        let mut pools = vec![DistinctClusters::default(); self.bands.len()];
        let mut of_cluster: Vec<Cells> = vec![[0; 5]; self.bands.len()];
        for cluster in dataset.clusters() {
            for original in dataset.originals_of(cluster) {
                let Some(places) = self.places[original] else { continue };
                for run in runs {
                    let Ok(kind) = run.kind(original) else { continue };
                    let all_right = kind.all_parts_right();
                    let cells = [
                        true,
                        kind.whole_right,
                        kind.composed_right,
                        all_right.is_some(),
                        all_right == Some(true),
                    ];
                    for place in places {
                        let counts = &mut of_cluster[usize::from(place)];
                        for (count, holds) in counts.iter_mut().zip(cells) {
                            *count += u32::from(holds);
                        }
                    }
                }
            }
            for (counts, pool) in of_cluster.iter_mut().zip(&mut pools) {
                pool.add(counts, 1);
                *counts = [0; 5];
            }
        }
        let figures = |(band, pool): (&SizeBand, &DistinctClusters)| {
            figures(*band, &PooledClusters::of_distinct(5, pool), level)
        };
        self.bands.iter().zip(&pools).map(figures).collect()
    }
}

/// How many parts and how many phenomena an original has.
fn sizes_of(dataset: &Dataset, original: usize) -> [u32; 2] {
    let parts = dataset.monothematic_of(original).len() as u32;
    [parts, phenomena_of(dataset, original).len() as u32]
}

/// Sizes, each with its number of originals, gathered to bands.
pub(crate) fn gathered(of: SizeOf, originals: &BTreeMap<u32, u64>) -> Vec<SizeBand> {
    let mut bands: Vec<(SizeBand, u64)> = Vec::new();
    for (&size, &number) in originals {
        let is_last = bands.len() == SizeBand::MOST;
        match bands.last_mut() {
            Some((band, before)) if is_last || *before < SizeBand::FEWEST => {
                band.to = size;
                *before += number;
            }
            _ => bands.push((SizeBand { of, from: size, to: size }, number)),
        }
    }
    if bands.len() > 1
        && let Some((rest, _)) = bands.pop_if(|(_, number)| *number < SizeBand::FEWEST)
        && let Some((last, _)) = bands.last_mut()
    {
        last.to = rest.to;
    }
    bands.into_iter().map(|(band, _)| band).collect()
}

fn figures(
    band: SizeBand,
    clusters: &PooledClusters,
    level: Option<ConfidenceLevel>,
) -> SizeFigures {
    let sums = clusters.sums();
    let share = |part: usize, whole: usize| {
        let counted = |counts: &[u32]| Proportion {
            numerator: counts[part].into(),
            denominator: counts[whole].into(),
        };
        let interval = level.and_then(|level| clustered_share(clusters, counted, level).ok());
        SizeShare {
            share: Proportion { numerator: sums[part], denominator: sums[whole] },
            interval: interval.map(|found| found.interval),
        }
    };
    SizeFigures {
        band,
        originals: sums[0],
        direct: share(1, 0),
        composed: share(2, 0),
        all_parts_right: share(4, 3),
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Entailment, Unknown};
    use phenom_dataset::{Answer, CompositionRule, Run, Task};
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{Pair, clustered, dataset, pairs_and_answers};

    fn gold_of(dataset: &Dataset) -> GoldUnderRule {
        GoldUnderRule::new(dataset, &CompositionRule::All, Task::ThreeWay)
    }

    const LEVEL: Option<ConfidenceLevel> = Some(ConfidenceLevel::NINETY_FIVE);

    #[test]
    fn sizes_are_gathered_until_ten_originals_are_together() {
        let bands = |originals: &[(u32, u64)]| {
            let bands = gathered(SizeOf::Parts, &originals.iter().copied().collect());
            bands.iter().map(|band| (band.from, band.to)).collect::<Vec<_>>()
        };
        assert_eq!(bands(&[(1, 10), (2, 25)]), [(1, 1), (2, 2)]);
        assert_eq!(bands(&[(1, 4), (3, 6), (4, 12), (9, 9)]), [(1, 3), (4, 9)]);
        assert_eq!(bands(&[(2, 3)]), [(2, 2)]);
        let many: Vec<(u32, u64)> = (1..=9).map(|size| (size, 20)).collect();
        assert_eq!(bands(&many), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 9)]);
        assert_eq!(bands(&[]), []);
    }

    /// Ten originals of one part, of which the first three are wrong, and the part of the third; twelve of two
    /// parts, of one phenomenon, all right but for a second part in four of them.
    #[test]
    fn figures_by_hand() {
        let mut pairs = Vec::new();
        for number in 0..22 {
            let id = format!("o{number}");
            pairs.push(Pair::original(&id));
            pairs.push(Pair::of(&format!("{id}.0"), &id).tags(&["p:x"]));
            if number >= 10 {
                pairs.push(Pair::of(&format!("{id}.1"), &id).tags(&["p:x"]));
            }
        }
        // Without parts, it is in no band.
        pairs.push(Pair::original("alone"));
        let dataset = dataset(&pairs);
        let wrong = ["o0", "o1", "o2", "o2.0", "o10.1", "o11.1", "o12.1", "o13.1"];
        let answers = (0..dataset.len()).map(|row| {
            let is_wrong = wrong.contains(&dataset.id(row));
            Answer::Judged(if is_wrong { Unknown } else { Entailment })
        });
        let run = Run::from_answers("s", answers);
        let gold = gold_of(&dataset);
        let bands = SizeBands::new(&dataset, &gold);
        let answered = [AnsweredOriginals::new(&dataset, &run, &gold)];
        let found = bands.figures(&dataset, &answered, LEVEL);
        let counts: Vec<_> = found
            .iter()
            .map(|row| {
                let right = [row.direct, row.composed, row.all_parts_right];
                let right = right.map(|one| (one.share.numerator, one.share.denominator));
                (row.band.of, row.band.from, row.band.to, row.originals, right)
            })
            .collect();
        assert_eq!(
            counts,
            [
                (SizeOf::Parts, 1, 1, 10, [(7, 10), (9, 10), (9, 10)]),
                (SizeOf::Parts, 2, 2, 12, [(12, 12), (8, 12), (8, 12)]),
                (SizeOf::Phenomena, 1, 1, 22, [(19, 22), (17, 22), (17, 22)]),
            ]
        );
        // statsmodels.stats.proportion.proportion_confint(7, 10, method="agresti_coull")
        let interval = found[0].direct.interval.unwrap();
        assert!((interval.lower - 0.392_325_298_0).abs() < 1e-9, "{interval:?}");
        assert!((interval.upper - 0.896_661_582_1).abs() < 1e-9, "{interval:?}");
        let without = bands.figures(&dataset, &answered, None);
        for (row, with) in without.iter().zip(&found) {
            assert_eq!((row.composed.share, row.composed.interval), (with.composed.share, None));
        }
    }

    proptest! {
        /// Each decomposed original is in one band of parts, and in one of phenomena.
        #[test]
        fn bands_add_up_to_all_decomposed_originals(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..12usize,
        ) {
            let dataset = dataset(&clustered(&pairs, clusters));
            let run = Run::from_answers("s", answers.iter().copied().map(Answer::Judged));
            let gold = gold_of(&dataset);
            let found = dataset
                .originals()
                .filter_map(|original| gold.original(&dataset, &run, original).ok());
            let all: Vec<_> = found.collect();
            let bands = SizeBands::new(&dataset, &gold);
            let answered = AnsweredOriginals::new(&dataset, &run, &gold);
            let figures = bands.figures(&dataset, &[answered.clone(), answered], LEVEL);
            for of in SizeOf::ALL {
                let rows: Vec<_> = figures.iter().filter(|row| row.band.of == of).collect();
                prop_assert!(rows.windows(2).all(|rows| rows[0].band.to < rows[1].band.from));
                let sum = |count: fn(&SizeFigures) -> u64| rows.iter().map(|row| count(row)).sum::<u64>();
                let twice = |right: usize| 2 * right as u64;
                prop_assert_eq!(sum(|row| row.originals), twice(all.len()));
                let direct = all.iter().filter(|kind| kind.whole_right).count();
                prop_assert_eq!(sum(|row| row.direct.share.numerator), twice(direct));
                let composed = all.iter().filter(|kind| kind.composed_right).count();
                prop_assert_eq!(sum(|row| row.composed.share.numerator), twice(composed));
                let solved = all.iter().filter(|kind| kind.all_parts_right() == Some(true)).count();
                prop_assert_eq!(sum(|row| row.all_parts_right.share.numerator), twice(solved));
            }
            for row in &figures {
                prop_assert!(row.band.from <= row.band.to);
                let value = row.direct.share.value().unwrap();
                prop_assert!(row.direct.interval.unwrap().contains(value));
            }
        }
    }
}
