//! The true value of every figure of a report: its value on a population of so many originals that what
//! is left of chance is small beside any interval.

use std::collections::HashMap;

use rayon::prelude::*;

use phenom_metrics::{Compared, Settings, StatisticsSettings, scores};

use crate::Failure;
use crate::report::{Detail, NAMES, Order, evaluation};
use crate::verdicts::Figure;
use crate::world::World;

/// True values by figure.
pub(crate) type Truth = HashMap<Figure, f64>;

/// Those of each system of a world.
pub(crate) fn truths(
    world: &World,
    detail: Detail,
    originals: usize,
) -> Result<Vec<Truth>, Failure> {
    let of_system = |system| truth(world, system, detail, originals);
    (0..world.systems.len()).into_par_iter().map(of_system).collect()
}

fn truth(world: &World, system: usize, detail: Detail, originals: usize) -> Result<Truth, Failure> {
    let drawn = world.population(system, originals);
    let settings = detail.settings();
    let compare = Compared::None;
    let statistics = StatisticsSettings { intervals: false, compare, ..settings.statistics };
    let settings = Settings { statistics, ..settings };
    let evaluation = evaluation(&drawn, world.key, detail.scope, &Order::default(), &settings)?;
    let values = scores(&evaluation, false).into_iter().filter_map(|row| {
        let population = row.population.name().to_owned();
        let of_system = row.system == NAMES[0];
        let value = row.value.ok().filter(|_| of_system)?;
        Some(((population, row.slice_kind.to_string(), row.slice.to_string(), row.measure), value))
    });
    Ok(values.collect())
}
