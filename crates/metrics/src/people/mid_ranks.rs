//! Ranks in which ties share their mean.

/// The rank of each score among all, the highest 1; tied scores share the mean of their ranks
/// [V08, section 3.2]. Scores are finite; one that is not a number ranks last.
#[must_use]
pub fn mid_ranks(scores: &[f64]) -> Vec<f64> {
    // -0 and 0 are one score.
    let key =
        |item: usize| if scores[item].is_nan() { f64::NEG_INFINITY } else { scores[item] + 0.0 };
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|first, second| key(*second).total_cmp(&key(*first)));
    let mut ranks = vec![0.0; scores.len()];
    let mut better = 0;
    for tied in order.chunk_by(|first, second| key(*first) == key(*second)) {
        let rank = better as f64 + (tied.len() + 1) as f64 / 2.0;
        tied.iter().for_each(|item| ranks[*item] = rank);
        better += tied.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn two_that_share_ranks_two_and_three_have_two_and_a_half() {
        // The example of V08 section 3.2.
        assert_eq!(mid_ranks(&[3.0, 5.0, 3.0, 1.0]), [2.5, 1.0, 2.5, 4.0]);
        assert_eq!(mid_ranks(&[0.0, -0.0]), [1.5, 1.5]);
        assert_eq!(mid_ranks(&[]), Vec::<f64>::new());
    }

    proptest! {
        #[test]
        fn ranks_sum_to_those_without_ties(scores in proptest::collection::vec(-3i8..4, 0..20)) {
            let scores: Vec<f64> = scores.into_iter().map(f64::from).collect();
            let sum: f64 = mid_ranks(&scores).iter().sum();
            prop_assert_eq!(sum, (scores.len() * (scores.len() + 1)) as f64 / 2.0);
        }
    }
}
