//! What annotators said of the dataset of a config, and what follows for its systems.

use phenom_metrics::Settings;
use phenom_metrics::people::{
    AgreementRow, AnnotatorTable, Keys, agreement_rows, annotator_tables, decomposition_rows,
    distribution_rows, key_scores,
};
use phenom_report::analyses::{Found, Given, JUDGES};
use phenom_report::figures::{Figure, rankings_by_key};
use phenom_report::tidy::{AGREEMENT, At, keys_csv};
use phenom_report::{
    Annotated, Names, ReportFile, Results, Table, agreement_tables, decomposition_in_words,
    notes_on_annotators,
};

use super::counted::Counted;
use crate::config::Config;
use crate::output::{Work, file, tidy_files};

/// How far each judge agrees with people, as `phenom run` reports it; no tables without judged gold.
pub fn judge_tables(counted: &Counted, results: Results<'_>) -> Vec<Table> {
    let evaluation = &counted.evaluation;
    let Some((dataset, runs)) = counted.pairs.as_ref().filter(|_| JUDGES.needs.are_met(evaluation))
    else {
        return Vec::new();
    };
    let found = (JUDGES.rows)(&Given { dataset, runs, evaluation, decomposers: None });
    if found.iter().all(Found::is_empty) {
        return Vec::new();
    }
    (JUDGES.table)(&results.with_analyses(&found))
}

/// What people said of the dataset of a config, and what follows for its systems.
pub struct Agreement {
    /// Every figure on annotators, with its interval.
    pub rows: Vec<AgreementRow>,
    tables: Vec<AnnotatorTable>,
    keys: Keys,
    annotators: usize,
}

impl Agreement {
    /// Nothing where nobody said anything.
    pub fn of(config: &Config, counted: &Counted) -> Option<Self> {
        let (dataset, runs) =
            counted.pairs.as_ref().filter(|(dataset, _)| dataset.is_annotated())?;
        let statistics = &counted.evaluation.statistics;
        let mut rows = agreement_rows(dataset, statistics, config.seed);
        rows.extend(decomposition_rows(dataset, statistics, config.seed));
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

    /// The tables on annotators and on answer keys.
    pub fn tables(&self, results: &Results<'_>) -> Vec<Table> {
        let Self { rows, tables, keys, .. } = self;
        agreement_tables(&Annotated { rows, tables, keys, results })
    }

    /// The ranks of the systems under each answer key. `systems` are those of the evaluation.
    pub(crate) fn figure(&self, systems: &[&str], names: &Names) -> Option<Figure> {
        rankings_by_key(&self.rows, systems, names)
    }

    /// How far people agree on the decomposition, in a sentence each; nothing if no two can be compared.
    #[must_use]
    pub fn on_decomposition(&self) -> Vec<String> {
        decomposition_in_words(&self.rows)
    }

    /// What a reader has to know of the annotators.
    pub fn notes(&self) -> Vec<String> {
        notes_on_annotators(self.annotators)
    }

    /// The tidy files that a config wants.
    pub(crate) fn files<'a>(&'a self, config: &'a Config) -> Vec<Work<'a>> {
        let mut work = tidy_files(&AGREEMENT, &self.rows, At::default(), &config.report);
        work.push(file(ReportFile::named("keys.csv"), |out| {
            keys_csv(&self.keys, &|measure| config.wants(measure), out)
        }));
        work
    }
}
