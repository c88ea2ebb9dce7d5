//! A system's probabilities beside the distribution of what annotators said.

use crate::measures::{Better, Measure, Style};
use crate::undefined::{Undefined, Value};

/// Jensen-Shannon distance.
pub const JENSEN_SHANNON: Measure = Measure {
    key: "jensen_shannon_distance",
    better: Better::Lower,
    name: "Jensen-Shannon distance",
    definition: "How far a system's probabilities of the labels are from the distribution of the annotators' labels, \
                 averaged over pairs.",
    formula: "JSD(p, q) = sqrt((KL(p || m) + KL(q || m)) / 2), m = (p + q) / 2, KL in bits",
    range: "0 to 1; 0 for equal distributions, 1 for disjoint ones",
    undefined: "if there is no probability above 0",
    source: "Not in the papers: Endres and Schindelin 2003; as in ChaosNLI, Nie et al. 2020",
    style: Style::Bits,
    ..Measure::OF_PEOPLE
};

/// Cross-entropy.
pub const CROSS_ENTROPY: Measure = Measure {
    key: "cross_entropy",
    better: Better::Lower,
    name: "cross-entropy to the annotators",
    definition: "The bits needed to encode an annotator's label, on average, with a code for the system's \
                 probabilities; at least the entropy H of the annotators' distribution.",
    formula: "H(p, q) = -sum_k p_k log2 q_k, with p the annotators' shares, q the system's \
              probabilities",
    range: "0 or more bits",
    undefined: "if the system gives probability 0 to a label that annotators chose (infinite)",
    source: "Not in the papers",
    style: Style::Bits,
    ..Measure::OF_PEOPLE
};

/// The pairs that make a cross-entropy infinite.
pub const IMPOSSIBLE_JUDGMENTS: Measure = Measure {
    key: "impossible_judgments",
    better: Better::Lower,
    name: "labels with probability 0",
    definition: "The share of pairs on which a system gives probability 0 to a label that an annotator chose. One such \
                 pair makes the cross-entropy infinite.",
    formula: "pairs with p_k > 0 and q_k = 0 for a label k / pairs",
    range: "0 to 1",
    undefined: "if no pair has both annotators and probabilities",
    source: "Not in the papers",
    style: Style::Percent,
    ..Measure::OF_PEOPLE
};

/// Jensen-Shannon distance of two distributions over the same labels, with base 2. They need not sum
/// to 1: counts do as well. A probability of 0 on one side or on both is no obstacle.
///
/// # Errors
/// [`Undefined::NoDistribution`] where one of them has no value above 0.
pub fn jensen_shannon_distance<const N: usize>(p: &[f64; N], q: &[f64; N]) -> Value {
    let (p, q) = (normalised(p)?, normalised(q)?);
    let divergence =
        |from: f64, mean: f64| if from > 0.0 { from * (from / mean).log2() } else { 0.0 };
    let terms = p.iter().zip(&q).map(|(&p, &q)| {
        let mean = (p + q) / 2.0;
        divergence(p, mean) + divergence(q, mean)
    });
    // Rounding can leave a sum a little below 0 where the two are equal.
    Ok((terms.sum::<f64>() / 2.0).max(0.0).sqrt())
}

/// Cross-entropy of a system's probabilities to the annotators' distribution, in bits. Neither need
/// sum to 1.
///
/// # Errors
/// [`Undefined::NoDistribution`] where one of them has no value above 0,
/// [`Undefined::ImpossibleJudgment`] where the system gives probability 0 to a judgment that
/// annotators gave: nothing is smoothed.
pub fn cross_entropy<const N: usize>(annotators: &[f64; N], system: &[f64; N]) -> Value {
    let (annotators, system) = (normalised(annotators)?, normalised(system)?);
    let mut bits = 0.0;
    for (share, probability) in annotators.iter().zip(&system).filter(|(share, _)| **share > 0.0) {
        if *probability <= 0.0 {
            return Err(Undefined::ImpossibleJudgment);
        }
        bits -= share * probability.log2();
    }
    // A certain judgment gives -0.
    Ok(bits.max(0.0))
}

fn normalised<const N: usize>(values: &[f64; N]) -> Result<[f64; N], Undefined> {
    let values = values.map(|value| if value > 0.0 { value } else { 0.0 });
    let sum: f64 = values.iter().sum();
    if sum > 0.0 && sum.is_finite() {
        Ok(values.map(|value| value / sum))
    } else {
        Err(Undefined::NoDistribution)
    }
}

/// A system's probabilities beside what annotators said, over pairs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DistributionComparison {
    /// The pairs compared: those that have annotators and probabilities.
    pub pairs: u64,
    /// The mean Jensen-Shannon distance.
    pub jensen_shannon: Value,
    /// The mean cross-entropy in bits; infinite, so absent, where it is on one pair.
    pub cross_entropy: Value,
    /// The pairs on which the system gives probability 0 to a judgment that annotators gave.
    pub impossible: u64,
}

/// Compares distributions over pairs: for each how many annotators gave each judgment, and the
/// system's probabilities, in the same order of the judgments. A pair with no annotator or no
/// probability above 0 is left out.
#[must_use]
pub(crate) fn compare_distributions<const N: usize>(
    pairs: impl IntoIterator<Item = ([f64; N], [f64; N])>,
) -> DistributionComparison {
    let (mut compared, mut impossible) = (0u64, 0u64);
    let (mut distance, mut bits) = (0.0, 0.0);
    for (annotators, system) in pairs {
        let Ok(apart) = jensen_shannon_distance(&annotators, &system) else { continue };
        compared += 1;
        distance += apart;
        match cross_entropy(&annotators, &system) {
            Ok(of_pair) => bits += of_pair,
            Err(_) => impossible += 1,
        }
    }
    let mean =
        |sum: f64| if compared == 0 { Err(Undefined::NoPairs) } else { Ok(sum / compared as f64) };
    DistributionComparison {
        pairs: compared,
        jensen_shannon: mean(distance),
        cross_entropy: if impossible > 0 { Err(Undefined::ImpossibleJudgment) } else { mean(bits) },
        impossible,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // scipy.spatial.distance.jensenshannon([.7,.2,.1], [.2,.5,.3], 2) and ([3,1,0], [0,0,2], 2)
    #[test]
    fn distances_as_in_scipy() {
        let distance = jensen_shannon_distance(&[0.7, 0.2, 0.1], &[0.2, 0.5, 0.3]).unwrap();
        assert!((distance - 0.4379042682835752).abs() < 1e-12);
        let disjoint = jensen_shannon_distance(&[3.0, 1.0, 0.0], &[0.0, 0.0, 2.0]).unwrap();
        assert!((disjoint - 1.0).abs() < 1e-12);
        let none = jensen_shannon_distance(&[0.0; 3], &[0.0, 0.0, 2.0]);
        assert_eq!(none, Err(Undefined::NoDistribution));
    }

    #[test]
    fn cross_entropies_by_hand() {
        // -(3/4 log2 1/2 + 1/4 log2 1/4) = 3/4 + 1/2
        assert_eq!(cross_entropy(&[3.0, 1.0, 0.0], &[0.5, 0.25, 0.25]), Ok(1.25));
        // A label that nobody gave costs nothing, whatever its probability.
        assert_eq!(cross_entropy(&[4.0, 0.0, 0.0], &[1.0, 0.0, 0.0]), Ok(0.0));
        let impossible = cross_entropy(&[3.0, 1.0, 0.0], &[1.0, 0.0, 0.0]);
        assert_eq!(impossible, Err(Undefined::ImpossibleJudgment));
    }

    #[test]
    fn one_impossible_judgment_makes_the_mean_infinite() {
        let certain = ([4.0, 0.0], [1.0, 0.0]);
        let all =
            compare_distributions([certain, ([0.0, 0.0], [1.0, 0.0]), ([0.0, 1.0], [1.0, 0.0])]);
        assert_eq!((all.pairs, all.impossible), (2, 1));
        assert_eq!(all.cross_entropy, Err(Undefined::ImpossibleJudgment));
        assert_eq!(all.jensen_shannon, Ok(0.5));
        assert_eq!(compare_distributions([certain]).cross_entropy, Ok(0.0));
        let nothing = compare_distributions(std::iter::empty::<([f64; 3], [f64; 3])>());
        assert_eq!(nothing.jensen_shannon, Err(Undefined::NoPairs));
    }

    proptest! {
        #[test]
        fn the_distance_is_symmetric_and_0_to_1(p in [0u8..9, 0u8..9, 0u8..9], q in [0u8..9, 0u8..9, 0u8..9]) {
            let (p, q) = (p.map(f64::from), q.map(f64::from));
            if let Ok(distance) = jensen_shannon_distance(&p, &q) {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&distance));
                prop_assert_eq!(Ok(distance), jensen_shannon_distance(&q, &p));
                prop_assert_eq!(jensen_shannon_distance(&p, &p), Ok(0.0));
            }
        }

        #[test]
        fn cross_entropy_is_least_for_the_annotators_own_distribution(p in [0u8..9, 0u8..9, 0u8..9], q in [1u8..9, 1u8..9, 1u8..9]) {
            let (p, q) = (p.map(f64::from), q.map(f64::from));
            if let (Ok(own), Ok(other)) = (cross_entropy(&p, &p), cross_entropy(&p, &q)) {
                prop_assert!(own <= other + 1e-12);
            }
        }
    }
}
