//! The rule of composition that a config names.

use phenom_dataset::{CompositionError, CompositionRule, CompositionTable, PartsShare};

use super::document::Segment;
use super::raw::RawComposition;
use super::resolve::{Place, Resolver};

impl Resolver<'_> {
    /// The rule under `composition` of the config or of a system; where it is none, a problem, and the default in its place.
    pub(super) fn composition(&mut self, of: Place<'_>, raw: RawComposition) -> CompositionRule {
        let place: &[&str] = match raw {
            RawComposition::Weighted(_) => &["composition", "weighted", "pass-at"],
            _ => &["composition"],
        };
        let found = match raw {
            RawComposition::All => Ok(CompositionRule::All),
            RawComposition::Any => Ok(CompositionRule::Any),
            RawComposition::Fraction(share) => {
                PartsShare::new(share).map(CompositionRule::Fraction)
            }
            RawComposition::Weighted(share) => PartsShare::new(share)
                .map(CompositionRule::Weighted)
                .map_err(|_| CompositionError::PassAt(share)),
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
            let place: Vec<Segment> = place.iter().copied().map(Segment::from).collect();
            self.problem(&[of, &place].concat(), error.to_string(), None);
            CompositionRule::default()
        })
    }
}
