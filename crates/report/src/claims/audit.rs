//! Before a report is written, its claims and marks are derived anew from its rows. A contradiction is an error of phenom,
//! and nothing is written.

use hashbrown::HashMap;

use phenom_metrics::measures::measure;
use phenom_metrics::{ComparisonRow, ReadingQuestion, Verdict};

use super::claim::{Claim, ClaimKind, ClaimVerdict, Effect, Estimated};
use super::view::{Place, View};
use super::wording::LINE;
use crate::{Report, Results, Standing, Table};

/// Words that no sentence about a difference that is not significant may have, unless a negation is before them.
const FORBIDDEN: [&str; 4] = [" equal", "identical", "no effect", " same accuracy"];

/// Checks a report against the rows that it is made from.
///
/// # Errors
/// The first contradiction: a verdict that its p-value or its interval does not bear, a claim whose comparison is not among
/// the rows, an estimate that is not the score of the system, a mark that its row contradicts, a line that is too long.
pub fn audit(results: &Results<'_>, claims: &[Claim], report: &Report) -> Result<(), String> {
    let view = View::new(results);
    let compared = compared(results, claims);
    for claim in claims {
        let wrong = |what: &str| Err(format!("the claim `{}` {what}", claim.id));
        for effect in &claim.effects {
            let is_reading = effect.family == "primary_readings";
            let known = match is_reading {
                true => has_reading(results, effect),
                false => has_comparison(&compared, claim, effect),
            };
            if !known {
                return wrong("rests on a comparison that is not among the rows");
            }
            if !is_borne_out(results, effect) {
                return wrong("has a verdict that its p-value or its interval contradicts");
            }
        }
        if claim.kind != ClaimKind::Index
            && !claim.estimates.iter().all(|one| is_score(&view, claim, one))
        {
            return wrong("has a value that is not among the scores");
        }
        let outside = claim.estimates.iter().any(|one| {
            one.interval.is_some_and(|(ends, level)| {
                ends.lower > ends.upper || !(0.0..1.0).contains(&level)
            })
        });
        if outside {
            return wrong("has an interval whose ends are in the wrong order");
        }
        let texts = [&claim.wording.line, &claim.wording.headline, &claim.wording.sentence];
        for text in texts.into_iter().flatten() {
            if claim.verdict == ClaimVerdict::NotSignificant
                && FORBIDDEN.iter().any(|word| text.contains(word))
            {
                return wrong("calls a difference that is not significant an equality");
            }
        }
        if claim.wording.line.as_ref().is_some_and(|line| line.chars().count() > LINE) {
            return wrong("has a line that is too long");
        }
    }
    groups(&view, claims)?;
    report.tables.iter().try_for_each(marks)
}

/// Whether the value of a system is its score on the pairs of a claim.
fn is_score(view: &View<'_, '_>, claim: &Claim, one: &Estimated) -> bool {
    let Some(own) = measure(claim.measure) else { return false };
    let slices = view.results.evaluation.slices.iter().enumerate();
    let mut slices = slices.filter(|(_, slice)| {
        slice.kind.to_string() == claim.slice.slice_kind && slice.name == claim.slice.slice
    });
    slices.any(|(slice, _)| {
        view.results.populations().iter().any(|population| {
            let place = Place { population: *population, slice, measure: own.key };
            view.value(&one.system, place, own) == Some(one.value)
        })
    })
}

/// The comparisons of some claims by the names of both systems and of the slice.
type ByNames<'r> = HashMap<[&'r str; 3], Vec<&'r ComparisonRow>>;

/// The rows of the comparisons of claims, found in one pass over all rows.
fn compared<'r>(results: &Results<'r>, claims: &'r [Claim]) -> ByNames<'r> {
    let effects = claims.iter().flat_map(|claim| &claim.effects);
    let mut found: ByNames<'r> = effects.map(|effect| (names(effect), Vec::new())).collect();
    for row in results.comparisons {
        if let Some(rows) = found.get_mut(&[&*row.system_a, &*row.system_b, &*row.slice.name]) {
            rows.push(row);
        }
    }
    found
}

fn names(effect: &Effect) -> [&str; 3] {
    [&effect.system, &effect.against, &effect.slice.1]
}

/// Whether a comparison of a claim is a row, with the same p-value and interval.
fn has_comparison(compared: &ByNames<'_>, claim: &Claim, effect: &Effect) -> bool {
    let verdict = match effect.verdict {
        ClaimVerdict::Higher => Verdict::First,
        ClaimVerdict::Lower => Verdict::Second,
        _ => Verdict::CannotTell,
    };
    let mut rows = compared.get(&names(effect)).into_iter().flatten();
    rows.any(|row| {
        row.slice.kind.to_string() == effect.slice.0
            && row.p() == effect.p
            && row.p_adjusted() == effect.p_adjusted
            && row.pairs == effect.pairs
            && (row.verdict == verdict || claim.kind == ClaimKind::Index)
    })
}

fn has_reading(results: &Results<'_>, effect: &Effect) -> bool {
    results.readings.iter().any(|row| {
        row.system == effect.system
            && row.question.name() == effect.against
            && row.p_adjusted == effect.p_adjusted
            && row.originals == effect.pairs
            && row.question != ReadingQuestion::OwnParts
    })
}

/// Whether the p-value and the interval of an effect bear its verdict.
fn is_borne_out(results: &Results<'_>, effect: &Effect) -> bool {
    let alpha = results.evaluation.statistics.level.significance();
    let is_rejected = effect.p_adjusted.is_some_and(|p| p <= alpha + 1e-12);
    let excludes_0 =
        effect.adjusted_interval.is_none_or(|ends| ends.lower > 0.0 || ends.upper < 0.0);
    match effect.is_significant() {
        true => is_rejected && excludes_0,
        // Within a margin of 0, a difference may be significant.
        false if effect.verdict == ClaimVerdict::Equivalent => true,
        // If test and interval do not come from each other, the stricter one decides.
        false => {
            !(is_rejected && effect.adjusted_interval.is_some() && excludes_0)
                || effect.difference.is_none()
        }
    }
}

/// Letters of the groups: two systems share one if and only if they do not differ significantly.
fn groups(view: &View<'_, '_>, claims: &[Claim]) -> Result<(), String> {
    for claim in claims.iter().filter(|claim| claim.kind == ClaimKind::Groups) {
        let Some(own) = measure(claim.measure) else { continue };
        let population =
            view.results.populations().iter().find(|one| one.name() == claim.slice.population);
        let Some(population) = population else { continue };
        let place = Place { measure: own.key, ..Place::accuracy(*population) };
        let letters = view.groups(place, own).letters();
        for effect in &claim.effects {
            let of = |name: &str| letters.iter().find(|(own, _)| *own == name).map(|(_, of)| of);
            let (Some(first), Some(second)) = (of(&effect.system), of(&effect.against)) else {
                return Err(format!("the claim `{}` compares a system without a value", claim.id));
            };
            let shares = first.chars().any(|letter| letter != '\'' && second.contains(letter));
            if shares == effect.is_significant() && letters.len() <= 26 {
                return Err(format!(
                    "the letters of `{}` and `{}` contradict the claim `{}`",
                    effect.system, effect.against, claim.id
                ));
            }
        }
    }
    Ok(())
}

/// The marks of each row of a table: bold is the highest value, what is marked as lower is lower, and one is not there
/// without the other.
fn marks(table: &Table) -> Result<(), String> {
    for (number, row) in table.rows.iter().enumerate() {
        let of = |standing: Standing| -> Vec<f64> {
            let marked = row.cells.iter().filter(|cell| cell.stands() == Some(standing));
            marked.filter_map(crate::Cell::number).collect()
        };
        let (highest, lower) = (of(Standing::Highest), of(Standing::Lower));
        let is_paired = highest.is_empty() == lower.is_empty();
        let is_one_value = highest.windows(2).all(|two| (two[0] - two[1]).abs() < 1e-12);
        if !is_paired || !is_one_value || lower.iter().any(|value| highest.contains(value)) {
            return Err(format!(
                "the marks in row {} of table `{}` contradict each other",
                number + 1,
                table.key
            ));
        }
    }
    Ok(())
}
