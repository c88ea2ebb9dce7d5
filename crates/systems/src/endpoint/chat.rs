//! The chat form of OpenAI: what is sent, and what comes back.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Endpoint;
use super::error::EndpointProblem;
use super::token_probabilities::{self, Token};
use super::words::Words;
use crate::Reply;
use phenom_dataset::Meaning;

/// What is no setting of a request: answers in pieces, and several of them, are not read.
const UNREAD: [&str; 2] = ["stream", "n"];

/// The body of a request, but for the prompt.
#[derive(Debug)]
pub(super) struct Body {
    members: Map<String, Value>,
    system: Option<String>,
}

impl Body {
    /// The body for an endpoint.
    pub(super) fn of(endpoint: &Endpoint) -> Result<Self, EndpointProblem> {
        let mut members = Map::new();
        let mut set = |name: &str, value: Value| members.insert(name.to_owned(), value);
        set("model", json!(endpoint.model));
        // Overwritten by those of each pair.
        set("messages", Value::Null);
        if let Some(temperature) = endpoint.temperature {
            set("temperature", json!(temperature));
        }
        if let Some(tokens) = endpoint.max_tokens {
            set("max_tokens", json!(tokens));
        }
        if let Some(seed) = endpoint.seed {
            set("seed", json!(seed));
        }
        if let Some(tokens) = endpoint.log_probabilities {
            if !(1..=20).contains(&tokens) {
                return Err(EndpointProblem::LogProbabilities(tokens));
            }
            set("logprobs", json!(true));
            set("top_logprobs", json!(tokens));
        }
        if endpoint.structured {
            set("response_format", response_format(endpoint));
        }
        for (name, value) in &endpoint.more {
            if members.contains_key(name) || UNREAD.contains(&name.as_str()) {
                return Err(EndpointProblem::Member(name.clone()));
            }
            members.insert(name.clone(), value.clone());
        }
        Ok(Self { members, system: endpoint.system_prompt.clone() })
    }

    /// The body with a prompt.
    pub(super) fn with(&self, prompt: &str) -> Vec<u8> {
        let system = self.system.iter().map(|text| json!({"role": "system", "content": text}));
        let user = json!({"role": "user", "content": prompt});
        let mut members = self.members.clone();
        members.insert("messages".to_owned(), system.chain([user]).collect());
        Value::Object(members).to_string().into_bytes()
    }
}

/// An object with one of the words: the first for each meaning, as in the prompt.
fn response_format(endpoint: &Endpoint) -> Value {
    let mut meanings: Vec<Meaning> = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for (word, meaning) in endpoint.labels.meanings() {
        if !meanings.contains(meaning) {
            meanings.push(*meaning);
            words.push(word);
        }
    }
    json!({"type": "json_schema", "json_schema": {"name": "judgment", "strict": true, "schema": {
        "type": "object",
        "properties": {"label": {"type": "string", "enum": words}},
        "required": ["label"],
        "additionalProperties": false,
    }}})
}

/// What comes back, as far as it is read.
#[derive(Debug, Deserialize)]
pub(super) struct Completion {
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Debug, Deserialize)]
struct Choice {
    message: Message,
    finish_reason: Option<String>,
    logprobs: Option<Logprobs>,
}

#[derive(Debug, Deserialize)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Logprobs {
    content: Option<Vec<Token>>,
}

#[derive(Debug, Deserialize)]
struct Usage {
    total_tokens: Option<u64>,
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

impl Completion {
    /// A body as a completion; or why it is none.
    pub(super) fn read(body: &[u8]) -> Result<Self, String> {
        let completion: Self = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        match completion.choices.is_empty() {
            true => Err("`choices` is empty".to_owned()),
            false => Ok(completion),
        }
    }

    /// How many tokens it says that it took.
    pub(super) fn tokens(&self) -> Option<u64> {
        let usage = self.usage.as_ref()?;
        let parts = || Some(usage.prompt_tokens?.saturating_add(usage.completion_tokens?));
        usage.total_tokens.or_else(parts)
    }

    /// The answer of the model; empty where it has none.
    pub(super) fn text(&self) -> &str {
        self.choices
            .first()
            .and_then(|choice| choice.message.content.as_deref())
            .unwrap_or_default()
    }

    /// What it says of a pair.
    pub(super) fn reply(&self, words: &Words) -> Reply {
        let Some(choice) = self.choices.first() else { return Reply::default() };
        let text = self.text();
        let was_cut_off = choice.finish_reason.as_deref() == Some("length");
        let Some(found) = words.find(text).filter(|_| !was_cut_off) else {
            return Reply::default().because(self.unreadable(choice, was_cut_off));
        };
        let justification = (!found.is_all).then(|| text.to_owned());
        let Meaning::Judgment(judgment) = found.meaning else {
            return Reply { justification, ..Reply::default() };
        };
        let tokens = choice.logprobs.as_ref().and_then(|logprobs| logprobs.content.as_ref());
        let probabilities = tokens
            .zip(found.start)
            .and_then(|(tokens, start)| token_probabilities::of(tokens, text, start, words));
        let own = |all: &crate::Probabilities| {
            all.0.iter().find(|(known, _)| *known == judgment).map(|(_, probability)| *probability)
        };
        let confidence = probabilities.as_ref().and_then(own);
        Reply { judgment: Some(judgment), confidence, probabilities, justification }
    }

    /// What it said that cannot be read.
    fn unreadable(&self, choice: &Choice, was_cut_off: bool) -> String {
        let refusal = choice.message.refusal.as_deref().unwrap_or_default();
        let said = [self.text(), refusal].into_iter().find(|said| !said.trim().is_empty());
        match (said, &choice.finish_reason) {
            (said, _) if was_cut_off => format!("[cut off] {}", said.unwrap_or_default()),
            (Some(said), _) => said.to_owned(),
            (None, Some(reason)) => format!("[nothing: {reason}]"),
            (None, None) => "[nothing]".to_owned(),
        }
    }
}
