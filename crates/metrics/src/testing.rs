//! Small datasets for the tests of this crate.

use phenom_dataset::{
    Answer, CompositionRule, Dataset, DatasetBuilder, GivenWeights, Judgment, KeepTexts, Missing,
    PairRow, PartsShare, Phenomenon, Relevance, Run, RunBuilder, Score, ScoreKind,
};
use proptest::prelude::*;

use crate::composition::OriginalKind;

/// A pair that owns its strings.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    id: String,
    origin: Option<String>,
    cluster: Option<String>,
    gold: Judgment,
    weight: Option<f64>,
    tags: Vec<Phenomenon>,
}

impl Pair {
    pub(crate) fn original(id: &str) -> Self {
        let (origin, cluster, gold) = (None, None, Judgment::Entailment);
        Self { id: id.into(), origin, cluster, gold, weight: None, tags: Vec::new() }
    }

    pub(crate) fn of(id: &str, origin: &str) -> Self {
        Self { origin: Some(origin.into()), ..Self::original(id) }
    }

    pub(crate) fn cluster(self, cluster: &str) -> Self {
        Self { cluster: Some(cluster.into()), ..self }
    }

    pub(crate) fn gold(self, gold: Judgment) -> Self {
        Self { gold, ..self }
    }

    pub(crate) fn weight(self, weight: f64) -> Self {
        Self { weight: Some(weight), ..self }
    }

    pub(crate) fn tags(self, tags: &[&str]) -> Self {
        Self { tags: tags.iter().map(|tag| Phenomenon::parse(tag).unwrap()).collect(), ..self }
    }
}

pub(crate) fn dataset(pairs: &[Pair]) -> Dataset {
    dataset_of(pairs, DatasetBuilder::new(KeepTexts::No))
}

/// The same, with what phenomena and categories weigh.
pub(crate) fn weighted_dataset(pairs: &[Pair], weights: &[(&str, f64)]) -> Dataset {
    let weights = weights.iter().map(|(name, weight)| ((*name).to_owned(), *weight));
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    builder.weigh_parts(Relevance::Given(GivenWeights::new(weights).unwrap()));
    dataset_of(pairs, builder)
}

fn dataset_of(pairs: &[Pair], mut builder: DatasetBuilder) -> Dataset {
    for pair in pairs {
        builder.add(&PairRow {
            id: &pair.id,
            origin: pair.origin.as_deref(),
            cluster: pair.cluster.as_deref(),
            gold: Some(pair.gold),
            weight: pair.weight,
            phenomena: &pair.tags,
            ..PairRow::default()
        });
    }
    builder.finish().unwrap()
}

/// A run that gives its answer in each row a probability above one half, by the row's number.
pub(crate) fn run_with_probabilities(dataset: &Dataset, system: &str, answers: &[Judgment]) -> Run {
    let mut builder = RunBuilder::new(dataset, system, Missing::Refuse);
    builder.ranked_by(ScoreKind::Probabilities);
    for (row, answer) in answers.iter().enumerate() {
        let of_answer = 0.6 + (row * 7 % 11) as f64 / 40.0;
        let mut probabilities = [f64::NAN; Judgment::ALL.len()];
        for judgment in &Judgment::ALL[..3] {
            probabilities[usize::from(judgment.code())] =
                if judgment == answer { of_answer } else { (1.0 - of_answer) / 2.0 };
        }
        let score = Score::Each(probabilities);
        builder.add(row as u64 + 1, dataset.id(row), Answer::Judged(*answer), Some(score));
    }
    builder.finish().unwrap()
}

/// The same pairs, each original in one of so many clusters, turn and turn about: those of a cluster do not
/// stand side by side.
pub(crate) fn clustered(pairs: &[Pair], clusters: usize) -> Vec<Pair> {
    let mut originals = 0;
    let clustered = pairs.iter().map(|pair| {
        if pair.origin.is_some() {
            return pair.clone();
        }
        originals += 1;
        pair.clone().cluster(&format!("x{}", originals % clusters))
    });
    clustered.collect()
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

/// A rule that asks for six tenths of the weight of the parts.
pub(crate) fn weighted_rule() -> CompositionRule {
    CompositionRule::Weighted(PartsShare::new(0.6).unwrap())
}

/// An entailed original of one part, with everything right.
pub(crate) fn kind() -> OriginalKind {
    OriginalKind {
        gold: Judgment::Entailment,
        parts: 1,
        direct: Some(Judgment::Entailment),
        whole_right: true,
        composed: Some(Judgment::Entailment),
        composed_right: true,
        parts_right: Some(crate::composition::PartsRight::All),
    }
}
