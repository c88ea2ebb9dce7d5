//! How often the sentences of reports are false in worlds that are made to break them, and how often they are found where
//! they are true. Each sentence that is said of systems has one condition on the true values, which is checked here.

mod behaviour;
mod said;
mod truth;
mod world;
mod worlds;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::findings::Finding;
use crate::rates::{Limit, rate};
use crate::{Extent, Failure};
pub(crate) use world::World;
pub(crate) use worlds::worlds;

/// A kind of sentence may be false in so large a share of reports.
const FALSE: f64 = 0.05;
/// *Carries over* must be found in so large a share of reports on systems that compose.
const FOUND: f64 = 0.8;

const TABLE: &str = "Reports in which a sentence is false, by kind";

/// The shares of reports with a false sentence of each kind, and in which the first system is found to carry over.
pub(crate) fn findings(world: &World, extent: Extent) -> Result<Vec<Finding>, Failure> {
    let truth = truth::truth(world, extent.population / 3)?;
    let reports: Result<Vec<Vec<said::Sentence>>, Failure> =
        (0..extent.data_sets).into_par_iter().map(|number| said::said(world, number)).collect();
    let mut wrong: BTreeMap<&str, u64> = said::KINDS.iter().map(|kind| (*kind, 0)).collect();
    let mut found = 0;
    for sentences in reports? {
        let is_false = |sentence: &&said::Sentence| !sentence.is_true(&truth);
        let kinds: BTreeSet<&str> =
            sentences.iter().filter(is_false).map(|sentence| sentence.kind()).collect();
        for kind in kinds {
            *wrong.entry(kind).or_default() += 1;
        }
        found += u64::from(sentences.iter().any(|sentence| sentence.carries_over(0)));
    }
    let of = |column: &str, happened: u64, limit: Limit| {
        let estimate = rate(happened, extent.data_sets)?;
        Some(Finding::new(TABLE, &world.name, column, estimate, limit))
    };
    let mut findings: Vec<Finding> = said::KINDS
        .iter()
        .filter_map(|kind| of(kind, wrong[kind], Limit::at_most(FALSE)))
        .collect();
    if world.systems[0].composes {
        let limit = if world.must_be_found { Limit::at_least(FOUND) } else { Limit::NONE };
        findings.extend(of("found: carries over", found, limit));
    }
    Ok(findings)
}
