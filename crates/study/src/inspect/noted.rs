//! What is told of files while a config is made of them.

/// What is told of files while a config is made of them.
#[derive(Debug, Default)]
pub(super) struct Noted {
    pub(super) found: Vec<String>,
    pub(super) doubts: Vec<String>,
}
