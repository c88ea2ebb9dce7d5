//! How often intervals hold the true value.

use std::collections::BTreeMap;

use phenom_metrics::{Score, SliceKind, scores};
use rayon::prelude::*;

use crate::findings::Finding;
use crate::limits;
use crate::rates::Share;
use crate::report::{Order, evaluation};
use crate::scenario::Scenario;
use crate::truth::{Truth, truths};
use crate::{Extent, Failure};

const TABLE: &str = "Coverage of intervals at 95 %, averaged over the slices of a size, in percent";

/// The classes of size, and within the last of them the figures that are neither near 0 nor near 1.
const CLASSES: [&str; 4] =
    ["below 10 pairs", "10 to 29", "30 and more", "30 and more, true value from .1 to .9"];

/// How many of some intervals hold the true value, and how many there are, by measure and class.
type Held = BTreeMap<(&'static str, usize), (u64, u64)>;

/// Draws the data sets of a scenario and counts which intervals hold the true value.
pub(crate) fn findings(scenario: &Scenario, extent: Extent) -> Result<Vec<Finding>, Failure> {
    let truths = truths(&scenario.world, scenario.detail, extent.population)?;
    let truth = truths.first().ok_or("a scenario of intervals has a system")?;
    let runs = scenario.world.systems.first().map_or(1, |system| system.runs as u64);
    let one = |number: u64| -> Result<Held, Failure> {
        let drawn = scenario.world.draw(extent.seed(scenario, number));
        let mut settings = scenario.detail.settings();
        settings.statistics.compare = phenom_metrics::Compared::None;
        let order = Order::default();
        let (key, scope) = (scenario.world.key, scenario.detail.scope);
        let made = evaluation(&drawn, key, scope, &order, &settings)?;
        Ok(held(&scores(&made, false), runs, truth))
    };
    let of_data_sets: Vec<Held> =
        (0..extent.data_sets).into_par_iter().map(one).collect::<Result<_, _>>()?;
    let mut shares: BTreeMap<(&str, usize), Share> = BTreeMap::new();
    for (key, (holding, printed)) in of_data_sets.into_iter().flatten() {
        shares.entry(key).or_default().add(holding, printed);
    }
    // What fewer than one in a hundred data sets have is there because of what is unusual in them.
    shares.retain(|_, share| 100 * share.data_sets() >= extent.data_sets);
    if shares.is_empty() {
        return Err(format!("{}: no report has an interval", scenario.name).into());
    }
    let finding = |((measure, class), share): (&(&str, usize), &Share)| {
        let (limit, reason) = limits::of_coverage(&scenario.name, measure, *class == 3);
        let row = format!("{}: {measure}", scenario.name);
        let finding = Finding::new(TABLE, &row, CLASSES[*class], share.estimate()?, limit);
        Some(Finding { reason, ..finding })
    };
    Ok(shares.iter().filter_map(finding).collect())
}

/// Which intervals of a report hold the true value.
fn held(rows: &[Score], runs: u64, truth: &Truth) -> Held {
    let mut held = Held::new();
    for row in rows {
        let (Some(printed), Some(&value)) = (&row.interval, true_value(row, truth)) else {
            continue;
        };
        // Ends that are the true value but for rounding hold it.
        let (lower, upper) = (printed.interval.lower - 1e-12, printed.interval.upper + 1e-12);
        let holds = u64::from((lower..=upper).contains(&value));
        // A row of several runs counts each pair once for each run.
        let class = match row.support / runs {
            0..10 => 0,
            10..30 => 1,
            _ => 2,
        };
        let is_inside = class == 2 && (0.1..=0.9).contains(&value);
        for class in [Some(class), is_inside.then_some(3)].into_iter().flatten() {
            let count = held.entry((row.measure, class)).or_default();
            count.0 += holds;
            count.1 += 1;
        }
    }
    held
}

/// The true value of a figure; of the mean over runs, that of all runs together. What is said of one original
/// pair, or of these runs and no others, has no true value here.
fn true_value<'t>(row: &Score, truth: &'t Truth) -> Option<&'t f64> {
    let (kind, slice) = match (&row.slice_kind, row.slice.as_str()) {
        (SliceKind::Run, "mean") => (SliceKind::All, ""),
        (SliceKind::Run | SliceKind::Pair, _) => return None,
        (kind, slice) => (kind.clone(), slice),
    };
    let population = row.population.name().to_owned();
    truth.get(&(population, kind.to_string(), slice.to_owned(), row.measure))
}
