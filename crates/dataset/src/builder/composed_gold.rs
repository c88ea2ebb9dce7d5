//! Gold of originals that is made of gold of their parts.

use super::DatasetBuilder;
use crate::{CompositionRule, Judgment, Task};

impl DatasetBuilder {
    /// Gives originals without gold of their own what a rule makes of gold of their parts, where it can tell.
    pub fn compose_gold(&mut self, rule: CompositionRule) {
        self.composed_by = Some(rule);
    }

    /// Composes gold of the first rows, which are the originals, whose parts end at these places; the rows
    /// that got one. `arrivals` are the pairs by row as they came.
    pub(super) fn with_composed_gold(
        &self,
        gold: &mut [Option<Judgment>],
        arrivals: &[u32],
        monothematic_ends: &[u32],
    ) -> Vec<usize> {
        let Some(rule) = self.composed_by else { return Vec::new() };
        let task = Task::of_gold(gold);
        let mut composed = Vec::new();
        let mut start = monothematic_ends.len();
        for (original, end) in monothematic_ends.iter().enumerate() {
            let parts = start..*end as usize;
            start = *end as usize;
            if gold[original].is_some() || parts.is_empty() {
                continue;
            }
            let weight =
                |row: usize| self.weights.get(arrivals[row] as usize).copied().unwrap_or(1.0);
            let parts = parts.map(|row| (gold[row], weight(row)));
            let of_parts = rule.compose_weighted(parts, task).judgment();
            if of_parts.is_some() {
                gold[original] = of_parts;
                composed.push(original);
            }
        }
        composed
    }
}
