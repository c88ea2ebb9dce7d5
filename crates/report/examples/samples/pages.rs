//! A report with pairs to look at, on made-up values and with hostile texts.

use phenom_metrics::{Proportion, Undefined, Value};
use phenom_report::{
    Cell, Column, Explorer, ExplorerAnswer, ExplorerOriginal, ExplorerPair, Report, Row, RowKind,
    SafeName, Signature, Style, Table,
};

use super::{HOSTILE, JUDGMENTS, Numbers, phenomenon, strings};

/// A report of two tables whose names and texts are hostile here and there.
pub fn report() -> Report {
    let row = |kind, cells| Row { kind, cells };
    let share = |numerator, denominator| Cell::Proportion(Proportion { numerator, denominator });
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
        key: SafeName::new("categories"),
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
        key: SafeName::new("systems"),
        title: "Systems".to_owned(),
        columns: vec![Column::new("system"), Column::new("pairs")],
        rows: vec![row(Body, vec![Cell::text("Word overlap"), Cell::Count(60)])],
        notes: Vec::new(),
    };
    Report {
        title: "A report of made-up values".to_owned(),
        summary: Vec::new(),
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

/// Pairs to look at: the first is hostile, the second very long, the third has no parts.
pub fn explorer(originals: usize) -> Explorer {
    let mut numbers = Numbers(23);
    let systems = strings(["EDITS", "VENSES", "Word overlap", HOSTILE]);
    let mut pair = |id: String, part: bool| {
        let gold = JUDGMENTS[numbers.below(3) as usize];
        let answers = (0..4).map(|_| {
            let answer =
                if numbers.below(10) < 6 { gold } else { JUDGMENTS[numbers.below(3) as usize] };
            ExplorerAnswer { answer: answer.to_owned(), right: Some(answer == gold) }
        });
        let answers = answers.collect();
        let number = numbers.below(20) as usize;
        let (category, name) = phenomenon(number, 20);
        ExplorerPair {
            text: format!(
                "Doug Lawrence bought the impressionist oil landscape {id} by J. Ottis Adams."
            ),
            hypothesis: format!("Doug Lawrence acquired the impressionist oil landscape {id}."),
            gold: gold.to_owned(),
            phenomena: if part { vec![format!("{category}:{name}")] } else { Vec::new() },
            rule: if part {
                "x bought y => x acquired y [synonymy(bought, acquired)]".to_owned()
            } else {
                String::new()
            },
            answers,
            id,
        }
    };
    let mut originals: Vec<ExplorerOriginal> = (0..originals)
        .map(|id| ExplorerOriginal {
            pair: pair(id.to_string(), false),
            parts: (0..3).map(|part| pair(format!("{id}.{part}"), true)).collect(),
        })
        .collect();
    if let [first, second, third, ..] = originals.as_mut_slice() {
        first.pair.id = format!("1 & {HOSTILE}");
        first.pair.text = format!("{HOSTILE} <img src=x onerror=alert(2)> \u{2028} 'gift' \\u003c");
        first.pair.hypothesis = "</script><script>alert(3)</script>".to_owned();
        second.pair.text = "A line without an end. ".repeat(50_000);
        third.parts.clear();
        third.pair.hypothesis = "شارك الرئيس في الاجتماع".to_owned();
        third.pair.gold = String::new();
        for answer in &mut third.pair.answers {
            answer.right = None;
        }
    }
    Explorer { systems, originals, notes: vec!["Texts are made up.".to_owned()] }
}

/// The sentences over the report.
pub fn summary() -> Vec<String> {
    vec![
        "EDITS: missing correlation (CI 0.73): what it can do on single phenomena it does not carry over to whole pairs.".to_owned(),
        format!("VENSES: light over correlation (CI 1.13). {HOSTILE}"),
    ]
}
