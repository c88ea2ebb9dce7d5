//! The XML of the RTE challenges, for datasets that say no more than it can hold.

use std::io::{self, Write};

use super::common::refused;
use crate::{Dataset, Judgment};

pub(super) fn write(dataset: &Dataset, out: &mut impl Write) -> io::Result<()> {
    refuse_what_it_cannot_hold(dataset)?;
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<entailment-corpus>")?;
    let two_way = dataset.gold().contains(&Some(Judgment::NotEntailment));
    for row in dataset.originals() {
        let label = match dataset.gold()[row] {
            Some(Judgment::Entailment) if two_way => "YES",
            Some(Judgment::NotEntailment) => "NO",
            Some(Judgment::Entailment) => "ENTAILMENT",
            Some(Judgment::Unknown) => "UNKNOWN",
            Some(Judgment::Contradiction) => "CONTRADICTION",
            None => return Err(without_gold(dataset, row)),
        };
        write!(out, "<pair id=\"{}\" entailment=\"{label}\"", escaped(dataset.id(row)))?;
        for factor in dataset.task().into_iter().chain(dataset.attributes()) {
            if let Some(value) = factor.value(row) {
                write!(out, " {}=\"{}\"", factor.name(), escaped(value))?;
            }
        }
        let (text, hypothesis) = dataset.texts(row).unwrap_or_default();
        writeln!(out, ">\n<t>{}</t>\n<h>{}</h>\n</pair>", escaped(text), escaped(hypothesis))?;
    }
    writeln!(out, "</entailment-corpus>")
}

fn without_gold(dataset: &Dataset, row: usize) -> io::Error {
    refused(format!("RTE XML needs a label for every pair; `{}` has none", dataset.id(row)))
}

fn refuse_what_it_cannot_hold(dataset: &Dataset) -> io::Result<()> {
    let gold = |judgment| dataset.gold().contains(&Some(judgment));
    let three_way = gold(Judgment::Unknown) || gold(Judgment::Contradiction);
    let odd_name = |name: &str| {
        !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            || !name.chars().all(|character| {
                character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.')
            })
            || matches!(name, "id" | "entailment" | "value" | "task")
    };
    let untrimmed = |row: usize| {
        let (text, hypothesis) = dataset.texts(row).unwrap_or_default();
        text.trim() != text || hypothesis.trim() != hypothesis
    };
    // What XML 1.0 has no way to write.
    let unwritable = |row: usize| {
        let (text, hypothesis) = dataset.texts(row).unwrap_or_default();
        let bad = |character: char| {
            character.is_control() && !matches!(character, '\t' | '\n') || character == '\u{fffe}'
        };
        text.contains(bad) || hypothesis.contains(bad) || dataset.id(row).contains(bad)
    };
    let cannot = [
        (!dataset.monothematic().is_empty(), "monothematic pairs"),
        (dataset.cluster_column().is_some(), "clusters"),
        (!dataset.phenomena().is_empty(), "phenomena"),
        (dataset.is_annotated(), "annotators"),
        (dataset.rows_with_gold_sets().next().is_some(), "sets of gold labels"),
        (dataset.is_weighted(), "weights"),
        (gold(Judgment::NotEntailment) && three_way, "two-way and three-way labels together"),
        (
            dataset.attributes().iter().any(|attribute| odd_name(attribute.name())),
            "an attribute with this name",
        ),
        (dataset.originals().any(untrimmed), "blanks around a text"),
        (dataset.originals().any(unwritable), "control characters in a text"),
    ];
    match cannot.iter().find(|(has, _)| *has) {
        Some((_, what)) => {
            Err(refused(format!("RTE XML cannot contain {what}; write phenom JSONL or Parquet")))
        }
        None => Ok(()),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push_str("&#10;"),
            it => escaped.push(it),
        }
    }
    escaped
}
