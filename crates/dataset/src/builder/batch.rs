//! Pairs in few pieces of memory, until a builder takes them.

use std::mem::take;

use crate::string_table::StringColumn;
use crate::{EntailmentRule, Judgment, PairRow, Phenomenon};

/// Pairs as a reader hands them over, in their order.
#[derive(Debug, Default)]
pub(super) struct Batch {
    rows: Vec<Row>,
    ids: StringColumn,
    /// All other texts of each pair, in the order in which `push` adds them.
    texts: StringColumn,
    /// Of each pair the other gold labels, then the labels of annotators.
    judgments: Vec<Judgment>,
    phenomena: Vec<Phenomenon>,
}

/// What is no text of a pair, and how much it has of all else.
#[derive(Debug)]
struct Row {
    line: u64,
    /// Whether it has an origin, a cluster, a text, a hypothesis and a task.
    has: [bool; 5],
    gold: Option<Judgment>,
    also_gold: usize,
    annotations: usize,
    phenomena: usize,
    attributes: usize,
    /// What few pairs have.
    rare: Option<Box<Rare>>,
}

#[derive(Debug)]
struct Rare {
    annotator_counts: Option<[u16; Judgment::ALL.len()]>,
    weight: Option<f64>,
    probability: Option<f64>,
    rule: Option<EntailmentRule>,
}

impl Rare {
    fn of(pair: &PairRow<'_>) -> Option<Box<Self>> {
        let &PairRow { annotator_counts, weight, probability, rule, .. } = pair;
        if let (None, None, None, None) = (annotator_counts, weight, probability, rule) {
            return None;
        }
        Some(Box::new(Self { annotator_counts, weight, probability, rule: rule.cloned() }))
    }
}

/// The next members of a list.
fn next<'l, T>(list: &mut &'l [T], many: usize) -> &'l [T] {
    let (next, rest) = list.split_at(many);
    *list = rest;
    next
}

impl Batch {
    /// The most pairs of one that is delivered.
    pub(super) const ROWS: usize = 1 << 12;

    /// The bytes of text from which one is delivered.
    pub(super) const BYTES: usize = 1 << 20;

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        let bytes = self.ids.bytes() + self.texts.bytes();
        self.rows.len() >= Self::ROWS || bytes >= Self::BYTES
    }

    pub(super) fn push(&mut self, pair: &PairRow<'_>) {
        let optional = [pair.origin, pair.cluster, pair.text, pair.hypothesis, pair.task];
        let annotators = pair.annotations.iter().map(|(name, _)| *name);
        let attributes = pair.attributes.iter().flat_map(|(name, value)| [*name, *value]);
        self.ids.push(pair.id);
        optional
            .into_iter()
            .flatten()
            .chain(annotators)
            .chain(attributes)
            .for_each(|text| self.texts.push(text));
        self.judgments.extend_from_slice(pair.also_gold);
        self.judgments.extend(pair.annotations.iter().map(|(_, judgment)| *judgment));
        self.phenomena.extend_from_slice(pair.phenomena);
        self.rows.push(Row {
            line: pair.line,
            has: optional.map(|text| text.is_some()),
            gold: pair.gold,
            also_gold: pair.also_gold.len(),
            annotations: pair.annotations.len(),
            phenomena: pair.phenomena.len(),
            attributes: pair.attributes.len(),
            rare: Rare::of(pair),
        });
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.ids.iter()
    }

    /// Visits the pairs, and has none afterwards.
    pub(super) fn drain(&mut self, mut visit: impl FnMut(&PairRow<'_>)) {
        let Self { rows, ids, texts, judgments, phenomena } = take(self);
        let (mut judgments, mut phenomena) = (judgments.as_slice(), phenomena.as_slice());
        let mut texts = texts.iter();
        let mut text = || texts.next().unwrap_or_default();
        let (mut annotations, mut attributes) = (Vec::new(), Vec::new());
        for (row, id) in rows.iter().zip(ids.iter()) {
            let [origin, cluster, premise, hypothesis, task] =
                row.has.map(|has| has.then(&mut text));
            let also_gold = next(&mut judgments, row.also_gold);
            annotations.clear();
            let said = next(&mut judgments, row.annotations).iter();
            annotations.extend(said.map(|judgment| (text(), *judgment)));
            attributes.clear();
            attributes.extend((0..row.attributes).map(|_| (text(), text())));
            let rare = row.rare.as_deref();
            visit(&PairRow {
                line: row.line,
                id,
                origin,
                cluster,
                text: premise,
                hypothesis,
                gold: row.gold,
                also_gold,
                annotations: &annotations,
                annotator_counts: rare.and_then(|rare| rare.annotator_counts),
                weight: rare.and_then(|rare| rare.weight),
                probability: rare.and_then(|rare| rare.probability),
                phenomena: next(&mut phenomena, row.phenomena),
                task,
                attributes: &attributes,
                rule: rare.and_then(|rare| rare.rule.as_ref()),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    proptest! {
        #[test]
        fn pairs_come_out_as_they_went_in(
            all in vec((
                (any::<u64>(), "[a-c]{0,3}", vec(proptest::option::of("[x-z]{0,2}"), 5)),
                (vec(select(&Judgment::ALL[..]), 0..3), vec(("[a-c]", select(&Judgment::ALL[..])), 0..3)),
                (vec("[a-c]:[d-f]", 0..3), vec(("[a-c]", "[d-f]{0,2}"), 0..3), any::<bool>()),
            ), 0..20)
        ) {
            let (mut batch, mut expected) = (Batch::default(), Vec::new());
            for ((line, id, texts), (judgments, said), (tags, attributes, is_rare)) in &all {
                let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
                let said: Vec<(&str, Judgment)> = said.iter().map(|(name, said)| (name.as_str(), *said)).collect();
                let tags: Vec<Phenomenon> = tags.iter().map(|tag| Phenomenon::parse(tag).unwrap()).collect();
                let attributes: Vec<(&str, &str)> =
                    attributes.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
                let rule = EntailmentRule { pattern: Some(id.clone()), ..EntailmentRule::default() };
                let pair = PairRow {
                    line: *line,
                    id,
                    origin: texts[0],
                    cluster: texts[1],
                    text: texts[2],
                    hypothesis: texts[3],
                    gold: judgments.first().copied(),
                    also_gold: judgments,
                    annotations: &said,
                    annotator_counts: is_rare.then_some([1, 0, 2, 3]),
                    weight: is_rare.then_some(0.5),
                    probability: is_rare.then_some(0.25),
                    phenomena: &tags,
                    task: texts[4],
                    attributes: &attributes,
                    rule: is_rare.then_some(&rule),
                };
                batch.push(&pair);
                expected.push(format!("{pair:?}"));
            }
            let mut found = Vec::new();
            batch.drain(|pair| found.push(format!("{pair:?}")));
            prop_assert_eq!(found, expected);
            batch.drain(|_| panic!("it is empty"));
        }
    }
}
