//! What can go wrong with a server.

use std::time::Duration;

use thiserror::Error;

use super::template::LONGEST;
use crate::excerpt::excerpt;

/// How long an answer of a server is read at the most, in bytes.
pub(super) const LONGEST_ANSWER: u64 = 8 << 20;

/// How many characters of an id are shown.
const SHOWN: usize = 60;

/// Why a server did not answer all pairs.
#[derive(Debug, Error)]
#[error("the endpoint {url} {problem}{}", of_all(.left))]
pub struct EndpointError {
    /// Its URL.
    pub url: String,
    /// What is wrong.
    #[source]
    pub problem: EndpointProblem,
    /// How many pairs have no answer, of how many.
    pub left: Option<(usize, usize)>,
}

fn of_all(left: &Option<(usize, usize)>) -> String {
    left.map_or_else(String::new, |(left, pairs)| {
        format!("; {left} of {pairs} pairs have no prediction")
    })
}

/// What is wrong with a server, with what it is asked, or with what it answers.
#[derive(Debug, Error)]
pub enum EndpointProblem {
    /// Its URL.
    #[error("cannot be queried: {0}; the `url` is the base, such as http://localhost:8080/v1")]
    Url(&'static str),
    /// The words for judgments.
    #[error("cannot be queried with these `labels`: {0}")]
    Labels(String),
    /// The prompt.
    #[error("cannot be queried with this `prompt`: {0}")]
    Prompt(String),
    /// The prompt for a pair.
    #[error(
        "cannot be queried with this `prompt`: for pair `{}` it is longer than {} MiB",
        excerpt(.pair, SHOWN),
        LONGEST >> 20
    )]
    LongPrompt {
        /// The id of the pair.
        pair: String,
    },
    /// A member of the request that is set otherwise.
    #[error(
        "cannot be queried with `{0}` among the further members of the request: phenom sets it itself"
    )]
    Member(String),
    /// The number of tokens with log-probabilities.
    #[error("cannot be queried for the log-probabilities of {0} tokens: write 1 to 20")]
    LogProbabilities(u8),
    /// The key cannot be sent.
    #[error("cannot be queried with this key")]
    Key,
    /// The key could be read on the way.
    #[error(
        "gets no key, because others could read it on the way; use https://, or a server on this machine (localhost, \
         127.0.0.1, [::1])"
    )]
    KeyInClear,
    /// There is no way to it, and there will be none by trying again.
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    /// It has not answered a single request.
    #[error(
        "did not reply in {tries} tries, the last time: {last}; check that it is running, that the `url` is correct, \
         and that the `time-out` is long enough"
    )]
    NeverAnswered {
        /// How often it was asked.
        tries: u32,
        /// What was wrong in the end.
        last: String,
    },
    /// It was tried again and again.
    #[error("failed {tries} times, the last time: {last}")]
    GaveUp {
        /// How often it was asked.
        tries: u32,
        /// What was wrong in the end.
        last: String,
    },
    /// It asks for a pause that is too long.
    #[error(
        "asks phenom to wait {} s ({last}), which is too long; run again later", .wait.as_secs()
    )]
    AsksToWait {
        /// The pause.
        wait: Duration,
        /// What it answered.
        last: String,
    },
    /// It answers that the request is wrong, or not allowed.
    #[error("rejects pair `{pair}` with status {status}: {said}")]
    Refused {
        /// The id of the pair.
        pair: String,
        /// The status.
        status: u16,
        /// What it says.
        said: String,
    },
    /// It sends elsewhere.
    #[error(
        "redirects (status {status}, to {to}); phenom sends texts and key only to the `url`: change it if the new \
         address is correct"
    )]
    Redirected {
        /// The status.
        status: u16,
        /// The place.
        to: String,
    },
    /// Its answer is no chat.
    #[error("does not reply in the chat form of OpenAI: {reason}: {said}")]
    NoChat {
        /// What is wrong.
        reason: String,
        /// The start of what it says.
        said: String,
    },
    /// Its answer is longer than any.
    #[error("replies with more than {} MiB", LONGEST_ANSWER >> 20)]
    TooLong,
    /// As many requests as are allowed were sent.
    #[error("has used the {0} requests of the budget")]
    RequestsSpent(u64),
    /// As many tokens as are allowed are spent, or the next request would spend more.
    #[error(
        "used {spent} tokens of a budget of {budget}, and the next request may take more than is left"
    )]
    TokensSpent {
        /// How many were used.
        spent: u64,
        /// How many are allowed.
        budget: u64,
    },
}

impl EndpointProblem {
    /// Gives the pair that it names another name.
    pub(crate) fn name_pairs(&mut self, name: &dyn Fn(&str) -> String) {
        if let Self::LongPrompt { pair } | Self::Refused { pair, .. } = self {
            *pair = name(pair);
        }
    }
}
