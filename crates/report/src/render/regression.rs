//! The tidy regression of right wholes on phenomena and their solved parts. Later columns are added at the end, and
//! names do not change.

use std::io::{self, Write};

use phenom_metrics::statistics::Interval;
use phenom_metrics::{RegressionRow, SolvedRegression};
use serde::Serialize;

use super::csv::{no_formula, rows};

/// A row of the file, its fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    system: String,
    phenomenon: Option<String>,
    column: &'static str,
    originals: Option<u64>,
    originals_with_one: Option<u64>,
    coefficient: Option<f64>,
    undefined_reason: Option<String>,
    lower: Option<f64>,
    upper: Option<f64>,
    interval_note: Option<String>,
    resamples: Option<usize>,
    resamples_without_fit: Option<usize>,
}

pub(super) fn csv(regressions: &[RegressionRow], out: &mut impl Write) -> io::Result<()> {
    rows(out, true, |writer| {
        for row in regressions {
            let system = no_formula(&row.system);
            match &row.regression {
                Ok(regression) => {
                    for row in of_system(&system, regression) {
                        writer.serialize(row)?;
                    }
                }
                Err(reason) => writer.serialize(Row {
                    system,
                    phenomenon: None,
                    column: "",
                    originals: None,
                    originals_with_one: None,
                    coefficient: None,
                    undefined_reason: Some(reason.to_string()),
                    lower: None,
                    upper: None,
                    interval_note: None,
                    resamples: None,
                    resamples_without_fit: None,
                })?,
            }
        }
        Ok(())
    })
}

/// The intercept, and the coefficients in their order.
fn of_system(system: &str, regression: &SolvedRegression) -> Vec<Row> {
    let row = |interval: Option<Interval>| Row {
        system: system.to_owned(),
        phenomenon: None,
        column: "intercept",
        originals: Some(regression.originals),
        originals_with_one: Some(regression.originals),
        coefficient: Some(regression.intercept),
        undefined_reason: None,
        lower: interval.map(|interval| interval.lower),
        upper: interval.map(|interval| interval.upper),
        interval_note: regression.no_interval.map(|reason| reason.to_string()),
        resamples: Some(regression.resamples),
        resamples_without_fit: Some(regression.undefined_resamples),
    };
    let coefficients = regression.coefficients.iter().map(|one| Row {
        phenomenon: Some(no_formula(&one.phenomenon)),
        column: one.column.name(),
        originals_with_one: Some(one.originals),
        coefficient: one.coefficient.as_ref().ok().copied(),
        undefined_reason: one.coefficient.as_ref().err().map(ToString::to_string),
        ..row(one.interval)
    });
    std::iter::once(row(regression.intercept_interval)).chain(coefficients).collect()
}
