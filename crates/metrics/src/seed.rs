//! The seed of what is drawn at random.

/// What everything that is drawn at random is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub u64);
