//! What the YAML says of a system outside of phenom: a server.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::config::numbers::{Decimal, Whole};

/// A server with the chat API of OpenAI.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawEndpoint {
    /// The base of the server's addresses: everything before `/chat/completions`.
    pub(in crate::config) url: String,
    /// The name of the model on the server.
    pub(in crate::config) model: String,
    /// The prompt for each pair, a template of `text`, `hypothesis`, `id` and `labels`; the default is a prompt that
    /// asks for one of the labels.
    pub(in crate::config) prompt: Option<String>,
    /// The system prompt, which phenom sends unchanged before the prompt.
    pub(in crate::config) system_prompt: Option<String>,
    /// The environment variable that contains the key. phenom stores the key nowhere, and sends it only over https or
    /// to this machine.
    pub(in crate::config) key_variable: Option<String>,
    /// The temperature, 0 to 2; the default is 0.
    pub(in crate::config) temperature: Option<Decimal<0, 20_000>>,
    /// The length at which the server cuts off a reply, in tokens. phenom cannot read a reply that was cut off.
    pub(in crate::config) max_tokens: Option<Whole<1, { u32::MAX as u64 }>>,
    /// The random seed for the server, if the server accepts one.
    pub(in crate::config) seed: Option<Whole<0, { i64::MAX as u64 }>>,
    /// More members of the request.
    #[serde(default)]
    pub(in crate::config) more: Map<String, Value>,
    /// Whether to request an object with one `label` from the server (`response_format`).
    #[serde(default)]
    pub(in crate::config) structured: bool,
    /// How many tokens with their log-probabilities to request at each position, 1 to 20, so that a prediction has
    /// probabilities.
    pub(in crate::config) log_probabilities: Option<Whole<1, 20>>,
    /// How many requests to send at once, 1 to 256; the default is 4.
    pub(in crate::config) concurrency: Option<Whole<1, 256>>,
    /// The largest number of requests in a run, including repeated requests.
    pub(in crate::config) requests: Option<Whole<1, { u64::MAX }>>,
    /// The largest number of tokens in a run, in prompts and replies.
    pub(in crate::config) tokens: Option<Whole<1, { u64::MAX }>>,
    /// How often to repeat a request that failed for a temporary reason; the default is 5.
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
