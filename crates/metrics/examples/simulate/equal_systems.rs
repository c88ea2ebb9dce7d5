//! How often two systems are declared different that are equal in something.

use std::cmp::Ordering;

use phenom_metrics::measures::measure;
use rayon::prelude::*;

use crate::findings::Finding;
use crate::limits;
use crate::rates::{Estimate, Limit, mean, rate};
use crate::report::{Order, Scope, evaluation};
use crate::scenario::{Equal, Scenario};
use crate::truth::{Truth, truths};
use crate::verdicts::{Primary, Verdict, verdicts, with_constants};
use crate::{Extent, Failure};

const TABLE: &str = "Systems that are equal: false positives at 5 % before correction, reports with a false \
                     verdict, and the expected share of false ones among exploratory verdicts, in percent";

/// The primary figures, and DI.
const FIGURES: usize = Primary::ALL.len() + 1;

/// What one report said falsely.
struct Report {
    /// Of each primary figure that is equal, and of DI, whether p is 5 % or less.
    rejected: [Option<bool>; FIGURES],
    /// Whether a primary verdict is false; nothing where none was asked for.
    headline: Option<bool>,
    anywhere: bool,
    /// False ones among the exploratory verdicts; nothing where there were no such comparisons.
    false_share: Option<f64>,
}

/// Draws the data sets of a scenario and counts what is said falsely of them.
pub(crate) fn findings(
    scenario: &Scenario,
    equal: Equal,
    extent: Extent,
) -> Result<Vec<Finding>, Failure> {
    let truths = match equal {
        Equal::Some => Some(truths(&scenario.world, scenario.detail, extent.population)?),
        _ => None,
    };
    let one = |number: u64| -> Result<Report, Failure> {
        let drawn = scenario.world.draw(extent.seed(scenario, number));
        let order = Order::default();
        let (key, detail) = (scenario.world.key, scenario.detail);
        let made = evaluation(&drawn, key, detail.scope, &order, &detail.settings())?;
        let said = match equal {
            Equal::Constants => with_constants(&made),
            _ => verdicts(&made),
        };
        Ok(judged(&said, equal, truths.as_deref()))
    };
    let reports: Vec<Report> =
        (0..extent.data_sets).into_par_iter().map(one).collect::<Result<_, _>>()?;
    let name = &scenario.name;
    let mut findings = Vec::new();
    for (place, figure) in (0..FIGURES).map(|place| (place, figure_name(place))) {
        let rejected: Vec<bool> =
            reports.iter().filter_map(|report| report.rejected[place]).collect();
        let Some(estimate) = counted(&rejected) else {
            // A figure that is not looked at would never exceed its limit.
            if is_judged(equal, place) {
                return Err(format!("{name}: no report compares {figure}").into());
            }
            continue;
        };
        let (limit, reason) = limits::of_false_positives(name, figure);
        let finding = Finding::new(TABLE, name, figure, estimate, limit);
        findings.push(Finding { reason, ..finding });
    }
    let headlines: Vec<bool> = reports.iter().filter_map(|report| report.headline).collect();
    let anywhere: Vec<bool> = reports.iter().map(|report| report.anywhere).collect();
    let shares: Vec<f64> = reports.iter().filter_map(|report| report.false_share).collect();
    if scenario.detail.scope == Scope::Full && shares.is_empty() {
        return Err(format!("{name}: no report has an exploratory comparison").into());
    }
    let at_most = |most| match limits::is_of_one_run(name) {
        true => Limit::NONE,
        false => Limit::at_most(most),
    };
    let headline_limit = at_most(limits::HEADLINES);
    let discovery_limit = at_most(limits::FALSE_DISCOVERIES);
    for (column, estimate, limit) in [
        ("headline", counted(&headlines), headline_limit),
        // What is exploratory may err; how often, is limited as a share.
        ("any verdict", counted(&anywhere).filter(|_| !shares.is_empty()), Limit::NONE),
        ("false discoveries", mean(&shares), discovery_limit),
    ] {
        let finding = |estimate| Finding::new(TABLE, name, column, estimate, limit);
        findings.extend(estimate.map(finding));
    }
    Ok(findings)
}

/// Whether a figure, by its place, is equal in truth and so has a rate of false positives.
fn is_judged(equal: Equal, place: usize) -> bool {
    match equal {
        Equal::Everything => place < Primary::ALL.len() - 2,
        Equal::Constants => place < Primary::ALL.len(),
        Equal::Distance => Primary::ALL.get(place) == Some(&Primary::Distance),
        Equal::Deviation => place == Primary::ALL.len(),
        Equal::Some => false,
    }
}

fn figure_name(place: usize) -> &'static str {
    Primary::ALL.get(place).map_or("DI", |primary| primary.name())
}

fn counted(happened: &[bool]) -> Option<Estimate> {
    rate(happened.iter().filter(|happened| **happened).count() as u64, happened.len() as u64)
}

fn judged(verdicts: &[Verdict], equal: Equal, truths: Option<&[Truth]>) -> Report {
    let mut report =
        Report { rejected: [None; FIGURES], headline: None, anywhere: false, false_share: None };
    let (mut discoveries, mut false_ones, mut exploratory) = (0, 0, false);
    for verdict in verdicts {
        let Some(truth) = true_order(verdict, equal, truths) else { continue };
        let wrong = verdict.is_declared() && verdict.declared != truth;
        let place = match verdict.primary {
            Some(primary) => Primary::ALL.iter().position(|other| *other == primary),
            None => (verdict.figure.3 == "deviation_index").then_some(FIGURES - 1),
        };
        if let (Some(place), Ordering::Equal) = (place, truth) {
            // All slices are one figure of DI: that of all pairs.
            let is_of_all = verdict.figure.1 == "all";
            let rejected = &mut report.rejected[place];
            *rejected = if is_of_all { Some(verdict.rejects()) } else { *rejected };
        }
        report.anywhere |= wrong;
        if verdict.primary.is_some() {
            report.headline = Some(wrong || report.headline == Some(true));
        } else {
            exploratory = true;
            discoveries += u64::from(verdict.is_declared());
            false_ones += u64::from(wrong);
        }
    }
    report.false_share = exploratory.then(|| false_ones as f64 / discoveries.max(1) as f64);
    report
}

/// Which system is better in truth; nothing where that is not asked.
fn true_order(verdict: &Verdict, equal: Equal, truths: Option<&[Truth]>) -> Option<Ordering> {
    let is_asked = match equal {
        Equal::Everything | Equal::Constants => true,
        Equal::Distance => verdict.primary == Some(Primary::Distance),
        Equal::Deviation => verdict.figure.3 == "deviation_index",
        Equal::Some => {
            let [first, second] = truths? else { return None };
            let (first, second) = (first.get(&verdict.figure)?, second.get(&verdict.figure)?);
            let better = measure(verdict.figure.3)?.better;
            let advantage = better.advantage(*first, *second);
            let is_equal = (first - second).abs() < 1e-12;
            return Some(if is_equal { Ordering::Equal } else { advantage.total_cmp(&0.0) });
        }
    };
    is_asked.then_some(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(slice: &str, primary: Option<Primary>, declared: Ordering) -> Verdict {
        let figure = ("original".to_owned(), "phenomenon".to_owned(), slice.to_owned(), "accuracy");
        Verdict { figure, primary, p: Some(0.01), declared, planned: None }
    }

    #[test]
    fn a_verdict_is_false_where_nothing_differs_and_where_the_other_system_is_better() {
        let truth = |values: [f64; 3]| -> Truth {
            let slice =
                |(name, value): (&str, f64)| (verdict(name, None, Ordering::Equal).figure, value);
            ["same", "higher", "lower"].into_iter().zip(values).map(slice).collect()
        };
        let truths = [truth([0.7, 0.8, 0.6]), truth([0.7, 0.7, 0.7])];
        let said = [
            verdict("same", None, Ordering::Greater),
            verdict("higher", None, Ordering::Greater),
            verdict("lower", None, Ordering::Greater),
            verdict("unknown", None, Ordering::Less),
        ];
        let report = judged(&said, Equal::Some, Some(&truths));
        assert!(report.anywhere && report.headline.is_none());
        assert_eq!(report.false_share, Some(2.0 / 3.0));
        let headline = [verdict("", Some(Primary::Parts), Ordering::Less)];
        assert_eq!(judged(&headline, Equal::Everything, None).headline, Some(true));
    }
}
