//! Budgets, and what asking takes.

use std::num::NonZeroUsize;

use serde_json::json;

use super::server::{Server, answer, chat};
use super::{ask, client, endpoint};
use crate::TextPair;
use crate::endpoint::{Budget, Endpoint, Estimate, Spent};

#[test]
fn a_budget_of_requests_ends_it_cleanly() {
    let server = Server::start(|_| chat("neutral"));
    let budget = Budget { requests: Some(2), tokens: None };
    let concurrency = NonZeroUsize::new(3).unwrap();
    let endpoint = Endpoint { budget, concurrency, ..endpoint(&server.url) };
    let (replies, ended) = ask(&client(&endpoint), &["a", "b", "c", "d", "e"]);
    assert_eq!(replies.iter().flatten().count(), 2);
    let told = ended.unwrap_err().to_string();
    let expected = "has used the 2 requests of the budget; 3 of 5 pairs have no prediction";
    assert!(told.ends_with(expected), "{told}");
    assert_eq!(server.asked().len(), 2);
}

#[test]
fn a_budget_of_tokens_counts_what_the_server_says() {
    let server = Server::start(|_| {
        answer(&json!({
            "choices": [{"message": {"content": "neutral"}}],
            "usage": {"prompt_tokens": 90, "completion_tokens": 10},
        }))
    });
    let budget = Budget { requests: None, tokens: Some(250) };
    // A prompt of 13 characters is 4 tokens, roughly.
    let endpoint = Endpoint { budget, prompt: "{{ text }}".to_owned(), ..endpoint(&server.url) };
    let client = client(&endpoint);
    let (replies, ended) = ask(&client, &["a", "b", "c", "d", "e"]);
    assert_eq!(replies.iter().flatten().count(), 3);
    let told = ended.unwrap_err().to_string();
    assert!(told.contains("used 300 tokens of a budget of 250"), "{told}");
    assert_eq!(client.spent(), Spent { requests: 3, retries: 0, tokens: 300 });
}

#[test]
fn a_dry_run_says_what_it_takes_and_sends_nothing() {
    let server = Server::start(|_| chat("neutral"));
    let mut endpoint = Endpoint { prompt: "{{ text }}".to_owned(), ..endpoint(&server.url) };
    let pairs = ["a", "b"].map(|id| TextPair { id, text: "thirteen long", hypothesis: "" });
    let estimate = endpoint.client(None).unwrap().estimate(&pairs).unwrap();
    assert_eq!(estimate, Estimate { requests: 2, prompt_tokens: 8, answer_tokens: None });
    endpoint.system_prompt = Some("four".to_owned());
    endpoint.max_tokens = Some(5);
    let estimate = endpoint.client(None).unwrap().estimate(&pairs).unwrap();
    assert_eq!(estimate, Estimate { requests: 2, prompt_tokens: 10, answer_tokens: Some(10) });
    assert!(server.asked().is_empty());
    assert_eq!(endpoint.host().unwrap(), server.url.trim_end_matches("/v1"));
}
