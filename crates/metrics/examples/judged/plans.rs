//! What `labels_needed` predicts, and what as many labels do.

use phenom_metrics::Population;

use crate::cells::{biased, strong_bias};
use crate::evaluated::{Evaluated, Printed, width};
use crate::rates::{Estimate, Limit};
use crate::reading::Read;
use crate::report::Held;
use crate::world::World;
use crate::{Extent, Failure};

/// How far the median of widths may be from the plan.
const OFF_PLAN: f64 = 0.1;

/// The pairs, and the labels that a plan is made with. It is for twice as many.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) world: World,
    pub(crate) pairs: usize,
    pub(crate) labels: usize,
}

pub(crate) fn plans() -> Vec<Plan> {
    let strong = World { name: "strong clusters", clusters: 2.5, ..biased() };
    let sizes = [(300, 30), (300, 60), (2_000, 50), (2_000, 100), (2_000, 200)];
    let of_biased = sizes.map(|(pairs, labels)| Plan { world: biased(), pairs, labels });
    let others = [strong_bias(), strong].map(|world| Plan { world, pairs: 2_000, labels: 100 });
    of_biased.into_iter().chain(others).collect()
}

/// The figures of A: its width and its standard error, each over what was predicted.
fn over_plan(plan: &Plan, number: u64) -> Result<Option<[f64; 2]>, Failure> {
    let drawn = plan.world.draw(plan.pairs, number);
    let order = drawn.order(number);
    let evaluated = |labels: usize| Evaluated::new(&drawn, &Read::random(&order, labels));
    let first = evaluated(plan.labels)?;
    let judged = first.evaluation.judged.as_ref().ok_or("no judged gold")?;
    let Ok(needed) = judged.labels_needed(0, None, (Population::Original, 0)) else {
        return Ok(None);
    };
    let share = needed.share_with(2 * plan.labels);
    let then = evaluated(2 * plan.labels)?;
    let both = first.overall[0].zip(then.overall[0]);
    let of =
        |value: fn(&Printed) -> f64| both.map(|(now, then)| value(&then) / value(&now) / share);
    let widths = of(|printed| width(printed.interval));
    let errors = of(|printed| printed.error);
    Ok(widths.zip(errors).map(|(width, error)| [width, error]))
}

pub(crate) fn row(plan: &Plan, extent: Extent) -> Result<Vec<Held>, Failure> {
    let all = extent.each(|number| over_plan(plan, number))?;
    let of = |at: usize| all.iter().flatten().map(|of| of[at]).collect::<Vec<f64>>();
    let limit = Limit { least: 1.0 - OFF_PLAN, most: 1.0 + OFF_PLAN };
    Ok(vec![
        Held::plain("labels", format!("{} → {}", plan.labels, 2 * plan.labels)),
        Held::new("width over plan, median", median(of(0)), limit),
        Held::new("standard error over plan, median", median(of(1)), Limit::NONE),
    ])
}

/// The median, with the interval of two order statistics (normal approximation).
fn median(mut values: Vec<f64>) -> Option<Estimate> {
    values.sort_by(f64::total_cmp);
    let count = values.len() as f64;
    let at = |place: f64| values.get((place.max(0.0) as usize).min(values.len() - 1)).copied();
    let reach = 2.576 * count.sqrt() / 2.0;
    let middle = count / 2.0;
    let (value, lower) = (at(middle)?, at((middle - reach).floor())?);
    Some(Estimate { value, lower, upper: at((middle + reach).ceil())? })
}
