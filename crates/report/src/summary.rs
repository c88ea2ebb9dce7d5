//! What came out of an evaluation, in sentences.

mod findings;
#[cfg(test)]
mod tests;
mod trivial;

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::correlation_index::IDEAL_DISTANCE;
use phenom_metrics::{
    ComparisonRow, Evaluation, Family, Origin, Population, ReadingRow, SliceKind, SystemCounts,
    Verdict,
};
use phenom_metrics::{Reading, ReadingQuestion};

use crate::composition_words::{reading_in_words, untold_in_words};
use crate::tables::{opponent, reading};
use crate::{Pairs, Results, Style};
pub(crate) use findings::findings;
pub use findings::{Drawing, Evidence, Finding, Strip, StripName};
use trivial::{baseline, single_answers};

/// How many names or comparisons are listed; of more, the number is said.
const LISTED: usize = 6;

/// The summary: what was evaluated, which system is best, how it and the others stand against the best
/// baseline, and which differences can be told.
#[must_use]
pub fn summary(results: &Results<'_>) -> Vec<String> {
    let mut sentences = vec![what(results.evaluation)];
    sentences.extend(best(results));
    sentences.extend(single_answers(results));
    sentences.extend(constant(results).or_else(|| baseline(results)));
    let populations = results.populations();
    for &population in populations {
        sentences.extend(told(results, population));
    }
    sentences.extend(nearer(results));
    let tagged = populations.last().copied().unwrap_or(Population::Original);
    sentences.extend(phenomena(results.comparisons, tagged));
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
    format!("{systems} on {originals}{parts}, {}.", evaluation.task)
}

/// The systems that do not read gold.
fn competing<'a>(results: &'a Results<'_>) -> impl Iterator<Item = &'a SystemCounts> {
    results.evaluation.systems.iter().filter(|system| system.origin == Origin::Answers)
}

fn share(results: &Results<'_>, value: f64) -> String {
    let numbers = results.options.numbers;
    format!("{}{}", numbers.rounded(value, Style::Percent), numbers.sign())
}

fn best(results: &Results<'_>) -> Option<String> {
    let numbers = results.options.numbers;
    let systems = competing(results).count();
    let best = results.best_system(Population::Original)?;
    let score = results.score(&best.name, Population::Original, Pairs::All, &ACCURACY)?;
    let right = score.proportion?;
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
        format!(
            "{name} judges the most original pairs right{among}: {value} ({right} of {all}{interval})."
        )
    } else {
        format!("{name} judges {value} of the original pairs right ({right} of {all}{interval}).")
    })
}

/// Which systems are better than the best constant answer on the original pairs.
fn constant(results: &Results<'_>) -> Option<String> {
    let rows: Vec<&ComparisonRow> = results
        .comparisons
        .iter()
        .filter(|row| row.family == Family::Constants && row.population == Population::Original)
        .filter(|row| competing(results).any(|system| system.name == row.system_a))
        .collect();
    let first = rows.first()?;
    let of = |verdict: Verdict| -> Vec<&str> {
        let told = rows.iter().filter(|row| row.verdict == verdict);
        told.map(|row| results.shown(&row.system_a)).collect()
    };
    let answer = opponent(results, first);
    let gets = share(results, first.values[1].clone().ok()?);
    let is = |names: &[&str], what: &str| {
        let verb = if names.len() == 1 { "is" } else { "are" };
        (!names.is_empty()).then(|| format!("{} {verb} {what}", listed(names)))
    };
    let parts: Vec<String> = [
        is(&of(Verdict::First), "better"),
        is(&of(Verdict::Second), "worse"),
        Some(of(Verdict::CannotTell))
            .filter(|names| !names.is_empty())
            .map(|names| format!("of {} one cannot tell", listed(&names))),
    ]
    .into_iter()
    .flatten()
    .collect();
    Some(format!(
        "Against the best constant answer on the original pairs ({answer}, {gets}): {}.",
        parts.join("; ")
    ))
}

/// Names with commas between them, or how many there are.
fn listed(names: &[&str]) -> String {
    match names {
        [one] => (*one).to_owned(),
        many if many.len() > LISTED => format!("{} systems", many.len()),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
        [] => String::new(),
    }
}

/// Which differences of accuracy can be told.
fn told(results: &Results<'_>, population: Population) -> Option<String> {
    let numbers = results.options.numbers;
    let rows: Vec<&ComparisonRow> = results
        .comparisons
        .iter()
        .filter(|row| {
            row.slice_kind == SliceKind::All
                && row.population == population
                && row.measure == ACCURACY.key
                && row.family != Family::Constants
        })
        .collect();
    let first = rows.first()?;
    // Where accuracy was not declared beforehand, it is exploratory.
    let prefix = if first.family.is_primary() { "" } else { "Exploratory: " };
    let decided: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let (better, worse) = match row.verdict {
                Verdict::First => (&row.system_a, &row.system_b),
                Verdict::Second => (&row.system_b, &row.system_a),
                Verdict::CannotTell => return None,
            };
            let (better, worse) = (results.shown(better), results.shown(worse));
            let size = numbers.rounded(row.difference.clone().ok()?.abs(), Style::Percent);
            let points = if numbers.fractions { "" } else { " points" };
            Some(format!("{better} is better than {worse} (by {size}{points})"))
        })
        .collect();
    let name = population.name();
    let said = if decided.is_empty() && rows.len() == 1 {
        let row = rows[0];
        format!(
            "On the {name} pairs one cannot tell whether {} or {} is more accurate.",
            results.shown(&row.system_a),
            results.shown(&row.system_b)
        )
    } else if decided.is_empty() {
        format!(
            "On the {name} pairs one cannot tell any two systems apart by accuracy ({} comparisons).",
            rows.len()
        )
    } else if decided.len() > LISTED {
        format!(
            "On the {name} pairs {} of {} comparisons of accuracy can be told.",
            decided.len(),
            rows.len()
        )
    } else {
        let rest = others_cannot_be_told(rows.len() - decided.len());
        format!("On the {name} pairs {}{rest}.", decided.join("; "))
    };
    Some(format!("{prefix}{said}"))
}

/// The end of a sentence on the comparisons that can be told.
fn others_cannot_be_told(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => "; the other comparison cannot be told".to_owned(),
        others => format!("; the other {others} comparisons cannot be told"),
    }
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
        .filter_map(|row| {
            let (near, far) = match row.verdict {
                Verdict::First => (&row.system_a, &row.system_b),
                Verdict::Second => (&row.system_b, &row.system_a),
                Verdict::CannotTell => return None,
            };
            Some(format!("that of {} than that of {}", results.shown(near), results.shown(far)))
        })
        .collect();
    Some(match (rows.len(), decided.len()) {
        (0, _) => return None,
        (1, 0) => "Whose Correlation Index is nearer to 1 cannot be told.".to_owned(),
        (all, 0) => format!(
            "Of no two systems one can tell whose Correlation Index is nearer to 1 ({all} comparisons)."
        ),
        (all, told) if told > LISTED => format!(
            "Whose Correlation Index is nearer to 1 can be told in {told} of {all} comparisons."
        ),
        (all, told) => {
            let rest = others_cannot_be_told(all - told);
            format!("The Correlation Index is nearer to 1 in {}{rest}.", decided.join("; "))
        }
    })
}

fn phenomena(comparisons: &[ComparisonRow], population: Population) -> Option<String> {
    let rows = || {
        comparisons.iter().filter(|row| {
            row.slice_kind == SliceKind::Phenomenon
                && row.population == population
                && row.measure == ACCURACY.key
        })
    };
    let all = rows().count();
    let told = rows().filter(|row| !matches!(row.verdict, Verdict::CannotTell)).count();
    let verdict = match told {
        _ if all == 0 => return None,
        0 => "none can be told".to_owned(),
        told => format!("{told} can be told"),
    };
    Some(format!(
        "Exploratory: of {all} comparisons of systems on single phenomena ({} pairs), {verdict}.",
        population.name()
    ))
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
            [_, _, ..] => told.chain([untold_in_words(results, &untold)]).collect(),
            _ => told.chain(untold.iter().map(|row| reading_in_words(results, row))).collect(),
        };
    }
    let of = |reading: Reading| rows.iter().filter(|row| row.reading == reading).count();
    vec![format!(
        "Of {} systems {} carry over to whole pairs what they can do on their parts, {} do not, {} are right \
         on whole pairs for other reasons; of {} one cannot tell.",
        rows.len(),
        of(Reading::CarriesOver),
        of(Reading::IndependentOfParts),
        of(Reading::RightForOtherReasons),
        of(Reading::CannotTell)
    )]
}

fn correlation(results: &Results<'_>) -> Vec<String> {
    let readings: Vec<String> = competing(results)
        .filter_map(|system| reading::of_correlation(results, &system.name))
        .collect();
    if readings.len() > LISTED { Vec::new() } else { readings }
}
