//! What was counted before: read, and made into an evaluation.

use std::collections::BTreeSet;
use std::path::Path;

use phenom_dataset::Missing;
use phenom_metrics::{AnsweredPairs, ClusterAdder, Compared, CountAdder, Evaluation, Settings};
use phenom_report::{File, SystemSignature};

use super::presented::order_of_systems;
use super::refusals::{refuse_missing, uneven_answers};
use crate::config::{Config, CountTables, instead_of};
use crate::failure::Failure;
use crate::host::Host;
use crate::load;
use crate::provenance::vouched;
use crate::writing::{self, Place};

/// Count tables, and the cluster tables beside them.
pub struct Tables {
    counts: CountAdder,
    clusters: Option<ClusterAdder>,
    /// The tables themselves, by their content.
    pub files: Vec<File>,
    /// The systems that they count.
    pub signatures: Vec<SystemSignature>,
}

impl Tables {
    /// Reads the tables that a config names.
    pub fn read(source: &CountTables, host: &dyn Host) -> Result<Self, Failure> {
        // Tables that were written together change together.
        let all = source.counts.iter().chain(&source.clusters);
        let folders: BTreeSet<&Path> = all.filter_map(|file| file.path.parent()).collect();
        for folder in folders {
            let place = Place::folder(folder).ok();
            if let Some(message) = place.and_then(|place| writing::unfinished(&place)) {
                let help = "run `phenom counts` again, which completes the change".to_owned();
                return Err(Failure::input(message, Some(help)));
            }
            vouched(folder, None)?;
        }
        let (counts, mut files) = load::counts(host, &source.counts)?;
        let clusters = match source.clusters.as_slice() {
            [] => None,
            of_clusters => {
                let (clusters, of_clusters) = load::clusters(host, of_clusters)?;
                files.extend(of_clusters);
                Some(clusters)
            }
        };
        let names: Vec<&str> = counts.systems().collect();
        for (key, name) in source
            .references
            .iter()
            .map(|name| ("references", name))
            .chain(source.baseline.iter().map(|name| ("baseline", name)))
        {
            if !names.contains(&name.as_str()) {
                let message = format!("`{key}` names `{name}`, which has no counts");
                return Err(Failure::input(message, Some(instead_of(name, &names))));
            }
        }
        let signature = |system: &&str| SystemSignature {
            system: (*system).to_owned(),
            files: Vec::new(),
            algorithm: Some("counted before, see dataset".to_owned()),
            missing: source.missing.name().to_owned(),
        };
        let signatures = names.iter().map(signature).collect();
        Ok(Self { counts, clusters, files, signatures })
    }

    /// Puts some systems first, in the order in which they are named. `alone`, the others are left out.
    pub fn put_first(&mut self, names: &[String], alone: bool) -> Result<(), Failure> {
        let known: Vec<&str> = self.counts.systems().collect();
        if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
            let message = format!("there is no system `{name}`");
            return Err(Failure::input(message, Some(instead_of(name, &known))));
        }
        if alone {
            self.counts.retain(|system| names.iter().any(|name| name == system));
            self.signatures.retain(|signature| names.contains(&signature.system));
        }
        let place = |system: &str| names.iter().position(|name| name == system);
        self.counts.order(|system| place(system).unwrap_or(names.len()));
        Ok(())
    }

    /// Whether there are clusters, which comparing needs.
    pub fn have_clusters(&self) -> bool {
        self.clusters.is_some()
    }

    /// How many clusters there are.
    pub fn clusters(&self) -> u64 {
        self.clusters.as_ref().map_or(0, ClusterAdder::clusters)
    }

    /// How many systems there are.
    pub fn systems(&self) -> usize {
        self.counts.systems().count()
    }

    /// Why systems cannot be compared, where some leave out pairs that others answer.
    pub fn uneven(&self, missing: Missing, settings: &Settings) -> Option<String> {
        let clusters = self.clusters.as_ref()?;
        let compared = settings.statistics.compare != Compared::None && self.systems() > 1;
        if missing != Missing::Skip || settings.statistics.common_pairs || !compared {
            return None;
        }
        let mut names: Vec<&str> = self.counts.systems().collect();
        names.sort_unstable();
        let AnsweredPairs { pairs, common, by_system } = clusters.answered();
        let fewer = names.into_iter().zip(by_system).find(|(_, answered)| *answered != pairs)?;
        Some(uneven_answers(fewer, pairs, common))
    }

    /// The evaluation of the counts, in the order of the report where that is asked for.
    pub fn evaluation(
        &mut self,
        source: &CountTables,
        config: &Config,
        mut settings: Settings,
    ) -> Result<Evaluation, Failure> {
        let counts_alone = self.finish(None, source, &settings)?;
        refuse_missing(&counts_alone, source.missing)?;
        if let Some(order) = order_of_systems(&counts_alone, &config.report) {
            self.counts.order(|name| order.iter().position(|known| known == name));
        }
        if let Some(baseline) = &source.baseline
            && let Some(at) = self.counts.systems().position(|name| name == baseline)
        {
            settings.statistics.compare = Compared::Against(at);
        }
        self.finish(self.clusters.as_ref(), source, &settings)
    }

    fn finish(
        &self,
        clusters: Option<&ClusterAdder>,
        source: &CountTables,
        settings: &Settings,
    ) -> Result<Evaluation, Failure> {
        let CountTables { missing, references, .. } = source;
        self.counts.finish(clusters, *missing, references, settings).map_err(|message| {
            let help = "`counts` and `clusters` must come from the same pairs and predictions: from one `phenom \
                        counts`, or from both queries over the same tables";
            Failure::input(message, Some(help.to_owned()))
        })
    }
}
