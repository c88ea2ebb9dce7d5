//! A server in the chat form of OpenAI as a system.
//!
//! Each pair is one request, `POST {url}/chat/completions`, with a prompt that a template makes of the pair.
//!
//! Nothing is guessed from what the model answers. It is a judgment where one of the words for judgments stands in the
//! place for it: it is the whole answer; or the answer is a JSON object, and it is its `label`; or it stands after
//! `Answer:` in the last line. Capitals, quotes, asterisks and a full stop around it do not matter, nor does a block
//! `<think>...</think>` before the answer. Anything else, as an answer that was cut off, is an abstention, whose text
//! is kept as its justification.
//!
//! Texts go to the host of the URL and nowhere else: a redirect is refused, and a proxy that the environment names is
//! used for https alone, whose content it cannot read. The key comes from an environment variable ([`Key`]), is sent over
//! https or to this machine alone, and is in nothing that is kept or shown.

mod address;
mod chat;
mod client;
mod code;
mod error;
mod key;
mod ledger;
mod prompt;
mod resolver;
mod template;
mod token_probabilities;
mod transport;
mod waiting;
mod words;

use std::num::NonZeroUsize;
use std::time::Duration;

pub use address::Privacy;
pub use client::EndpointClient;
pub use error::{EndpointError, EndpointProblem};
pub use key::{Key, KeyError};
pub use ledger::{Budget, Estimate, Spent};
use phenom_dataset::LabelScheme;
pub use prompt::DEFAULT_PROMPT;
use prompt::Prompt;
use serde_json::{Map, Value, json};
pub use waiting::Patience;

/// A server and what it is asked.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The base of its addresses, as `https://api.openai.com/v1`: what stands before `/chat/completions`.
    pub url: String,
    /// The name of the model on the server.
    pub model: String,
    /// What the model is told of each pair: a minijinja template of `text`, `hypothesis`, `id` and `labels`, a list of
    /// a `word` and its `meaning` each. [`DEFAULT_PROMPT`] does for two-way and three-way labels. A name that is none
    /// of these is an error.
    pub prompt: String,
    /// The system prompt, which phenom sends unchanged before the prompt.
    pub system_prompt: Option<String>,
    /// The words for judgments, two-way or three-way. Capitals do not matter.
    pub labels: LabelScheme,
    /// The temperature; nothing: what the server has by default.
    pub temperature: Option<f64>,
    /// The length at which the server cuts off a reply, in tokens. phenom cannot read a reply that was cut off.
    pub max_tokens: Option<u32>,
    /// The random seed for the server, if the server accepts one.
    pub seed: Option<i64>,
    /// More members of the request, none of which this sets itself.
    pub more: Map<String, Value>,
    /// Whether the server is asked for an object with one `label`, of the words for judgments (`response_format`).
    pub structured: bool,
    /// How many tokens with their log-probabilities are asked for at each place, 1 to 20, so that an answer has
    /// probabilities; nothing: none.
    pub log_probabilities: Option<u8>,
    /// How many requests are under way at once.
    pub concurrency: NonZeroUsize,
    /// What may be spent.
    pub budget: Budget,
    /// How long the server is waited for.
    pub patience: Patience,
}

impl Endpoint {
    /// A server that is asked with the default prompt, temperature 0, one request at a time and without a budget.
    #[must_use]
    pub fn new(url: impl Into<String>, model: impl Into<String>, labels: LabelScheme) -> Self {
        Self {
            url: url.into(),
            model: model.into(),
            prompt: DEFAULT_PROMPT.to_owned(),
            system_prompt: None,
            labels,
            temperature: Some(0.0),
            max_tokens: None,
            seed: None,
            more: Map::new(),
            structured: false,
            log_probabilities: None,
            concurrency: NonZeroUsize::MIN,
            budget: Budget::default(),
            patience: Patience::default(),
        }
    }

    /// The scheme, host and port that texts are sent to, as `https://api.openai.com`.
    ///
    /// # Errors
    /// Where the URL is none that can be asked.
    pub fn host(&self) -> Result<String, EndpointError> {
        address::parse(&self.url).map(|address| address.host).map_err(|problem| self.error(problem))
    }

    /// Who may read on the way to it.
    ///
    /// # Errors
    /// Where the URL is none that can be asked.
    pub fn privacy(&self) -> Result<Privacy, EndpointError> {
        let address = address::parse(&self.url).map_err(|problem| self.error(problem))?;
        Ok(address.privacy())
    }

    /// All that decides what the server answers, for the name of a store: nothing of keys, budgets and patience.
    #[must_use]
    pub fn settings(&self) -> Value {
        let labels: Vec<_> =
            self.labels.meanings().iter().map(|(word, meaning)| [word, meaning.name()]).collect();
        let mut settings = json!({
            "url": self.url,
            "model": self.model,
            "prompt": self.prompt,
            "system prompt": self.system_prompt,
            "labels": labels,
            "temperature": self.temperature,
            "max tokens": self.max_tokens,
            "seed": self.seed,
            "more": self.more,
            "structured": self.structured,
            "log-probabilities": self.log_probabilities,
        });
        // Answers to prompts with the ids of the dataset are none to those with opaque ones.
        if Prompt::shows_id(&self.prompt) {
            settings["ids"] = json!("opaque");
        }
        settings
    }

    /// What asks it. Everything that can be wrong without asking is found here; nothing is sent yet.
    ///
    /// # Errors
    /// Where URL, labels, prompt or other settings are wrong.
    pub fn client(&self, key: Option<Key>) -> Result<EndpointClient, EndpointError> {
        EndpointClient::new(self.clone(), key).map_err(|problem| self.error(problem))
    }

    fn error(&self, problem: EndpointProblem) -> EndpointError {
        EndpointError { url: self.url.clone(), problem, left: None }
    }
}

/// How long a request may take by default, with the model's thinking.
const TIME_OUT: Duration = Duration::from_secs(120);

#[cfg(test)]
mod tests;
