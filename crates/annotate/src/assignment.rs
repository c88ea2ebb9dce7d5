//! Who does what: how many decompose an original, how many read it, and what one annotator may do.

use sha2::{Digest, Sha256};

use crate::originals::Original;
use crate::work::{Decomposition, Work};

/// How the pairs are shared among people.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assignment {
    /// How many people read a pair besides its author.
    pub readers: usize,
    /// The share of originals that two people decompose, from 0 to 1.
    pub overlap: f64,
    /// Whether this annotator adjudicates, and neither decomposes nor reads.
    pub adjudicates: bool,
    /// Whether a pair on which people differ has the label of more than half of them.
    pub majority: bool,
}

impl Default for Assignment {
    fn default() -> Self {
        Self { readers: 2, overlap: 0.0, adjudicates: false, majority: false }
    }
}

impl Assignment {
    /// Whether two people decompose an original: decided by its id, so that all annotators have the same ones.
    #[must_use]
    pub fn is_double(&self, original: &str) -> bool {
        let hash = Sha256::digest(original.as_bytes());
        let place = hash.iter().take(6).fold(0_u64, |place, &byte| (place << 8) | u64::from(byte));
        // 48 bits are exact in a float.
        (place as f64) < self.overlap * (1_u64 << 48) as f64
    }
}

/// What an original is to an annotator.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mine<'w> {
    /// They decompose it, as its author or as the second.
    Own { found: &'w Decomposition, second: bool },
    /// They may begin: nobody has, or one other person and two are to.
    Free { second: bool },
    /// Somebody else decomposes it.
    Other,
}

/// What an original that is to be decomposed is to an annotator.
pub(crate) fn mine<'w>(
    assignment: &Assignment,
    annotator: &str,
    original: &Original,
    work: &'w Work,
) -> Mine<'w> {
    let id = &original.id;
    let Some((author, found)) = work.decomposition(id) else {
        return if assignment.adjudicates { Mine::Other } else { Mine::Free { second: false } };
    };
    if author == annotator {
        return Mine::Own { found, second: false };
    }
    if assignment.adjudicates || work.is_taken_from(id, annotator) {
        return Mine::Other;
    }
    let own = work.annotator(annotator).and_then(|own| own.decomposed(id));
    if let Some(found) = own {
        return Mine::Own { found, second: true };
    }
    let others = work.other_decompositions(id).filter(|(name, _)| !work.is_taken_from(id, name));
    match assignment.is_double(id) && others.count() == 0 {
        true => Mine::Free { second: true },
        false => Mine::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_originals_is_decomposed_by_two() {
        let of = |overlap| {
            let assignment = Assignment { overlap, ..Assignment::default() };
            (0..1000).filter(|number| assignment.is_double(&format!("pair-{number}"))).count()
        };
        assert_eq!((of(0.0), of(1.0)), (0, 1000));
        // Three standard deviations of a binomial of 1,000 and 0.2 are 38.
        assert!(of(0.2).abs_diff(200) < 38, "{}", of(0.2));
    }
}
