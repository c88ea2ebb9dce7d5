//! What edits of words cost: by word class, by relation, by how rare a word is.

use serde::{Deserialize, Serialize};

use crate::text::WordClass;

/// A figure for each word class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ByClass {
    /// Common nouns.
    pub noun: f64,
    /// Names.
    pub proper_noun: f64,
    /// Verbs.
    pub verb: f64,
    /// Adjectives.
    pub adjective: f64,
    /// Adverbs.
    pub adverb: f64,
    /// Numbers.
    pub number: f64,
    /// Function words, the stop words.
    pub function_word: f64,
    /// Marks.
    pub punctuation: f64,
}

impl ByClass {
    /// The same figure for all.
    #[must_use]
    pub fn all(figure: f64) -> Self {
        Self {
            noun: figure,
            proper_noun: figure,
            verb: figure,
            adjective: figure,
            adverb: figure,
            number: figure,
            function_word: figure,
            punctuation: figure,
        }
    }

    /// That of a class.
    #[must_use]
    pub fn of(&self, class: WordClass) -> f64 {
        match class {
            WordClass::Noun => self.noun,
            WordClass::ProperNoun => self.proper_noun,
            WordClass::Verb => self.verb,
            WordClass::Adjective => self.adjective,
            WordClass::Adverb => self.adverb,
            WordClass::Number => self.number,
            WordClass::FunctionWord => self.function_word,
            WordClass::Punctuation => self.punctuation,
        }
    }

    pub(super) fn of_mut(&mut self, class: WordClass) -> &mut f64 {
        match class {
            WordClass::Noun => &mut self.noun,
            WordClass::ProperNoun => &mut self.proper_noun,
            WordClass::Verb => &mut self.verb,
            WordClass::Adjective => &mut self.adjective,
            WordClass::Adverb => &mut self.adverb,
            WordClass::Number => &mut self.number,
            WordClass::FunctionWord => &mut self.function_word,
            WordClass::Punctuation => &mut self.punctuation,
        }
    }
}

/// How a word of the text is related to one of the hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum WordRelation {
    /// Not that we know.
    Unrelated,
    /// The same word or number, in any case.
    Same,
    /// Forms of one lemma.
    SameLemma,
    /// Words of one synset.
    Synonym,
    /// Words of one stem with related meanings.
    Derivation,
    /// The text's word is the narrower one.
    Hypernym,
    /// What the text's verb says entails or causes what the hypothesis' says.
    Entailment,
    /// Adjectives that are alike, verbs of one group.
    Similar,
    /// The text's word is a part of that of the hypothesis, or the other way about.
    PartOrWhole,
    /// Opposites.
    Antonym,
    /// A lexical rule has both.
    Rule,
}

impl WordRelation {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 11] = [
        Self::Unrelated,
        Self::Same,
        Self::SameLemma,
        Self::Synonym,
        Self::Derivation,
        Self::Hypernym,
        Self::Entailment,
        Self::Similar,
        Self::PartOrWhole,
        Self::Antonym,
        Self::Rule,
    ];

    /// The relation in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unrelated => "unrelated",
            Self::Same => "same word",
            Self::SameLemma => "same lemma",
            Self::Synonym => "synonym",
            Self::Derivation => "derivation",
            Self::Hypernym => "hypernym",
            Self::Entailment => "entailment",
            Self::Similar => "similar",
            Self::PartOrWhole => "part or whole",
            Self::Antonym => "antonym",
            Self::Rule => "rule",
        }
    }
}

/// What it costs to put a word of the hypothesis in the place of one of the text: the share of the cost of inserting
/// it, from 0 to 1, by how the words are related. The same word costs nothing; by a rule it costs the share that the
/// rule is unlikely.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SubstitutionShares {
    /// Forms of one lemma.
    pub same_lemma: f64,
    /// Words of one synset.
    pub synonym: f64,
    /// Words of one stem with related meanings.
    pub derivation: f64,
    /// A narrower word becomes a wider one.
    pub hypernym: f64,
    /// A verb becomes one that it entails, or of what it causes.
    pub entailment: f64,
    /// Adjectives that are alike, verbs of one group.
    pub similar: f64,
    /// A part becomes the whole, or a whole the part.
    pub part_or_whole: f64,
    /// A word becomes its opposite.
    pub antonym: f64,
    /// Any other word.
    pub unrelated: f64,
}

impl SubstitutionShares {
    /// Those of all relations, in the order of [`WordRelation::ALL`].
    pub(super) fn by_relation(&self) -> [f64; WordRelation::ALL.len()] {
        WordRelation::ALL.map(|relation| match relation {
            WordRelation::Unrelated => self.unrelated,
            // A rule's own probability is put in where its words are compared.
            WordRelation::Same | WordRelation::Rule => 0.0,
            WordRelation::SameLemma => self.same_lemma,
            WordRelation::Synonym => self.synonym,
            WordRelation::Derivation => self.derivation,
            WordRelation::Hypernym => self.hypernym,
            WordRelation::Entailment => self.entailment,
            WordRelation::Similar => self.similar,
            WordRelation::PartOrWhole => self.part_or_whole,
            WordRelation::Antonym => self.antonym,
        })
    }
}

/// By what the cost of the cheapest edits is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Normalisation {
    /// The cost of inserting the whole hypothesis.
    Insertion,
    /// The cost of deleting the whole text and inserting the whole hypothesis, as EDITS does.
    InsertionAndDeletion,
}

/// What all edits cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Costs {
    /// The cost of a word of the hypothesis that the text does not have, by its class; 0 or more.
    pub insertion: ByClass,
    /// The cost of a word of the text that the hypothesis does not have, by its class; 0 or more.
    pub deletion: ByClass,
    /// The cost of a word for another.
    pub substitution: SubstitutionShares,
    /// To which power of its inverse document frequency each word's costs are weighted; 0 for not at all.
    pub idf_exponent: f64,
    /// By what the sum is divided.
    pub normalisation: Normalisation,
}

impl Default for Costs {
    /// What the swarm starts from: names and numbers weigh most, function words little, marks and what the hypothesis
    /// leaves out nothing.
    fn default() -> Self {
        Self {
            insertion: ByClass {
                noun: 1.0,
                proper_noun: 1.2,
                verb: 0.8,
                adjective: 0.8,
                adverb: 0.5,
                number: 1.2,
                function_word: 0.1,
                punctuation: 0.0,
            },
            deletion: ByClass::all(0.0),
            substitution: SubstitutionShares {
                same_lemma: 0.0,
                synonym: 0.1,
                derivation: 0.2,
                hypernym: 0.3,
                entailment: 0.2,
                similar: 0.4,
                part_or_whole: 0.5,
                antonym: 1.0,
                unrelated: 1.0,
            },
            idf_exponent: 0.0,
            normalisation: Normalisation::Insertion,
        }
    }
}

impl Costs {
    /// The first cost that is negative or no number, with its name; nothing where all can be used.
    #[must_use]
    pub fn unusable(&self) -> Option<(&'static str, f64)> {
        let by_class = |name, costs: &ByClass| {
            let figures = WordClass::ALL.map(|class| costs.of(class));
            figures.map(|figure| (name, figure))
        };
        let substitution = self.substitution.by_relation().map(|share| ("substitution", share));
        let mut figures = by_class("insertion", &self.insertion)
            .into_iter()
            .chain(by_class("deletion", &self.deletion))
            .chain(substitution)
            .chain([("idf-exponent", self.idf_exponent)]);
        figures.find(|(_, figure)| !figure.is_finite() || *figure < 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_and_relation_has_its_own_figure() {
        let mut costs = Costs::default();
        for (number, class) in WordClass::ALL.into_iter().enumerate() {
            *costs.insertion.of_mut(class) = number as f64;
        }
        let read = WordClass::ALL.map(|class| costs.insertion.of(class));
        assert_eq!(read, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        assert_eq!(
            WordRelation::ALL.map(|relation| relation as usize),
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        );
    }

    #[test]
    fn costs_that_cannot_be_used_are_named() {
        let mut costs = Costs::default();
        assert_eq!(costs.unusable(), None);
        costs.deletion.verb = -1.0;
        assert_eq!(costs.unusable(), Some(("deletion", -1.0)));
        costs.deletion.verb = 0.0;
        costs.substitution.hypernym = f64::INFINITY;
        assert_eq!(costs.unusable(), Some(("substitution", f64::INFINITY)));
    }
}
