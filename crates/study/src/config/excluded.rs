//! Originals that are left out.

use phenom_dataset::Pattern;

/// An original that is left out.
#[derive(Debug, Clone, PartialEq)]
pub enum Excluded {
    /// By its id.
    Id(String),
    /// By a pattern.
    Fitting(Pattern),
}

impl Excluded {
    /// As the config has it.
    pub(crate) fn written(&self) -> &str {
        match self {
            Self::Id(id) => id,
            Self::Fitting(pattern) => pattern.written(),
        }
    }
}
