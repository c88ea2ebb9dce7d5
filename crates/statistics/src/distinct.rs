//! Clusters as they come, each different one held once.

use std::cmp::Ordering;
use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::DefaultHashBuilder;

use crate::numbers_by_hash::NumbersByHash;

/// Vectors of counts, all of the same length, each with the number of clusters that have it.
#[derive(Debug, Clone, Default)]
pub struct DistinctClusters {
    hasher: DefaultHashBuilder,
    /// The number of each vector.
    numbers: NumbersByHash,
    /// How many counts a vector has.
    width: usize,
    /// The vectors, one after the other.
    counts: Counts,
    multiplicities: Vec<u64>,
}

/// Counts, in a byte each as long as that is enough: there may be many.
#[derive(Debug, Clone, Default)]
struct Counts {
    low: Vec<u8>,
    /// All of them, once one does not fit into a byte.
    high: Vec<u32>,
}

impl Counts {
    fn extend(&mut self, more: &[u32]) {
        if self.high.is_empty() && more.iter().all(|&count| count <= u8::MAX.into()) {
            self.low.extend(more.iter().map(|&count| count as u8));
        } else {
            self.high.extend(self.low.drain(..).map(u32::from));
            self.high.extend_from_slice(more);
        }
    }

    fn is(&self, range: Range<usize>, other: &[u32]) -> bool {
        match self.high.get(range.clone()) {
            Some(counts) => counts == other,
            None => self.low[range].iter().copied().map(u32::from).eq(other.iter().copied()),
        }
    }

    fn compare(&self, one: Range<usize>, other: Range<usize>) -> Ordering {
        match self.high.is_empty() {
            true => self.low[one].cmp(&self.low[other]),
            false => self.high[one].cmp(&self.high[other]),
        }
    }

    fn add_to(&self, range: Range<usize>, others: &mut Vec<u32>) {
        match self.high.get(range.clone()) {
            Some(counts) => others.extend_from_slice(counts),
            None => others.extend(self.low[range].iter().copied().map(u32::from)),
        }
    }
}

impl DistinctClusters {
    /// Adds `multiplicity` clusters with these counts. All vectors have the same length. Vectors of zeros and a multiplicity of
    /// 0 are ignored.
    pub fn add(&mut self, counts: &[u32], multiplicity: u64) {
        if multiplicity > 0 && counts.iter().any(|&count| count > 0) {
            let is_it = |all: &Counts, range| all.is(range, counts);
            self.add_if(self.hasher.hash_one(counts), (counts, multiplicity), is_it);
        }
    }

    /// The number of the vector of a kind, if it is there; see [`add_kind`](Self::add_kind).
    #[must_use]
    pub fn find_kind(&self, kind: u64) -> Option<usize> {
        self.numbers.find(kind)
    }

    /// Adds `multiplicity` clusters that have the vector with a number, which [`find_kind`](Self::find_kind) gives.
    ///
    /// # Panics
    /// If no vector has this number.
    pub fn add_to(&mut self, number: usize, multiplicity: u64) {
        self.multiplicities[number] += multiplicity;
    }

    /// Adds `multiplicity` (at least 1) clusters of a kind. Clusters have the same counts, which are not all 0, exactly if they
    /// are of the same kind. The bits of a kind must be as random as those of a hash. Do not mix with [`add`](Self::add).
    pub fn add_kind(&mut self, kind: u64, counts: &[u32], multiplicity: u64) {
        self.add_if(kind, (counts, multiplicity), |_, _| true);
    }

    fn add_if(
        &mut self,
        hash: u64,
        (counts, multiplicity): (&[u32], u64),
        is_it: impl Fn(&Counts, Range<usize>) -> bool,
    ) {
        let width = counts.len();
        self.width = width;
        let Self { counts: all, multiplicities, .. } = self;
        let same = |number: usize| is_it(all, number * width..(number + 1) * width);
        match self.numbers.number_of(hash, same) {
            (number, false) => multiplicities[number] += multiplicity,
            (_, true) => {
                all.extend(counts);
                multiplicities.push(multiplicity);
            }
        }
    }

    /// Adds the clusters of others, of the same kinds.
    pub fn add_kinds_of(&mut self, others: &Self) {
        let mut kinds = others.numbers.hashes().into_iter();
        others.for_each(others.places(), |counts, multiplicity| {
            kinds.by_ref().take(1).for_each(|kind| self.add_kind(kind, counts, multiplicity));
        });
    }

    /// Visits some places of the vectors, one after the other, in the order in which the vectors came, each with its number of
    /// clusters.
    pub fn for_each(
        &self,
        places: impl Iterator<Item = Range<usize>> + Clone,
        visit: impl FnMut(&[u32], u64),
    ) {
        self.visit(0..self.multiplicities.len(), places, visit);
    }

    /// All places of a vector.
    pub fn places(&self) -> impl Iterator<Item = Range<usize>> + Clone + use<> {
        std::iter::once(0..self.width)
    }

    /// Visits the vectors, the most frequent ones first, and those that are as frequent by their counts.
    pub(crate) fn for_each_by_frequency(&self, visit: impl FnMut(&[u32], u64)) {
        let mut numbers: Vec<(u64, usize)> = self.multiplicities.iter().copied().zip(0..).collect();
        numbers.sort_unstable_by(|(often, one), (seldom, other)| {
            let counts = || self.counts.compare(self.range(*one), self.range(*other));
            seldom.cmp(often).then_with(counts)
        });
        let numbers = numbers.into_iter().map(|(_, number)| number);
        self.visit(numbers, self.places(), visit);
    }

    fn visit(
        &self,
        numbers: impl Iterator<Item = usize>,
        places: impl Iterator<Item = Range<usize>> + Clone,
        mut visit: impl FnMut(&[u32], u64),
    ) {
        let mut counts = Vec::new();
        for number in numbers {
            counts.clear();
            let start = number * self.width;
            for at in places.clone() {
                self.counts.add_to(start + at.start..start + at.end, &mut counts);
            }
            visit(&counts, self.multiplicities[number]);
        }
    }

    /// Where the counts of a vector are.
    fn range(&self, number: usize) -> Range<usize> {
        number * self.width..(number + 1) * self.width
    }

    /// The number of vectors.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.multiplicities.len()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Vectors that are compared, and vectors of kinds that are known, are each held once, with all that have them.
        #[test]
        fn compared_or_known_each_is_held_once(
            clusters in proptest::collection::vec(([0..3u32, 0..40u32], 0..4u64), 0..300),
            step in proptest::sample::select(&[1, 10][..]),
        ) {
            let mut compared = DistinctClusters::default();
            let (mut known, mut others) = (DistinctClusters::default(), DistinctClusters::default());
            let mut expected: BTreeMap<[u32; 2], u64> = BTreeMap::new();
            for ([first, second], times) in clusters {
                // Some counts are above 255.
                let counts = [first, step * second];
                compared.add(&counts, times);
                if times > 0 && counts != [0, 0] {
                    *expected.entry(counts).or_default() += times;
                    let kind = u64::from(counts[0] * 400 + counts[1]).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    let known = if counts[1] % 3 == 0 { &mut others } else { &mut known };
                    match known.find_kind(kind) {
                        Some(number) if counts[1] % 2 == 0 => known.add_to(number, times),
                        _ => known.add_kind(kind, &counts, times),
                    }
                }
            }
            known.add_kinds_of(&others);
            for distinct in [compared, known] {
                let mut found: Vec<([u32; 2], u64)> = Vec::new();
                distinct.for_each(distinct.places(), |counts, times| found.push(([counts[0], counts[1]], times)));
                prop_assert_eq!(found.len(), expected.len());
                prop_assert_eq!(found.iter().copied().collect::<BTreeMap<_, _>>(), expected.clone());
                found.sort_by_key(|(counts, times)| (std::cmp::Reverse(*times), *counts));
                let mut by_frequency = Vec::new();
                distinct.for_each_by_frequency(|counts, times| {
                    by_frequency.push(([counts[0], counts[1]], times));
                });
                prop_assert_eq!(by_frequency, found);
            }
        }
    }
}
