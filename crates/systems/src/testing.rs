//! Examples for tests.

use phenom_dataset::Judgment;

use crate::{Example, TextPair};

/// Examples of texts, hypotheses and gold, each a group of its own.
pub(crate) fn examples<'a>(pairs: &[(&'a str, &'a str, Judgment)]) -> Vec<Example<'a>> {
    let example = |(group, (text, hypothesis, gold)): (usize, &(&'a str, &'a str, Judgment))| {
        Example { pair: TextPair { id: "", text, hypothesis }, gold: *gold, group }
    };
    pairs.iter().enumerate().map(example).collect()
}
