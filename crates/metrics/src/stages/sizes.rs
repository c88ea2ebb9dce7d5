//! Direct against composed predictions by the number of parts that a system made.

use std::collections::BTreeMap;

use super::traced::Traced;
use crate::composition::{SizeBand, SizeOf, gathered};

/// The bands of the numbers of parts, of all systems together.
pub(crate) fn bands<'t>(systems: impl Iterator<Item = &'t [Option<Traced>]>) -> Vec<SizeBand> {
    let mut originals: BTreeMap<u32, u64> = BTreeMap::new();
    for traced in systems.flatten().flatten().filter(|traced| traced.parts > 0) {
        *originals.entry(traced.parts).or_default() += 1;
    }
    gathered(SizeOf::Parts, &originals)
}

/// Whether an original is in a band.
pub(crate) fn is_in(band: SizeBand, traced: &Traced) -> bool {
    (band.from..=band.to).contains(&traced.parts)
}
