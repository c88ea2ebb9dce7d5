//! Systems outside of phenom: what they answered is kept, and what is missing is asked.

mod function;
mod given;
mod labels;
mod settings;

use std::fmt::Write;

use phenom_dataset::{Dataset, LabelScheme, Task};
use phenom_report::harmless;
use phenom_systems::command::{Command, requests};
use phenom_systems::endpoint::{Endpoint, Key};
use phenom_systems::{
    AllAnswered, Blind, OpaqueIds, Reply, Store, StoredReplies, System as Asks, TextPair, Use,
    answer_all,
};

pub use self::function::{Function, Questions};
use self::given::{given, refuse_strange};
use super::given::Reading;
use super::replies::{Answered, composed, pairs, refuse_empty_hypotheses};
use crate::config::{Asked, OutsideSystem, System};
use crate::failure::Failure;
use crate::host::{Host, Step};
use crate::trust::{Consent, nobody_is_asked};

/// What a system from outside says of all pairs: what is stored, and where that is not all, what it answers now, if it may
/// be asked.
pub(super) fn answered(
    system: &System,
    outside: &OutsideSystem,
    dataset: &Dataset,
    Reading { host, consent, .. }: Reading<'_>,
) -> Result<Answered, Failure> {
    let open = Open::new(system, outside, dataset)?;
    let mut stored = open.stored()?;
    let fresh = consent.is_some_and(Consent::asks_anew);
    let left = open.left(&stored);
    let replies = if left == 0 && !fresh {
        open.asked.iter().map(|pair| stored.reply(pair).cloned()).collect()
    } else {
        let to_ask = if fresh { open.asked.len() } else { left };
        let consent = consent.ok_or_else(|| nobody_is_asked(&system.name, to_ask))?;
        consent.obtain(system, to_ask)?;
        let replies = open.ask(if fresh { Use::Fresh } else { Use::Stored }, consent, host)?;
        // What was answered now has its time in the store, where the next run finds it.
        stored = open.stored()?;
        let all = open.asked.len();
        let said = format!("{to_ask} predicted now, {} before", all.saturating_sub(to_ask));
        host.tell(&format!("system `{}`: {said}", harmless(&system.name)));
        replies
    };
    Ok(Answered {
        replies: open.by_row(dataset, replies),
        how: format!("{}; {}", open.how()?, given(&open.asked, &stored)),
        files: Vec::new(),
        note: None,
    })
}

/// All that decides what a system is sent and how its answers are read, and the pairs that it is sent.
pub(super) fn sent(
    system: &System,
    outside: &OutsideSystem,
    dataset: &Dataset,
) -> Result<Vec<u8>, Failure> {
    let open = Open::new(system, outside, dataset)?;
    let lines = requests(&OpaqueIds::new(&open.asked).pairs()).map_err(failure)?;
    Ok([open.settings, lines].concat())
}

/// What asking a system would take, in words, and for how many pairs; nothing is asked.
pub(crate) fn estimate(
    system: &System,
    outside: &OutsideSystem,
    dataset: &Dataset,
) -> Result<String, Failure> {
    let open = Open::new(system, outside, dataset)?;
    let stored = open.stored()?;
    let left: Vec<TextPair<'_>> =
        open.asked.iter().filter(|pair| stored.reply(pair).is_none()).copied().collect();
    let mut said = format!(
        "{} pairs, {} of them stored; {} to query",
        open.asked.len(),
        open.asked.len() - left.len(),
        left.len()
    );
    if let Asked::Endpoint { .. } = &outside.asked {
        let client = open.endpoint()?.client(None).map_err(failure)?;
        let estimate = client.estimate(&OpaqueIds::new(&left).pairs()).map_err(failure)?;
        let answers = match estimate.answer_tokens {
            Some(tokens) => format!("at most {tokens} in replies"),
            None => "replies are not limited".to_owned(),
        };
        // A string takes whatever is written to it.
        let _ = write!(
            said,
            ", in {} requests with about {} tokens in prompts (a fourth of their characters; {answers})",
            estimate.requests, estimate.prompt_tokens
        );
    }
    Ok(said)
}

/// A system that may have to be asked.
struct Open<'d> {
    system: &'d System,
    outside: &'d OutsideSystem,
    labels: LabelScheme,
    /// All that decides its answers.
    settings: Vec<u8>,
    /// The pairs that it is asked about: all, or the monothematic ones.
    asked: Vec<TextPair<'d>>,
}

impl<'d> Open<'d> {
    fn new(
        system: &'d System,
        outside: &'d OutsideSystem,
        dataset: &'d Dataset,
    ) -> Result<Self, Failure> {
        let mut asked = pairs(dataset);
        refuse_empty_hypotheses(&asked)?;
        if outside.by_parts.is_some() {
            asked = asked.split_off(dataset.originals().len());
            if asked.is_empty() {
                let message = format!(
                    "system `{}` predicts `by: parts`, and no original pair has monothematic pairs",
                    system.name
                );
                return Err(Failure::input(message, Some("leave `by: parts` out".to_owned())));
            }
        }
        let labels = labels::of(system, outside, Task::of_gold(dataset.gold()))?;
        let settings = settings::of(outside, &labels)?;
        Ok(Self { system, outside, labels, settings, asked })
    }

    /// What it answered before, checked like a fresh answer.
    fn stored(&self) -> Result<StoredReplies, Failure> {
        let folder = &self.outside.store;
        let stored = StoredReplies::read(folder, &self.settings).map_err(failure)?;
        let path = Store::path(folder, &self.settings);
        refuse_strange(&self.asked, &stored, &self.labels, &path)?;
        Ok(stored)
    }

    fn left(&self, stored: &StoredReplies) -> usize {
        self.asked.iter().filter(|pair| stored.reply(pair).is_none()).count()
    }

    /// The system in words, for the signature of a report.
    fn how(&self) -> Result<String, Failure> {
        let who = match &self.outside.asked {
            Asked::Command { program, arguments, .. } => {
                let words: Vec<&str> =
                    [program].into_iter().chain(arguments).map(String::as_str).collect();
                format!("command {}", words.join(" "))
            }
            Asked::Endpoint { endpoint, .. } => {
                let host = endpoint.host().map_err(failure)?;
                format!("endpoint {host}, model {}", endpoint.model)
            }
        };
        let version = self.outside.version.as_ref();
        let version = version.map(|version| format!(", version {version}")).unwrap_or_default();
        let by = if self.outside.by_parts.is_some() { ", by parts" } else { "" };
        Ok(format!("{who}{version}{by}"))
    }

    fn endpoint(&self) -> Result<Endpoint, Failure> {
        match &self.outside.asked {
            Asked::Endpoint { endpoint, .. } => {
                Ok(Endpoint { labels: self.labels.clone(), ..(**endpoint).clone() })
            }
            Asked::Command { .. } => Err(Failure::input("a command is not an endpoint", None)),
        }
    }

    /// Asks what is not stored, or all.
    fn ask(
        &self,
        used: Use,
        consent: &Consent<'_>,
        host: &dyn Host,
    ) -> Result<Vec<Option<Reply>>, Failure> {
        let asks: Box<dyn Asks> = match &self.outside.asked {
            Asked::Command { program, arguments, folder, time_out } => {
                let (folder, labels) = (folder.clone(), self.labels.clone());
                let folder = if folder.as_os_str().is_empty() { ".".into() } else { folder };
                let mut command = Command::new(program, arguments.clone(), folder, labels);
                command.time_out = time_out.unwrap_or(command.time_out);
                command.running = host.running_commands();
                Box::new(command)
            }
            Asked::Endpoint { key_variable, .. } => {
                let key = key_variable.as_deref().map(Key::from_variable);
                let key = key.transpose().map_err(failure)?;
                Box::new(self.endpoint()?.client(key).map_err(failure)?)
            }
        };
        consent.check(self.system, self.outside)?;
        let mut store = Store::open(&self.outside.store, &self.settings, used).map_err(failure)?;
        let meter = host.begin(Step::Asking(&self.system.name));
        let path = Store::path(&self.outside.store, &self.settings);
        let mut tell = |now: phenom_systems::Progress| {
            meter.reach((now.stored + now.answered) as u64, now.pairs as u64);
            meter.abstained(now.abstentions as u64);
            if now.answered > 0 {
                host.answers_are_kept(&path);
            }
        };
        let AllAnswered { replies, ended } =
            answer_all(&Blind(&*asks), &self.asked, Some(&mut store), &mut tell);
        drop(meter);
        let Err(error) = ended else { return Ok(replies) };
        let there = replies.iter().flatten().count();
        let message = format!(
            "system `{}` ended with {there} of {} pairs predicted: {error}",
            self.system.name,
            self.asked.len()
        );
        let help = format!(
            "its predictions are stored in {}; the next run queries the other pairs",
            path.display()
        );
        Err(Failure::input(message, (there > 0).then_some(help)))
    }

    /// The replies for all rows of the dataset.
    fn by_row(&self, dataset: &Dataset, replies: Vec<Option<Reply>>) -> Vec<Reply> {
        let replies: Vec<Reply> = replies.into_iter().map(Option::unwrap_or_default).collect();
        let Some(rule) = &self.outside.by_parts else { return replies };
        let first = dataset.originals().len();
        let task = Task::of_gold(dataset.gold());
        let whole = |original| {
            let parts = dataset.monothematic_of(original);
            let of: Vec<(usize, &Reply)> = parts.map(|row| (row, &replies[row - first])).collect();
            composed(&of, dataset, (rule, task))
        };
        let mut all: Vec<Reply> = dataset.originals().map(whole).collect();
        all.extend(replies);
        all
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
fn failure(error: impl std::error::Error) -> Failure {
    Failure::input(error.to_string(), None)
}
