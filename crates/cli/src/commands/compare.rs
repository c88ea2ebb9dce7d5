//! `phenom compare`: systems against each other, and how sure one can be.

use phenom_dataset::{Dataset, KeepTexts, Run, nearest};
use phenom_metrics::measures::measure;
use phenom_metrics::{Compared, ComparisonRow, Evaluation, Origin, Population, comparisons};
use phenom_report::{Report, SystemSignature, comparison_tables, render};

use super::print;
use crate::arguments::CompareArguments;
use crate::config::{Config, Source, listed};
use crate::evaluation::{refuse_three_way, results_of, signature, statistics_parameters, uneven};
use crate::failure::Failure;
use crate::terminal::shown;
use crate::{load, progress};

/// Compares the systems of a config.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    let mut config = Config::load(&arguments.config)?;
    if let [first, second] = arguments.systems.as_slice() {
        choose(&mut config, [first, second])?;
    }
    let sides = Sides::of(&config)?;
    let evaluation = sides.evaluation(&config)?;
    progress::announce(&evaluation);
    let waiting = progress::spinner("comparing");
    let rows = comparisons(&evaluation);
    drop(waiting);
    if arguments.json {
        let mut text = Vec::new();
        render::comparisons_json(&rows, config.statistics.correction, &mut text)
            .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
        return print(&String::from_utf8_lossy(&text));
    }
    let every = arguments.all || evaluation.systems.len() == 2;
    let mut notes = config.notes.clone();
    notes.extend(in_words(&rows));
    let mut parameters = vec![("seed".to_owned(), config.seed.0.to_string())];
    parameters.extend(statistics_parameters(&config.statistics));
    let report = Report {
        title: config.title.clone(),
        notes,
        tables: comparison_tables(&results_of(&config, &evaluation, &[], &rows), &rows, every),
        signature: signature(&evaluation, sides.files, sides.signatures, parameters),
    };
    print(&shown(&report)?)
}

/// What can be told, a sentence for each pair of systems.
fn in_words(rows: &[ComparisonRow]) -> Vec<String> {
    let mut sentences = Vec::new();
    for of_pair in rows.chunk_by(|a, b| (&a.system_a, &a.system_b) == (&b.system_a, &b.system_b)) {
        let (first, second) = (&of_pair[0].system_a, &of_pair[0].system_b);
        let told = |word: &str| -> Vec<String> {
            let rows = of_pair.iter().filter(|row| row.verdict.name() == word);
            rows.map(|row| {
                let name = measure(row.measure).map_or(row.measure, |measure| measure.name);
                let on = match row.population {
                    Population::Decomposition => String::new(),
                    population => format!(" on {} pairs", population.name()),
                };
                let of =
                    if row.slice.is_empty() { String::new() } else { format!(" ({})", row.slice) };
                format!("{name}{on}{of}")
            })
            .collect()
        };
        let (better, worse) = (told("better"), told("worse"));
        let mut parts = Vec::new();
        if !better.is_empty() {
            parts.push(format!("{first} is better in {}", better.join(", ")));
        }
        if !worse.is_empty() {
            parts.push(format!("{second} is better in {}", worse.join(", ")));
        }
        sentences.push(match parts.as_slice() {
            [] => format!(
                "{first} against {second}: in none of {} figures can one tell which is better.",
                of_pair.len()
            ),
            parts => format!("{first} against {second}: {}.", parts.join("; ")),
        });
    }
    sentences
}

/// Leaves two systems of a config.
pub(super) fn choose(config: &mut Config, names: [&String; 2]) -> Result<(), Failure> {
    let Source::Data { systems, .. } = &mut config.source else { return Ok(()) };
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
    if names[0] == names[1] {
        let message = format!("`{}` cannot be compared with itself", names[0]);
        return Err(Failure::input(message, None));
    }
    systems.retain(|system| names.contains(&&system.name));
    if systems.first().is_some_and(|system| system.name != *names[0]) {
        systems.reverse();
    }
    config.statistics.compare = Compared::All;
    Ok(())
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
    let originals = dataset.originals().len();
    if originals >= 2 {
        return Ok(());
    }
    let message = format!(
        "there are fewer than two original pairs ({originals}), so nothing can be resampled or tested"
    );
    Err(Failure::input(message, None))
}
