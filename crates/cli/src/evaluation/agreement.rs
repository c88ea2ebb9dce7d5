//! What annotators said of the dataset of a config, and what follows for its systems.

use phenom_dataset::Judgment;
use phenom_metrics::people::{
    AgreementRow, AnnotatorTable, KeyScores, Keys, agreement_rows, annotator_tables,
    distribution_rows, key_scores, mid_ranks,
};
use phenom_metrics::{Population, Proportion, Settings};
use phenom_report::figures::{Figure, rankings_by_key};
use phenom_report::{
    Annotated, Names, ReportFile, Results, Table, agreement_tables, notes_on_annotators, render,
};

use super::counted::Counted;
use crate::config::Config;
use crate::output::Files;

/// What people said of the dataset of a config, and what follows for its systems.
pub(crate) struct Agreement {
    pub(crate) rows: Vec<AgreementRow>,
    tables: Vec<AnnotatorTable>,
    keys: Keys,
    annotators: usize,
}

impl Agreement {
    /// Nothing where nobody said anything.
    pub(crate) fn of(config: &Config, counted: &Counted) -> Option<Self> {
        let (dataset, runs) = counted.annotated.as_ref()?;
        let statistics = &counted.evaluation.statistics;
        let mut rows = agreement_rows(dataset, statistics, config.seed);
        rows.extend(distribution_rows(dataset, runs));
        let settings = Settings {
            task: Some(counted.evaluation.task),
            weighting: Some(counted.evaluation.weighting),
            ..config.settings()
        };
        let keys = key_scores(dataset, runs, &settings);
        rows.extend(keys.rows());
        let tables = annotator_tables(dataset);
        Some(Self { rows, tables, keys, annotators: dataset.annotators().count() })
    }

    pub(crate) fn tables(&self, results: &Results<'_>) -> Vec<Table> {
        let Self { rows, tables, keys, .. } = self;
        agreement_tables(&Annotated { rows, tables, keys, results })
    }

    /// The ranks of the systems by accuracy under each key that has gold for the same pairs; nothing with
    /// fewer than two keys or systems.
    pub(crate) fn figure(&self, names: &Names) -> Option<Figure> {
        let keys: Vec<&KeyScores> =
            self.keys.keys.iter().filter(|key| key.is_complete(Population::Original)).collect();
        if keys.len() < 2 || self.keys.ranked.len() < 2 {
            return None;
        }
        let ranks = keys.iter().map(|key| {
            let accuracy = |system: &usize| {
                let system = &key.evaluation.systems[*system];
                let right = system.accuracy(Population::Original, 0, &Judgment::ALL);
                right.and_then(Proportion::value).unwrap_or(f64::NEG_INFINITY)
            };
            mid_ranks(&self.keys.ranked.iter().map(accuracy).collect::<Vec<f64>>())
        });
        let ranks: Vec<Vec<f64>> = ranks.collect();
        let systems = self.keys.ranked.iter().enumerate().map(|(at, system)| {
            let name = names.system(&keys[0].evaluation.systems[*system].name).to_owned();
            (name, ranks.iter().map(|of_key| Ok(of_key[at])).collect())
        });
        Some(rankings_by_key(keys.iter().map(|key| key.name.clone()).collect(), systems))
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        notes_on_annotators(self.annotators)
    }

    /// The tidy files that a config wants.
    pub(crate) fn files(&self, config: &Config) -> std::io::Result<Files> {
        let mut files = Files::new();
        let mut bytes = Vec::new();
        render::agreement_csv(&self.rows, &mut bytes)?;
        files.insert(ReportFile::named("agreement.csv"), std::mem::take(&mut bytes));
        if config.report.tidy_json {
            render::agreement_json(&self.rows, &mut bytes)?;
            files.insert(ReportFile::named("agreement.json"), std::mem::take(&mut bytes));
        }
        render::keys_csv(&self.keys, &|measure| config.wants(measure), &mut bytes)?;
        files.insert(ReportFile::named("keys.csv"), bytes);
        Ok(files)
    }
}
