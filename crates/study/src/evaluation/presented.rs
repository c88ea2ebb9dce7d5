//! What a config's `report` makes of an evaluation: order, names, tables and figures that were asked for.

use std::collections::BTreeSet;

use phenom_dataset::{Dataset, Judgment, Run, nearest};
use phenom_metrics::{
    Compared, Evaluation, Origin, Population, Settings, Slice, SliceKind, SystemCounts,
};
use phenom_report::contents::FIGURES;
use phenom_report::figures::Figure;
use phenom_report::{Explorer, Names, SafeName, SystemSignature, Table};

use super::captions::give_captions;
use crate::config::{Config, Order, ReportOptions, listed, name_place, stands_for};
use crate::failure::{ConfigProblem, Failure};

/// The runs in the order of the report; the baseline of comparisons stays the system that it was.
pub(crate) fn order_runs(
    mut runs: Vec<(Run, Origin)>,
    dataset: &Dataset,
    settings: &mut Settings,
    config: &Config,
) -> Vec<(Run, Origin)> {
    let options = &config.report;
    if options.order == Order::Data {
        return runs;
    }
    let mut counting = *settings;
    counting.statistics.intervals = false;
    counting.statistics.compare = Compared::None;
    let counted = Evaluation::new(dataset, &runs, &counting);
    let before: Vec<&str> = counted.systems.iter().map(|system| system.name.as_str()).collect();
    let mut after: Vec<&SystemCounts> = counted.systems.iter().collect();
    after.sort_by_cached_key(|system| system_key(system, options));
    let at = |name: &str| after.iter().position(|system| system.name == name);
    if let Compared::Against(baseline) = settings.statistics.compare
        && let Some(now) = before.get(baseline).and_then(|name| at(name))
    {
        settings.statistics.compare = Compared::Against(now);
    }
    runs.sort_by_key(|(run, _)| at(run.system()));
    runs
}

/// The names of the systems in the order of the report; nothing where that is the order of the data.
pub(crate) fn order_of_systems(
    evaluation: &Evaluation,
    options: &ReportOptions,
) -> Option<Vec<String>> {
    let mut systems: Vec<&SystemCounts> = evaluation.systems.iter().collect();
    systems.sort_by_cached_key(|system| system_key(system, options));
    (options.order != Order::Data)
        .then(|| systems.into_iter().map(|system| system.name.to_string()).collect())
}

/// Smaller comes first.
type Key = (u64, String);

fn system_key(system: &SystemCounts, options: &ReportOptions) -> Key {
    let all = system.table(Population::Original, 0, &Judgment::ALL).ok();
    match options.order {
        Order::Data => (0, String::new()),
        Order::Name => (0, options.names.system(&system.name).to_lowercase()),
        Order::Accuracy => {
            let right = all.and_then(|table| table.correct().value().ok());
            (best_first(right), String::new())
        }
        Order::Support => (u64::MAX - all.map_or(0, |table| table.total()), String::new()),
    }
}

/// A share as a key that puts the largest first, and none last.
fn best_first(share: Option<f64>) -> u64 {
    share.map_or(u64::MAX, |share| ((1.0 - share).max(0.0) * 1e15) as u64)
}

/// Has phenomena, categories and other slices shown in the order of the report.
pub(crate) fn order_slices(evaluation: &mut Evaluation, options: &ReportOptions) {
    let population = evaluation.tagged();
    let key = |evaluation: &Evaluation, slice: usize| -> Key {
        match options.order {
            Order::Data => (0, String::new()),
            Order::Name => {
                let Slice { kind, name } = &*evaluation.slices[slice];
                (0, options.names.slice(kind, name).to_lowercase())
            }
            Order::Accuracy => {
                let answering =
                    evaluation.systems.iter().filter(|system| system.origin == Origin::Answers);
                let shares: Vec<f64> = answering
                    .filter_map(|system| system.accuracy(population, slice, &Judgment::ALL).ok())
                    .filter_map(|accuracy| accuracy.value().ok())
                    .collect();
                let mean = shares.iter().sum::<f64>() / shares.len() as f64;
                (best_first((!shares.is_empty()).then_some(mean)), String::new())
            }
            Order::Support => {
                (u64::MAX - evaluation.gold(population, slice).pairs(), String::new())
            }
        }
    };
    if options.order != Order::Data {
        evaluation.order_slices(key);
    }
}

/// Fails where the config names what is not there, or gives two things one name.
pub(super) fn refuse_wrong_names(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    if config.report.names == Names::default() {
        return Ok(());
    }
    refuse_unknown_names(config, evaluation)?;
    refuse_same_names(config, evaluation)
}

/// The systems in the signature, by the names that are shown.
pub(crate) fn present_signature(systems: &mut [SystemSignature], options: &ReportOptions) {
    for system in systems {
        system.system = options.names.system(&system.system).to_owned();
    }
}

/// The pairs, with the names that are shown.
pub(crate) fn present_explorer(explorer: &mut Explorer, options: &ReportOptions) {
    for system in &mut explorer.systems {
        *system = options.names.system(system).to_owned();
    }
    explorer.names.clone_from(&options.names.phenomena);
}

fn refuse_unknown_names(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    let systems: Vec<&str> = evaluation.systems.iter().map(|system| system.name.as_str()).collect();
    let of_phenomena = [SliceKind::Category, SliceKind::Phenomenon];
    let slices = evaluation.slices.iter().filter(|slice| of_phenomena.contains(&slice.kind));
    let phenomena: Vec<&str> = slices.map(|slice| slice.name.as_str()).collect();
    let options = &config.report;
    let mut problems = Vec::new();
    for (kind, what, names, known) in [
        ("systems", "system", &options.names.systems, &systems),
        ("phenomena", "phenomenon or category", &options.names.phenomena, &phenomena),
    ] {
        for name in names.keys().filter(|name| !known.contains(&name.as_str())) {
            let help = match nearest(name, known.iter().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None if known.is_empty() => format!("there is no {what}"),
                None => format!("known: {}", listed(known)),
            };
            problems.push(ConfigProblem {
                place: config.document.place(&name_place(kind, name)),
                message: format!("there is no {what} `{name}`"),
                help: Some(help),
            });
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(config.document.failure(problems)) }
}

fn refuse_same_names(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    let names = &config.report.names;
    let systems = evaluation
        .systems
        .iter()
        .map(|system| (String::new(), names.system(&system.name).to_owned()));
    let slices = evaluation
        .slices
        .iter()
        .map(|slice| (slice.kind.to_string(), names.slice(&slice.kind, &slice.name)));
    let twice = systems.chain(slices).find(|named| !seen.insert(named.clone()));
    let Some((_, name)) = twice else { return Ok(()) };
    let place = config.document.place(&["report".into(), "names".into()]);
    let message = format!("two systems or phenomena would have the name `{name}`");
    Err(config.document.failure(vec![ConfigProblem { place, message, help: None }]))
}

/// The tables that the config asks for, under its captions, and a note on those that are not there.
pub(crate) fn wanted_tables(
    config: &Config,
    mut tables: Vec<Table>,
) -> Result<(Vec<Table>, Option<String>), Failure> {
    let uncaptioned = give_captions(config, &mut tables)?;
    let names = config.report.tables.as_deref();
    let (tables, absent) = wanted(config, ("tables", "table"), names, tables, |table| &table.key)?;
    Ok((tables, joined(absent, uncaptioned)))
}

fn joined(one: Option<String>, other: Option<String>) -> Option<String> {
    let notes: Vec<String> = one.into_iter().chain(other).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// The figures that the config asks for, under its captions, and a note on those that are not there.
pub(crate) fn wanted_figures(
    config: &Config,
    mut figures: Vec<Figure>,
) -> Result<(Vec<Figure>, Option<String>), Failure> {
    let uncaptioned = give_captions(config, &mut figures)?;
    let names = config.report.figures.as_deref();
    let (figures, absent) =
        wanted(config, ("figures", "figure"), names, figures, |figure| &figure.key)?;
    Ok((figures, joined(absent, uncaptioned)))
}

fn wanted<T>(
    config: &Config,
    (list, what): (&'static str, &str),
    names: Option<&[String]>,
    mut all: Vec<T>,
    key: impl Fn(&T) -> &SafeName,
) -> Result<(Vec<T>, Option<String>), Failure> {
    let Some(names) = names else { return Ok((all, None)) };
    let mut problems = Vec::new();
    let mut absent = Vec::new();
    for (index, name) in names.iter().enumerate() {
        if all.iter().any(|one| stands_for(name, key(one))) {
            continue;
        }
        // One of a kind that has nothing to show here is no mistake.
        if !name.contains('-') || FIGURES.iter().any(|kind| kind.key == name) {
            absent.push(name.as_str());
            continue;
        }
        let keys = || all.iter().map(|one| key(one).as_str());
        let help = match nearest(name, keys()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("here are {}", listed(&keys().collect::<Vec<_>>())),
        };
        problems.push(ConfigProblem {
            place: config.document.place(&["report".into(), list.into(), index.into()]),
            message: format!("there is no {what} `{name}` here"),
            help: Some(help),
        });
    }
    if !problems.is_empty() {
        return Err(config.document.failure(problems));
    }
    all.retain(|one| names.iter().any(|name| stands_for(name, key(one))));
    let note = (!absent.is_empty())
        .then(|| format!("The data has no values for the {list} {}.", absent.join(", ")));
    Ok((all, note))
}
