//! What phenom is held to, and where it may do otherwise and why.

use crate::rates::Limit;
use crate::verdicts::Primary;

/// False positives of a primary figure, by p before correction.
const FALSE_POSITIVES: Limit = Limit { least: 0.035, most: 0.065 };
/// Reports on equal systems with a headline verdict.
pub(crate) const HEADLINES: f64 = 0.05;
/// The expected share of false ones among exploratory verdicts.
pub(crate) const FALSE_DISCOVERIES: f64 = 0.05;
/// Coverage of intervals at 95 %.
const LEAST_COVERAGE: f64 = 0.93;
/// The same, from 30 pairs and for true values between 0.1 and 0.9.
const MOST_COVERAGE: f64 = 0.98;
/// Verdicts that are the same under two seeds.
pub(crate) const SAME_VERDICTS: f64 = 0.995;
/// How far power may be from the plan.
pub(crate) const OFF_PLAN: f64 = 0.05;
/// How much less power than GEE the comparison of accuracy may have, at equal error.
pub(crate) const LESS_THAN_GEE: f64 = 0.02;

/// False positives that may be rarer in some scenarios than elsewhere, for a reason.
struct Exception {
    applies: fn(&str, &str) -> bool,
    reason: &'static str,
}

/// By the name of the scenario and the figure.
const EXCEPTIONS: &[Exception] = &[
    Exception {
        applies: |scenario, _| scenario.contains("near the ceiling"),
        reason: "near the ceiling two systems differ on a handful of clusters, and p takes few values",
    },
    Exception {
        applies: |scenario, _| scenario.contains("CI 1 and 1"),
        reason: "two CI are equally far from 1 where they are equal and where one mirrors the other; \
                 where both are 1 that is the same, and a test that allows for either is cautious",
    },
    Exception {
        applies: |scenario, _| scenario.contains("DI 0 and 0"),
        reason: "where both DI are 0, equal and opposite signed values are the same, and a test that \
                 allows for either is cautious",
    },
    Exception {
        applies: |scenario, figure| {
            let is_small = ["30 originals", "90 originals"].iter().any(|of| scenario.contains(of));
            figure == Primary::Distance.name() && is_small
        },
        reason: "that both CI are on one side of 1 must be seen too, and with few originals often is not",
    },
    Exception {
        applies: |scenario, figure| figure == "DI" && scenario.contains("report"),
        reason: "that both signed DI are on one side of 0 must be seen too, and those of 0.1 often are not",
    },
    Exception {
        applies: |scenario, _| {
            let has_runs = ["3/3 runs", "3/2 runs", "5/5 runs"];
            !scenario.contains("vary") && has_runs.iter().any(|runs| scenario.contains(runs))
        },
        reason: "a test of methods looks for a variance between runs; where there is none beyond chance, what \
                 it finds of one makes it cautious",
    },
];

/// What the intervals of a measure in a scenario are to hold, and why it is not the usual. `is_inside` says
/// that there are 30 pairs or more, and true values between 0.1 and 0.9.
pub(crate) fn of_coverage(
    scenario: &str,
    measure: &str,
    is_inside: bool,
) -> (Limit, Option<&'static str>) {
    let is_near_the_ceiling = scenario.contains("ceiling");
    let (least, short) = match measure {
        // Known to fall short.
        "macro_f1" | "f1" | "precision" | "mean_precision" if is_near_the_ceiling => (
            0.8,
            Some(
                "falls short: near the ceiling what is averaged over judgments hangs on one or two wrong \
                 answers, and on judgments that a slice happens to lack",
            ),
        ),
        "macro_f1" if scenario.contains(" 3 runs") => {
            (0.9, Some("falls short, a little, where several runs answer the same 10 to 29 pairs"))
        }
        _ if scenario.contains("runs vary") => (
            0.9,
            Some(
                "may fall short: of several runs, the interval of a slice is that of these runs, and the true \
                 value that of all runs there could be",
            ),
        ),
        _ => (LEAST_COVERAGE, None),
    };
    if !is_inside {
        return (Limit::at_least(least), short);
    }
    let is_divergence = measure.contains("entropy")
        || measure.contains("information")
        || measure == "uncertainty_coefficient";
    if is_divergence && (is_near_the_ceiling || scenario.contains(" 30 originals")) {
        let reason = "may hold more often: with few pairs or few errors the scale of a divergence has a floor, \
                      without which intervals near the end of the range would be too short";
        return (Limit::at_least(least), Some(reason));
    }
    (Limit { least, most: MOST_COVERAGE }, short)
}

/// Whether the systems of a scenario are equal methods of which one has one run: that run is one model, and
/// differs from the other system in truth. Only models can be compared then, so that no verdict is false.
pub(crate) fn is_of_one_run(scenario: &str) -> bool {
    scenario.contains("5/1 runs, runs vary")
}

/// The limit of the false positives of a figure that is equal in a scenario, and why it is not the usual one.
pub(crate) fn of_false_positives(scenario: &str, figure: &str) -> (Limit, Option<&'static str>) {
    if is_of_one_run(scenario) {
        let reason = "no limit: with one run on a side only the models can be compared, and these differ \
                      where runs vary";
        return (Limit::NONE, Some(reason));
    }
    let exception = EXCEPTIONS.iter().find(|exception| (exception.applies)(scenario, figure));
    exception.map_or((FALSE_POSITIVES, None), |found| {
        (Limit { least: 0.0, ..FALSE_POSITIVES }, Some(found.reason))
    })
}
