//! What is written, beside what the plan wants.

use serde::Serialize;

use crate::session::Session;
use crate::view::follows::negatives_ahead;
use crate::view::start::category;

/// `plan`, or that it is not shown now.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum PlanView {
    /// A batch is open.
    Hidden {
        /// Always true.
        hidden: bool,
    },
    /// The counts.
    Shown {
        /// A row for each phenomenon.
        rows: Vec<PlanRow>,
        /// A row for each category, with the sums of its phenomena.
        categories: Vec<PlanRow>,
    },
}

/// What is written of a phenomenon or category, in the order of the judgments.
#[derive(Debug, Clone, Serialize)]
pub struct PlanRow {
    /// The phenomenon; that of a category is its name.
    tag: String,
    category: String,
    written: Vec<u32>,
    planned: Option<Vec<u32>>,
    negatives_ahead: bool,
}

/// The counts of all phenomena and of all categories.
pub(crate) fn plan(session: &Session) -> PlanView {
    if session.hides_plan() {
        return PlanView::Hidden { hidden: true };
    }
    let judgments = session.judgments();
    let mut rows = Vec::new();
    let mut categories: Vec<PlanRow> = Vec::new();
    for entry in &session.inventory.phenomena {
        let tag = &entry.phenomenon;
        let written = session.index.written(tag, judgments);
        let planned = session.plan.as_ref().and_then(|plan| plan.of(tag, judgments));
        let category = category(tag).to_owned();
        let row = PlanRow {
            tag: tag.clone(),
            negatives_ahead: negatives_ahead(&written),
            category: category.clone(),
            written,
            planned,
        };
        match categories.iter_mut().find(|known| known.category == category) {
            Some(sum) => add(sum, &row),
            None => categories.push(PlanRow { tag: category, ..row.clone() }),
        }
        rows.push(row);
    }
    PlanView::Shown { rows, categories }
}

fn add(sum: &mut PlanRow, row: &PlanRow) {
    for (sum, number) in sum.written.iter_mut().zip(&row.written) {
        *sum += number;
    }
    match (&mut sum.planned, &row.planned) {
        (Some(sum), Some(planned)) => {
            for (sum, number) in sum.iter_mut().zip(planned) {
                *sum += number;
            }
        }
        (None, Some(planned)) => sum.planned = Some(planned.clone()),
        (_, None) => {}
    }
    sum.negatives_ahead = negatives_ahead(&sum.written);
}
