//! The Deviation Index: is the correlation the same for positive and for negative pairs?

use super::{Better, Measure};
use crate::undefined::Side;
use crate::{Undefined, Value};

/// The Deviation Index, DI.
pub const DEVIATION_INDEX: Measure = Measure {
    key: "deviation_index",
    better: Better::Lower,
    name: "Deviation Index (DI)",
    definition: "How far the Correlation Index on positive pairs is from that on negative pairs. A \
                 high DI from missing correlation on the positive and over correlation on the \
                 negative pairs says that the system is led by the likeness of text and hypothesis, \
                 and has no strategy for what makes a pair negative. For a judgment (unknown, \
                 contradiction), that judgment alone stands for the negative pairs.",
    formula: "DI = |CI_pos - CI_neg|, with CI_pos on the pairs with gold entailment and CI_neg on \
              those with gold contradiction or unknown together",
    range: "0 or more; ideal 0",
    undefined: "where either CI is",
    source: "CM10 section 3.3, equation 3",
};

/// The Deviation Index with its sign.
pub const DEVIATION_INDEX_SIGNED: Measure = Measure {
    key: "deviation_index_signed",
    better: Better::Neither,
    name: "signed Deviation Index",
    definition: "The difference that the Deviation Index takes the size of: negative where the \
                 correlation is higher on negative pairs.",
    formula: "CI_pos - CI_neg",
    range: "any; ideal 0",
    undefined: "where either CI is",
    source: "CM10 section 3.3, equation 3",
};

/// `CI_pos - CI_neg`; its size is the Deviation Index.
///
/// # Errors
/// [`Undefined::NoCorrelation`] where either CI has no value.
pub fn deviation_index_signed(positive: Value, negative: (Side, Value)) -> Value {
    let reason = |side: Side| move |reason| Undefined::NoCorrelation(side, Box::new(reason));
    let (side, negative) = negative;
    Ok(positive.map_err(reason(Side::Positive))? - negative.map_err(reason(side))?)
}
