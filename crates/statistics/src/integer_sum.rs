//! The exact sign-flip distribution of a sum of integers.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::binomial;

/// Terms of equal size: how large, and how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) size: u64,
    pub(crate) count: u64,
}

/// This number of multiplications takes some hundredths of a second; sums that need more are drawn.
const MOST: f64 = 3e7;

/// Probabilities below this are left out: they change no test at any level in use.
const NEGLIGIBLE: f64 = 1e-40;

/// The distribution of the size of `sum of +-size`, each sign with probability 1/2: every possible size
/// with its probability, in ascending order. `None` if it would take too long.
///
/// # Formula
/// With k_g heads among the n_g terms of size g, the sum is `sum of g (2 k_g - n_g)` with k_g binomial;
/// the distributions of the groups are convolved, which is the shift algorithm of Pagano and Tritchler.
///
/// # References
/// Pagano and Tritchler 1983.
pub(crate) fn distribution(terms: &[Terms]) -> Option<Vec<(u64, f64)>> {
    let mut groups: Vec<(Terms, Cow<'static, [f64]>, u64)> = terms
        .iter()
        .filter(|terms| terms.size > 0 && terms.count > 0)
        .map(|&terms| {
            let (probabilities, first) = heads(terms.count);
            (terms, probabilities, first)
        })
        .collect();
    groups.sort_by_key(|(terms, probabilities, _)| terms.size * probabilities.len() as u64);
    // Probabilities of the heads' total size, from the smallest kept one on.
    let (mut sums, mut first, mut total) = (vec![1.0], 0u64, 0u64);
    let mut work = 0.0;
    for (terms, of_group, first_of_group) in groups {
        let step = usize::try_from(terms.size).ok()?;
        let length = sums.len() + step.checked_mul(of_group.len() - 1)?;
        work += sums.len() as f64 * of_group.len() as f64 + length as f64;
        if work > MOST {
            return None;
        }
        let mut longer = vec![0.0; length];
        for (heads, probability) in of_group.iter().enumerate() {
            let shifted = &mut longer[heads * step..][..sums.len()];
            for (cell, before) in shifted.iter_mut().zip(&sums) {
                *cell += probability * before;
            }
        }
        first += first_of_group * terms.size;
        total += terms.count * terms.size;
        let empty = longer.iter().take_while(|probability| **probability < NEGLIGIBLE).count();
        let end = longer.len() - longer.iter().rev().take_while(|p| **p < NEGLIGIBLE).count();
        sums = longer[empty..end].to_vec();
        first += empty as u64;
    }
    let size = |heads: u64| usize::try_from((2 * heads).abs_diff(total)).ok();
    let last = (first + sums.len() as u64).saturating_sub(1);
    let mut sizes = vec![0.0; size(first)?.max(size(last)?) + 1];
    for (heads, probability) in (first..).zip(sums) {
        sizes[size(heads)?] += probability;
    }
    Some((0..).zip(sizes).filter(|(_, probability)| *probability > 0.0).collect())
}

/// The binomial probabilities of `coins` fair coins that are not negligible, and the number of heads of
/// the first.
fn heads(coins: u64) -> (Cow<'static, [f64]>, u64) {
    /// Those of few coins, which are asked for again and again.
    static OF_FEW: [OnceLock<Vec<f64>>; 512] = [const { OnceLock::new() }; 512];
    // Beyond 14 standard deviations nothing is left.
    let reach = (7.0 * (coins as f64).sqrt()).ceil() as u64 + 1;
    let first = (coins / 2).saturating_sub(reach);
    let last = (coins / 2 + 1 + reach).min(coins);
    let of_all = || (first..=last).map(|heads| binomial::probability(coins, heads)).collect();
    let few = usize::try_from(coins).ok().and_then(|coins| OF_FEW.get(coins));
    let probabilities = match few {
        Some(few) => Cow::Borrowed(few.get_or_init(of_all).as_slice()),
        None => Cow::Owned(of_all()),
    };
    (probabilities, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_all_signs_give_it() {
        // numpy.unique(abs(numpy.array(list(itertools.product([1, -1], repeat=5))) @ [1, 1, 2, 2, 3]),
        //              return_counts=True)
        let terms = [(1, 2), (2, 2), (3, 1), (0, 9)].map(|(size, count)| Terms { size, count });
        let ours = distribution(&terms).unwrap();
        let expected = [(1, 10), (3, 10), (5, 6), (7, 4), (9, 2)];
        assert_eq!(ours.len(), expected.len());
        for ((size, probability), (expected, times)) in ours.into_iter().zip(expected) {
            assert_eq!(size, expected);
            assert!((probability - f64::from(times) / 32.0).abs() < 1e-12, "{size} {probability}");
        }
    }

    #[test]
    fn many_terms_add_up_to_one_and_have_their_variance() {
        let terms = [(1, 40_000), (2, 900), (5, 3)].map(|(size, count)| Terms { size, count });
        let ours = distribution(&terms).unwrap();
        let sum: f64 = ours.iter().map(|(_, probability)| probability).sum();
        let squares: f64 = ours.iter().map(|(size, p)| (*size as f64).powi(2) * p).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        let expected = 40_000.0 + 4.0 * 900.0 + 25.0 * 3.0;
        assert!((squares / expected - 1.0).abs() < 1e-9, "{squares}");
    }

    #[test]
    fn what_takes_too_long_is_left_to_drawing() {
        let terms: Vec<Terms> =
            (1..=9).map(|size| Terms { size: 1 << size, count: 1_000_000 }).collect();
        assert_eq!(distribution(&terms), None);
        assert_eq!(distribution(&[]), Some(vec![(0, 1.0)]));
    }
}
