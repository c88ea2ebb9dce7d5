//! What asks a server.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::chat::Body;
use super::error::{EndpointError, EndpointProblem};
use super::ledger::{Estimate, Ledger, Spent, rough_tokens};
use super::prompt::Prompt;
use super::transport::{Failure, Transport};
use super::waiting::Stop;
use super::words::Words;
use super::{Endpoint, Key, Privacy, address};
use crate::{Answered, Reply, System, SystemError, TextPair};

/// How often a server is tried again that has never answered at all: nobody may be there.
const KNOCKS: u32 = 2;

/// A server, ready to be asked. Nothing was sent yet.
#[derive(Debug)]
pub struct EndpointClient {
    endpoint: Endpoint,
    words: Words,
    prompt: Prompt,
    body: Body,
    transport: Transport,
    ledger: Ledger,
    /// Whether it has answered, if only that something is wrong.
    is_there: AtomicBool,
}

impl EndpointClient {
    pub(super) fn new(endpoint: Endpoint, key: Option<Key>) -> Result<Self, EndpointProblem> {
        let address = address::parse(&endpoint.url)?;
        if key.is_some() && address.privacy() == Privacy::Clear {
            return Err(EndpointProblem::KeyInClear);
        }
        Ok(Self {
            words: Words::of(&endpoint.labels)?,
            prompt: Prompt::new(&endpoint.prompt, &endpoint.labels)?,
            body: Body::of(&endpoint)?,
            transport: Transport::new(&endpoint, address, key),
            ledger: Ledger::default(),
            is_there: AtomicBool::new(false),
            endpoint,
        })
    }

    /// What was spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.ledger.spent()
    }

    /// What asking some pairs takes. Nothing is sent.
    ///
    /// # Errors
    /// Where the prompt cannot be filled for one of them.
    pub fn estimate(&self, pairs: &[TextPair<'_>]) -> Result<Estimate, EndpointError> {
        let mut prompt_tokens = 0;
        for pair in pairs {
            let prompt = self.prompt.fill(pair).map_err(|problem| self.endpoint.error(problem))?;
            prompt_tokens += self.prompt_tokens(&prompt);
        }
        let requests = pairs.len() as u64;
        let answer_tokens = self.endpoint.max_tokens.map(|tokens| requests * u64::from(tokens));
        Ok(Estimate { requests, prompt_tokens, answer_tokens })
    }

    fn prompt_tokens(&self, prompt: &str) -> u64 {
        let system = self.endpoint.system_prompt.as_deref().unwrap_or_default();
        rough_tokens(system) + rough_tokens(prompt)
    }

    /// Asks a pair, again and again where that may help; nothing where others have told all to stop meanwhile.
    fn ask(
        &self,
        number: usize,
        pair: &TextPair<'_>,
        stop: &Stop,
    ) -> Result<Option<Reply>, EndpointProblem> {
        let prompt = self.prompt.fill(pair)?;
        let body = self.body.with(&prompt);
        let prompt_tokens = self.prompt_tokens(&prompt);
        let at_most = prompt_tokens + self.endpoint.max_tokens.map_or(0, u64::from);
        let patience = &self.endpoint.patience;
        for failures in 1.. {
            self.ledger.enter(self.endpoint.budget, at_most, failures > 1)?;
            let sent = self.transport.send(pair.id, &body);
            let used = match &sent {
                Ok(done) => {
                    done.tokens().unwrap_or_else(|| prompt_tokens + rough_tokens(done.text()))
                }
                // What a server does with a request that it does not answer, nobody knows.
                Err(_) => 0,
            };
            self.ledger.settle(at_most, used);
            if !matches!(sent, Err(Failure::Passing { was_answered: false, .. })) {
                self.is_there.store(true, Ordering::Relaxed);
            }
            let (last, asked) = match sent {
                Ok(completion) => {
                    let mut reply = completion.reply(&self.words);
                    reply.justification =
                        reply.justification.map(|text| self.transport.redact(&text));
                    return Ok(Some(reply));
                }
                Err(Failure::Lasting(problem)) => return Err(problem),
                Err(Failure::Passing { what, pause, .. }) => (what, pause),
            };
            if failures > KNOCKS && !self.is_there.load(Ordering::Relaxed) {
                return Err(EndpointProblem::NeverAnswered { tries: failures, last });
            }
            if failures > patience.retries {
                return Err(EndpointProblem::GaveUp { tries: failures, last });
            }
            let pause = asked.unwrap_or_else(|| patience.pause(number, failures));
            if pause > patience.longest_pause {
                return Err(EndpointProblem::AsksToWait { wait: pause, last });
            }
            if stop.within(pause) {
                break;
            }
        }
        Ok(None)
    }
}

impl System for EndpointClient {
    fn answer(
        &self,
        pairs: &[TextPair<'_>],
        answered: &mut Answered<'_>,
    ) -> Result<(), SystemError> {
        let (next, stop) = (AtomicUsize::new(0), Stop::default());
        // Nobody asks on while replies cannot be kept.
        let (sender, replies) = mpsc::sync_channel(0);
        let mut kept = 0;
        let mut ended: Result<(), SystemError> = Ok(());
        thread::scope(|scope| {
            for _ in 0..self.endpoint.concurrency.get().min(pairs.len()) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    while !stop.within(Duration::ZERO) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(pair) = pairs.get(number) else { return };
                        let Some(asked) = self.ask(number, pair, stop).transpose() else { return };
                        if asked.is_err() {
                            stop.stop();
                        }
                        // They are taken until all threads are done.
                        let _ = sender.send((number, asked));
                    }
                });
            }
            drop(sender);
            // Requests that are under way when something goes wrong have their answers read: they are paid for.
            for (number, asked) in replies {
                let result = match asked {
                    Ok(reply) => answered(number, reply).map(|()| kept += 1),
                    Err(problem) => Err(self.endpoint.error(problem).into()),
                };
                if let Err(error) = result {
                    stop.stop();
                    let is_first = ended.is_ok();
                    if is_first {
                        ended = Err(error);
                    }
                }
            }
        });
        ended.map_err(|error| match error {
            SystemError::Endpoint(mut error) => {
                error.left = Some((pairs.len() - kept, pairs.len()));
                SystemError::Endpoint(error)
            }
            other => other,
        })
    }
}
