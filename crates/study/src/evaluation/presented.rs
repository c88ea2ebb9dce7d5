//! What a config's `report` makes of an evaluation: order, names, tables and figures that were asked for.

use std::collections::BTreeSet;

use phenom_dataset::{Dataset, Judgment, Run, nearest};
use phenom_metrics::{
    Compared, Evaluation, Origin, Population, Settings, Slice, SliceKind, SystemCounts,
};
use phenom_report::{Explorer, Names, SystemSignature};

use crate::config::{Config, Order, ReportOptions, listed, name_place};
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
