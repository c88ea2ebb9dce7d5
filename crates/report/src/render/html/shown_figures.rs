//! The figures as the page draws them: in its own type and colours, and where they belong. Those for print are beside
//! them, packed, to be downloaded.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use phenom_metrics::{PairCorrelation, Undefined, Verdict};
use serde::Serialize;

use super::super::plots;
use super::data::packed;
use super::drawings::{self, Address};
use super::values::{safe, serialized};
use crate::analyses::{JUDGED, JUDGES};
use crate::figures::{
    ConditionedAccuracy, ContingencyMaps, ContingencyPanel, Difference, Figure, Forest,
    PairCorrelations, Plot,
};
use crate::{Drawing, Estimate, PairCounts, PairsBehind, Strip, StripName, harmless};

/// The sections that have figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// Originals and their parts.
    Composition,
    /// Predictions by gold label.
    Predictions,
    /// What judges and people say.
    Judges,
    /// Wrong originals by stage.
    Stages,
    /// What phenomena would gain.
    Gains,
    /// Those without a section of their own.
    Others,
}

/// Which parts of the page show the same values as a figure for print.
#[derive(Debug, Clone, Copy)]
pub(super) struct Elsewhere {
    pub(super) phenomena: bool,
    pub(super) comparisons: bool,
}

/// The width of a figure, in points of which the page makes one and a half pixels.
const POINTS: f64 = 300.0;
const WIDE_POINTS: f64 = 400.0;

/// A figure that goes over pages in print is one figure here.
fn is_first_page(figure: &Figure) -> bool {
    figure.rows.as_ref().is_none_or(|rows| rows.start == 0)
}

/// The title without the page of print.
fn title(figure: &Figure) -> String {
    let whole = match &figure.rows {
        Some(_) => {
            figure.title.rsplit_once(" (page ").map_or(figure.title.as_str(), |(title, _)| title)
        }
        None => &figure.title,
    };
    harmless(whole)
}

/// The figures with the section that shows each.
pub(super) fn shown(
    figures: &[Figure],
    elsewhere: Elsewhere,
    address: Address<'_>,
) -> Vec<(Section, Value)> {
    let figures = figures.iter().filter(|figure| is_first_page(figure));
    let shown = figures.filter_map(|figure| {
        let plot = figure.plot.as_ref().ok()?;
        let scene = |points| safe(plots::native(figure, points, address));
        let drawn = |drawing: &Drawing| safe(drawings::svg(drawing, figure.numbers, address));
        let (section, body) = match plot {
            Plot::PhenomenonMap(_) if elsewhere.phenomena => return None,
            Plot::Forest(forest) if elsewhere.comparisons && is_comparison(forest) => return None,
            Plot::PhenomenonMap(_) => {
                (Section::Others, context! { svg => scene(WIDE_POINTS), tall => true })
            }
            Plot::Forest(plot) if is_comparison(plot) => {
                (Section::Others, context! { svg => drawn(&forest(plot)) })
            }
            Plot::Forest(plot) if is_of_judges(figure.key.as_str()) => {
                (Section::Judges, context! { svg => drawn(&forest(plot)) })
            }
            Plot::Forest(plot) => (Section::Gains, context! { svg => drawn(&forest(plot)) }),
            Plot::StageBudget(_) => (Section::Stages, context! { svg => scene(POINTS) }),
            Plot::PartsWholes(_) => (Section::Composition, context! { svg => scene(POINTS) }),
            Plot::PairCorrelations(plot) => {
                (Section::Composition, context! { counts => counts(plot) })
            }
            Plot::ConditionedAccuracy(plot) => {
                (Section::Predictions, context! { svg => drawn(&conditioned(plot)) })
            }
            Plot::Contingency(plot) => {
                (Section::Predictions, context! { maps => maps(plot, address) })
            }
            _ => (Section::Others, context! { svg => scene(POINTS) }),
        };
        let notes: Vec<String> = figure.notes.iter().map(|note| harmless(note)).collect();
        let common = context! { id => figure.key.as_str(), title => title(figure), notes };
        Some((section, context! { ..common, ..body }))
    });
    shown.collect()
}

/// The figures for print: their names, why one has nothing to draw, and all of them as SVG, packed.
pub(super) fn for_print(figures: &[Figure]) -> Value {
    let drawn = |figure: &&Figure| figure.plot.is_ok();
    let all: BTreeMap<&str, String> = figures
        .iter()
        .filter(drawn)
        .map(|figure| (figure.key.as_str(), plots::svg(figure, plots::width(figure))))
        .collect();
    let list = figures.iter().map(|figure| {
        let absent = figure.plot.as_ref().err().map(|reason| harmless(reason));
        context! { id => figure.key.as_str(), title => harmless(&figure.title), absent }
    });
    context! { list => list.collect::<Vec<_>>(), data => safe(packed(&all)) }
}

/// Whether a figure or a table is about what judges and people say, by its key.
pub(super) fn is_of_judges(key: &str) -> bool {
    [JUDGED.key, JUDGES.key].iter().any(|of| key == *of || key.starts_with(&format!("{of}-")))
}

/// Whether the differences were tested.
fn is_comparison(forest: &Forest) -> bool {
    forest.rows.iter().any(|row| row.verdict.is_some())
}

/// A row for each difference; a hollow mark is not significant.
fn forest(forest: &Forest) -> Drawing {
    let row = |row: &Difference| {
        let is_significant =
            row.verdict.is_none_or(|verdict| matches!(verdict, Verdict::First | Verdict::Second));
        Some(Strip {
            system: StripName { name: row.name.clone(), reads_gold: !is_significant },
            estimate: Estimate { value: row.difference.clone().ok()?, behind: row.behind.clone() },
            interval: row.interval.map(|ends| phenom_metrics::statistics::Interval {
                lower: ends.lower,
                upper: ends.upper,
            }),
        })
    };
    let rows = forest.rows.iter().filter_map(row).collect();
    Drawing::Strips { style: forest.style, rows, reference: None, caption: String::new() }
}

/// A row for each system, a mark for each gold label.
fn conditioned(plot: &ConditionedAccuracy) -> Drawing {
    let rows = plot.systems.iter().map(|system| {
        let values = system.conditioned.iter().enumerate().map(|(at, value)| {
            let behind = system.behind.get(at).cloned().flatten();
            Some(Estimate { value: value.clone().ok()?, behind })
        });
        (StripName { name: system.name.clone(), reads_gold: false }, values.collect())
    });
    Drawing::Dumbbells { judgments: plot.judgments.clone(), rows: rows.collect() }
}

/// A count with how dark its cell is, from 0 to 9.
#[derive(Serialize)]
struct Count {
    text: String,
    heat: u8,
    lead: Option<String>,
    title: String,
}

/// How dark a share is, from 0 to 9.
pub(super) fn heat(share: f64) -> u8 {
    (share.clamp(0.0, 1.0) * 9.0).round() as u8
}

/// The letter of a label.
fn letter(label: &str) -> String {
    match label {
        "no answer" => "–".to_owned(),
        label => label.chars().take(1).flat_map(char::to_uppercase).collect(),
    }
}

/// A small table for each system: gold labels in rows, predictions in columns.
fn maps(plot: &ContingencyMaps, address: Address<'_>) -> Value {
    let label = |name: &String| context! { name, letter => letter(name) };
    let panel = |(system, panel): (usize, &ContingencyPanel)| {
        let counts = panel.counts.as_ref();
        let cell = |row: usize, column: usize, count: &PairCounts| {
            let behind: Option<&PairsBehind> =
                panel.behind.get(row).and_then(|row| row.get(column)?.as_ref());
            Count {
                text: count.numerator.to_string(),
                heat: count.value().map_or(0, heat),
                lead: behind.and_then(address),
                title: format!("{} of {}", count.numerator, count.denominator),
            }
        };
        let rows = counts.map_or(&[][..], Vec::as_slice).iter().enumerate().map(|(row, counts)| {
            let cells = counts.iter().enumerate();
            let cells: Vec<Count> = cells.map(|(at, count)| cell(row, at, count)).collect();
            context! { gold => plot.gold.get(row).map(label), cells => serialized(cells) }
        });
        context! {
            system,
            name => harmless(&panel.system),
            rows => rows.collect::<Vec<_>>(),
            absent => panel.counts.as_ref().err().map(ToString::to_string),
        }
    };
    context! {
        labels => plot.answers.iter().map(label).collect::<Vec<_>>(),
        panels => plot.panels.iter().enumerate().map(panel).collect::<Vec<_>>(),
    }
}

/// How many originals of each row have an index of 0, of 1, above 1, infinite and undefined.
fn counts(plot: &PairCorrelations) -> Value {
    let column = |pair: &PairCorrelation| match &pair.value {
        Ok(value) if *value <= 0.0 => 0,
        Ok(value) if value.is_infinite() => 3,
        Ok(value) if *value <= 1.0 + 1e-9 => 1,
        Ok(_) => 2,
        Err(Undefined::Infinite) => 3,
        Err(_) => 4,
    };
    let rows = plot.rows.iter().map(|row| {
        let mut counts = [0_usize; 5];
        for pair in &row.pairs {
            counts[column(pair)] += 1;
        }
        let all = row.pairs.len().max(1) as f64;
        let cells = counts.map(|count| Count {
            text: count.to_string(),
            heat: heat(count as f64 / all),
            lead: None,
            title: format!("{count} of {}", row.pairs.len()),
        });
        context! {
            system => row.place,
            name => harmless(&row.system),
            gold => row.judgment.map(|judgment| judgment.name()),
            cells => serialized(cells),
        }
    });
    Value::from(rows.collect::<Vec<_>>())
}
