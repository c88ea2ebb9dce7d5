//! The analyses of a config: rows that need the pairs, and not their counts alone.

use phenom_report::analyses::{Analysis, Found, Given};
use phenom_report::tidy::At;
use phenom_report::{ReportFile, contents};

use crate::config::{Config, Format};
use crate::output::{Work, file};

/// The formats in which figures are seen.
const DRAWN: [Format; 4] = [Format::Html, Format::Svg, Format::Png, Format::Pdf];

/// The rows of all analyses that the config asks for, or does not decline, and that the data has something for.
pub(super) fn analyses(config: &Config, given: Given<'_>) -> Vec<Found> {
    let is_wanted = |analysis: &&Analysis| {
        given.evaluation.wanted.asks_for(analysis.measure)
            && analysis.needs.are_met(given.evaluation)
            && is_shown(config, analysis)
    };
    let found = contents::analyses().filter(is_wanted).flat_map(|analysis| (analysis.rows)(&given));
    found.filter(|found| !found.is_empty()).collect()
}

/// The tidy files of analyses.
pub(crate) fn analysis_files<'a>(config: &Config, analyses: &'a [Found]) -> Vec<Work<'a>> {
    let mut work = Vec::new();
    for found in analyses {
        let named = |ending| ReportFile::tidy(found.name(), ending);
        work.push(file(named("csv"), |out| found.csv(At::default(), out)));
        if config.report.tidy_json {
            work.push(file(named("json"), |out| found.json(At::default(), out)));
        }
    }
    work
}

/// Whether its table is shown, or its figure drawn.
fn is_shown(config: &Config, analysis: &Analysis) -> bool {
    let options = &config.report;
    let has_figure = contents::FIGURES.iter().any(|figure| figure.key == analysis.key);
    let draws = has_figure && DRAWN.iter().any(|format| options.writes(*format));
    let is_named = |names: &[String]| names.iter().any(|name| name.starts_with(analysis.key));
    let shows = |names: &Option<Vec<String>>| names.as_deref().is_none_or(is_named);
    shows(&options.tables) || (draws && shows(&options.figures))
}
