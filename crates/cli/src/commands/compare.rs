//! `phenom compare`: systems against each other, and how sure one can be.

use phenom_dataset::{Dataset, KeepTexts, Run, nearest};
use phenom_metrics::{Compared, ComparisonRow, Evaluation, Family, Origin, comparisons};
use phenom_report::{Report, SystemSignature, comparison_tables, comparisons_in_words, render};

use super::print;
use crate::arguments::CompareArguments;
use crate::config::{Config, Source, listed};
use crate::evaluation::{
    note_on_clusters, refuse_three_way, results_of, signature, statistics_parameters, uneven,
};
use crate::failure::Failure;
use crate::terminal::shown;
use crate::{load, progress};

/// Compares the systems of a config.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    let mut config = Config::load(&arguments.config)?;
    let chosen = Chosen::of(&mut config, &arguments.systems, arguments.alone)?;
    let sides = Sides::of(&config)?;
    let evaluation = sides.evaluation(&config)?;
    progress::announce(&evaluation);
    let waiting = progress::spinner("comparing");
    let rows = chosen.rows(comparisons(&evaluation));
    drop(waiting);
    if arguments.json {
        let mut text = Vec::new();
        render::comparisons_json(&rows, config.statistics.correction, &mut text)
            .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
        return print(&String::from_utf8_lossy(&text));
    }
    let every = arguments.all || chosen.0.is_some() || evaluation.systems.len() == 2;
    let mut notes = config.notes.clone();
    let mut parameters = vec![("seed".to_owned(), config.seed.0.to_string())];
    parameters.extend(statistics_parameters(&config.statistics));
    let results = results_of(&config, &evaluation, &[], &rows);
    notes.extend(note_on_clusters(&evaluation));
    notes.extend(comparisons_in_words(&results));
    let report = Report {
        title: config.title.clone(),
        notes,
        tables: comparison_tables(&results, &rows, every),
        signature: signature(&evaluation, sides.files, sides.signatures, parameters),
    };
    print(&shown(&report)?)
}

/// The two systems that are asked about; nothing for all.
pub(super) struct Chosen(Option<[String; 2]>);

impl Chosen {
    /// Puts two systems of a config first, in the order in which they are named. `alone`, the others are left
    /// out, so that the level is not shared with them.
    pub(super) fn of(config: &mut Config, names: &[String], alone: bool) -> Result<Self, Failure> {
        let [first, second] = names else { return Ok(Self(None)) };
        let Source::Data { systems, .. } = &mut config.source else { return Ok(Self(None)) };
        let known: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
        for name in names {
            if !known.contains(&name.as_str()) {
                let help = match nearest(name, known.iter().copied()) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("the systems are {}", listed(&known)),
                };
                return Err(Failure::input(format!("there is no system `{name}`"), Some(help)));
            }
        }
        if first == second {
            let message = format!("`{first}` cannot be compared with itself");
            return Err(Failure::input(message, None));
        }
        if alone {
            systems.retain(|system| names.contains(&system.name));
        }
        systems.sort_by_key(|system| {
            names.iter().position(|name| *name == system.name).unwrap_or(names.len())
        });
        config.statistics.compare = Compared::All;
        Ok(Self(Some([first.clone(), second.clone()])))
    }

    /// The comparisons of the two with each other and with a constant answer.
    pub(super) fn rows(&self, mut rows: Vec<ComparisonRow>) -> Vec<ComparisonRow> {
        if let Some(names) = &self.0 {
            rows.retain(|row| {
                let constant = row.family == Family::Constants;
                names.contains(&row.system_a) && (constant || names.contains(&row.system_b))
            });
        }
        rows
    }
}

/// What is compared, read, and where it comes from.
pub(super) struct Sides {
    dataset: Dataset,
    runs: Vec<(Run, Origin)>,
    files: Vec<phenom_report::File>,
    signatures: Vec<SystemSignature>,
}

impl Sides {
    /// Reads what a config compares; an error where its systems cannot be compared.
    pub(super) fn of(config: &Config) -> Result<Self, Failure> {
        let Source::Data { pairs, systems } = &config.source else {
            let message = match config.source {
                Source::Nothing => "this config has no systems, only justifications",
                _ => "counts have no pairs, and comparing needs to know which answers go together",
            };
            let help = "name `dataset` and `systems` in the config".to_owned();
            return Err(Failure::input(message, Some(help)));
        };
        if systems.len() < 2 {
            let message = "there is only one system, and nothing to compare it with";
            return Err(Failure::input(message, Some("add a second one to `systems`".to_owned())));
        }
        let (dataset, files) = load::dataset(pairs, KeepTexts::No)?;
        refuse_few(&dataset)?;
        let load::Systems { runs, signatures } = load::systems(systems, &dataset)?;
        Ok(Self { dataset, runs, files, signatures })
    }

    /// Counts it for comparing, under the task of the config.
    pub(super) fn evaluation(&self, config: &Config) -> Result<Evaluation, Failure> {
        let mut settings = config.settings();
        settings.statistics.intervals = false;
        if settings.statistics.compare == Compared::None {
            settings.statistics.compare = Compared::All;
        }
        if let Some(reason) = uneven(&self.dataset, &self.runs, &settings.statistics) {
            let (what, help) = reason.split_once(". ").unwrap_or((&reason, ""));
            let message = format!("the systems cannot be compared: {what}");
            return Err(Failure::input(message, Some(help.to_owned())));
        }
        let evaluation = Evaluation::new(&self.dataset, &self.runs, &settings);
        refuse_three_way(config, &evaluation)?;
        Ok(evaluation)
    }
}

fn refuse_few(dataset: &Dataset) -> Result<(), Failure> {
    let clusters = dataset.clusters().len();
    if clusters >= 2 {
        return Ok(());
    }
    let of_what = match dataset.cluster_column() {
        Some(column) => format!("clusters by `{column}`"),
        None => "original pairs".to_owned(),
    };
    let message = format!(
        "there are fewer than two {of_what} ({clusters}), so nothing can be resampled or tested"
    );
    Err(Failure::input(message, None))
}
