//! What speaks against entailment: what is known of a signal.

/// A kind of signal: everything that the program knows of one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signal {
    /// What the rule file, models, justifications and docs/systems.md call it.
    pub(super) name: &'static str,
    /// When it is found, as docs/systems.md says it.
    pub(super) meaning: &'static str,
}

pub(super) const fn signal(name: &'static str, meaning: &'static str) -> Signal {
    Signal { name, meaning }
}

impl PartialEq for Signal {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Signal {}

/// A signal where it was found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub(super) signal: &'static Signal,
    /// The words concerned, in quotation marks: `"won" against "lost"`.
    pub(super) words: String,
}
