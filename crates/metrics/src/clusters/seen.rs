//! How systems, and pairs of systems, see the clusters of all runs.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::statistics::{DistinctClusters, PooledClusters};

/// Whose counts are looked at, side by side: the runs of one system, those of two, or all.
#[derive(Debug, Clone)]
pub(super) struct View(Vec<usize>);

impl View {
    /// Those of some runs, by their numbers.
    pub(super) fn of_runs(runs: impl Iterator<Item = usize>) -> Self {
        Self(runs.collect())
    }

    /// The numbers of the runs.
    pub(super) fn runs(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied()
    }

    /// Adds its counts to others.
    pub(super) fn extend(&self, others: &mut Vec<u32>, all: &[u32], width: usize) {
        self.runs().for_each(|run| others.extend_from_slice(&all[run * width..][..width]));
    }

    /// How many runs it has.
    pub(super) fn width(&self) -> usize {
        self.0.len()
    }
}

/// The runs of systems, and of pairs of systems.
#[derive(Debug, Clone)]
pub(super) struct Views {
    pub(super) systems: Vec<View>,
    pub(super) pairs: Vec<View>,
}

impl Views {
    /// Those of systems with so many runs, which are numbered one system after the other.
    pub(super) fn new(runs: &[usize], pairs: &[(usize, usize)]) -> Self {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for number in runs {
            let first = ranges.last().map_or(0, |before| before.end);
            ranges.push(first..first + number);
        }
        let beside = |(first, second): &(usize, usize)| {
            View::of_runs(ranges[*first].clone().chain(ranges[*second].clone()))
        };
        let pairs = pairs.iter().map(beside).collect();
        Self { systems: ranges.into_iter().map(View::of_runs).collect(), pairs }
    }
}

/// Clusters as a view has them, of those of all runs with `width` counts each.
pub(super) fn seen_by(view: &View, all: &DistinctClusters, width: usize) -> PooledClusters {
    let (mut distinct, mut seen) = (DistinctClusters::default(), Vec::new());
    all.for_each(|counts, times| {
        seen.clear();
        view.extend(&mut seen, counts, width);
        distinct.add(&seen, times);
    });
    PooledClusters::of_distinct(width * view.width(), &distinct)
}

/// What pairs of systems see. Of few pairs it is held once it was asked for; of many it would take more memory than all else,
/// and is made anew.
#[derive(Debug, Default)]
pub(super) struct ForPairs<T> {
    views: Vec<View>,
    /// Place by place that of each pair; empty if pairs are many.
    held: Vec<OnceLock<T>>,
}

impl<T> ForPairs<T> {
    pub(super) const MOST_HELD: usize = 64;

    /// Nothing yet, for so many places, such as slices.
    pub(super) fn new(views: Vec<View>, places: usize) -> Self {
        let held = if views.len() > Self::MOST_HELD { 0 } else { places * views.len() };
        Self { views, held: (0..held).map(|_| OnceLock::new()).collect() }
    }

    /// The runs of a pair.
    pub(super) fn view(&self, pair: usize) -> &View {
        &self.views[pair]
    }
}

impl<T: Clone> ForPairs<T> {
    /// What a pair sees at a place, which `make` makes of its runs.
    pub(super) fn get(
        &self,
        place: usize,
        pair: usize,
        make: impl FnOnce(&View) -> T,
    ) -> Cow<'_, T> {
        let view = self.view(pair);
        let Some(held) = self.held.get(place * self.views.len() + pair) else {
            return Cow::Owned(make(view));
        };
        Cow::Borrowed(held.get().unwrap_or_else(|| {
            // Who comes while it is made makes it, too, instead of waiting.
            let made = make(view);
            held.get_or_init(|| made)
        }))
    }
}
