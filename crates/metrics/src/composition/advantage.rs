//! How much of a system's advantage on parts a property of the pairs explains, such as their word overlap.

use std::ops::Range;

use hashbrown::HashMap;
use phenom_dataset::{Answer, Dataset, Factor, Missing, Run, Task};

use super::original::agrees;
use crate::counts::gold_for;
use crate::statistics::{
    ConfidenceLevel, Interval, NoInterval, PooledClusters, jackknife_interval,
};
use crate::undefined::{Undefined, Value};

/// By how much a system is right more often on monothematic pairs than on the originals that they come from, and
/// how much of that goes with gold and with a property in bins.
///
/// A system that is led by the likeness of text and hypothesis is better on parts for no other reason than that
/// these are more alike. The difference of the two accuracies is taken apart by standardisation: the
/// originals are weighted so that their gold, and then their gold and bins, are distributed as those of the
/// parts are.
#[derive(Debug, Clone, PartialEq)]
pub struct PartsAdvantage {
    /// The originals that have gold and a bin, and parts that are like them in both; of several runs, once for each.
    pub originals: u64,
    /// Their monothematic pairs that are like some original in both.
    pub parts: u64,
    /// Originals that are like no part, and so are left out.
    pub unmatched_originals: u64,
    /// Parts that are like no original, and so are left out.
    pub unmatched_parts: u64,
    /// Accuracy on the parts less accuracy on the originals.
    pub advantage: AdvantagePart,
    /// What is explained by gold: the advantage less that over originals with the parts' gold.
    pub by_gold: AdvantagePart,
    /// What the property explains beyond gold.
    pub by_property: AdvantagePart,
    /// What is left: the advantage over originals with the parts' gold and bins.
    pub left: AdvantagePart,
}

/// A part of an advantage, from -1 to 1, with its interval.
#[derive(Debug, Clone, PartialEq)]
pub struct AdvantagePart {
    /// The value.
    pub value: Value,
    /// Its interval, by leaving out one cluster at a time, where it has one.
    pub interval: Result<Interval, NoInterval>,
}

/// Takes the advantage on parts of the runs of one system apart by a property in bins; nothing where no original or
/// no part has the property itself.
#[must_use]
pub fn parts_advantage(
    dataset: &Dataset,
    runs: &[&Run],
    task: Task,
    property: &Factor,
    level: ConfidenceLevel,
) -> Option<PartsAdvantage> {
    let strata = Strata { judgments: task.judgments().len(), bins: property.values().count() };
    let mut pooled: HashMap<Vec<u32>, u64> = HashMap::new();
    for cluster in dataset.clusters() {
        let mut counts = vec![0; strata.width()];
        for original in dataset.originals_of(cluster) {
            let parts = dataset.monothematic_of(original);
            if parts.is_empty() {
                continue;
            }
            for run in runs {
                let mut add = |row: usize, of_part: bool| {
                    let Some((gold, right)) = gold_and_right(dataset, run, task, row) else {
                        return;
                    };
                    let Some(bin) = property.code(row) else { return };
                    let first = strata.first(gold, bin as usize) + if of_part { 2 } else { 0 };
                    counts[first] += u32::from(right);
                    counts[first + 1] += 1;
                };
                add(original, false);
                parts.clone().for_each(|part| add(part, true));
            }
        }
        if counts.iter().any(|count| *count > 0) {
            *pooled.entry(counts).or_default() += 1;
        }
    }
    let clusters = PooledClusters::new(strata.width(), pooled).ok()?;
    let sums = clusters.sums();
    let all = strata.all(&sums, 0..strata.len());
    if all.wholes == 0 || all.parts == 0 {
        return None;
    }
    let matched = strata.all(&sums, strata.matched(&sums));
    // What is explained is a difference of two accuracies, too: of originals weighted so and so.
    let part = |of: &(dyn Fn(&[u64]) -> Value + Sync)| AdvantagePart {
        value: of(&sums),
        interval: jackknife_interval(
            &clusters,
            of,
            [-1.0, 1.0],
            |counts| counts.chunks_exact(4).map(|cell| u64::from(cell[1] + cell[3])).sum(),
            level,
        ),
    };
    let by_gold = |sums: &[u64]| Ok(strata.plain(sums)? - strata.within(sums, By::Gold)?);
    let by_property =
        |sums: &[u64]| Ok(strata.within(sums, By::Gold)? - strata.within(sums, By::GoldAndBin)?);
    Some(PartsAdvantage {
        originals: matched.wholes,
        parts: matched.parts,
        unmatched_originals: all.wholes - matched.wholes,
        unmatched_parts: all.parts - matched.parts,
        advantage: part(&|sums| strata.plain(sums)),
        by_gold: part(&by_gold),
        by_property: part(&by_property),
        left: part(&|sums| strata.within(sums, By::GoldAndBin)),
    })
}

/// The column of gold, and whether the answer is right, where the run is scored on the pair.
fn gold_and_right(dataset: &Dataset, run: &Run, task: Task, row: usize) -> Option<(usize, bool)> {
    let answer = run.answer(row);
    if answer == Answer::Missing && run.missing() == Missing::Skip {
        return None;
    }
    let gold = gold_for(dataset, row, answer)?;
    Some((task.column(gold)?, agrees(task, gold, answer.single(task))))
}

/// Counts by gold and bin: wholes that are right, wholes, parts that are right, parts.
#[derive(Debug, Clone, Copy)]
struct Strata {
    judgments: usize,
    bins: usize,
}

/// What originals are made like the parts in.
#[derive(Debug, Clone, Copy)]
enum By {
    Gold,
    GoldAndBin,
}

/// Right answers and pairs.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    right_wholes: u64,
    wholes: u64,
    right_parts: u64,
    parts: u64,
}

impl Sums {
    fn difference(self) -> Value {
        if self.wholes == 0 || self.parts == 0 {
            return Err(Undefined::NoPairs);
        }
        let parts = self.right_parts as f64 / self.parts as f64;
        Ok(parts - self.right_wholes as f64 / self.wholes as f64)
    }
}

impl Strata {
    fn len(self) -> usize {
        self.judgments * self.bins
    }

    fn width(self) -> usize {
        4 * self.len().max(1)
    }

    fn first(self, gold: usize, bin: usize) -> usize {
        4 * (gold * self.bins + bin)
    }

    /// The strata with originals and with parts.
    fn matched(self, sums: &[u64]) -> Vec<usize> {
        let has_both = |stratum: &usize| sums[4 * stratum + 1] > 0 && sums[4 * stratum + 3] > 0;
        (0..self.len()).filter(has_both).collect()
    }

    fn all(self, sums: &[u64], strata: impl IntoIterator<Item = usize>) -> Sums {
        strata.into_iter().fold(Sums::default(), |all, stratum| {
            let of = &sums[4 * stratum..][..4];
            Sums {
                right_wholes: all.right_wholes + of[0],
                wholes: all.wholes + of[1],
                right_parts: all.right_parts + of[2],
                parts: all.parts + of[3],
            }
        })
    }

    /// The advantage over the originals as they are.
    fn plain(self, sums: &[u64]) -> Value {
        self.all(sums, self.matched(sums)).difference()
    }

    /// The mean over the parts of the advantage within their group.
    fn within(self, sums: &[u64], by: By) -> Value {
        let matched = self.matched(sums);
        let bins = self.bins;
        let groups: Vec<Range<usize>> = match by {
            By::Gold => (0..self.judgments).map(|gold| gold * bins..(gold + 1) * bins).collect(),
            By::GoldAndBin => (0..self.len()).map(|stratum| stratum..stratum + 1).collect(),
        };
        let (mut difference, mut parts) = (0.0, 0);
        for group in groups {
            let here = matched.iter().copied().filter(|stratum| group.contains(stratum));
            let of_group = self.all(sums, here);
            if of_group.parts > 0 {
                difference += of_group.parts as f64 * of_group.difference()?;
                parts += of_group.parts;
            }
        }
        if parts == 0 { Err(Undefined::NoPairs) } else { Ok(difference / parts as f64) }
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Entailment, NotEntailment};
    use phenom_dataset::{Bins, DatasetBuilder, KeepTexts, PairRow};

    use super::*;

    /// Forty originals with a part each. Wholes are alike to text by 0.1 and parts by 0.9, but for every fifth original
    /// and part, where it is the other way round.
    fn advantage(answer: impl Fn(&str, f64, phenom_dataset::Judgment) -> bool) -> PartsAdvantage {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        builder.bin("likeness".to_owned(), Bins::bounds(vec![0.5]).unwrap());
        let mut right = Vec::new();
        for kind in ["whole", "part"] {
            for number in 0..40 {
                let gold = if number % 2 == 0 { Entailment } else { NotEntailment };
                let turned = number % 5 == 0;
                let likeness = if (kind == "part") != turned { 0.9 } else { 0.1 };
                let (id, shown) = (format!("{kind}{number}"), likeness.to_string());
                let origin = format!("whole{number}");
                builder.add(&PairRow {
                    id: &id,
                    origin: Some(origin.as_str()).filter(|_| kind == "part"),
                    gold: Some(gold),
                    attributes: &[("likeness", &shown)],
                    ..PairRow::default()
                });
                right.push((gold, answer(kind, likeness, gold)));
            }
        }
        let dataset = builder.finish().unwrap();
        let answers = right.into_iter().map(|(gold, is_right)| {
            let other = if gold == Entailment { NotEntailment } else { Entailment };
            Answer::Judged(if is_right { gold } else { other })
        });
        let run = Run::from_answers("s", answers);
        let level = ConfidenceLevel::NINETY_FIVE;
        let property = &dataset.attributes()[0];
        parts_advantage(&dataset, &[&run], Task::TwoWay, property, level).unwrap()
    }

    fn values(found: &PartsAdvantage) -> [f64; 4] {
        [&found.advantage, &found.by_gold, &found.by_property, &found.left]
            .map(|part| (part.value.clone().unwrap() * 1e12).round() / 1e12)
    }

    #[test]
    fn a_system_that_is_right_on_alike_pairs_has_all_its_advantage_by_likeness() {
        let found = advantage(|_, likeness, _| likeness > 0.5);
        // 32 of 40 parts are right and 8 of 40 wholes.
        assert_eq!(values(&found), [0.6, 0.0, 0.6, 0.0]);
        assert_eq!((found.originals, found.parts), (40, 40));
        assert!(found.by_property.interval.unwrap().contains(0.6));
        assert!(found.by_property.interval.unwrap().lower > 0.0);
    }

    #[test]
    fn an_advantage_of_its_own_is_left() {
        let found = advantage(|kind, _, _| kind == "part");
        assert_eq!(values(&found), [1.0, 0.0, 0.0, 1.0]);
        let found = advantage(|_, _, gold| gold == Entailment);
        assert_eq!(values(&found), [0.0, 0.0, 0.0, 0.0]);
    }
}
