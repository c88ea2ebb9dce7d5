//! The answer of a system that gives each judgment a number: the judgment with the highest.

use std::borrow::Cow;

use crate::tables::{CellKind, Cells, ColumnRequest, LIST_SEPARATOR};
use crate::wording::quoted;
use crate::{Judgment, ProblemKind};

/// How far the sum of probabilities may be from 1, unless they are rounded.
const TOLERANCE: f64 = 1e-3;

/// The steps of probabilities with two and with three decimals.
const STEPS: [f64; 2] = [1e-2, 1e-3];

/// Whether numbers are probabilities: from 0 to 1, with a sum of 1 as far as rounding to two or three decimals lets it.
#[must_use]
pub fn are_probabilities(numbers: &[f64]) -> bool {
    check_probabilities(numbers, "").is_ok()
}

/// How far the sum of some probabilities may be from 1: half a step of their last decimal each.
fn tolerance(numbers: &[f64]) -> f64 {
    let is_step = |step: f64| {
        numbers.iter().all(|number| ((number / step).round() * step - number).abs() < 1e-9)
    };
    let step = STEPS.into_iter().find(|step| is_step(*step)).unwrap_or_default();
    TOLERANCE.max(step / 2.0 * numbers.len() as f64)
}

/// What the numbers of a row say.
pub(super) struct Highest {
    /// The judgment with the highest number, the first of equal ones.
    pub(super) answer: Option<Judgment>,
    /// Whether another one has the same number.
    pub(super) tied: bool,
    /// Probabilities by the code of their judgment.
    pub(super) probabilities: [f64; Judgment::ALL.len()],
}

/// The judgment with the highest of some numbers, which are probabilities or log-likelihoods.
pub(super) fn highest(
    judgments: &[Judgment],
    numbers: &[f64],
    probabilities: bool,
    column: &str,
) -> Result<Highest, ProblemKind> {
    if probabilities {
        check_probabilities(numbers, column)?;
    }
    let best = first_highest(numbers);
    let numbers_of = if probabilities { Cow::Borrowed(numbers) } else { softmax(numbers).into() };
    let mut by_judgment = [f64::NAN; Judgment::ALL.len()];
    for (judgment, number) in judgments.iter().zip(numbers_of.iter()) {
        by_judgment[usize::from(judgment.code())] = *number;
    }
    Ok(Highest {
        answer: best.and_then(|at| judgments.get(at).copied()),
        tied: best.is_some_and(|at| numbers[at + 1..].contains(&numbers[at])),
        probabilities: by_judgment,
    })
}

/// The numbers of a row, from a column each or from one list.
pub(super) fn numbers(
    columns: &[usize],
    cells: &Cells<'_>,
    requests: &[ColumnRequest],
    wanted: usize,
) -> Result<Vec<f64>, ProblemKind> {
    let mut numbers = Vec::with_capacity(wanted);
    for &at in columns {
        let request = &requests[at];
        let Some(cell) = cells[at].as_deref() else {
            return Err(request.empty());
        };
        if request.kind != CellKind::Numbers {
            numbers.push(finite(cell, request)?);
            continue;
        }
        let inside = cell.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
        let between = |character: char| {
            character.is_whitespace() || [',', ';', LIST_SEPARATOR].contains(&character)
        };
        for number in inside.split(between).filter(|number| !number.is_empty()) {
            numbers.push(finite(number, request)?);
        }
        if numbers.len() != wanted {
            let message = format!(
                "{} contains {} numbers, and `order` names {wanted} labels",
                quoted(&request.name),
                numbers.len()
            );
            let help = Some(
                "name the labels in the order of the list, as many as it has numbers".to_owned(),
            );
            return Err(ProblemKind::Malformed { message, help });
        }
    }
    Ok(numbers)
}

/// A finite number.
pub(super) fn finite(text: &str, request: &ColumnRequest) -> Result<f64, ProblemKind> {
    let value = text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    value.ok_or_else(|| request.wrong(quoted(text), "a finite number"))
}

/// The probabilities that log-likelihoods stand for, if one of them must be.
fn softmax(numbers: &[f64]) -> Vec<f64> {
    let highest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = numbers.iter().map(|number| (number - highest).exp()).sum();
    numbers.iter().map(|number| (number - highest).exp() / sum).collect()
}

/// The position of the highest number, the first of equal ones.
fn first_highest(numbers: &[f64]) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (at, &number) in numbers.iter().enumerate() {
        if best.is_none_or(|(_, highest)| number > highest) {
            best = Some((at, number));
        }
    }
    best.map(|(at, _)| at)
}

fn check_probabilities(numbers: &[f64], column: &str) -> Result<(), ProblemKind> {
    if let Some(&value) = numbers.iter().find(|number| !(0.0..=1.0).contains(*number)) {
        let (column, wanted) = (column.to_owned(), "a probability from 0 to 1");
        return Err(ProblemKind::OutOfRange { column, value, wanted });
    }
    let sum: f64 = numbers.iter().sum();
    let tolerance = tolerance(numbers);
    if (sum - 1.0).abs() > tolerance + 1e-9 {
        return Err(ProblemKind::ProbabilitySum { sum, tolerance });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(cell: &str) -> Result<Vec<f64>, String> {
        let (name, role, kind) = ("probs".to_owned(), "probabilities", CellKind::Numbers);
        let request = ColumnRequest { name, role, required: true, kind };
        numbers(&[0], &[Some(cell.into())], &[request], 3).map_err(|kind| kind.to_string())
    }

    // Three numbers rounded to hundredths may sum to 1 within 3 / 200, to thousandths within 3 / 2000.
    #[test]
    fn rounded_probabilities_sum_to_1_within_their_rounding() {
        for sound in
            [[0.33, 0.33, 0.33], [0.34, 0.33, 0.34], [0.333, 0.333, 0.333], [0.5, 0.5, 0.0]]
        {
            assert!(are_probabilities(&sound), "{sound:?}");
        }
        for no in
            [[0.33, 0.33, 0.32], [0.335, 0.333, 0.334], [0.3301, 0.33, 0.33], [1.5, -0.5, 0.0]]
        {
            assert!(!are_probabilities(&no), "{no:?}");
        }
    }

    #[test]
    fn a_list_of_numbers_is_written_in_several_ways() {
        for cell in
            ["[0.7, 0.2, 0.1]", "0.7 0.2 0.1", "[0.7 0.2 1e-1]", "(0.7,0.2,0.1)", "0.7;0.2;0.1"]
        {
            assert_eq!(list(cell), Ok(vec![0.7, 0.2, 0.1]), "{cell}");
        }
        let two = "`probs` contains 2 numbers, and `order` names 3 labels";
        assert_eq!(list("[0.7, 0.3]"), Err(two.to_owned()));
        assert_eq!(
            list("[0.7, x, 0.1]"),
            Err("`probs` (asked for by `columns.probabilities`) contains `x`, expected a finite number".to_owned())
        );
        assert!(list("[nan, 1, 0]").is_err());
    }
}
