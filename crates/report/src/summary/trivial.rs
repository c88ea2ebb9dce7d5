//! Sentences on trivial answers: systems that have only one, and those that are above the best baseline.

use phenom_dataset::{Answer, Judgment, Several, Task};
use phenom_metrics::Population;

use super::words::{LISTED, competing, named_or_counted, share};
use crate::Results;
use crate::against_baseline::{AgainstBaseline, against_best_baseline};
use crate::tables::baseline_name;

/// Systems with one answer to everything.
pub(super) fn single_answers(results: &Results<'_>) -> Option<String> {
    // Outcomes do not tell which label a system predicts.
    if results.evaluation.task == Task::Outcome {
        return None;
    }
    let single = competing(results).filter_map(|system| {
        let of = |answer: Answer| -> u64 {
            let populations = [Population::Original, Population::Monothematic];
            populations
                .iter()
                .map(|population| system.counts(*population, 0).answered(answer))
                .sum()
        };
        let judged = Judgment::ALL.map(|judgment| (judgment.name(), Answer::Judged(judgment)));
        let several = Several::ALL.map(|several| (several.name(), Answer::Several(several)));
        let answers = judged.into_iter().chain(several);
        let mut given =
            answers.map(|(name, answer)| (name, of(answer))).filter(|(_, count)| *count > 0);
        match (given.next(), given.next()) {
            (Some((name, count)), None) if count > 1 => {
                Some(format!("{} answers {name}", results.shown(&system.name)))
            }
            _ => None,
        }
    });
    let single: Vec<String> = single.collect();
    match single.as_slice() {
        [] => None,
        many if many.len() > LISTED => {
            Some(format!("{} systems have a single answer to everything.", many.len()))
        }
        few => Some(format!("A single answer to everything: {}.", few.join(", "))),
    }
}

/// How systems stand to the best baseline, where no comparison with it was made.
pub(super) fn baseline(results: &Results<'_>) -> Option<String> {
    let (baseline, _) = results.best_baseline(Population::Original)?;
    let standings = against_best_baseline(results, Population::Original);
    let of = |wanted: AgainstBaseline| -> Vec<&str> {
        let found = standings.iter().filter(|(_, standing)| *standing == wanted);
        found.map(|(system, _)| results.shown(system)).collect()
    };
    let (above, unsure, below) = (
        of(AgainstBaseline::Above),
        of(AgainstBaseline::AboveUntested),
        of(AgainstBaseline::NotAbove),
    );
    let mut gets = share(results, results.best_baseline(Population::Original)?.1);
    if competing(results)
        .any(|system| results.answered_in_part(&system.name, Population::Original).is_some())
    {
        gets += " of all original pairs";
    }
    let name = baseline_name(baseline);
    let baseline = format!("the best baseline, {}, which gets {gets}", name.trim_end_matches(" †"));
    let untested = "and no test supports it";
    Some(match (above.as_slice(), unsure.as_slice(), below.as_slice()) {
        ([], [], []) => return None,
        ([_], [], []) => format!("It is above {baseline}."),
        (_, [], []) => format!("All of them are above {baseline}."),
        ([], [_], []) => format!("It is above {baseline}, {untested}."),
        ([], _, []) => format!("All of them are above {baseline}, {untested}."),
        ([], [], [_]) => format!("It is not above {baseline}."),
        ([], [], _) => format!("None of them is above {baseline}."),
        (_, unsure, below) => {
            let is = |names: &[&str]| if names.len() == 1 { "is" } else { "are" };
            let not = (!below.is_empty())
                .then(|| format!("{} {} not", named_or_counted(below), is(below)));
            let unsure = (!unsure.is_empty())
                .then(|| format!("{} {}", named_or_counted(unsure), is(unsure)));
            match (not, unsure) {
                (Some(not), None) => format!("{not} above {baseline}."),
                (None, Some(unsure)) => format!("{unsure} above {baseline}, {untested}."),
                (Some(not), Some(unsure)) => {
                    format!("{not} above {baseline}; {unsure} above it, {untested}.")
                }
                (None, None) => return None,
            }
        }
    })
}
