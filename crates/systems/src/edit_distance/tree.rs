//! The edit distance of two ordered trees (Zhang & Shasha 1989).
//!
//! Where a node is deleted its children take its place. Takes time in proportion to the product of what the spans of
//! both trees hold, at worst to the square of both sizes, and memory in proportion to the product of the sizes.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::ordered_tree::OrderedTree;
use super::script::{Edit, EditCosts};

/// The largest table, in cells of 8 bytes; two are held.
const MOST_CELLS: usize = 1 << 25;
/// The most cells that are computed, which takes about half a second.
const MOST_STEPS: usize = 1 << 27;

/// Two trees that are too large to be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the trees of {text} and {hypothesis} nodes are too large to compare")]
pub struct TreesTooLarge {
    /// The nodes of the text's tree.
    pub text: usize,
    /// The nodes of the hypothesis' tree.
    pub hypothesis: usize,
}

/// The lowest cost of turning one tree into the other. Nodes are known by the numbers that the trees were made with.
///
/// # Errors
/// Trees that would take more than 256 MB for a table or 2^27 steps.
pub fn tree_distance(
    text: &OrderedTree,
    hypothesis: &OrderedTree,
    costs: &impl EditCosts,
) -> Result<f64, TreesTooLarge> {
    let forests = Forests::new(text, hypothesis, costs)?;
    Ok(forests.distance())
}

/// The lowest cost and its edits, from the leaves up and from the left to the right. Of equally cheap ways it takes,
/// looking from the roots, the one that replaces, then the one that deletes, inserts.
///
/// # Errors
/// Trees that would take more than 256 MB for a table or 2^27 steps.
pub fn tree_script(
    text: &OrderedTree,
    hypothesis: &OrderedTree,
    costs: &impl EditCosts,
) -> Result<(f64, Vec<Edit>), TreesTooLarge> {
    let mut forests = Forests::new(text, hypothesis, costs)?;
    Ok((forests.distance(), forests.edits()))
}

/// The tables of the algorithm.
struct Forests<'a, C> {
    text: &'a OrderedTree,
    hypothesis: &'a OrderedTree,
    costs: &'a C,
    /// What it costs to turn what is below one place into what is below another.
    of_trees: Vec<f64>,
    /// What it costs to turn the start of one span into that of another; one row and column more, for none.
    of_starts: Vec<f64>,
}

/// The places of two forests.
type Spans = (RangeInclusive<usize>, RangeInclusive<usize>);

impl<'a, C: EditCosts> Forests<'a, C> {
    fn new(
        text: &'a OrderedTree,
        hypothesis: &'a OrderedTree,
        costs: &'a C,
    ) -> Result<Self, TreesTooLarge> {
        let sizes = (text.len(), hypothesis.len());
        let too_large = TreesTooLarge { text: sizes.0, hypothesis: sizes.1 };
        let cells = (sizes.0 + 1).checked_mul(sizes.1 + 1);
        let cells = cells.filter(|cells| *cells <= MOST_CELLS).ok_or(too_large)?;
        let [text_spans, hypothesis_spans] = [text, hypothesis].map(OrderedTree::spans);
        let steps = held(&text_spans).checked_mul(held(&hypothesis_spans));
        steps.filter(|steps| *steps <= MOST_STEPS).ok_or(too_large)?;
        let mut forests = Self {
            text,
            hypothesis,
            costs,
            of_trees: vec![0.0; sizes.0 * sizes.1],
            of_starts: vec![0.0; cells],
        };
        for text_span in &text_spans {
            for hypothesis_span in &hypothesis_spans {
                forests.fill(&(text_span.clone(), hypothesis_span.clone()));
            }
        }
        Ok(forests)
    }

    fn distance(&self) -> f64 {
        if self.text.is_empty() {
            let insertions = self.hypothesis.nodes.iter().map(|node| self.costs.insert(*node));
            return insertions.sum();
        }
        if self.hypothesis.is_empty() {
            return self.text.nodes.iter().map(|node| self.costs.delete(*node)).sum();
        }
        // The last spans hold all nodes.
        self.of_starts[self.start(self.text.len(), self.hypothesis.len())]
    }

    fn start(&self, row: usize, column: usize) -> usize {
        row * (self.hypothesis.len() + 1) + column
    }

    fn delete(&self, place: usize) -> f64 {
        self.costs.delete(self.text.nodes[place])
    }

    fn insert(&self, place: usize) -> f64 {
        self.costs.insert(self.hypothesis.nodes[place])
    }

    /// The cheapest last step to the starts of two spans that end before a row and a column, both not 0, with its
    /// cost, and the row and column from which it comes.
    fn step(&self, spans: &Spans, row: usize, column: usize) -> (f64, (usize, usize), Step) {
        let (first, other) = (*spans.0.start(), *spans.1.start());
        let (place, opposite) = (first + row - 1, other + column - 1);
        let (leaf, other_leaf) = (self.text.leftmost[place], self.hypothesis.leftmost[opposite]);
        let (mut least, mut from, mut step) = if leaf == first && other_leaf == other {
            let [node, into] = [self.text.nodes[place], self.hypothesis.nodes[opposite]];
            let before = self.of_starts[self.start(row - 1, column - 1)];
            let cost = before + self.costs.substitute(node, into);
            (cost, (row - 1, column - 1), Step::Substitute)
        } else {
            let from = (leaf - first, other_leaf - other);
            let below = self.of_trees[place * self.hypothesis.len() + opposite];
            (self.of_starts[self.start(from.0, from.1)] + below, from, Step::Trees)
        };
        let deleted = self.of_starts[self.start(row - 1, column)] + self.delete(place);
        if deleted < least {
            (least, from, step) = (deleted, (row - 1, column), Step::Delete);
        }
        let inserted = self.of_starts[self.start(row, column - 1)] + self.insert(opposite);
        if inserted < least {
            (least, from, step) = (inserted, (row, column - 1), Step::Insert);
        }
        (least, from, step)
    }

    /// Fills the costs of the starts of two spans, and with them those of the trees that begin where they do.
    fn fill(&mut self, spans: &Spans) {
        let (first, other) = (*spans.0.start(), *spans.1.start());
        let (rows, columns) = (spans.0.end() + 1 - first, spans.1.end() + 1 - other);
        self.of_starts[0] = 0.0;
        for row in 1..=rows {
            let (at, above) = (self.start(row, 0), self.start(row - 1, 0));
            self.of_starts[at] = self.of_starts[above] + self.delete(first + row - 1);
        }
        for column in 1..=columns {
            self.of_starts[column] = self.of_starts[column - 1] + self.insert(other + column - 1);
        }
        for row in 1..=rows {
            let whole = self.text.leftmost[first + row - 1] == first;
            for column in 1..=columns {
                let (least, ..) = self.step(spans, row, column);
                let at = self.start(row, column);
                self.of_starts[at] = least;
                if whole && self.hypothesis.leftmost[other + column - 1] == other {
                    let tree = (first + row - 1) * self.hypothesis.len() + other + column - 1;
                    self.of_trees[tree] = least;
                }
            }
        }
    }

    /// Traces the cheapest way back, forest by forest.
    fn edits(&mut self) -> Vec<Edit> {
        let sizes = (self.text.len(), self.hypothesis.len());
        // Both ends are one behind the last, so that there may be none.
        let mut waiting = vec![((0, sizes.0), (0, sizes.1))];
        let mut traced: Vec<((usize, usize), Edit)> = Vec::new();
        while let Some(((first, end), (other, other_end))) = waiting.pop() {
            let (mut row, mut column) = (end - first, other_end - other);
            let spans = (first..=end.wrapping_sub(1), other..=other_end.wrapping_sub(1));
            if row > 0 && column > 0 {
                self.fill(&spans);
            }
            while row > 0 || column > 0 {
                let (from, step) = match (row, column) {
                    (0, _) => ((0, column - 1), Step::Insert),
                    (_, 0) => ((row - 1, 0), Step::Delete),
                    _ => {
                        let (_, from, step) = self.step(&spans, row, column);
                        (from, step)
                    }
                };
                let node = |place: usize| self.text.nodes[first + place - 1];
                let into = |place: usize| self.hypothesis.nodes[other + place - 1];
                let at = (first + row, other + column);
                match step {
                    Step::Substitute => {
                        traced.push((at, Edit::Substitute(node(row), into(column))))
                    }
                    Step::Delete => traced.push((at, Edit::Delete(node(row)))),
                    Step::Insert => traced.push((at, Edit::Insert(into(column)))),
                    Step::Trees => {
                        waiting.push(((first + from.0, at.0), (other + from.1, at.1)));
                    }
                }
                (row, column) = from;
            }
        }
        // Each edit advances one of both places, and none goes back behind another's.
        traced.sort_by_key(|(at, _)| *at);
        traced.into_iter().map(|(_, edit)| edit).collect()
    }
}

/// How the start of a forest grows by a place.
#[derive(Clone, Copy)]
enum Step {
    Delete,
    Insert,
    /// The last nodes are replaced.
    Substitute,
    /// The last trees are turned into each other.
    Trees,
}

/// How many places spans hold together.
fn held(spans: &[RangeInclusive<usize>]) -> usize {
    spans.iter().map(|span| span.end() + 1 - span.start()).sum()
}
