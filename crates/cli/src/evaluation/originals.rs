//! What needs the pairs and not their counts alone: rows on originals with their parts.

use phenom_dataset::{Dataset, Run, Task};
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use phenom_metrics::{
    AdvantageRow, Cooccurrences, Evaluation, GainRow, Origin, RegressionRow, SizeRow,
    advantage_rows, cooccurrences, gain_rows, regression_rows, size_rows,
};
use phenom_report::{ReportFile, Results, render};

use crate::config::{Config, Format};
use crate::output::Files;

/// Rows on originals with their parts, those that a table or a figure is made of.
#[derive(Default)]
pub(crate) struct OfOriginals {
    gains: Vec<GainRow>,
    regressions: Vec<RegressionRow>,
    sizes: Vec<SizeRow>,
    advantages: Vec<AdvantageRow>,
    cooccurrences: Option<Cooccurrences>,
}

/// The formats in which figures are seen.
const DRAWN: [Format; 4] = [Format::Html, Format::Svg, Format::Png, Format::Pdf];

impl OfOriginals {
    /// Those that the config asks for, or does not decline.
    pub(super) fn new(
        config: &Config,
        dataset: &Dataset,
        runs: &[(Run, Origin)],
        evaluation: &Evaluation,
    ) -> Self {
        let wants = |key: &str, measure: &Measure, has_figure: bool| {
            evaluation.wanted.asks_for(measure) && is_shown(config, key, has_figure)
        };
        let mut made = Self::default();
        if wants("cooccurrence", &ACCURACY, false) {
            let found = cooccurrences(dataset, evaluation.statistics.threads);
            made.cooccurrences = (!found.rows.is_empty()).then_some(found);
        }
        if !evaluation.is_decomposed() {
            return made;
        }
        if wants("sizes", &COMPOSED_ACCURACY, false) {
            made.sizes = size_rows(dataset, runs, evaluation);
        }
        // It is explained by gold labels, which outcomes do not have.
        let has_gold = evaluation.task != Task::Outcome;
        if has_gold && wants("advantage", &WHOLE_ACCURACY, false) {
            made.advantages = advantage_rows(dataset, runs, evaluation);
        }
        if wants("gains", &COMPOSED_ACCURACY, true) {
            made.gains = gain_rows(dataset, runs, evaluation);
        }
        if evaluation.has_phenomena() && wants("regression", &STRATIFIED_SOLVED_DIFFERENCE, true) {
            let named = is_named(config, "regression");
            made.regressions = regression_rows(dataset, runs, evaluation, named);
        }
        made
    }

    /// Results with these rows.
    pub(super) fn shown_in<'a>(&'a self, results: Results<'a>) -> Results<'a> {
        let results = results
            .with_gains(&self.gains)
            .with_regressions(&self.regressions)
            .with_sizes(&self.sizes)
            .with_advantages(&self.advantages);
        match &self.cooccurrences {
            Some(found) => results.with_cooccurrences(found),
            None => results,
        }
    }

    /// The tidy files.
    pub(super) fn files(&self) -> std::io::Result<Files> {
        let mut files = Files::new();
        let mut write = |name, render: &dyn Fn(&mut Vec<u8>) -> std::io::Result<()>| {
            let mut bytes = Vec::new();
            render(&mut bytes)?;
            files.insert(ReportFile::named(name), bytes);
            Ok::<(), std::io::Error>(())
        };
        if !self.gains.is_empty() {
            write("gains.csv", &|out| render::gains_csv(&self.gains, out))?;
        }
        if !self.regressions.is_empty() {
            write("regression.csv", &|out| render::regression_csv(&self.regressions, out))?;
        }
        if !self.sizes.is_empty() {
            write("sizes.csv", &|out| render::sizes_csv(&self.sizes, out))?;
        }
        if !self.advantages.is_empty() {
            write("advantage.csv", &|out| render::advantage_csv(&self.advantages, out))?;
        }
        if let Some(found) = &self.cooccurrences {
            write("cooccurrence.csv", &|out| render::cooccurrence_csv(&found.rows, out))?;
        }
        Ok(files)
    }
}

/// Whether a table of a kind is shown, or a figure of it is drawn.
fn is_shown(config: &Config, key: &str, has_figure: bool) -> bool {
    let options = &config.report;
    let draws = has_figure && DRAWN.iter().any(|format| options.writes(*format));
    let shows = |names: &Option<Vec<String>>| names.as_deref().is_none_or(|names| has(names, key));
    shows(&options.tables) || (draws && shows(&options.figures))
}

/// Whether the config asks for a kind of table or figure by name.
fn is_named(config: &Config, key: &str) -> bool {
    let lists = [&config.report.tables, &config.report.figures];
    lists.into_iter().flatten().any(|names| has(names, key))
}

/// Whether one of the names is a key, or begins with it.
fn has(names: &[String], key: &str) -> bool {
    names.iter().any(|name| name.starts_with(key))
}
