//! What a config says of systems outside of phenom: programs and servers.

use std::num::NonZeroUsize;
use std::time::Duration;

use phenom_dataset::{CompositionRule, LabelScheme};
use phenom_systems::endpoint::{Budget, Endpoint, Privacy};

use super::document::Segment;
use super::numbers::{Decimal, Whole};
use super::raw::{By, Choice, RawEndpoint, RawSystem};
use super::resolve::{Place, Resolver, labels};
use super::{Answers, Asked, EngineSystem, OutsideSystem, System};

/// The folder beside a config that keeps the answers of systems from outside.
const STORE: &str = ".phenom-answers";

/// How many requests are under way at once, unless the config says it.
const CONCURRENCY: NonZeroUsize = NonZeroUsize::MIN.saturating_add(3);

impl Resolver<'_> {
    pub(super) fn outside(
        &mut self,
        place: Place<'_>,
        mut raw: RawSystem,
    ) -> Option<OutsideSystem> {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        let labels = labels(raw.labels.take());
        let message = "is for `predictions`; a program or server does not need it";
        self.out_of_place_if(place, &raw.keys_of_predictions(), message);
        let time_out = raw.time_out.map(|seconds| Duration::from_secs(seconds.get()));
        let asked = match (raw.command, raw.endpoint) {
            (Some(command), _) => {
                let mut words = command.into_iter();
                let Some(program) = words.next().filter(|program| !program.is_empty()) else {
                    let help = "write `command: [PROGRAM, ARGUMENT, ...]`";
                    self.problem(&at("command"), "the command has no program", Some(help));
                    return None;
                };
                let folder = self.folder.to_owned();
                Asked::Command { program, arguments: words.collect(), folder, time_out }
            }
            (None, Some(endpoint)) => self.endpoint(&at("endpoint"), endpoint, time_out)?,
            (None, None) => return None,
        };
        Some(OutsideSystem {
            asked,
            labels,
            labels_of_pairs: self.labels_of_pairs.clone(),
            version: raw.version,
            by_parts: (raw.by == Some(Choice(By::Parts))).then(CompositionRule::default),
            store: self.folder.join(STORE),
        })
    }

    fn endpoint(
        &mut self,
        place: Place<'_>,
        raw: RawEndpoint,
        time_out: Option<Duration>,
    ) -> Option<Asked> {
        // The words for judgments are set when the dataset is known.
        let mut endpoint = Endpoint::new(raw.url, raw.model, LabelScheme::judgments());
        if let Some(prompt) = raw.prompt {
            endpoint.prompt = prompt;
        }
        endpoint.system_prompt = raw.system_prompt;
        endpoint.temperature = raw.temperature.map(Decimal::get).or(endpoint.temperature);
        endpoint.max_tokens = raw.max_tokens.and_then(|most| u32::try_from(most.get()).ok());
        endpoint.seed = raw.seed.and_then(|seed| i64::try_from(seed.get()).ok());
        endpoint.more = raw.more;
        endpoint.structured = raw.structured;
        endpoint.log_probabilities =
            raw.log_probabilities.and_then(|count| u8::try_from(count.get()).ok());
        let concurrency = raw.concurrency.and_then(|count| usize::try_from(count.get()).ok());
        endpoint.concurrency = concurrency.and_then(NonZeroUsize::new).unwrap_or(CONCURRENCY);
        endpoint.budget =
            Budget { requests: raw.requests.map(Whole::get), tokens: raw.tokens.map(Whole::get) };
        if let Some(time_out) = time_out {
            endpoint.patience.time_out = time_out;
        }
        if let Some(retries) = raw.retries.and_then(|count| u32::try_from(count.get()).ok()) {
            endpoint.patience.retries = retries;
        }
        let of_url = [place, &["url".into()]].concat();
        match (endpoint.privacy(), &raw.key_variable) {
            (Err(error), _) => {
                self.problem(&of_url, error.problem.to_string(), None);
                return None;
            }
            (Ok(Privacy::Clear), Some(variable)) => {
                let message =
                    format!("others could read the key in {variable} on its way to this `url`");
                let help = "write https://, or leave `key-variable` out; http:// is possible for a server on this \
                            machine (localhost, 127.0.0.1, [::1])";
                self.problem(&of_url, message, Some(help));
                return None;
            }
            (Ok(_), _) => {}
        }
        Some(Asked::Endpoint { endpoint: Box::new(endpoint), key_variable: raw.key_variable })
    }
}

impl System {
    /// Sets the rule that answers for parts are composed by.
    pub(super) fn compose_by(&mut self, rule: CompositionRule) {
        if let Some(parts) = &mut self.parts {
            parts.compose_by(rule);
        }
        match &mut self.answers {
            Answers::Outside(outside) => outside.by_parts = outside.by_parts.map(|_| rule),
            Answers::Engine(engine) => {
                if let EngineSystem::ByParts(_, composed_by) = &mut **engine {
                    *composed_by = rule;
                }
            }
            Answers::Predictions(_) | Answers::LinguisticBiased { .. } | Answers::OwnParts => {}
        }
    }
}
