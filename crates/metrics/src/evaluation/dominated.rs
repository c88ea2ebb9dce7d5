//! Slices whose figures are those of one cluster before all.

use super::Evaluation;
use crate::counts::Population;
use crate::statistics::ClusterSizes;

/// A slice of which one original, with what is derived from it, has more than half of the pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DominatedSlice {
    /// The slice's number.
    pub slice: usize,
    /// The original or the monothematic pairs.
    pub population: Population,
    /// The pairs of the one cluster.
    pub of_one: u64,
    /// All pairs of the slice.
    pub pairs: u64,
}

/// The slices that one cluster dominates (see [`ClusterSizes::is_dominated`]), in the order of the data;
/// none where clusters are not known.
#[must_use]
pub fn dominated_slices(evaluation: &Evaluation) -> Vec<DominatedSlice> {
    let (Some(pools), Some(_)) = (&evaluation.pools, evaluation.systems.first()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for slice in 0..evaluation.slices.len() {
        for &population in evaluation.populations() {
            let pairs = |counts: &[u32]| counts.iter().copied().map(u64::from).sum();
            let clusters = pools.of_system(slice, 0, population).together();
            let sizes = ClusterSizes::new(&clusters, pairs);
            if sizes.is_dominated() {
                let (of_one, pairs) = (sizes.largest, sizes.units);
                found.push(DominatedSlice { slice, population, of_one, pairs });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment, Run};

    use super::*;
    use crate::evaluation::{Origin, Settings};
    use crate::testing::{Pair, dataset};

    #[test]
    fn twenty_parts_of_one_original_among_thirty() {
        let mut pairs: Vec<Pair> =
            (0..11).map(|number| Pair::original(&format!("o{number}"))).collect();
        let part = |number: usize, origin: usize| {
            Pair::of(&format!("o{origin}.{number}"), &format!("o{origin}")).tags(&["a:x"])
        };
        pairs.extend((0..20).map(|number| part(number, 0)));
        pairs.extend((1..11).map(|origin| part(0, origin)));
        let dataset = dataset(&pairs);
        let run = Run::from_answers("yes", [Answer::Judged(Judgment::Entailment); 41]);
        let one = [(run.clone(), Origin::Answers)];
        let found = dominated_slices(&Evaluation::new(&dataset, &one, &Settings::default()));
        // All pairs, the category and the phenomenon.
        let (population, of_one, pairs) = (Population::Monothematic, 20, 30);
        let expected = [0, 1, 2].map(|slice| DominatedSlice { slice, population, of_one, pairs });
        assert_eq!(found, expected);
        let two = [(run.clone(), Origin::Answers), (run, Origin::Answers)];
        let of_runs = dominated_slices(&Evaluation::new(&dataset, &two, &Settings::default()));
        assert_eq!(of_runs, expected);
    }
}
