//! The interface of all systems.

use thiserror::Error;

use crate::command::CommandError;
use crate::{Reply, TextPair};

/// What takes a reply as soon as there is one, with the number of its pair. Its error ends the run: what was answered
/// so far is kept.
pub type Answered<'a> = dyn FnMut(usize, Reply) -> Result<(), SystemError> + 'a;

/// Pairs in, answers out.
pub trait System {
    /// Answers pairs. Replies are handed over as they arrive, in any order, one for each pair.
    ///
    /// # Errors
    /// Where the system ends, or cannot go on, before all pairs are answered.
    fn answer(
        &self,
        pairs: &[TextPair<'_>],
        answered: &mut Answered<'_>,
    ) -> Result<(), SystemError>;
}

/// Why a system did not answer all pairs.
#[derive(Debug, Error)]
pub enum SystemError {
    /// A reply could not be kept.
    #[error("cannot write the predictions: {0}")]
    Unkept(#[from] std::io::Error),
    /// It ended as if all was well, and some pairs have no reply: how many.
    #[error("the system ended without a prediction for {0} of the pairs")]
    Unanswered(usize),
    /// A command failed, or what it wrote is no answer.
    #[error(transparent)]
    Command(Box<CommandError>),
    /// A server failed, or what it answers is no answer.
    #[cfg(feature = "endpoint")]
    #[error(transparent)]
    Endpoint(Box<crate::endpoint::EndpointError>),
}

impl SystemError {
    /// Gives the pairs that it names other names.
    pub(crate) fn name_pairs(&mut self, name: &dyn Fn(&str) -> String) {
        match self {
            Self::Command(error) => error.problem.name_pairs(name),
            #[cfg(feature = "endpoint")]
            Self::Endpoint(error) => error.problem.name_pairs(name),
            Self::Unkept(_) | Self::Unanswered(_) => {}
        }
    }
}

impl From<CommandError> for SystemError {
    fn from(error: CommandError) -> Self {
        Self::Command(Box::new(error))
    }
}

#[cfg(feature = "endpoint")]
impl From<crate::endpoint::EndpointError> for SystemError {
    fn from(error: crate::endpoint::EndpointError) -> Self {
        Self::Endpoint(Box::new(error))
    }
}
