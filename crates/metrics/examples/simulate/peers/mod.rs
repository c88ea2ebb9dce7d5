//! The tests of others beside phenom's, on the same data sets of one run a side: how often each rejects
//! where nothing differs, and how often, at phenom's error, where something does.

mod gee;
mod tests;
mod write;

use std::path::Path;

use rayon::prelude::*;

use crate::findings::Finding;
use crate::limits;
use crate::rates::{Limit, mean};
use crate::report::{Detail, Order, evaluation};
use crate::scenario::Scenario;
use crate::systems::System;
use crate::verdicts::{Primary, verdicts};
use crate::world::{Drawn, World};
use crate::{Extent, Failure};
use tests::{Cluster, GEE, NAMES, p_values};

const ERRORS: &str = "Tests of a difference of accuracies: false positives at 5 %, in percent";
const POWER: &str = "Tests of a difference of accuracies: power where the rate of false positives is that of \
                     phenom, in percent";
/// The figures that are tested.
const TESTED: [Primary; 2] = [Primary::Originals, Primary::Parts];

/// The p-values of phenom and then of the others, on originals and on parts.
type PValues = [Vec<f64>; 2];

/// Draws data sets on which nothing differs, and as many on which something does.
pub(crate) fn findings(
    scenario: &Scenario,
    stronger: &System,
    extent: Extent,
    written: Option<&Path>,
) -> Result<Vec<Finding>, Failure> {
    let equal = &scenario.world;
    let apart =
        World { systems: vec![stronger.clone(), equal.systems[1].clone()], ..equal.clone() };
    let tested = |world: &World, first: u64| -> Result<Vec<PValues>, Failure> {
        let one = |number: u64| {
            p_values_of(world, scenario.detail, extent.seed(scenario, first + number))
        };
        (0..extent.data_sets).into_par_iter().map(one).collect()
    };
    let null = tested(equal, 0)?;
    let alternative = tested(&apart, extent.data_sets)?;
    if let Some(folder) = written {
        write::write(folder, scenario, extent, &null)?;
    }
    let mut findings = Vec::new();
    for (place, figure) in TESTED.into_iter().enumerate() {
        let of = |all: &[PValues], test: usize| -> Vec<f64> {
            all.iter().map(|p_values| p_values[place][test]).collect()
        };
        let row = format!("{}, {}", scenario.name, figure.name());
        let rejects = |p: &f64| f64::from(u8::from(*p <= 0.05 + 1e-12));
        let errors: f64 = of(&null, 0).iter().map(rejects).sum();
        let power = |test: usize| at_errors(errors, &of(&null, test), &of(&alternative, test));
        for (test, name) in std::iter::once("phenom").chain(NAMES).enumerate() {
            let rejected: Vec<f64> = of(&null, test).iter().map(rejects).collect();
            for (table, estimate) in [(ERRORS, mean(&rejected)), (POWER, mean(&power(test)))] {
                let finding = |estimate| Finding::new(table, &row, name, estimate, Limit::NONE);
                findings.extend(estimate.map(finding));
            }
        }
        let more: Vec<f64> =
            power(0).iter().zip(power(GEE + 1)).map(|(own, gee)| own - gee).collect();
        let limit = Limit::at_least(-limits::LESS_THAN_GEE);
        let finding = |estimate| Finding::new(POWER, &row, "phenom less GEE", estimate, limit);
        findings.extend(mean(&more).map(finding));
    }
    Ok(findings)
}

/// Whether a test rejects each data set where its bound is such that it rejects so many on which nothing
/// differs. P-values at the bound itself reject in part.
fn at_errors(errors: f64, null: &[f64], alternative: &[f64]) -> Vec<f64> {
    let mut sorted = null.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(&bound) = sorted.get((errors as usize).min(sorted.len().saturating_sub(1))) else {
        return Vec::new();
    };
    let is_at = |p: f64| (p - bound).abs() < 1e-12;
    let below = sorted.iter().filter(|p| **p < bound && !is_at(**p)).count() as f64;
    let at = sorted.iter().filter(|p| is_at(**p)).count() as f64;
    let part = ((errors - below) / at).clamp(0.0, 1.0);
    let rejected = |p: &f64| match is_at(*p) {
        true => part,
        false => f64::from(u8::from(*p < bound)),
    };
    alternative.iter().map(rejected).collect()
}

fn p_values_of(world: &World, detail: Detail, seed: u64) -> Result<PValues, Failure> {
    let drawn = world.draw(seed);
    let (order, settings) = (Order::default(), detail.settings());
    let made = evaluation(&drawn, world.key, detail.scope, &order, &settings)?;
    let verdicts = verdicts(&made);
    let of = |figure: Primary| -> Result<Vec<f64>, Failure> {
        let nothing = || format!("no report compares {}", figure.name());
        let own = verdicts.iter().find(|verdict| verdict.primary == Some(figure));
        // No p where the systems differ on too few clusters for any verdict.
        let own = own.ok_or_else(nothing)?.p.unwrap_or(1.0);
        let others = p_values(&clusters(&drawn, figure), seed);
        Ok(std::iter::once(own).chain(others).collect())
    };
    Ok([of(TESTED[0])?, of(TESTED[1])?])
}

/// The right answers of the first run of each system, by original.
fn clusters(drawn: &Drawn, figure: Primary) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for (number, pair) in drawn.pairs.iter().enumerate() {
        if pair.phenomenon.is_some() != (figure == Primary::Parts) {
            continue;
        }
        clusters.resize(clusters.len().max(pair.original + 1), Cluster::default());
        let cluster = &mut clusters[pair.original];
        let right = [0, 1].map(|system: usize| drawn.answers[system][0][number] == pair.gold);
        cluster.pairs += 1.0;
        for system in 0..2 {
            cluster.right[system] += f64::from(u8::from(right[system]));
            cluster.alone[system] += u64::from(right[system] && !right[1 - system]);
        }
    }
    clusters
}

#[cfg(test)]
mod tests_of_power {
    use super::at_errors;

    /// Two of ten are to be rejected; the second and third p are equal, so that each counts half.
    #[test]
    fn a_test_is_given_the_errors_of_another() {
        let null = [0.01, 0.04, 0.04, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
        assert_eq!(at_errors(2.0, &null, &[0.02, 0.04, 0.05]), [1.0, 0.5, 0.0]);
        assert_eq!(at_errors(0.0, &null, &[0.001, 0.01, 0.05]), [1.0, 0.0, 0.0]);
    }
}
