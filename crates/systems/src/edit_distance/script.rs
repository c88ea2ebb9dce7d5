//! What turns a text into its hypothesis, edit by edit.

use std::ops::Range;

/// What edits cost. Words are known by their places in the text and in the hypothesis.
pub trait EditCosts {
    /// The cost of leaving out a word of the text, 0 or more.
    fn delete(&self, text: usize) -> f64;
    /// The cost of adding a word of the hypothesis, 0 or more.
    fn insert(&self, hypothesis: usize) -> f64;
    /// The cost of putting a word of the hypothesis in the place of one of the text, 0 or more.
    fn substitute(&self, text: usize, hypothesis: usize) -> f64;
}

/// Several words of the text that may be replaced at once by words of the hypothesis.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewrite {
    /// The words of the text, one at least.
    pub text: Range<usize>,
    /// The words of the hypothesis, one at least.
    pub hypothesis: Range<usize>,
    /// What it costs, 0 or more.
    pub cost: f64,
}

/// One step from the text to the hypothesis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// A word of the text is left out.
    Delete(usize),
    /// A word of the hypothesis is added.
    Insert(usize),
    /// A word of the text becomes one of the hypothesis, which may be the same.
    Substitute(usize, usize),
    /// Words of the text become words of the hypothesis at once, by the [`Rewrite`] with this number.
    Rewrite(usize),
}

/// The cost of all edits, added up.
#[must_use]
pub fn total_cost(edits: &[Edit], costs: &impl EditCosts, rewrites: &[Rewrite]) -> f64 {
    let cost = |edit: &Edit| match *edit {
        Edit::Delete(text) => costs.delete(text),
        Edit::Insert(hypothesis) => costs.insert(hypothesis),
        Edit::Substitute(text, hypothesis) => costs.substitute(text, hypothesis),
        Edit::Rewrite(number) => rewrites.get(number).map_or(0.0, |rewrite| rewrite.cost),
    };
    edits.iter().map(cost).sum()
}
