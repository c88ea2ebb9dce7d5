//! How systems, and pairs of systems, see the clusters of all runs.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::statistics::{DistinctClusters, PooledClusters};

/// Whose counts are looked at, side by side: the runs of one system, or those of two.
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

    /// The places of its counts among those of all runs, `width` of each.
    fn places(&self, width: usize) -> impl Iterator<Item = Range<usize>> + Clone {
        self.0.iter().map(move |run| run * width..(run + 1) * width)
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
    /// Those of systems whose numbers of runs are given. Runs are numbered one system after the other.
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
    let mut distinct = DistinctClusters::default();
    all.for_each(view.places(width), |seen, times| distinct.add(seen, times));
    PooledClusters::of_distinct(width * view.width(), &distinct)
}

/// The most pairs of systems of which what they see is held once it was asked for. Of more it would take more memory than all
/// else, and is made anew.
pub(crate) const MOST_HELD: usize = 64;

/// What pairs of systems see.
#[derive(Debug, Default)]
pub(super) struct ForPairs<T> {
    /// The runs of each pair.
    pub(super) views: Vec<View>,
    /// Place by place that of each pair; empty if pairs are many.
    held: Vec<OnceLock<T>>,
}

impl<T> ForPairs<T> {
    /// Nothing yet; `places` is the number of places, such as slices.
    pub(super) fn new(views: Vec<View>, places: usize) -> Self {
        let held = if views.len() > MOST_HELD { 0 } else { places * views.len() };
        Self { views, held: (0..held).map(|_| OnceLock::new()).collect() }
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
        let view = &self.views[pair];
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
