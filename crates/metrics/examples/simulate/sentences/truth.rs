//! The true values that sentences are about: those of a population so large that little is left of chance.

use std::num::NonZeroUsize;

use phenom_metrics::measures::Wanted;
use phenom_metrics::{
    Compared, Evaluation, Origin, Population, Settings, SliceKind, StatisticsSettings, scores,
};

use super::world::{NAMES, World};
use crate::Failure;

/// The true values of a system.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OfSystem {
    /// Accuracy on originals and on parts.
    pub(crate) accuracies: [f64; 2],
    pub(crate) index: f64,
    pub(crate) distance: f64,
    /// NaN if it has none.
    pub(crate) stratified: f64,
    pub(crate) direct_less_composed: f64,
    /// The share of right originals that would be wrong by the parts.
    pub(crate) against_parts: f64,
    pub(crate) composes: bool,
}

/// The true values of a world.
#[derive(Debug, Clone)]
pub(crate) struct Truth {
    pub(crate) systems: Vec<OfSystem>,
    /// The share of the most frequent label among originals and among parts.
    pub(crate) constants: [f64; 2],
    /// Whether gold of the originals follows the rule in more than nine of ten.
    pub(crate) follows_rule: bool,
}

/// The truth of a world, on this many originals.
pub(crate) fn truth(world: &World, originals: usize) -> Result<Truth, Failure> {
    let mut alone = world.clone();
    for system in &mut alone.systems {
        // A run of no effect is right as often as all runs are on average.
        (system.runs, system.between_runs) = (1, 0.0);
    }
    let (dataset, runs) = alone.draw(u64::MAX / 2, originals)?;
    let runs: Vec<_> = runs.into_iter().map(|run| (run, Origin::Answers)).collect();
    let statistics = StatisticsSettings {
        intervals: false,
        compare: Compared::None,
        threads: NonZeroUsize::MIN,
        ..StatisticsSettings::default()
    };
    let wanted = Wanted::named([
        "accuracy",
        "correlation_index",
        "ideal_distance",
        "stratified_solved_difference",
        "direct_minus_composed",
        "whole_right_composed_wrong",
    ]);
    let settings = Settings { statistics, wanted, ..Settings::default() };
    let evaluation = Evaluation::new(&dataset, &runs, &settings);
    let rows = scores(&evaluation, false);
    let value = |system: &str, population: Population, measure: &str| {
        let mut rows = rows.iter();
        let row = rows.find(|row| {
            row.system == system
                && row.population == population
                && row.slice_kind == SliceKind::All
                && row.measure == measure
        });
        row.and_then(|row| row.value.clone().ok()).unwrap_or(f64::NAN)
    };
    let of_system = |(name, system): (&&str, &super::world::System)| OfSystem {
        accuracies: [Population::Original, Population::Monothematic]
            .map(|population| value(name, population, "accuracy")),
        index: value(name, Population::Decomposition, "correlation_index"),
        distance: value(name, Population::Decomposition, "ideal_distance"),
        stratified: value(name, Population::Decomposition, "stratified_solved_difference"),
        direct_less_composed: value(name, Population::Decomposition, "direct_minus_composed"),
        against_parts: value(name, Population::Decomposition, "whole_right_composed_wrong"),
        composes: system.composes,
    };
    let constants = [Population::Original, Population::Monothematic].map(|population| {
        let gold = evaluation.gold(population, 0);
        let labels = super::behaviour::LABELS.map(|label| gold.gold(label));
        labels.into_iter().max().unwrap_or(0) as f64 / gold.pairs() as f64
    });
    Ok(Truth {
        systems: NAMES.iter().zip(&world.systems).map(of_system).collect(),
        constants,
        follows_rule: !evaluation.gold_against_rule().is_broken(),
    })
}
