//! Systems that are functions of the program that uses this library: it asks them, and phenom keeps what they predict.

use std::collections::HashMap;
use std::path::Path;

use phenom_dataset::{Dataset, KeepTexts, LabelScheme, Task};
use phenom_systems::{
    AllAnswered, Blind, Progress, Reply, Store, StoredReplies, System as Asks, SystemError,
    TextPair, Use, answer_all,
};
use serde_json::json;

use super::super::dataset::dataset;
use super::super::replies::{pairs, refuse_empty_hypotheses};
use super::given::refuse_strange;
use super::{failure, labels};
use crate::config::{Config, Source};
use crate::failure::Failure;
use crate::host::Host;

/// The pairs that functions predict labels for.
pub struct Questions {
    dataset: Dataset,
    labels_of_pairs: Option<LabelScheme>,
}

/// A system that is a function.
pub struct Function<'f> {
    /// Its name: it does not use what another function stored.
    pub name: &'f str,
    /// Its version: it does not use what another version stored.
    pub version: &'f str,
    /// The folder in which its predictions are kept, and whether those in it are used; `None`: they are not kept.
    pub store: Option<(&'f Path, Use)>,
    /// What it does.
    pub asks: &'f dyn Asks,
}

impl Questions {
    /// The pairs of a config.
    ///
    /// # Errors
    /// Pairs that cannot be read, or that lack a hypothesis.
    pub fn of(config: &Config, host: &dyn Host) -> Result<Self, Failure> {
        let Source::Data { pairs: of, .. } = &config.source else {
            return Err(Failure::input("there are no pairs to predict labels for", None));
        };
        let (dataset, _) = dataset(host, of, KeepTexts::Yes)?;
        refuse_empty_hypotheses(&pairs(&dataset))?;
        Ok(Self { dataset, labels_of_pairs: of.labels() })
    }

    /// The pairs, in the order of the replies.
    #[must_use]
    pub fn pairs(&self) -> Vec<TextPair<'_>> {
        pairs(&self.dataset)
    }

    /// What the labels that a system predicts mean.
    ///
    /// # Errors
    /// If a word for a judgment means something else in the dataset.
    pub fn labels(&self, system: &str) -> Result<LabelScheme, Failure> {
        let task = Task::of_gold(self.dataset.gold());
        labels::understood(system, self.labels_of_pairs.as_ref(), task, |_, _| true)
    }

    /// Asks a function for the pairs that have no stored reply. It sees texts, hypotheses and opaque ids alone, and of pairs
    /// with the same text and hypothesis one.
    ///
    /// # Errors
    /// A store that cannot be used, and within the result why the function ended early. What it predicted before is kept.
    pub fn ask(
        &self,
        function: &Function<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Result<Vec<Reply>, SystemError>, Failure> {
        let labels = self.labels(function.name)?;
        let meanings = labels.meanings().iter();
        let meanings: Vec<(&str, &str)> =
            meanings.map(|(label, meaning)| (label.as_str(), meaning.name())).collect();
        let asked = json!({ "function": function.name });
        let settings = json!({ "asked": asked, "labels": meanings, "version": function.version });
        let settings = settings.to_string().into_bytes();
        let (mut unique, mut places) = (Vec::new(), HashMap::new());
        for pair in self.pairs() {
            places.entry((pair.text, pair.hypothesis)).or_insert_with(|| {
                // What the function does not see decides nothing, not even which reply is stored for the pair.
                unique.push(TextPair { id: "", ..pair });
                unique.len() - 1
            });
        }
        let mut store = None;
        if let Some((folder, used)) = function.store {
            let stored = StoredReplies::read(folder, &settings).map_err(failure)?;
            refuse_strange(&unique, &stored, &labels, &Store::path(folder, &settings))?;
            store = Some(Store::open(folder, &settings, used).map_err(failure)?);
        }
        let asks = Blind(function.asks);
        let AllAnswered { replies, ended } = answer_all(&asks, &unique, store.as_mut(), progress);
        let of_row = |pair: TextPair<'_>| {
            let place = places.get(&(pair.text, pair.hypothesis));
            place.and_then(|place| replies.get(*place)).cloned().flatten().unwrap_or_default()
        };
        Ok(ended.map(|()| self.pairs().into_iter().map(of_row).collect()))
    }
}
