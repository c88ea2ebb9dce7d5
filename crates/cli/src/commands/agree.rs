//! `phenom agree`: how far annotators agree, and how systems fare under each answer key.

use phenom_dataset::Judgment;
use phenom_metrics::people::{
    AgreementRow, AnnotatorTable, KeyScores, Keys, agreement_rows, annotator_tables,
    distribution_rows, key_scores, mid_ranks,
};
use phenom_metrics::{Population, Proportion, Settings};
use phenom_report::figures::{Figure, rankings_by_key};
use phenom_report::{
    Annotated, Report, ReportFile, Table, agreement_tables, notes_on_annotators, render,
};

use super::print;
use super::run::{Counted, counted, inference_parameters, shown, signature};
use crate::arguments::AgreeArguments;
use crate::config::{Config, ConfigProblem, Source};
use crate::failure::Failure;
use crate::output::Files;

/// What people said of the dataset of a config, and what follows for its systems.
pub(super) struct Agreement {
    rows: Vec<AgreementRow>,
    tables: Vec<AnnotatorTable>,
    keys: Keys,
    annotators: usize,
}

impl Agreement {
    /// Nothing where nobody said anything.
    pub(super) fn of(config: &Config, counted: &Counted) -> Option<Self> {
        let (dataset, runs) = counted.annotated.as_ref()?;
        let inference = &counted.evaluation.inference;
        let mut rows = agreement_rows(dataset, inference, config.seed);
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

    pub(super) fn tables(&self, counted: &Counted) -> Vec<Table> {
        agreement_tables(&Annotated {
            rows: &self.rows,
            tables: &self.tables,
            keys: &self.keys,
            evaluation: &counted.evaluation,
        })
    }

    /// The ranks of the systems by accuracy under each key that has gold for the same pairs; nothing with
    /// fewer than two keys or systems.
    pub(super) fn figure(&self) -> Option<Figure> {
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
            let name = keys[0].evaluation.systems[*system].name.clone();
            (name, ranks.iter().map(|of_key| Ok(of_key[at])).collect())
        });
        Some(rankings_by_key(keys.iter().map(|key| key.name.clone()).collect(), systems))
    }

    pub(super) fn notes(&self) -> Vec<String> {
        notes_on_annotators(self.annotators)
    }

    /// The tidy files that a config wants.
    pub(super) fn files(&self, config: &Config) -> std::io::Result<Files> {
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

/// Prints the tables, or the tidy rows.
pub(crate) fn agree(arguments: &AgreeArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    let counted = match &config.source {
        Source::Data { .. } => counted(&config)?,
        Source::Counts { .. } => {
            return Err(refused(&config, "counts", "counts say nothing of annotators"));
        }
        Source::Nothing => {
            return Err(refused(&config, "justifications", "this config has no dataset"));
        }
    };
    let Some(agreement) = Agreement::of(&config, &counted) else {
        return Err(refused(&config, "dataset", "the dataset says nothing of annotators"));
    };
    if arguments.json {
        let mut text = Vec::new();
        render::agreement_json(&agreement.rows, &mut text)
            .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
        return print(&String::from_utf8_lossy(&text));
    }
    let mut notes = config.notes.clone();
    notes.extend(agreement.notes());
    let mut parameters = vec![("seed".to_owned(), config.seed.0.to_string())];
    parameters.extend(inference_parameters(&counted.evaluation.inference));
    let tables = agreement.tables(&counted);
    let Counted { evaluation, dataset, systems, .. } = counted;
    let signature = signature(&evaluation, dataset, systems, parameters);
    print(&shown(&Report { title: config.title, notes, tables, signature })?)
}

/// There is nothing to agree on.
fn refused(config: &Config, key: &str, message: &str) -> Failure {
    let help = "name what they said, `columns: {annotators: [...]}`, `annotator-labels` or \
                `annotator-counts`, or a file of `annotations` (docs/formats.md)";
    let problem = ConfigProblem {
        place: config.document.place(&[key.into()]),
        message: message.to_owned(),
        help: Some(help.to_owned()),
    };
    Failure::config(&config.document, vec![problem])
}
