//! What the YAML says of a system outside of phenom: a server.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::config::numbers::{Decimal, Whole};

/// A server in the chat form of OpenAI.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawEndpoint {
    /// The base of its addresses: what stands before `/chat/completions`.
    pub(in crate::config) url: String,
    /// The model, by the name that the server has for it.
    pub(in crate::config) model: String,
    /// What the model is told of each pair, a template of `text`, `hypothesis`, `id` and `labels`; without it, a prompt
    /// that asks for one of the labels.
    pub(in crate::config) prompt: Option<String>,
    /// What it is told before, as it stands.
    pub(in crate::config) system_prompt: Option<String>,
    /// The environment variable that holds the key. The key itself stands nowhere else, and is sent over https or to this
    /// machine alone.
    pub(in crate::config) key_variable: Option<String>,
    /// The temperature, 0 to 2; 0 without it.
    pub(in crate::config) temperature: Option<Decimal<0, 20_000>>,
    /// The length at which an answer is cut off, in tokens. One that was cut off is unreadable.
    pub(in crate::config) max_tokens: Option<Whole<1, { u32::MAX as u64 }>>,
    /// The seed of the server's draws, for servers that have one.
    pub(in crate::config) seed: Option<Whole<0, { i64::MAX as u64 }>>,
    /// More members of the request.
    #[serde(default)]
    pub(in crate::config) more: Map<String, Value>,
    /// Whether the server is asked for an object with one `label` (`response_format`).
    #[serde(default)]
    pub(in crate::config) structured: bool,
    /// How many tokens with their log-probabilities are asked for at each place, 1 to 20, so that an answer has
    /// probabilities.
    pub(in crate::config) log_probabilities: Option<Whole<1, 20>>,
    /// How many requests are under way at once, 1 to 256; 4 without it.
    pub(in crate::config) concurrency: Option<Whole<1, 256>>,
    /// How many requests are sent at the most in a run, those that are sent again counted.
    pub(in crate::config) requests: Option<Whole<1, { u64::MAX }>>,
    /// How many tokens are used at the most in a run, in prompts and answers.
    pub(in crate::config) tokens: Option<Whole<1, { u64::MAX }>>,
    /// How often a request is sent again that failed for a passing reason; 5 without it.
    pub(in crate::config) retries: Option<Whole<0, 100>>,
}

/// What a system from outside is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::config) enum By {
    /// Every pair by itself.
    Pairs,
    /// The monothematic pairs; the answers for originals are composed of theirs.
    Parts,
}
