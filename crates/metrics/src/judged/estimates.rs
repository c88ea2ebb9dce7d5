//! A mean, or a share of what is in another, by whose labels it is asked for.

use super::formula::Formula;
use super::slice::JudgedSlice;
use super::{By, NotCorrected};
use crate::statistics::prediction_powered::{Mean, Part, Values};

pub(super) fn of_mean<'j>(
    slice: &'j JudgedSlice,
    values: &Values,
    (weights, wide): (&[f64], &JudgedSlice),
    by: By,
) -> Result<Formula<'j>, NotCorrected> {
    let part = slice.part();
    let mean = match by {
        By::Corrected => Mean::new(part, values, weights, wide.part())?,
        By::People => Mean::new(part, values, &vec![0.0; weights.len()], wide.part())?,
        By::Judge(judge) => Mean::known(part, |pair| values.predictions(pair)[judge]),
    };
    Ok(Formula::of(part, mean, [0.0, 1.0]))
}

pub(super) fn of_share<'j>(
    part: &'j Part,
    [dividend, divisor]: [&Values; 2],
    (weights, wide): (&[f64], &Part),
    by: By,
) -> Result<Formula<'j>, NotCorrected> {
    let of = |weights: &[f64]| Mean::share(part, [dividend, divisor], weights, wide);
    let mean = match by {
        By::Corrected => of(weights)?,
        By::People => of(&vec![0.0; weights.len()])?,
        By::Judge(judge) => {
            let known = |values: &Values| {
                let mean = Mean::known(part, |pair| values.predictions(pair)[judge]);
                Formula::of(part, mean, [0.0, 1.0])
            };
            return known(dividend).over(known(divisor));
        }
    };
    Ok(Formula::of(part, mean, [0.0, 1.0]))
}
