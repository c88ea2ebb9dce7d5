//! What more labels of people would give: how narrow intervals would be, for what is to become more precise.

use phenom_dataset::listed;
use phenom_metrics::judged::{JudgedEvaluation, LabelsFor, LabelsNeeded};
use phenom_metrics::measures::Style;
use phenom_metrics::{Evaluation, Population, SliceKind, Undefined};
use phenom_report::{Cell, Column, Row, RowKind, SafeName, Table};

use crate::failure::Failure;
use crate::labelling::judged;

/// How many more labels the forecast is made for.
const FORECAST: [usize; 3] = [100, 200, 400];

/// The half width of an interval on a phenomenon that the forecast is made for.
const WANTED: f64 = 0.1;

/// A label gains next to nothing if all labels would leave this share of an interval.
const GAINS_NOTHING: f64 = 0.95;

/// How narrow intervals would be with more labels: those of accuracies, of accuracies on phenomena, or of a difference.
///
/// # Errors
/// Gold is not judged.
pub fn forecast(evaluation: &Evaluation, goal: LabelsFor) -> Result<Table, Failure> {
    let judged = judged(evaluation)?;
    let table = match goal {
        LabelsFor::Phenomena => of_phenomena(evaluation, judged),
        LabelsFor::Total => {
            let systems = 0..evaluation.systems.len();
            of_all(evaluation, judged, &systems.map(|system| (system, None)).collect::<Vec<_>>())
        }
        LabelsFor::Difference(first, second) => {
            of_all(evaluation, judged, &[(first, Some(second))])
        }
    };
    Ok(table)
}

/// Accuracies on all pairs, or their differences.
fn of_all(
    evaluation: &Evaluation,
    judged: &JudgedEvaluation,
    wanted: &[(usize, Option<usize>)],
) -> Table {
    let mut columns = vec![Column::new("system"), Column::new("accuracy"), Column::new("read")];
    columns.push(Column::grouped("± with labels more", "0"));
    columns.extend(FORECAST.map(|more| Column::grouped("± with labels more", more.to_string())));
    columns.push(Column::grouped("± with labels more", "all"));
    let (mut rows, mut nothing) = (Vec::new(), Vec::new());
    for &(system, other) in wanted {
        let names = |number: usize| evaluation.systems[number].name.as_str();
        let name = other.map_or_else(
            || names(system).to_owned(),
            |other| format!("{} - {}", names(system), names(other)),
        );
        for &population in evaluation.populations() {
            let Ok(forecast) = Forecast::new(evaluation, judged, (system, other), (population, 0))
            else {
                continue;
            };
            let shown = match evaluation.is_decomposed() {
                false => name.clone(),
                true => format!("{name} ({})", population.name()),
            };
            let mut cells = vec![
                Cell::text(shown),
                Cell::value(Ok(forecast.value), Style::Percent),
                Cell::count(forecast.labels() as u64),
            ];
            cells.push(width(forecast.half));
            let with = |more: usize| match forecast.labels() + more {
                labels if labels <= forecast.pairs => width(forecast.with(labels)),
                _ => Cell::Empty,
            };
            cells.extend(FORECAST.map(with));
            cells.push(width(forecast.with(forecast.pairs)));
            if forecast.with(forecast.pairs) > GAINS_NOTHING * forecast.half {
                nothing.push(name.clone());
            }
            rows.push(Row { kind: RowKind::Body, cells });
        }
    }
    let mut notes = vec![match rows.is_empty() {
        true => NONE_KNOWN.to_owned(),
        false => {
            "±: half the width of the interval of the corrected value, in points. Labels shorten the part of it due to errors \
             of judges; the rest needs new pairs."
                .to_owned()
        }
    }];
    nothing.dedup();
    notes.extend(gains_nothing(&nothing));
    table(columns, rows, notes)
}

/// Accuracies on phenomena, each of the system with the widest interval.
fn of_phenomena(evaluation: &Evaluation, judged: &JudgedEvaluation) -> Table {
    let wanted = format!("labels for ± {:.0}", 100.0 * WANTED);
    let columns = vec![
        Column::new("phenomenon"),
        Column::new("pairs"),
        Column::new("read"),
        Column::new("±"),
        Column::new(wanted),
        Column::new("± with all"),
    ];
    let population = evaluation.tagged();
    let (mut rows, mut nothing) = (Vec::new(), Vec::new());
    for slice in evaluation.slices_of(&SliceKind::Phenomenon) {
        let Some(rests_on) = judged.rests_on(population, slice) else { continue };
        let name = evaluation.slices[slice].name.to_string();
        let at = (population, slice);
        let of = |system: usize| Forecast::new(evaluation, judged, (system, None), at);
        let found: Result<Vec<Forecast>, Undefined> =
            (0..evaluation.systems.len()).map(of).collect();
        let widest = found
            .map(|found| found.into_iter().max_by(|one, other| one.half.total_cmp(&other.half)));
        let mut cells = vec![
            Cell::text(name.clone()),
            Cell::count(rests_on.pairs as u64),
            Cell::count(rests_on.labels as u64),
        ];
        match widest {
            Ok(Some(widest)) => {
                let more = match widest.more_for(WANTED) {
                    Some(more) => Cell::count(more as u64),
                    None => Cell::text("new pairs"),
                };
                let all = widest.with(widest.pairs);
                if all > GAINS_NOTHING * widest.half {
                    nothing.push(name);
                }
                cells.extend([width(widest.half), more, width(all)]);
            }
            Ok(None) => continue,
            Err(reason) => {
                let unknown = || Cell::value(Err(reason.clone()), Style::Percent);
                cells.extend([unknown(), Cell::Empty, Cell::Empty]);
            }
        }
        rows.push(Row { kind: RowKind::Body, cells });
    }
    if rows.is_empty() {
        return table(columns, rows, vec!["No pair is tagged with a phenomenon.".to_owned()]);
    }
    let mut notes = vec![format!(
        "±: half the width of the widest interval of a system's corrected accuracy, in points. Labels for ± {:.0}: more labels \
         of pairs of the phenomenon; new pairs: labels of all its pairs do not suffice.",
        100.0 * WANTED
    )];
    notes.extend(gains_nothing(&nothing));
    table(columns, rows, notes)
}

const NONE_KNOWN: &str =
    "No interval is known yet: people read pairs of fewer than five effective clusters.";

fn gains_nothing(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| {
        format!(
            "More labels gain next to nothing for {}: with all pairs read, the interval is hardly narrower.",
            listed(names, "and")
        )
    })
}

fn table(columns: Vec<Column>, rows: Vec<Row>, notes: Vec<String>) -> Table {
    let title = "Intervals with more labels of people".to_owned();
    Table { key: SafeName::new("labels"), title, columns, rows, notes }
}

fn width(half: f64) -> Cell {
    Cell::value(Ok(half), Style::Percent)
}

/// A corrected accuracy or difference, and its interval with more labels.
struct Forecast {
    value: f64,
    /// Half the width of the interval.
    half: f64,
    pairs: usize,
    needed: LabelsNeeded,
}

impl Forecast {
    fn new(
        evaluation: &Evaluation,
        judged: &JudgedEvaluation,
        (system, other): (usize, Option<usize>),
        (population, slice): (Population, usize),
    ) -> Result<Self, Undefined> {
        let at = (population, slice);
        let corrected = judged.corrected_accuracy(system, other, at)?;
        let interval = corrected.interval(evaluation.statistics.level.significance());
        let needed = judged.labels_needed(system, other, at)?;
        let least = if other.is_some() { -1.0 } else { 0.0 };
        Ok(Self {
            value: corrected.value.clamp(least, 1.0),
            half: interval.map_or(f64::NAN, |interval| interval.width() / 2.0),
            pairs: judged.rests_on(population, slice).map_or(0, |rests_on| rests_on.pairs),
            needed,
        })
    }

    fn labels(&self) -> usize {
        self.needed.labels
    }

    /// Half the width with a number of labels in all.
    fn with(&self, labels: usize) -> f64 {
        self.half * self.needed.share_with(labels)
    }

    /// How many more labels give this half of a width; nothing if those of all pairs do not.
    fn more_for(&self, half: f64) -> Option<usize> {
        if self.half <= half {
            return Some(0);
        }
        let labels = self.needed.for_share(half / self.half)?;
        Some(labels.saturating_sub(self.labels()))
    }
}
