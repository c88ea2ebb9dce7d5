//! Small datasets for the tests of this crate.

use phenom_dataset::{Dataset, DatasetBuilder, Judgment, KeepTexts, PairRow, Phenomenon};
use proptest::prelude::*;

/// A pair that owns its strings.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    id: String,
    origin: Option<String>,
    gold: Judgment,
    tags: Vec<Phenomenon>,
}

impl Pair {
    pub(crate) fn original(id: &str) -> Self {
        Self { id: id.into(), origin: None, gold: Judgment::Entailment, tags: Vec::new() }
    }

    pub(crate) fn of(id: &str, origin: &str) -> Self {
        Self { origin: Some(origin.into()), ..Self::original(id) }
    }

    pub(crate) fn gold(self, gold: Judgment) -> Self {
        Self { gold, ..self }
    }

    pub(crate) fn tags(self, tags: &[&str]) -> Self {
        Self { tags: tags.iter().map(|tag| Phenomenon::parse(tag).unwrap()).collect(), ..self }
    }
}

pub(crate) fn dataset(pairs: &[Pair]) -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for pair in pairs {
        builder.add(&PairRow {
            id: &pair.id,
            origin: pair.origin.as_deref(),
            gold: Some(pair.gold),
            phenomena: &pair.tags,
            ..PairRow::default()
        });
    }
    builder.finish().unwrap()
}

/// Up to ten originals with up to four monothematic pairs each, and an answer for each pair.
pub(crate) fn pairs_and_answers() -> impl Strategy<Value = (Vec<Pair>, Vec<Judgment>)> {
    let judgment = || proptest::sample::select(&Judgment::ALL[..3]);
    let tag = proptest::sample::select(vec!["a:x", "a:y", "b:x", "b:y:z", "c:x"]);
    let tags = || proptest::collection::vec(tag.clone(), 0..3);
    let part = (judgment(), tags());
    let original = (judgment(), tags(), proptest::collection::vec(part, 0..5));
    proptest::collection::vec(original, 1..11)
        .prop_map(|originals| {
            let mut pairs = Vec::new();
            for (number, (gold, tags, parts)) in originals.into_iter().enumerate() {
                let id = format!("o{number}");
                pairs.push(Pair::original(&id).gold(gold).tags(&tags));
                for (part, (gold, tags)) in parts.into_iter().enumerate() {
                    pairs.push(Pair::of(&format!("{id}.{part}"), &id).gold(gold).tags(&tags));
                }
            }
            pairs
        })
        .prop_flat_map(move |pairs| {
            let answers = proptest::collection::vec(
                proptest::sample::select(&Judgment::ALL[..3]),
                pairs.len(),
            );
            (Just(pairs), answers)
        })
}
