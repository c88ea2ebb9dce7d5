//! All units, and how some were chosen to be labelled.

/// How units were chosen to be labelled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Chances<'s> {
    /// Units, or whole clusters, at random: within a part, each is as likely as its labelled units are of all.
    Equal,
    /// With these probabilities, in (0, 1]; those of some unlabelled units may be unknown.
    Known(&'s [Option<f64>]),
}

/// All units.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'s> {
    /// The cluster of each unit.
    pub clusters: &'s [u32],
    /// Whether each unit is labelled.
    pub labelled: &'s [bool],
    /// How they were chosen.
    pub chances: Chances<'s>,
}

impl Sample<'_> {
    /// The probability with which a unit is labelled, if it is not that of all.
    pub(super) fn chance(&self, unit: u32) -> Option<f64> {
        match self.chances {
            Chances::Equal => None,
            Chances::Known(chances) => chances[unit as usize],
        }
    }
}
