//! Marks in a row of a table: the highest value, values significantly below it, and values that were not tested against it.

use hashbrown::{HashMap, HashSet};

use phenom_metrics::measures::{Better, Measure};
use phenom_metrics::{ComparisonRow, Verdict};

use super::grouping::merit;
use super::view::{Place, View};
use crate::Standing;

/// Totals of at least so many systems have letters.
pub(crate) const LETTERED: usize = 4;

/// The marks of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowMarks {
    /// The mark of each system of the evaluation, oracles too.
    pub(crate) of_systems: Vec<Option<Standing>>,
    /// Whether systems were tested and no difference in the row is significant.
    pub(crate) has_no_difference: bool,
}

/// The marks of the systems at a place. The highest value is marked if another is significantly lower than it. If several
/// values are highest, they share every mark, and lower is what is significantly lower than one of them.
pub(crate) fn row_marks(view: &View<'_, '_>, place: Place, measure: &Measure) -> RowMarks {
    let systems = &view.results.evaluation.systems;
    let none = RowMarks { of_systems: vec![None; systems.len()], has_no_difference: false };
    let values: Vec<(&str, f64)> = view
        .competing
        .iter()
        .filter_map(|system| {
            let value = view.value(&system.name, place, measure)?;
            Some((system.name.as_str(), merit(measure.better, value)))
        })
        .collect();
    let rows = view.of_systems(place);
    let highest = values.iter().map(|(_, value)| *value).reduce(f64::max);
    let Some(highest) = highest.filter(|_| measure.better != Better::Neither) else { return none };
    let tops: HashSet<&str> =
        values.iter().filter(|(_, value)| *value == highest).map(|(name, _)| *name).collect();
    let mut against_tops: HashMap<&str, Vec<&ComparisonRow>> = HashMap::new();
    for row in &rows {
        let (first, second) = (row.system_a.as_str(), row.system_b.as_str());
        for (own, other) in [(first, second), (second, first)] {
            // A place has one row for every two systems.
            if tops.contains(other) && !tops.contains(own) {
                against_tops.entry(own).or_default().push(row);
            }
        }
    }
    let known: HashSet<&str> = values.iter().map(|(name, _)| *name).collect();
    let below = |name: &str| -> Option<Standing> {
        let rows = against_tops.get(known.get(name)?).filter(|rows| rows.len() == tops.len())?;
        if rows.iter().any(|row| row.verdict != Verdict::CannotTell) {
            return Some(Standing::Lower);
        }
        rows.iter().all(|row| row.p().is_none()).then_some(Standing::NotTested)
    };
    let is_any_lower = values.iter().any(|(name, _)| below(name) == Some(Standing::Lower));
    let mark = |name: &str| match tops.contains(name) {
        true => is_any_lower.then_some(Standing::Highest),
        false => below(name),
    };
    RowMarks {
        of_systems: systems.iter().map(|system| mark(&system.name)).collect(),
        has_no_difference: rows.iter().any(|row| row.p().is_some())
            && rows.iter().all(|row| row.verdict == Verdict::CannotTell),
    }
}

/// What the marks mean that occur.
pub(crate) fn legend(marks: &[&RowMarks]) -> Option<String> {
    let has = |standing: Standing| {
        marks.iter().flat_map(|row| &row.of_systems).any(|mark| *mark == Some(standing))
    };
    let mut said = Vec::new();
    if has(Standing::Highest) {
        said.push("Bold: highest value, if another is significantly lower.");
    }
    if has(Standing::Lower) {
        said.push("▼ significantly lower than the highest.");
    }
    if has(Standing::NotTested) {
        said.push("° not tested: the difference rests on too few clusters.");
    }
    if marks.iter().any(|row| row.has_no_difference) {
        said.push("≈ no significant difference between systems.");
    }
    (!said.is_empty()).then(|| said.join(" "))
}
