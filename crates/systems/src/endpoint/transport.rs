//! One request over HTTP.

use std::time::{Duration, SystemTime};

use serde_json::Value;
use ureq::http::HeaderValue;
use ureq::http::header::{AUTHORIZATION, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Proxy};

use super::address::Address;
use super::chat::Completion;
use super::error::EndpointProblem;
use super::error::LONGEST_ANSWER;
use super::key::Key;
use super::resolver::LocalhostIsHere;
use super::{Endpoint, waiting};
use crate::excerpt::excerpt;

/// How many characters of what a server says messages show.
const SHOWN: usize = 300;

/// A way to a server.
#[derive(Debug)]
pub(super) struct Transport {
    agent: Agent,
    url: String,
    key: Option<Key>,
}

/// Why a request has no answer.
pub(super) enum Failure {
    /// It may have one if it is sent again.
    Passing {
        /// What happened.
        what: String,
        /// The pause that the server asks for.
        pause: Option<Duration>,
        /// Whether the server said something, if only that it fails.
        was_answered: bool,
    },
    /// It has none.
    Lasting(EndpointProblem),
}

impl Transport {
    pub(super) fn new(endpoint: &Endpoint, address: Address, key: Option<Key>) -> Self {
        let connections = endpoint.concurrency.get();
        let config = Agent::config_builder()
            .timeout_global(Some(endpoint.patience.time_out))
            .http_status_as_error(false)
            // Texts and key go to no other place.
            .max_redirects(0)
            .max_redirects_will_error(false)
            // A proxy sees nothing of what is encrypted, and all of what is not. For it `localhost` is another machine.
            .proxy(if address.is_https && !address.is_loopback {
                Proxy::try_from_env()
            } else {
                None
            })
            .max_idle_connections(connections)
            .max_idle_connections_per_host(connections)
            .user_agent(concat!("phenom/", env!("CARGO_PKG_VERSION")))
            .build();
        let agent =
            Agent::with_parts(config, DefaultConnector::default(), LocalhostIsHere::default());
        Self { agent, url: address.completions, key }
    }

    /// A text without the key.
    pub(super) fn redact(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.redact(text))
    }

    /// The start of what a server says, without the key.
    fn shown(&self, text: &str) -> String {
        // The key first: a part of it would not be found.
        excerpt(&self.redact(text), SHOWN)
    }

    /// Sends a body for a pair.
    pub(super) fn send(&self, pair: &str, body: &[u8]) -> Result<Completion, Failure> {
        let mut request = self.agent.post(&self.url).header(CONTENT_TYPE, "application/json");
        if let Some(key) = &self.key {
            let mut value = HeaderValue::from_str(&key.bearer())
                .map_err(|_| Failure::Lasting(EndpointProblem::Key))?;
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        let mut response = request.send(body).map_err(|error| self.broken(&error))?;
        let status = response.status().as_u16();
        let header = |name| {
            let value = response.headers().get(name);
            value.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
        };
        let (location, retry_after) = (header(LOCATION), header(RETRY_AFTER));
        if (300..400).contains(&status) {
            let to = self.shown(&location);
            return Err(Failure::Lasting(EndpointProblem::Redirected { status, to }));
        }
        let read = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec();
        let body = read.map_err(|error| self.broken(&error))?;
        let said = || String::from_utf8_lossy(&body);
        match status {
            200..300 => Completion::read(&body).map_err(|reason| {
                let said = self.shown(&message(&said()));
                Failure::Lasting(EndpointProblem::NoChat { reason, said })
            }),
            408 | 429 | 500.. => Err(Failure::Passing {
                what: format!("status {status}: {}", self.shown(&message(&said()))),
                pause: waiting::asked_pause(&retry_after, SystemTime::now()),
                was_answered: true,
            }),
            _ => {
                let said = self.shown(&message(&said()));
                Err(Failure::Lasting(EndpointProblem::Refused {
                    pair: pair.to_owned(),
                    status,
                    said,
                }))
            }
        }
    }

    /// A request that did not get through.
    fn broken(&self, error: &ureq::Error) -> Failure {
        use std::io::ErrorKind;
        let what = self.shown(&error.to_string());
        match error {
            ureq::Error::BodyExceedsLimit(_) => Failure::Lasting(EndpointProblem::TooLong),
            // A certificate that is not trusted comes as invalid data.
            ureq::Error::Io(error) if error.kind() == ErrorKind::InvalidData => {
                Failure::Lasting(EndpointProblem::Unreachable(what))
            }
            ureq::Error::Io(_)
            | ureq::Error::Timeout(_)
            | ureq::Error::ConnectionFailed
            | ureq::Error::BodyStalled => {
                Failure::Passing { what, pause: None, was_answered: false }
            }
            _ => Failure::Lasting(EndpointProblem::Unreachable(what)),
        }
    }
}

/// The message in what a server says of an error; all that it says where it says so otherwise.
fn message(said: &str) -> String {
    let value: Value = serde_json::from_str(said).unwrap_or_default();
    let places = ["/error/message", "/error", "/message", "/detail"];
    let found = places.into_iter().find_map(|place| value.pointer(place)?.as_str());
    found.unwrap_or(said).to_owned()
}
