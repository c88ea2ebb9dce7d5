//! The originals of a dataset, composed of their parts.

use crate::{Composed, CompositionRule, Dataset, Judgment, Task};

impl Dataset {
    /// What a rule makes of an original under a task, by a judgment on each of its parts, which is asked for by its row.
    /// The parts have their weights. Open places count from the first part.
    #[must_use]
    pub fn compose(
        &self,
        original: usize,
        (rule, task): (&CompositionRule, Task),
        judgment: impl Fn(usize) -> Option<Judgment>,
    ) -> Composed {
        let parts = self.monothematic_of(original).map(|part| (judgment(part), self.weight(part)));
        rule.compose_weighted(parts, task)
    }
}
