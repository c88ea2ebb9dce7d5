//! The `phenom` format, as `readers/phenom_jsonl.rs` reads it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::common::annotator_counts;
use crate::{Dataset, EntailmentRule, Judgment};

#[derive(Serialize)]
struct Pair<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hypothesis: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gold: Option<Judgment>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    also_gold: &'a [Judgment],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    annotations: BTreeMap<&'a str, Judgment>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    annotator_counts: BTreeMap<&'static str, u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<&'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    attributes: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    phenomena: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a EntailmentRule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    monothematic: Vec<Pair<'a>>,
}

pub(super) fn write(dataset: &Dataset, out: &mut impl Write) -> io::Result<()> {
    for original in dataset.originals() {
        let mut line = pair(dataset, original);
        line.cluster = dataset.declared_cluster(original);
        line.monothematic = dataset
            .monothematic_of(original)
            .map(|row| {
                let part = pair(dataset, row);
                // The text of the original need not be said again.
                let text = part.text.filter(|_| part.text != line.text);
                Pair { text, ..part }
            })
            .collect();
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    }
    Ok(())
}

fn pair(dataset: &Dataset, row: usize) -> Pair<'_> {
    let (text, hypothesis) = dataset.texts(row).unwrap_or_default();
    let said = |text: &'_ str| !text.is_empty();
    let tags = dataset.tags(row).iter();
    Pair {
        id: dataset.id(row),
        // It stands once, on the original.
        cluster: None,
        text: Some(text).filter(|text| said(text)),
        hypothesis: Some(hypothesis).filter(|text| said(text)),
        gold: dataset.gold()[row],
        also_gold: dataset.also_gold(row),
        annotations: dataset.annotations(row).collect(),
        annotator_counts: annotator_counts(dataset, row),
        weight: dataset.is_weighted().then(|| dataset.weight(row)),
        task: dataset.task().and_then(|task| task.value(row)),
        attributes: dataset
            .attributes()
            .iter()
            .filter_map(|factor| Some((factor.name(), factor.value(row)?)))
            .collect(),
        phenomena: tags.map(|&tag| dataset.phenomena()[tag as usize].path()).collect(),
        rule: dataset.rule(row),
        monothematic: Vec::new(),
    }
}
