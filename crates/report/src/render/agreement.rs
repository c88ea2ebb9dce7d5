//! The tidy rows of agreement, answer keys and justifications. Later columns are added at the end, and
//! names do not change.

use std::io::{self, Write};

use phenom_metrics::people::{AgreementRow, JustificationRow, Keys};
use serde::Serialize;

use super::csv::{self, no_formula};
use super::json::lines;
use super::scores;

/// A row of `agreement.csv`, its fields in the order of the columns.
#[derive(Serialize)]
struct Agreement {
    system: String,
    key_a: String,
    key_b: String,
    population: &'static str,
    slice_kind: String,
    slice: String,
    task: &'static str,
    measure: &'static str,
    value: Option<f64>,
    numerator: Option<u64>,
    denominator: Option<u64>,
    support: u64,
    undefined_reason: Option<String>,
    lower: Option<f64>,
    upper: Option<f64>,
    confidence_level: Option<f64>,
    interval_method: Option<&'static str>,
}

fn agreement(row: &AgreementRow) -> Agreement {
    let [key_a, key_b] = row.keys.clone();
    Agreement {
        system: row.system.clone(),
        key_a,
        key_b,
        population: row.population.name(),
        slice_kind: row.slice_kind.to_string(),
        slice: row.slice.clone(),
        task: row.task.name(),
        measure: row.measure,
        value: row.value.as_ref().ok().copied(),
        numerator: row.proportion.map(|share| share.numerator),
        denominator: row.proportion.map(|share| share.denominator),
        support: row.support,
        undefined_reason: row.value.as_ref().err().map(ToString::to_string),
        lower: row.interval.map(|interval| interval.interval.lower),
        upper: row.interval.map(|interval| interval.interval.upper),
        confidence_level: row.interval.map(|interval| interval.level.value()),
        interval_method: row.interval.map(|interval| interval.method.key()),
    }
}

pub(super) fn agreement_csv(rows: &[AgreementRow], out: &mut impl Write) -> io::Result<()> {
    let csv_row = |row: &AgreementRow| {
        let row = agreement(row);
        let [system, slice] = [&row.system, &row.slice].map(|text| no_formula(text));
        Agreement { system, slice, ..row }
    };
    csv::rows(out, true, |writer| rows.iter().try_for_each(|row| writer.serialize(csv_row(row))))
}

pub(super) fn agreement_json(rows: &[AgreementRow], out: &mut impl Write) -> io::Result<()> {
    lines(rows.iter().map(agreement), out)
}

pub(super) fn keys_csv(
    keys: &Keys,
    wanted: &dyn Fn(&str) -> bool,
    out: &mut impl Write,
) -> io::Result<()> {
    csv::rows(out, false, |writer| {
        writer.write_record(std::iter::once("key").chain(scores::COLUMNS))?;
        keys.keys.iter().try_for_each(|key| {
            let mut shown = key.scores.iter().filter(|score| wanted(score.measure));
            shown.try_for_each(|score| writer.serialize((&key.name, scores::csv_row(score))))
        })
    })
}

/// A row of `justifications.csv`, its fields in the order of the columns.
#[derive(Serialize)]
struct Justification {
    aspect: &'static str,
    run: String,
    judge_a: String,
    judge_b: String,
    measure: &'static str,
    score: Option<i32>,
    value: Option<f64>,
    numerator: Option<u64>,
    denominator: Option<u64>,
    support: u64,
    undefined_reason: Option<String>,
}

fn justification(row: &JustificationRow) -> Justification {
    let [judge_a, judge_b] = row.judges.clone();
    Justification {
        aspect: row.aspect.name(),
        run: row.run.clone(),
        judge_a,
        judge_b,
        measure: row.measure,
        score: row.score,
        value: row.value.as_ref().ok().copied(),
        numerator: row.proportion.map(|share| share.numerator),
        denominator: row.proportion.map(|share| share.denominator),
        support: row.support,
        undefined_reason: row.value.as_ref().err().map(ToString::to_string),
    }
}

pub(super) fn justifications_csv(
    rows: &[JustificationRow],
    out: &mut impl Write,
) -> io::Result<()> {
    let csv_row = |row: &JustificationRow| {
        let row = justification(row);
        let [run, judge_a, judge_b] =
            [&row.run, &row.judge_a, &row.judge_b].map(|text| no_formula(text));
        Justification { run, judge_a, judge_b, ..row }
    };
    csv::rows(out, true, |writer| rows.iter().try_for_each(|row| writer.serialize(csv_row(row))))
}

pub(super) fn justifications_json(
    rows: &[JustificationRow],
    out: &mut impl Write,
) -> io::Result<()> {
    lines(rows.iter().map(justification), out)
}
