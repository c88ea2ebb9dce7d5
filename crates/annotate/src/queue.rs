//! Which pairs are read blind next.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

/// A pair that may be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting<'a> {
    /// The id of the pair, an original or a part.
    pub id: &'a str,
    /// What it is not independent of: pairs of one cluster share their text.
    pub cluster: &'a str,
}

/// The next batch: up to so many pairs, in an order that is the annotator's own and always the same. Pairs of one
/// cluster come into one batch only where there are no others, so that no reading leads the next.
#[must_use]
pub fn batch<'a>(annotator: &str, waiting: &[Waiting<'a>], size: usize) -> Vec<&'a str> {
    let mut ordered: Vec<([u8; 32], Waiting<'a>)> =
        waiting.iter().map(|pair| (place(annotator, pair.id), *pair)).collect();
    ordered.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.id.cmp(b.1.id)));
    let mut clusters = HashSet::new();
    let (first, again): (Vec<_>, Vec<_>) =
        ordered.into_iter().partition(|(_, pair)| clusters.insert(pair.cluster));
    first.into_iter().chain(again).take(size).map(|(_, pair)| pair.id).collect()
}

/// Two readers meet the same pairs in different orders, so that weariness does not fall on the same ones.
fn place(annotator: &str, id: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(annotator.as_bytes());
    hash.update([0]);
    hash.update(id.as_bytes());
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids() -> Vec<(String, String)> {
        (0..10)
            .flat_map(|pair| (0..5).map(move |part| (format!("{pair}.{part}"), pair.to_string())))
            .collect()
    }

    fn waiting(ids: &[(String, String)]) -> Vec<Waiting<'_>> {
        ids.iter().map(|(id, cluster)| Waiting { id, cluster }).collect()
    }

    #[test]
    fn a_batch_is_the_annotators_own_and_always_the_same() {
        let ids = ids();
        let first = batch("ann", &waiting(&ids), 8);
        let mut other_order = waiting(&ids);
        other_order.reverse();
        assert_eq!(first, batch("ann", &other_order, 8));
        assert_ne!(first, batch("bo", &waiting(&ids), 8));
    }

    #[test]
    fn no_two_of_one_cluster_while_there_are_others() {
        let ids = ids();
        let clusters = |batch: &[&str]| {
            batch.iter().filter_map(|id| id.split('.').next()).collect::<HashSet<_>>().len()
        };
        let eight = batch("ann", &waiting(&ids), 8);
        assert_eq!((eight.len(), clusters(&eight)), (8, 8));
        let twenty = batch("ann", &waiting(&ids), 20);
        assert_eq!((twenty.len(), clusters(&twenty)), (20, 10));
        let all = batch("ann", &waiting(&ids), 100);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 50);
    }
}
