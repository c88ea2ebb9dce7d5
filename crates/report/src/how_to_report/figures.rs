//! What was evaluated, and what came out.

use phenom_dataset::{Judgment, Task};
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::statistics::Interval;
use phenom_metrics::{ComparisonRow, Family, Origin, Population, SliceKind, SystemCounts, Verdict};

use crate::constant_shares::constant_shares;
use crate::paragraph::{Paragraph, Span, listed, p_value};
use crate::resampled::unit;
use crate::summary::better_and_worse;
use crate::tables::opponent;
use crate::task_words::task_in_words;
use crate::{Pairs, Results, Style};

/// Of more systems than this only the first and the last are named.
pub(super) const NAMED: usize = 6;

/// What was evaluated.
pub(super) fn what(results: &Results<'_>) -> Option<Paragraph> {
    let evaluation = results.evaluation;
    let systems = competing(results);
    if systems.is_empty() {
        return None;
    }
    let mut said = words("We evaluated ");
    match systems.len() {
        many if many > NAMED => said.say(format!("{many} systems")),
        _ => said.extend(listed(systems.iter().map(|system| name(results, system)).collect())),
    }
    let task = task_in_words(evaluation.task);
    said.say(format!(" ({task}) on {}", counted(results, Population::Original)));
    if evaluation.is_decomposed() {
        said.say(format!(
            ", and on the {} derived from them",
            counted(results, Population::Monothematic)
        ));
        said.say(", after the method of Cabrio and Magnini (2010)");
    }
    said.say(".");
    Some(said)
}

/// So many pairs, so many of them entailments.
fn counted(results: &Results<'_>, population: Population) -> String {
    let gold = results.evaluation.gold(population, 0);
    let (pairs, entailed) = (gold.pairs(), gold.gold(Judgment::Entailment));
    let plural = if pairs == 1 { "pair" } else { "pairs" };
    // Outcomes have no gold labels.
    if results.evaluation.task == Task::Outcome {
        return format!("{pairs} {} {plural}", population.name());
    }
    let entailed = match entailed {
        all if all == pairs => "all of them entailments".to_owned(),
        1 => "1 of them an entailment".to_owned(),
        some => format!("{some} of them entailments"),
    };
    format!("{pairs} {} {plural} ({entailed})", population.name())
}

/// How often the systems are right, and which differences were told.
pub(super) fn right_answers(results: &Results<'_>, population: Population) -> Option<Paragraph> {
    let mut systems: Vec<(&SystemCounts, f64)> = competing(results)
        .into_iter()
        .filter_map(|system| {
            Some((system, results.value(&system.name, population, Pairs::All, &ACCURACY)?))
        })
        .collect();
    systems.sort_by(|(_, first), (_, second)| second.total_cmp(first));
    let of = |at: usize| accuracy(results, systems[at].0, population, at == 0);
    let mut said = words(format!("On the {} pairs, ", population.name()));
    match systems.len() {
        0 => return None,
        many if many > NAMED => said.extend(listed(vec![of(0), words("…"), of(many - 1)])),
        many => said.extend(listed((0..many).map(of).collect())),
    }
    if let Some(differences) = differences(results, population) {
        said.say("; ");
        said.extend(differences);
    }
    said.say(".");
    Some(said)
}

/// How often a system is right: the first one in a whole sentence.
fn accuracy(
    results: &Results<'_>,
    system: &SystemCounts,
    population: Population,
    first: bool,
) -> Paragraph {
    let mut said = name(results, system);
    let Some(score) = results.score(&system.name, population, Pairs::All, &ACCURACY) else {
        return said;
    };
    if first {
        said.say(" is right on");
    } else {
        said.say(" on");
    }
    let Ok(value) = &score.value else { return said };
    let of = match results.answered_in_part(&system.name, population) {
        Some((answered, all)) => format!(" of the {answered} of {all} that it answers"),
        None => String::new(),
    };
    let bracket = match score.proportion {
        // Counts of several runs are no counts of pairs.
        Some(right) if system.runs == 1 => {
            said.say(format!(" {}{of} (", right.numerator));
            said.push(share(results, *value));
            score.interval.map(|_| "; ").unwrap_or_default()
        }
        _ => {
            said.say(" ");
            said.push(share(results, *value));
            said.say(of);
            score.interval.map(|_| " (").unwrap_or_default()
        }
    };
    said.say(bracket);
    if let Some(found) = score.interval {
        if first {
            said.push(Span::Percent(percent(found.level.value()).to_string()));
            said.say(" interval ");
        }
        said.push(range(results, found.interval, Style::Percent));
    }
    if system.runs == 1 || score.interval.is_some() {
        said.say(")");
    }
    said
}

/// Which of the declared differences of accuracy were told.
fn differences(results: &Results<'_>, population: Population) -> Option<Paragraph> {
    let rows: Vec<&ComparisonRow> = results
        .comparisons
        .iter()
        .filter(|row| row.family == Family::Figures && row.slice_kind == SliceKind::All)
        .filter(|row| row.population == population && row.measure == ACCURACY.key)
        .collect();
    let decided: Vec<(&str, &str, Option<f64>)> = rows
        .iter()
        .filter_map(|row| better_and_worse(row).map(|(one, other)| (one, other, row.p_adjusted)))
        .collect();
    let told = clauses(results, &decided);
    let others = least_p(&rows);
    Some(match (rows.len(), decided.len()) {
        (0, _) => return None,
        (1, 0) => match others {
            Some(_) => {
                let mut said = words("the difference is not significant");
                said.extend(in_brackets(p(results, "=", others)));
                said
            }
            None => {
                words(format!("they differ in too few {}s for a test", unit(results.evaluation)))
            }
        },
        (_, 0) => {
            let mut said = words("none of these differences is significant");
            said.extend(in_brackets(p(results, "≥", others)));
            said
        }
        (all, told_of) => {
            let mut said = match told_of > NAMED {
                true => words(format!("{told_of} of {all} differences are significant")),
                false => joined(told),
            };
            if told_of < all && told_of <= NAMED {
                said.say("; no other difference is significant");
                said.extend(in_brackets(p(results, "≥", others)));
            }
            said
        }
    })
}

/// Clauses one after the other.
pub(super) fn joined(clauses: Vec<Paragraph>) -> Paragraph {
    let mut said = Paragraph::default();
    for (at, clause) in clauses.into_iter().enumerate() {
        if at > 0 {
            said.say("; ");
        }
        said.extend(clause);
    }
    said
}

/// Which systems are more accurate than which: a clause for each better one.
fn clauses(results: &Results<'_>, decided: &[(&str, &str, Option<f64>)]) -> Vec<Paragraph> {
    let mut better: Vec<&str> = decided.iter().map(|(better, ..)| *better).collect();
    better.dedup();
    let mut said: Vec<&str> = Vec::new();
    let mut clauses = Vec::new();
    for system in better {
        if said.contains(&system) {
            continue;
        }
        said.push(system);
        let others = decided.iter().filter(|(better, ..)| *better == system);
        let others = others.map(|(_, worse, of)| {
            let mut other = words(results.shown(worse));
            other.extend(in_brackets(p(results, "=", *of)));
            other
        });
        let mut clause = words(format!("{} is more accurate than ", results.shown(system)));
        clause.extend(listed(others.collect()));
        clauses.push(clause);
    }
    clauses
}

/// The least p-value of the differences that were not told.
pub(super) fn least_p(rows: &[&ComparisonRow]) -> Option<f64> {
    let untold = rows.iter().filter(|row| row.verdict == Verdict::CannotTell);
    untold.filter_map(|row| row.p_adjusted).reduce(f64::min)
}

/// How the systems stand against the best constant answer.
pub(super) fn baselines(results: &Results<'_>) -> Vec<Paragraph> {
    let of = |population: &Population| {
        let rows: Vec<&ComparisonRow> = results
            .comparisons
            .iter()
            .filter(|row| row.family == Family::Constants && row.population == *population)
            .collect();
        let first = rows.first()?;
        let told = |verdict: Verdict| -> Vec<Paragraph> {
            let told = rows.iter().filter(|row| row.verdict == verdict);
            told.map(|row| words(results.shown(&row.system_a))).collect()
        };
        let (better, worse) = (told(Verdict::First), told(Verdict::Second));
        let mut said = match better.len() {
            0 if rows.len() == 1 => {
                words(format!("{} is not significantly better", results.shown(&first.system_a)))
            }
            0 => words("No system is significantly better"),
            all if all == rows.len() && all > 1 => words("All are significantly better"),
            1 => named_first(better, "is significantly better"),
            _ => named_first(better, "are significantly better"),
        };
        said.say(format!(
            " than the best constant answer on the {} pairs ({}, ",
            population.name(),
            opponent(results, first)
        ));
        for (at, of) in constant_shares(results, &rows)?.into_iter().enumerate() {
            if at > 0 {
                said.say("; ");
            }
            said.push(share(results, of.share));
            said.say(of.pairs);
        }
        said.say(")");
        if !worse.is_empty() {
            let are =
                if worse.len() == 1 { "is significantly worse" } else { "are significantly worse" };
            said.say("; ");
            said.extend(named_first(worse, are));
        }
        said.say(".");
        Some(said)
    };
    results.populations().iter().filter_map(of).collect()
}

fn named_first(names: Vec<Paragraph>, are: &str) -> Paragraph {
    let mut said = match names.len() {
        many if many > NAMED => words(format!("{many} systems")),
        _ => listed(names),
    };
    said.say(format!(" {are}"));
    said
}

/// The systems that do not read gold.
pub(super) fn competing<'r>(results: &Results<'r>) -> Vec<&'r SystemCounts> {
    let systems = results.evaluation.systems.iter();
    systems.filter(|system| system.origin == Origin::Answers).collect()
}

pub(super) fn name(results: &Results<'_>, system: &SystemCounts) -> Paragraph {
    words(results.shown(&system.name))
}

pub(super) fn words(words: impl AsRef<str>) -> Paragraph {
    let mut said = Paragraph::default();
    said.say(words);
    said
}

fn share(results: &Results<'_>, value: f64) -> Span {
    let numbers = results.options.numbers;
    let rounded = numbers.rounded(value, Style::Percent);
    if numbers.fractions { Span::Words(rounded) } else { Span::Percent(rounded) }
}

pub(super) fn range(results: &Results<'_>, interval: Interval, style: Style) -> Span {
    let numbers = results.options.numbers;
    Span::Range([interval.lower, interval.upper].map(|end| numbers.rounded(end, style)))
}

pub(super) fn percent(level: f64) -> f64 {
    (100.0 * level * 1e9).round() / 1e9
}

pub(super) fn p(results: &Results<'_>, relation: &str, p: Option<f64>) -> Option<Span> {
    let adjusted = results.evaluation.statistics.correction.method().is_some();
    Some(p_value(adjusted, relation, p?))
}

pub(super) fn in_brackets(span: Option<Span>) -> Paragraph {
    let mut said = Paragraph::default();
    if let Some(span) = span {
        said.say(" (");
        said.push(span);
        said.say(")");
    }
    said
}
