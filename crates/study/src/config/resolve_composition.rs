//! The rule of composition that a config names.

use phenom_dataset::{CompositionRule, CompositionTable, PartsShare};

use super::document::Segment;
use super::raw::RawComposition;
use super::resolve::Resolver;

impl Resolver<'_> {
    /// The rule; where it is none, a problem, and the default in its place.
    pub(super) fn composition(&mut self, raw: RawComposition) -> CompositionRule {
        let found = match raw {
            RawComposition::All => Ok(CompositionRule::All),
            RawComposition::Any => Ok(CompositionRule::Any),
            RawComposition::Fraction(share) => {
                PartsShare::new(share).map(CompositionRule::Fraction)
            }
            RawComposition::Table(rows) => {
                let rows: Vec<_> = rows
                    .iter()
                    .flat_map(|(so_far, row)| {
                        row.iter().map(|(next, both)| [*so_far, *next, *both])
                    })
                    .collect();
                CompositionTable::new(&rows).map(CompositionRule::Table)
            }
        };
        found.unwrap_or_else(|error| {
            self.problem(&[Segment::from("composition")], error.to_string(), None);
            CompositionRule::default()
        })
    }
}
