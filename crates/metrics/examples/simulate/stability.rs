//! Whether verdicts stay what they are under another seed, and in another order of pairs and systems.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use rayon::prelude::*;

use crate::findings::Finding;
use crate::limits;
use crate::rates::{Estimate, Limit, Share};
use crate::report::{Order, evaluation, with_seed};
use crate::scenario::Scenario;
use crate::verdicts::{Verdict, verdicts};
use crate::{Extent, Failure};

const TABLE: &str = "Verdicts that stay the same under another seed, reports in which one changes under another \
                     order, and the largest change of p, in percent";
const CHANGES: [&str; 3] = ["another seed", "pairs in another order", "systems in another order"];

/// What a change does to a report: verdicts that stay the same, of how many, and the largest change of p.
#[derive(Clone, Copy)]
struct Effect {
    same: u64,
    of: u64,
    largest: f64,
}

/// Draws the data sets of a scenario and compares what is said of each under every change.
pub(crate) fn findings(scenario: &Scenario, extent: Extent) -> Result<Vec<Finding>, Failure> {
    let effects: Vec<[Effect; 3]> = (0..extent.data_sets)
        .into_par_iter()
        .map(|number| effects(scenario, extent.seed(scenario, number)))
        .collect::<Result<_, Failure>>()?;
    let mut findings = Vec::new();
    for (place, change) in CHANGES.into_iter().enumerate() {
        let mut share = Share::default();
        let (mut changed, mut largest): (u64, f64) = (0, 0.0);
        for effect in effects.iter().map(|effects| effects[place]) {
            share.add(effect.same, effect.of);
            changed += u64::from(effect.same < effect.of);
            largest = largest.max(effect.largest);
        }
        let nothing = || format!("{}: no report compares anything", scenario.name);
        let same = share.estimate().ok_or_else(nothing)?;
        let (estimate, limit) = match place {
            0 => (same, Limit::at_least(limits::SAME_VERDICTS)),
            // Order never matters: one report in which it does is one too many.
            _ => (exactly(changed as f64 / effects.len() as f64), Limit::at_most(0.0)),
        };
        findings.push(Finding::new(TABLE, &scenario.name, change, estimate, limit));
        let column = format!("p under {change}");
        let change_of_p =
            Finding::new(TABLE, &scenario.name, column, exactly(largest), Limit::NONE);
        findings.push(change_of_p);
    }
    Ok(findings)
}

fn exactly(value: f64) -> Estimate {
    Estimate { value, lower: value, upper: value }
}

fn effects(scenario: &Scenario, seed: u64) -> Result<[Effect; 3], Failure> {
    let drawn = scenario.world.draw(seed);
    let mut pairs: Vec<usize> = (0..drawn.pairs.len()).collect();
    pairs.shuffle(&mut Pcg64::seed_from_u64(seed));
    let (key, scope) = (scenario.world.key, scenario.detail.scope);
    let usual = scenario.detail.settings();
    let said = |order: &Order, settings| -> Result<Vec<Verdict>, Failure> {
        Ok(verdicts(&evaluation(&drawn, key, scope, order, settings)?))
    };
    let as_drawn = said(&Order::default(), &usual)?;
    let shuffled = Order { pairs: Some(pairs), swapped: false };
    let swapped = Order { pairs: None, swapped: true };
    Ok([
        effect(&as_drawn, &said(&Order::default(), &with_seed(usual, seed))?),
        effect(&as_drawn, &said(&shuffled, &usual)?),
        effect(&as_drawn, &said(&swapped, &usual)?),
    ])
}

fn effect(before: &[Verdict], after: &[Verdict]) -> Effect {
    let mut effect = Effect { same: 0, of: 0, largest: 0.0 };
    for verdict in before {
        let other = after.iter().find(|other| other.figure == verdict.figure);
        effect.of += 1;
        // A row that is gone is a verdict that is not the same.
        effect.same += u64::from(other.is_some_and(|other| other.declared == verdict.declared));
        if let (Some(first), Some(second)) = (verdict.p, other.and_then(|other| other.p)) {
            effect.largest = effect.largest.max((first - second).abs());
        }
    }
    effect
}
