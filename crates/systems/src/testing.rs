//! Examples for tests.

use phenom_dataset::{Dataset, DatasetBuilder, Judgment, KeepTexts, PairRow};

use crate::{Example, TextPair};

/// Examples of texts, hypotheses and gold, each a group of its own.
pub(crate) fn examples<'a>(pairs: &[(&'a str, &'a str, Judgment)]) -> Vec<Example<'a>> {
    let example = |(group, (text, hypothesis, gold)): (usize, &(&'a str, &'a str, Judgment))| {
        Example { pair: TextPair { id: "", text, hypothesis }, gold: *gold, group }
    };
    pairs.iter().enumerate().map(example).collect()
}

/// A pair of a dataset; what is empty is not given.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) id: &'static str,
    pub(crate) origin: &'static str,
    pub(crate) cluster: &'static str,
    pub(crate) text: &'static str,
}

impl Row {
    pub(crate) const fn new(id: &'static str, origin: &'static str) -> Self {
        Self { id, origin, cluster: "", text: "" }
    }
}

/// A dataset of pairs.
pub(crate) fn dataset(rows: &[Row]) -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    let given = |value: &'static str| Some(value).filter(|value| !value.is_empty());
    for row in rows {
        builder.add(&PairRow {
            id: row.id,
            origin: given(row.origin),
            cluster: given(row.cluster),
            text: given(row.text),
            gold: Some(Judgment::Entailment),
            ..PairRow::default()
        });
    }
    builder.finish().unwrap()
}
