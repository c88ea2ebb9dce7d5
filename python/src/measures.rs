//! Measures: what they are, and their values of a table of counts.

use phenom_dataset::{LabelScheme, Meaning};
use phenom_metrics::measures::{MEASURES, Measure, Needs, measure, measure_named};
use phenom_metrics::{ContingencyTable, Seed, people};
use phenom_study::Failure;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::failure::raised;

/// What a measure is, as `phenom measures` tells it.
#[pyclass(frozen, get_all)]
pub(crate) struct Definition {
    key: &'static str,
    name: &'static str,
    definition: &'static str,
    formula: &'static str,
    range: &'static str,
    undefined: &'static str,
    source: &'static str,
    /// All of it as text.
    described: String,
    /// Why no value of it has an interval; `None` if values of observations have one.
    no_interval: Option<&'static str>,
    /// What it needs besides the gold label and the predicted label of each pair.
    needs_besides_labels: Option<&'static str>,
    /// Whether it needs to know no more than which answers are right.
    is_of_outcomes: bool,
    /// Whether it has a value for each label, and none for all together.
    is_of_labels: bool,
}

/// All measures, those of systems before those of people.
#[pyfunction]
pub(crate) fn definitions() -> Vec<Definition> {
    let any = ContingencyTable::new(2);
    let of = |one: &&'static Measure| Definition {
        key: one.key,
        name: one.name,
        definition: one.definition,
        formula: one.formula,
        range: one.range,
        undefined: one.undefined,
        source: one.source,
        described: one.described(),
        no_interval: one.no_interval(),
        needs_besides_labels: one.needs_besides_labels(),
        is_of_outcomes: one.needs() < Needs::Labels,
        is_of_labels: one.of_label(&any, 0).is_some(),
    };
    MEASURES.iter().chain(people::MEASURES).map(of).collect()
}

/// The key of the measure that has a name, its own or another one.
#[pyfunction]
pub(crate) fn key_of(name: &str) -> Option<&'static str> {
    measure_named(name).map(|named| named.key)
}

/// The value of a measure of a table or why it is undefined, the two counts if it is a share, and the number of pairs.
pub(crate) type Measured = (Option<f64>, Option<String>, Option<(u64, u64)>, u64);

/// A measure of a table of counts: of all labels, or of one by its place.
#[pyfunction]
#[pyo3(signature = (key, rows, labels, label, seed))]
pub(crate) fn measured(
    py: Python<'_>,
    key: &str,
    rows: Vec<Vec<u64>>,
    labels: Option<Vec<String>>,
    label: Option<usize>,
    seed: u64,
) -> PyResult<Measured> {
    let unknown = || PyKeyError::new_err(key.to_owned());
    let measure = measure(key).ok_or_else(unknown)?;
    let table = ContingencyTable::of_counts(&rows)
        .map_err(|error| raised(py, &Failure::input(error.to_string(), error.help())))?;
    let labels = labels.unwrap_or_else(|| ContingencyTable::usual_labels(rows.len()));
    let figure = match label {
        Some(label) => measure.of_label(&table, label),
        None => measure.of_labelled(&table, &labels, Seed(seed)),
    };
    let figure = figure.ok_or_else(unknown)?;
    let share = figure.proportion.map(|share| (share.numerator, share.denominator));
    // As in a report, the pairs with the label as gold label.
    let support = label.map_or(table.total(), |label| table.gold(label));
    let reason = figure.value.as_ref().err().map(ToString::to_string);
    Ok((figure.value.ok(), reason, share, support))
}

/// What a label stands for under a scheme with a name, or by the names of judgments.
#[pyfunction]
#[pyo3(signature = (scheme, label))]
pub(crate) fn meaning(scheme: Option<&str>, label: &str) -> Option<&'static str> {
    let labels = scheme.map_or_else(|| Some(LabelScheme::judgments()), LabelScheme::named)?;
    labels.or_judgments().meaning(label).map(Meaning::name)
}

/// What the labels of a table without names are called.
#[pyfunction]
pub(crate) fn usual_labels(size: usize) -> Vec<String> {
    ContingencyTable::usual_labels(size)
}
