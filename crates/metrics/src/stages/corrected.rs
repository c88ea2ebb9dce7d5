//! Figures by a judge, corrected by what people say of the parts of some originals.

use phenom_dataset::Dataset;

use super::traced::Traced;
use crate::statistics::prediction_powered::{
    Chances, Corrected, Mean, Part, Sample, Scale, Share, Tuning, Values, combined, tuned,
};
use crate::statistics::{ConfidenceLevel, Interval, PooledClusters, clustered_share};

/// Originals as a judge says, and as people say of those whose parts they read.
#[derive(Debug, Clone)]
pub(crate) struct Judged {
    part: Part,
    /// By the judge, and by people; of an original without parts both are the same.
    units: Vec<[Traced; 2]>,
    /// The row of each.
    originals: Vec<usize>,
}

/// A corrected numerator and denominator.
struct Sums {
    means: [Mean; 2],
    is_share_of_all: bool,
}

impl Judged {
    /// The originals of a dataset; `None` if people read no part. People are taken to have read originals that were
    /// chosen at random among those that have parts.
    pub(crate) fn new(
        dataset: &Dataset,
        by_judge: &[Option<Traced>],
        by_people: &[Option<Traced>],
    ) -> Option<Self> {
        let pairs = by_judge.iter().zip(by_people).enumerate();
        let (mut units, mut clusters, mut labelled) = (Vec::new(), Vec::new(), Vec::new());
        let mut originals = Vec::new();
        for (original, (judge, people)) in pairs {
            let Some(judge) = judge else { continue };
            let read = people.filter(|_| judge.parts > 0);
            let known = if judge.parts == 0 { Some(*judge) } else { read };
            units.push([*judge, known.unwrap_or(*judge)]);
            originals.push(original);
            clusters.push(dataset.cluster_of(original) as u32);
            labelled.push(known.is_some());
        }
        let with_parts = units.iter().filter(|[judge, _]| judge.parts > 0).count();
        let empty = units.len() - with_parts;
        let read = labelled.iter().filter(|labelled| **labelled).count() - empty;
        if read == 0 {
            return None;
        }
        let chance = read as f64 / with_parts as f64;
        let of = |[judge, _]: &[Traced; 2]| Some(if judge.parts == 0 { 1.0 } else { chance });
        let chances: Vec<Option<f64>> = units.iter().map(of).collect();
        let sample =
            Sample { clusters: &clusters, labelled: &labelled, chances: Chances::Known(&chances) };
        let part = Part::new(&sample, (0..units.len() as u32).collect());
        Some(Self { part, units, originals })
    }

    fn sums(&self, of: &impl Fn(&Traced) -> [u32; 2]) -> Option<Sums> {
        let values = [0, 1].map(|at| {
            let value = |unit: usize, by: usize| f64::from(of(&self.units[unit][by])[at]);
            Values::new(self.units.len(), 1, |unit| value(unit, 1), |unit, _| value(unit, 0))
        });
        let mean = |values: &Values| {
            let weights = tuned(&self.part, &Tuning::new(&self.part, [values]), None);
            Mean::new(&self.part, values, &weights, &self.part).ok()
        };
        let is_one = |[judge, people]: &[Traced; 2]| of(judge)[1] == 1 && of(people)[1] == 1;
        let is_share_of_all = self.units.iter().all(is_one);
        Some(Sums { means: [mean(&values[0])?, mean(&values[1])?], is_share_of_all })
    }

    /// A corrected ratio of what originals add, with its interval; `None` if too few are read. A share that people find on fewer
    /// than five of the originals that they read, or on all but fewer than five, is as uncertain as they alone leave it: its
    /// interval holds that of their share, too.
    pub(crate) fn ratio(
        &self,
        of: impl Fn(&Traced) -> [u32; 2],
        is_mean: bool,
        level: ConfidenceLevel,
    ) -> Option<(f64, Option<Interval>)> {
        let sums = self.sums(&of)?;
        let range = if is_mean { [0.0, f64::INFINITY] } else { [0.0, 1.0] };
        let (value, shares) = sums.shares(&self.part, 1.0)?;
        let found = combined(value, &shares, (Scale::Plain, range)).ok()?;
        let interval = found.interval(level.significance());
        let alone = if is_mean { None } else { self.of_few(of, level) };
        let interval = interval.map(|one| match alone {
            Some(other) => {
                Interval { lower: one.lower.min(other.lower), upper: one.upper.max(other.upper) }
            }
            None => one,
        });
        Some((value, interval))
    }

    /// The interval of a share by people alone, if it or its complement is on fewer than five originals that they read.
    fn of_few(&self, of: impl Fn(&Traced) -> [u32; 2], level: ConfidenceLevel) -> Option<Interval> {
        const FEW: u64 = 5;
        let read = self.part.labelled().filter_map(|unit| self.units.get(unit as usize));
        let counts = read.filter(|[judge, _]| judge.parts > 0).map(|[_, people]| (of(people), 1));
        let clusters = PooledClusters::new(2, counts).ok()?;
        let sums = clusters.sums();
        let is_few = sums[0].min(sums[1].saturating_sub(sums[0])) < FEW;
        let counted = |counts: &[u32]| [u64::from(counts[0]), u64::from(counts[1])];
        let share = clustered_share(&clusters, counted, level).ok();
        share.filter(|_| is_few).map(|found| found.interval)
    }

    /// The corrected change of the accuracy of originals: `then` says whether the original in a row, which is as traced, would
    /// be right, by the judge or by people; `None` if it is not concerned.
    pub(crate) fn change(
        &self,
        then: impl Fn(usize, &Traced, bool) -> Option<bool>,
    ) -> Option<Corrected> {
        let value = |unit: usize, by_people: bool| {
            let traced = &self.units[unit][usize::from(by_people)];
            let now = f64::from(traced.composed);
            then(self.originals[unit], traced, by_people).map_or(0.0, |then| f64::from(then) - now)
        };
        let units = self.units.len();
        let values = Values::new(units, 1, |unit| value(unit, true), |unit, _| value(unit, false));
        let weights = tuned(&self.part, &Tuning::new(&self.part, [&values]), None);
        let mean = Mean::new(&self.part, &values, &weights, &self.part).ok()?;
        let share = Share { part: &self.part, mean: &mean, gradient: 1.0 };
        combined(mean.value, &[share], (Scale::Plain, [-1.0, 1.0])).ok()
    }

    /// The corrected difference of a ratio between two systems.
    pub(crate) fn difference(
        [one, other]: [&Self; 2],
        of: impl Fn(&Traced) -> [u32; 2],
    ) -> Option<Corrected> {
        let sums = [one.sums(&of)?, other.sums(&of)?];
        let (first, mut shares) = sums[0].shares(&one.part, 1.0)?;
        let (second, more) = sums[1].shares(&other.part, -1.0)?;
        shares.extend(more);
        let range = [f64::NEG_INFINITY, f64::INFINITY];
        combined(first - second, &shares, (Scale::Plain, range)).ok()
    }
}

impl Sums {
    /// The ratio with its derivatives, times a sign.
    fn shares<'m>(&'m self, part: &'m Part, sign: f64) -> Option<(f64, Vec<Share<'m>>)> {
        let [above, below] = [self.means[0].value, self.means[1].value];
        if below <= 0.0 {
            return None;
        }
        let value = above / below;
        let mut shares = vec![Share { part, mean: &self.means[0], gradient: sign / below }];
        if !self.is_share_of_all {
            shares.push(Share { part, mean: &self.means[1], gradient: -sign * value / below });
        }
        Some((value, shares))
    }
}
