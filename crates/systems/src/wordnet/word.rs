//! All that WordNet says of one word, gathered once so that two words are compared quickly.

use crate::wordnet::records::PointerKind;
use crate::wordnet::relation::{Relation, RelationKind};
use crate::wordnet::{PartOfSpeech, WordNet, morphology};

/// How many levels of hypernyms and holonyms are followed.
const MOST_STEPS: u8 = 3;

/// A word with its lemmas, its senses and what can be reached from them.
#[derive(Debug, Clone, Default)]
pub struct Word {
    /// The word in lower case.
    form: String,
    /// Its base forms, each once.
    lemmas: Vec<u32>,
    /// Its synsets, ascending.
    synsets: Vec<u32>,
    /// Synsets that are related to its own, ascending, with the relation that goes first.
    reached: Vec<(u32, Relation)>,
    /// Lemmas that are derived from its own, and opposites of its own, ascending.
    derived: Vec<u32>,
    opposites: Vec<u32>,
}

impl Word {
    pub(super) fn new(wordnet: &WordNet, word: &str, most_senses: usize) -> Self {
        let form: String = word.to_lowercase().replace(' ', "_");
        let mut gathered = Self { form, ..Self::default() };
        for part in PartOfSpeech::ALL {
            for lemma in morphology::base_forms(wordnet, &gathered.form, part) {
                if !gathered.lemmas.contains(&lemma) {
                    gathered.lemmas.push(lemma);
                }
                for synset in wordnet.senses(lemma, part).iter().take(most_senses) {
                    gathered.add_sense(wordnet, lemma, *synset);
                }
            }
        }
        gathered.synsets.sort_unstable();
        gathered.synsets.dedup();
        let precedence = |(synset, relation): &(u32, Relation)| (*synset, *relation);
        gathered.reached.sort_unstable_by(|one, other| {
            let by_synset = one.0.cmp(&other.0);
            by_synset.then_with(|| {
                if one.1.goes_before(other.1) {
                    std::cmp::Ordering::Less
                } else if other.1.goes_before(one.1) {
                    std::cmp::Ordering::Greater
                } else {
                    precedence(one).cmp(&precedence(other))
                }
            })
        });
        gathered.reached.dedup_by_key(|(synset, _)| *synset);
        for lemmas in [&mut gathered.derived, &mut gathered.opposites] {
            lemmas.sort_unstable();
            lemmas.dedup();
        }
        gathered
    }

    /// Whether WordNet has the word.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !self.lemmas.is_empty()
    }

    /// The lemmas that are derived from it, or that it is derived from.
    pub(super) fn derived_from(&self) -> impl Iterator<Item = u32> {
        self.derived.iter().copied()
    }

    fn add_sense(&mut self, wordnet: &WordNet, lemma: u32, synset: u32) {
        use RelationKind::{Antonym, Cause, Derivation, Entailment, Meronym, Similar};
        self.synsets.push(synset);
        self.climb(wordnet, synset, PointerKind::Hypernym, RelationKind::Hypernym);
        self.climb(wordnet, synset, PointerKind::Holonym, RelationKind::Holonym);
        let is_of_lemma = |word: u8| {
            let word = usize::from(word).checked_sub(1);
            word.is_none_or(|word| wordnet.members(synset).get(word) == Some(&lemma))
        };
        for pointer in wordnet.pointers(synset) {
            let mut reach = |kind, steps| {
                self.reached.push((pointer.target, Relation { kind, steps }));
            };
            match pointer.kind {
                PointerKind::Hypernym | PointerKind::Holonym => {}
                PointerKind::Entailment => reach(Entailment, 1),
                PointerKind::Cause => reach(Cause, 1),
                PointerKind::Meronym => reach(Meronym, 1),
                PointerKind::VerbGroup => reach(Similar, 1),
                PointerKind::Similar => {
                    reach(Similar, 1);
                    self.oppose(wordnet, pointer.target, 2);
                }
                PointerKind::Derivation => {
                    if is_of_lemma(pointer.source) {
                        reach(Derivation, 2);
                        self.derived.extend(wordnet.member(pointer.target, pointer.target_word));
                    }
                }
                PointerKind::Antonym => {
                    if is_of_lemma(pointer.source) {
                        self.opposites.extend(wordnet.member(pointer.target, pointer.target_word));
                        reach(Antonym, 2);
                        self.oppose_similar(wordnet, pointer.target, 2);
                    }
                }
            }
        }
    }

    /// What lies above a synset, up to three levels.
    fn climb(&mut self, wordnet: &WordNet, synset: u32, pointer: PointerKind, kind: RelationKind) {
        let mut level = vec![synset];
        for steps in 1..=MOST_STEPS {
            let above = level.iter().flat_map(|below| wordnet.pointers(*below));
            let above = above.filter(|found| found.kind == pointer).map(|found| found.target);
            level = above.collect();
            level.sort_unstable();
            level.dedup();
            self.reached.extend(level.iter().map(|found| (*found, Relation { kind, steps })));
        }
    }

    /// The opposites of an adjective that is similar to the word's own sense, and what is similar to them.
    fn oppose(&mut self, wordnet: &WordNet, similar: u32, steps: u8) {
        for pointer in wordnet.pointers(similar) {
            if pointer.kind == PointerKind::Antonym {
                let relation = Relation { kind: RelationKind::Antonym, steps };
                self.reached.push((pointer.target, relation));
                self.oppose_similar(wordnet, pointer.target, steps + 1);
            }
        }
    }

    /// Adjectives that are similar to an opposite.
    fn oppose_similar(&mut self, wordnet: &WordNet, opposite: u32, steps: u8) {
        let relation = Relation { kind: RelationKind::Antonym, steps };
        let similar = wordnet.pointers(opposite).iter();
        let similar = similar.filter(|pointer| pointer.kind == PointerKind::Similar);
        self.reached.extend(similar.map(|pointer| (pointer.target, relation)));
    }
}

/// The relation of a text's word to a hypothesis' word that says most of them.
pub(super) fn relation(text: &Word, hypothesis: &Word) -> Option<Relation> {
    let shares = |one: &[u32], other: &[u32]| one.iter().any(|member| other.contains(member));
    if text.form == hypothesis.form || shares(&text.lemmas, &hypothesis.lemmas) {
        return Some(Relation { kind: RelationKind::SameLemma, steps: 0 });
    }
    let mut best: Option<Relation> = None;
    let mut consider = |found: Relation| {
        if best.is_none_or(|best| found.goes_before(best)) {
            best = Some(found);
        }
    };
    let holds = |sorted: &[u32], lemmas: &[u32]| {
        lemmas.iter().any(|lemma| sorted.binary_search(lemma).is_ok())
    };
    for synset in &hypothesis.synsets {
        if text.synsets.binary_search(synset).is_ok() {
            consider(Relation { kind: RelationKind::Synonym, steps: 0 });
        }
        if let Ok(place) = text.reached.binary_search_by_key(synset, |(reached, _)| *reached) {
            consider(text.reached[place].1);
        }
    }
    // Pertainyms point one way only, derivation is the same both ways.
    if holds(&text.derived, &hypothesis.lemmas) || holds(&hypothesis.derived, &text.lemmas) {
        consider(Relation { kind: RelationKind::Derivation, steps: 1 });
    }
    if holds(&text.opposites, &hypothesis.lemmas) {
        consider(Relation { kind: RelationKind::Antonym, steps: 1 });
    }
    best
}

/// Whether a sense of one word lies above a sense of another one, however many levels lie between.
pub(super) fn is_kind_of(wordnet: &WordNet, narrow: &Word, broad: &Word) -> bool {
    let mut above: Vec<u32> = Vec::new();
    let mut level = narrow.synsets.clone();
    while let Some(synset) = level.pop() {
        for pointer in wordnet.pointers(synset) {
            if pointer.kind == PointerKind::Hypernym && !above.contains(&pointer.target) {
                above.push(pointer.target);
                level.push(pointer.target);
            }
        }
    }
    broad.synsets.iter().any(|synset| above.contains(synset))
}

/// Whether the words have a hypernym in common, three steps between them at most, and nothing else relates them.
pub(super) fn are_sisters(one: &Word, other: &Word) -> bool {
    const MOST_STEPS_BETWEEN: u8 = 3;
    let steps = |word: &Word, synset: u32| {
        let place = word.reached.binary_search_by_key(&synset, |(reached, _)| *reached).ok()?;
        let relation = word.reached[place].1;
        (relation.kind == RelationKind::Hypernym).then_some(relation.steps)
    };
    let shares_one = one.reached.iter().any(|(synset, _)| {
        let between = steps(one, *synset).zip(steps(other, *synset));
        between.is_some_and(|(one, other)| one + other <= MOST_STEPS_BETWEEN)
    });
    shares_one && relation(one, other).is_none() && relation(other, one).is_none()
}
