//! Systems that look at one pair at a time.

use crate::{Answered, Reply, System, SystemError, TextPair};

/// A system that answers each pair by itself, and the same pair always the same.
pub trait Engine: Send + Sync {
    /// What the engine says of a pair. It has something to say of any text, the empty one too.
    fn reply(&self, pair: &TextPair<'_>) -> Reply;
}

impl<E: Engine> System for E {
    fn answer(
        &self,
        pairs: &[TextPair<'_>],
        answered: &mut Answered<'_>,
    ) -> Result<(), SystemError> {
        for (number, pair) in pairs.iter().enumerate() {
            answered(number, self.reply(pair))?;
        }
        Ok(())
    }
}
