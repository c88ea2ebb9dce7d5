//! Tables on made-up values and with hostile texts.

use phenom_metrics::{Proportion, Undefined, Value};
use phenom_report::{
    Cell, Column, Report, Row, RowKind, SafeName, Signature, Style, SummaryLine, Table,
};

use super::HOSTILE;

/// A report of two tables whose names and texts are hostile here and there.
pub fn report() -> Report {
    let row = |kind, cells| Row { kind, cells };
    let share = |numerator, denominator| Cell::proportion(Proportion { numerator, denominator });
    let category = |kind, system: &str, category: &str, accuracy, index| {
        row(
            kind,
            vec![
                Cell::text(system),
                Cell::text(category),
                accuracy,
                Cell::value(index, Style::Ratio),
            ],
        )
    };
    let ratio = |value: f64| -> Value { Ok(value) };
    use RowKind::{Body, First, Total};
    let categories = Table {
        key: SafeName::new("made-up"),
        title: format!("Accuracy for each category {HOSTILE}"),
        columns: vec![
            Column::repeating("system"),
            Column::new("category"),
            Column::grouped("all", "accuracy"),
            Column::grouped("all", "CI"),
        ],
        rows: vec![
            category(First, "EDITS", "lexical", share(9, 10), ratio(0.7004)),
            category(Body, "EDITS", "syntactic", share(100, 1000), ratio(0.7001)),
            category(
                Body,
                "EDITS",
                "discourse",
                Cell::Undefined(Undefined::NoPairs),
                Err(Undefined::ZeroByZero),
            ),
            category(First, "VENSES", "lexical", share(1, 3), ratio(1.13)),
            category(Body, "VENSES", HOSTILE, share(2, 3), Err(Undefined::NoPairs)),
            category(Total, "all", "TOTAL", share(112, 1016), ratio(0.9)),
        ],
        notes: vec![format!("A note {HOSTILE}")],
    };
    let systems = Table {
        key: SafeName::new("made-up-systems"),
        title: "Systems".to_owned(),
        columns: vec![Column::new("system"), Column::new("pairs")],
        rows: vec![row(Body, vec![Cell::text("Word overlap"), Cell::count(60)])],
        notes: Vec::new(),
    };
    Report {
        title: "A report of made-up values".to_owned(),
        summary: summary(),
        how_to_report: Vec::new(),
        notes: vec![format!("Nothing here is measured. {HOSTILE}")],
        tables: vec![categories, systems],
        signature: Signature {
            version: "0.1.0".to_owned(),
            task: "three-way".to_owned(),
            dataset: Vec::new(),
            systems: Vec::new(),
            parameters: vec![(HOSTILE.to_owned(), HOSTILE.to_owned())],
        },
    }
}

/// The summary over the report.
fn summary() -> Vec<SummaryLine> {
    let line = |topic: &str, text: String| SummaryLine { topic: topic.to_owned(), text };
    vec![
        line("", "60 pairs, three-way labels, 2 systems".to_owned()),
        line("originals", format!("\"EDITS\" beats \"VENSES\" (n = 60). {HOSTILE}")),
    ]
}
