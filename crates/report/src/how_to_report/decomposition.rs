//! What came out of originals beside their parts.

use phenom_metrics::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE};
use phenom_metrics::{
    ComparisonRow, Family, Population, Reading, ReadingQuestion, ReadingRow, SystemCounts,
};

use super::figures::{NAMED, competing, in_brackets, joined, least_p, name, p, range, words};
use crate::composition_words::gold_first;
use crate::paragraph::{Paragraph, Span, listed};
use crate::summary::better_and_worse;
use crate::{Pairs, Results, Style};

/// The Correlation Index of each system, and whose is nearer to 1.
pub(super) fn correlation(results: &Results<'_>) -> Option<Paragraph> {
    let of = |system: &&SystemCounts| {
        let score = results.score(
            &system.name,
            Population::Decomposition,
            Pairs::All,
            &CORRELATION_INDEX,
        )?;
        let numbers = results.options.numbers;
        let mut said = words(numbers.rounded(score.value.clone().ok()?, Style::Ratio));
        if let Some(found) = score.interval {
            said.say(" (");
            said.push(range(results, found.interval, Style::Ratio));
            said.say(")");
        }
        said.say(" for ");
        said.extend(name(results, system));
        Some(said)
    };
    let systems = competing(results);
    let values: Vec<Paragraph> = systems.iter().filter_map(of).take(NAMED + 1).collect();
    if values.is_empty() || values.len() > NAMED {
        return None;
    }
    let mut said = words("The Correlation Index is ");
    said.extend(listed(values));
    let rows: Vec<&ComparisonRow> = results
        .comparisons
        .iter()
        .filter(|row| row.family == Family::Figures && row.measure == IDEAL_DISTANCE.key)
        .collect();
    let told: Vec<Paragraph> = rows
        .iter()
        .filter_map(|row| {
            let (near, far) = better_and_worse(row)?;
            let (near, far) = (results.shown(near), results.shown(far));
            let mut clause = words(format!("that of {near} is nearer to 1 than that of {far}"));
            clause.extend(in_brackets(p(results, "=", row.p_adjusted)));
            Some(clause)
        })
        .collect();
    if told.is_empty() && !rows.is_empty() {
        said.say("; its distance from 1 differs significantly between no two systems");
        said.extend(in_brackets(p(results, "≥", least_p(&rows))));
    } else if !told.is_empty() && told.len() <= NAMED {
        said.say("; ");
        said.extend(listed(told));
    }
    said.say(".");
    Some(said)
}

/// Whether systems are right more often on originals whose parts they solve.
pub(super) fn composition(results: &Results<'_>) -> Option<Paragraph> {
    let systems = competing(results);
    let rows: Vec<&ReadingRow> = results
        .readings
        .iter()
        .filter(|row| row.question == ReadingQuestion::CarryingOver)
        .filter(|row| systems.iter().any(|system| system.name == row.system))
        .collect();
    if rows.is_empty() {
        return gold_first(results).map(words);
    }
    let of = |readings: &[Reading]| -> Vec<&ReadingRow> {
        rows.iter().copied().filter(|row| readings.contains(&row.reading)).collect()
    };
    let evidence = |rows: &[&ReadingRow]| -> Paragraph {
        let clauses = rows.iter().map(|row| {
            let mut clause = words(results.shown(&row.system));
            if let Ok(difference) = row.difference {
                let points = results.options.numbers.rounded(difference, Style::SignedPercent);
                clause.say(" (");
                clause.push(Span::Difference(points));
                clause.say(if results.options.numbers.fractions { "" } else { " points" });
                if let Some(interval) = row.adjusted_interval {
                    clause.say("; ");
                    clause.push(range(results, interval, Style::SignedPercent));
                }
                if let Some(p) = p(results, "=", row.p_adjusted) {
                    clause.say("; ");
                    clause.push(p);
                }
                clause.say(")");
            }
            clause
        });
        listed(clauses.take(NAMED).collect())
    };
    let solved = of(&[Reading::CarriesOver]);
    let with_parts = of(&[Reading::RightWithRightParts]);
    let independent = of(&[Reading::IndependentOfParts]);
    let untold = of(&[Reading::CannotTell, Reading::RightForOtherReasons]);
    let mut clauses = Vec::new();
    if !solved.is_empty() {
        let mut clause = evidence(&solved);
        let is = if solved.len() == 1 { "is" } else { "are" };
        clause.say(format!(
            " {is} right more often if all parts are, beyond what the parts of other systems predict"
        ));
        clauses.push(clause);
    }
    if !with_parts.is_empty() {
        let mut clause = evidence(&with_parts);
        let is = if with_parts.len() == 1 { "is" } else { "are" };
        clause.say(format!(
            " {is} right more often if all parts are, which is no evidence of composition"
        ));
        clauses.push(clause);
    }
    if !independent.is_empty() {
        let mut clause = words("for ");
        clause.extend(evidence(&independent));
        clause.say(" it makes a difference of at most 10 points");
        clauses.push(clause);
    }
    if !untold.is_empty() {
        let mut clause = words("for ");
        clause.extend(evidence(&untold));
        clause.say(" it is not shown whether solving all parts helps");
        clauses.push(clause);
    }
    let mut said = words(gold_first(results).map_or(String::new(), |gold| format!("{gold} ")));
    let gold = if results.has_labels() { "gold judgment and " } else { "" };
    said.say(format!("Among original pairs of equal {gold}number of parts, "));
    said.extend(joined(clauses));
    said.say(".");
    Some(said)
}
