//! Whether test sets of the planned size tell what they are planned to tell, as often as planned.

use rayon::prelude::*;

use crate::findings::Finding;
use crate::limits;
use crate::rates::{Limit, Share, rate};
use crate::report::{Detail, Order, evaluation};
use crate::scenario::Scenario;
use crate::verdicts::{PLANNED_POWER, Primary, Verdict, verdicts};
use crate::world::World;
use crate::{Extent, Failure};

const TABLE: &str =
    "Planning a test set for a difference of 5 points in accuracy on originals, in percent";
/// How many test sets of the planned size are drawn for each pilot.
const TEST_SETS: u64 = 4;
/// So many originals tell a difference of 5 points as good as surely, and no more are drawn.
const MOST: u64 = 5000;

/// Draws pilots, and for each of them test sets of the size that it leads to.
pub(crate) fn findings(scenario: &Scenario, extent: Extent) -> Result<Vec<Finding>, Failure> {
    let pilot = |number: u64| -> Result<Option<u64>, Failure> {
        // The numbers from here to the next pilot are those of its test sets.
        let seed = extent.seed(scenario, number * (TEST_SETS + 1));
        let Some(planned) =
            said(&scenario.world, scenario.detail, seed)?.and_then(|said| said.planned)
        else {
            return Ok(None);
        };
        let originals = usize::try_from(planned.min(MOST))?;
        let world = World { originals, ..scenario.world.clone() };
        let mut told = 0;
        for test_set in 1..=TEST_SETS {
            let said = said(&world, scenario.detail, seed.wrapping_add(test_set))?;
            told += u64::from(said.is_some_and(|said| said.declared.is_gt()));
        }
        Ok(Some(told))
    };
    let pilots: Vec<Option<u64>> =
        (0..extent.data_sets).into_par_iter().map(pilot).collect::<Result<_, _>>()?;
    let mut share = Share::default();
    for told in pilots.iter().flatten() {
        share.add(*told, TEST_SETS);
    }
    let with_plan = pilots.iter().flatten().count() as u64;
    let off = limits::OFF_PLAN;
    let limit = Limit { least: PLANNED_POWER - off, most: PLANNED_POWER + off };
    let finding =
        |column, estimate, limit| Finding::new(TABLE, &scenario.name, column, estimate, limit);
    let mut findings = Vec::new();
    let with_plan = rate(with_plan, pilots.len() as u64);
    findings.extend(with_plan.map(|estimate| finding("pilots with a plan", estimate, Limit::NONE)));
    let nothing = || format!("{}: no pilot has a plan", scenario.name);
    let power = share.estimate().ok_or_else(nothing)?;
    findings.push(finding("power at the planned size", power, limit));
    Ok(findings)
}

/// What is said of accuracy on originals.
fn said(world: &World, detail: Detail, seed: u64) -> Result<Option<Verdict>, Failure> {
    let drawn = world.draw(seed);
    let (order, settings) = (Order::default(), detail.settings());
    let made = evaluation(&drawn, world.key, detail.scope, &order, &settings)?;
    let of_originals = |verdict: &Verdict| verdict.primary == Some(Primary::Originals);
    Ok(verdicts(&made).into_iter().find(of_originals))
}
