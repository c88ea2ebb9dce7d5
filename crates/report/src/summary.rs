//! What came out of an evaluation, in sentences.

mod accuracies;
mod against_constant;
mod findings;
mod runs;
#[cfg(test)]
mod tests;
mod trivial;
mod words;

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::IDEAL_DISTANCE;
use phenom_metrics::{
    ComparisonRow, Evaluation, Family, Population, ReadingRow, SliceKind, SystemCounts,
};
use phenom_metrics::{Reading, ReadingQuestion};

use crate::cluster_words::without_clusters_in_words;
use crate::composition_words::{gold_first, reading_in_words, untold_in_words};
use crate::low_power::low_power_caution;
use crate::selection::selection_note;
use crate::tables::{overview, reading};
use crate::task_words::{strata_in_words, task_in_words};
use crate::{Pairs, Results, Style};
pub(crate) use accuracies::better_and_worse;
use accuracies::told;
use against_constant::constant;
pub(crate) use findings::findings;
pub use findings::{Drawing, Estimate, Evidence, Finding, Strip, StripName};
use runs::runs_in_words;
use trivial::{baseline, single_answers};
use words::{LISTED, competing, share};

/// The summary: what was evaluated, which system is best, how it and the others stand against the best
/// baseline, and which differences can be told.
#[must_use]
pub fn summary(results: &Results<'_>) -> Vec<String> {
    let mut sentences = vec![what(results.evaluation)];
    sentences.extend(runs_in_words(results));
    let populations = results.populations();
    let told: Vec<String> =
        populations.iter().filter_map(|population| told(results, *population)).collect();
    if told.is_empty() {
        sentences.extend(best(results));
    }
    sentences.extend(told);
    sentences.extend(single_answers(results));
    sentences.extend(constant(results).or_else(|| baseline(results)));
    sentences.extend(gold_first(results));
    sentences.extend(nearer(results));
    sentences.extend(without_clusters_in_words(results));
    let tagged = populations.last().copied().unwrap_or(Population::Original);
    sentences.extend(phenomena(results, tagged));
    let of_phenomena = results.comparisons.iter().filter(|row| is_of_phenomenon(row, tagged));
    sentences.extend(low_power_caution(results.headlines().chain(of_phenomena)));
    let of_wholes = composition(results);
    // The Correlation Index compares two accuracies, and leaves open what goes with what.
    let read = if of_wholes.is_empty() { correlation(results) } else { of_wholes };
    sentences.extend(read);
    sentences
}

fn what(evaluation: &Evaluation) -> String {
    let count = |count: u64, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    let pairs = |population| evaluation.gold(population, 0).pairs();
    let systems = count(evaluation.systems.len() as u64, "system");
    let originals = count(pairs(Population::Original), "original pair");
    let parts = if evaluation.is_decomposed() {
        format!(" and {}", count(pairs(Population::Monothematic), "monothematic pair"))
    } else {
        String::new()
    };
    format!("{systems} on {originals}{parts}, {}.", task_in_words(evaluation.task))
}

fn best(results: &Results<'_>) -> Option<String> {
    let numbers = results.options.numbers;
    let systems = competing(results).count();
    let best = results.best_system(Population::Original)?;
    let score = results.score(&best.name, Population::Original, Pairs::All, &ACCURACY)?;
    let right = results.counts(score)?;
    let interval = score.interval.map_or(String::new(), |interval| {
        let [lower, upper] = [interval.interval.lower, interval.interval.upper]
            .map(|end| numbers.rounded(end, Style::Percent));
        let level = (100.0 * interval.level.value() * 1e9).round() / 1e9;
        format!(", {level} % interval {lower} to {upper}")
    });
    let name = results.shown(&best.name);
    let value = share(results, right.value().ok()?);
    let (right, all) = (right.numerator, right.denominator);
    Some(if systems > 1 {
        let among = match systems < results.evaluation.systems.len() {
            true => ", of the systems that do not read gold",
            false => "",
        };
        let leaves_out = |system: &SystemCounts| {
            results.answered_in_part(&system.name, Population::Original).is_some()
        };
        let most = match competing(results).any(leaves_out) {
            true => "is right on the largest share of the original pairs that it answers",
            false => "judges the most original pairs right",
        };
        let chosen = selection_note(results)
            .filter(|_| score.interval.is_some() && !overview::has_intervals(results));
        let chosen = chosen.map_or(String::new(), |note| format!(" {note}"));
        format!("{name} {most}{among}: {value} ({right} of {all}{interval}).{chosen}")
    } else {
        let answered = match results.answered_in_part(&best.name, Population::Original) {
            Some(_) => " that it answers",
            None => "",
        };
        format!(
            "{name} judges {value} of the original pairs{answered} right ({right} of {all}{interval})."
        )
    })
}

/// Whose Correlation Index is nearer to 1, where that was declared as a question.
fn nearer(results: &Results<'_>) -> Option<String> {
    let rows: Vec<&ComparisonRow> = results
        .comparisons
        .iter()
        .filter(|row| row.family == Family::Figures && row.measure == IDEAL_DISTANCE.key)
        .filter(|row| row.difference.is_ok())
        .collect();
    let decided: Vec<String> = rows
        .iter()
        .copied()
        .filter_map(better_and_worse)
        .map(|(near, far)| {
            format!("that of {} than that of {}", results.shown(near), results.shown(far))
        })
        .collect();
    Some(match (rows.len(), decided.len()) {
        (0, _) => return None,
        (1, 0) => "Which Correlation Index is nearer to 1 cannot be told.".to_owned(),
        (_, 0) => {
            "Of no two systems can it be told whose Correlation Index is nearer to 1.".to_owned()
        }
        (all, told) if told > LISTED => format!(
            "Which Correlation Index is nearer to 1 can be told in {told} of {all} comparisons."
        ),
        (all, told) => {
            let rest = match all - told {
                0 => String::new(),
                1 => "; for the other two systems it cannot be told".to_owned(),
                others => format!("; in the other {others} comparisons it cannot be told"),
            };
            format!("The Correlation Index is nearer to 1 in {}{rest}.", decided.join("; "))
        }
    })
}

/// Which differences can be told on single phenomena.
fn phenomena(results: &Results<'_>, population: Population) -> Option<String> {
    let rows = || results.comparisons.iter().filter(|row| is_of_phenomenon(row, population));
    let all = rows().count();
    let told: Vec<String> = rows()
        .filter_map(|row| {
            let (better, worse) = better_and_worse(row)?;
            let phenomenon = results.slice_named(&row.slice_kind, &row.slice);
            let (better, worse) = (results.shown(better), results.shown(worse));
            Some(format!("{better} is better than {worse} on {phenomenon}"))
        })
        .collect();
    let of = format!("of {all} differences on single phenomena ({} pairs)", population.name());
    Some(match told.len() {
        _ if all == 0 => return None,
        0 => format!("Exploratory: {of}, none is significant."),
        many if many > LISTED => format!("Exploratory: {of}, {many} are significant."),
        1 => format!("Exploratory: {of}, one is significant: {}.", told.join("; ")),
        some => format!("Exploratory: {of}, {some} are significant: {}.", told.join("; ")),
    })
}

/// Whether a comparison is one of accuracy on a single phenomenon.
fn is_of_phenomenon(row: &ComparisonRow, population: Population) -> bool {
    row.slice_kind == SliceKind::Phenomenon
        && row.population == population
        && row.measure == ACCURACY.key
}

/// What is said of wholes and parts of the systems that do not read gold.
fn composition(results: &Results<'_>) -> Vec<String> {
    let is_of = |row: &&ReadingRow| competing(results).any(|system| system.name == row.system);
    let rows: Vec<&ReadingRow> = results
        .readings
        .iter()
        .filter(|row| row.question == ReadingQuestion::CarryingOver)
        .filter(is_of)
        .collect();
    if rows.len() <= LISTED {
        let (untold, told): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.reading == Reading::CannotTell);
        let told = told.into_iter().map(|row| reading_in_words(results, row));
        return match untold.as_slice() {
            [_, _, ..] if untold.len() == competing(results).count() => {
                vec![format!(
                    "For no system do the data show that it is correct on an original more often if all parts are \
                     correct, among originals with {}.",
                    strata_in_words(results.evaluation.task)
                )]
            }
            [_, _, ..] => told.chain([untold_in_words(results, &untold)]).collect(),
            _ => told.chain(untold.iter().map(|row| reading_in_words(results, row))).collect(),
        };
    }
    let of = |reading: Reading| rows.iter().filter(|row| row.reading == reading).count();
    let carries = of(Reading::CarriesOver);
    let all = rows.len();
    let mut sentences = vec![match carries {
        0 => format!("None of {all} systems carries over to originals what it can do on parts."),
        1 => format!("One of {all} systems carries over to originals what it can do on parts."),
        _ => {
            format!("{carries} of {all} systems carry over to originals what they can do on parts.")
        }
    }];
    let others = [
        (
            Reading::RightWithRightParts,
            "right originals go with right parts, without evidence of composition",
        ),
        (
            Reading::IndependentOfParts,
            "solving all parts changes the accuracy on originals by less than 10 points",
        ),
        (
            Reading::RightForOtherReasons,
            "most right originals would be wrong by the answers on their parts",
        ),
        (Reading::CannotTell, "the data do not show that right originals go with right parts"),
    ];
    for (reading, what) in others {
        match of(reading) {
            0 => {}
            1 => sentences.push(format!("In one system {what}.")),
            systems => sentences.push(format!("In {systems} systems {what}.")),
        }
    }
    sentences
}

fn correlation(results: &Results<'_>) -> Vec<String> {
    let readings: Vec<String> = competing(results)
        .filter_map(|system| reading::of_correlation(results, &system.name))
        .collect();
    if readings.len() > LISTED { Vec::new() } else { readings }
}
