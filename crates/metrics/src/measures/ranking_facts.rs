//! What a ranking shows beside the measures that are sums over it: ties, and whether the answers of the run fit
//! it [B09, section 4].

use crate::undefined::{Proportion, Undefined};

/// What a ranking shows beside the measures that are sums over it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RankingFacts {
    /// Pairs that are tied with another in the entailment ranking.
    pub(crate) tied_by_entailment: Result<u64, Undefined>,
    /// Pairs that are tied with another in the confidence ranking.
    pub(crate) tied_by_confidence: Result<u64, Undefined>,
    /// Whether the two-way answers follow from the entailment ranking.
    pub(crate) soundness: Result<Soundness, Undefined>,
}

/// A two-way output is sound if some cutoff r labels exactly its first r pairs of the entailment
/// ranking positive, and self-contradictory otherwise. Tied pairs may stand in any order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Soundness {
    /// The least number of answers to change to make the output sound; 0 for a sound one.
    pub changes: u64,
    /// The best two-way accuracy that a cutoff of the ranking gives; tied pairs are not cut apart.
    pub best_cutoff: Proportion,
    /// Up to which rank the pairs are positive at that cutoff, the first of equally good ones.
    pub best_rank: u64,
    /// The expected two-way accuracy of the cutoff at the number of pairs with gold *entailment*.
    pub at_positives: f64,
}

impl Soundness {
    /// Judges a run, given its pairs in the order of the entailment ranking: tie group, whether the
    /// answer is *entailment*, whether gold is.
    pub(crate) fn of(items: impl Iterator<Item = (u32, bool, bool)>) -> Result<Self, Undefined> {
        let mut groups: Vec<Group> = Vec::new();
        let mut current = None;
        for (group, answered, gold) in items {
            if current != Some(group) {
                current = Some(group);
                groups.push(Group::default());
            }
            if let Some(group) = groups.last_mut() {
                group.pairs += 1;
                group.answered += u64::from(answered);
                group.gold += u64::from(gold);
            }
        }
        if groups.is_empty() {
            return Err(Undefined::NoPairs);
        }
        let total = |count: fn(&Group) -> u64| groups.iter().map(count).sum::<u64>();
        let (pairs, answered, gold) =
            (total(|group| group.pairs), total(|group| group.answered), total(|group| group.gold));
        // The cutoff falls somewhere in a group, whose positive answers stand first.
        let (mut changes, mut negative_before, mut positive_after) = (u64::MAX, 0, answered);
        for group in &groups {
            positive_after -= group.answered;
            changes = changes.min(negative_before + positive_after);
            negative_before += group.pairs - group.answered;
        }
        let (mut right, mut rank) = (pairs - gold, 0);
        let (mut best, mut best_rank) = (right, 0);
        let mut at_positives = None;
        for group in &groups {
            let inside = gold.checked_sub(rank).filter(|inside| *inside < group.pairs);
            if let Some(inside) = inside {
                // So many of the group are labelled positive, whichever they are.
                let share = group.gold as f64 / group.pairs as f64;
                at_positives = Some(right as f64 + inside as f64 * (2.0 * share - 1.0));
            }
            right = right + group.gold - (group.pairs - group.gold);
            rank += group.pairs;
            if right > best {
                (best, best_rank) = (right, rank);
            }
        }
        Ok(Self {
            changes,
            best_cutoff: Proportion { numerator: best, denominator: pairs },
            best_rank,
            at_positives: at_positives.unwrap_or(right as f64) / pairs as f64,
        })
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Group {
    pairs: u64,
    answered: u64,
    gold: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(items: &[(u32, bool, bool)]) -> Soundness {
        Soundness::of(items.iter().copied()).unwrap()
    }

    const YES: bool = true;
    const NO: bool = false;

    #[test]
    fn a_cutoff_makes_it_sound() {
        let sound = of(&[(0, YES, YES), (1, YES, NO), (2, NO, YES), (3, NO, NO)]);
        assert!(sound.changes == 0);
        // Cutoffs 0 to 4 are right on 2, 3, 2, 3, 2 pairs; the first best one is after rank 1.
        assert_eq!(sound.best_cutoff, Proportion { numerator: 3, denominator: 4 });
        assert_eq!(sound.best_rank, 1);
        assert_eq!(sound.at_positives, 0.5);
    }

    #[test]
    fn the_papers_argument() {
        // B09 section 4.1: relabelling a misclassified pair below the cutoff raises accuracy and
        // makes the output self-contradictory.
        let before = of(&[(0, YES, YES), (1, YES, YES), (2, NO, NO), (3, NO, YES)]);
        let after = of(&[(0, YES, YES), (1, YES, YES), (2, NO, NO), (3, YES, YES)]);
        assert!(before.changes == 0);
        assert_eq!(after.changes, 1);
    }

    #[test]
    fn tied_pairs_may_stand_in_any_order_and_are_not_cut_apart() {
        let tied = of(&[(0, NO, NO), (0, YES, YES), (1, NO, NO)]);
        assert!(tied.changes == 0);
        // Cutoffs 0, 2 and 3 are right on 2, 2 and 1 pairs. At one positive, each of the two tied
        // ones is it with probability 1/2: 3 or 1 of 3 right.
        assert_eq!(tied.best_cutoff, Proportion { numerator: 2, denominator: 3 });
        assert!((tied.at_positives - 2.0 / 3.0).abs() < 1e-15);
        assert_eq!(Soundness::of(std::iter::empty()), Err(Undefined::NoPairs));
    }
}
