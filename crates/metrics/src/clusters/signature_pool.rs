//! Signatures of clusters, each with the number of clusters that have it.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::DefaultHashBuilder;

use crate::statistics::NumbersByHash;

/// Different signatures with numbers of clusters. One string has all of their texts.
#[derive(Debug, Clone, Default)]
pub(super) struct Signatures {
    texts: String,
    /// The place of each in the texts, and its number of clusters.
    found: Vec<(Range<usize>, u64)>,
}

impl Signatures {
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u64)> + Clone {
        self.found.iter().map(|(range, clusters)| (&self.texts[range.clone()], *clusters))
    }
}

/// Adds up signatures.
#[derive(Clone)]
pub(super) struct SignaturePool<'h> {
    hasher: &'h DefaultHashBuilder,
    /// The number of each signature.
    numbers: NumbersByHash,
    signatures: Signatures,
}

impl<'h> SignaturePool<'h> {
    /// An empty one. Those with the same hasher can be added to each other.
    pub(super) fn new(hasher: &'h DefaultHashBuilder) -> Self {
        Self { hasher, numbers: NumbersByHash::default(), signatures: Signatures::default() }
    }

    /// Adds clusters with a signature.
    pub(super) fn add(&mut self, signature: &str, clusters: u64) {
        self.add_hashed(self.hasher.hash_one(signature), signature, clusters);
    }

    fn add_hashed(&mut self, hash: u64, signature: &str, clusters: u64) {
        let Signatures { texts, found } = &mut self.signatures;
        // Bytes: a text is looked at at both of its ends.
        let (bytes, sought) = (texts.as_bytes(), signature.as_bytes());
        let is_it = |number: usize| bytes[found[number].0.clone()] == *sought;
        match self.numbers.number_of(hash, is_it) {
            (number, false) => found[number].1 += clusters,
            (_, true) => {
                let start = texts.len();
                texts.push_str(signature);
                found.push((start..texts.len(), clusters));
            }
        }
    }

    /// Those of both.
    pub(super) fn plus(mut self, others: Self) -> Self {
        for (hash, (signature, clusters)) in
            others.numbers.hashes().into_iter().zip(others.signatures.iter())
        {
            self.add_hashed(hash, signature, clusters);
        }
        self
    }

    /// The signatures in the order of their bytes. Their texts are, too, so that whoever reads them finds each in the cache.
    pub(super) fn sorted(self) -> Signatures {
        let Signatures { texts, mut found } = self.signatures;
        let bytes = texts.as_bytes();
        found.sort_by_cached_key(|(range, _)| {
            let text = &bytes[range.clone()];
            (first_bytes(text), text)
        });
        let mut sorted = String::with_capacity(texts.len());
        for (range, _) in &mut found {
            let start = sorted.len();
            sorted.push_str(&texts[range.clone()]);
            *range = start..sorted.len();
        }
        Signatures { texts: sorted, found }
    }
}

/// The first bytes of a text as a number that is in the order of texts, so that few comparisons look at the texts.
fn first_bytes(text: &[u8]) -> u128 {
    let mut first = [0; size_of::<u128>()];
    let many = text.len().min(first.len());
    first[..many].copy_from_slice(&text[..many]);
    u128::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_are_those_of_all_in_the_order_of_bytes(
            shares in vec(vec(("(a{15})?[a-c>&]{0,3}", 1..9u64), 0..20), 1..4)
        ) {
            let hasher = DefaultHashBuilder::default();
            let mut expected: BTreeMap<&str, u64> = BTreeMap::new();
            let pools = shares.iter().map(|share| {
                let mut pool = SignaturePool::new(&hasher);
                for (signature, clusters) in share {
                    pool.add(signature, *clusters);
                    *expected.entry(signature).or_default() += clusters;
                }
                pool
            });
            let sorted = pools.reduce(SignaturePool::plus).unwrap().sorted();
            prop_assert_eq!(sorted.len(), expected.len());
            prop_assert!(sorted.iter().eq(expected));
        }
    }
}
