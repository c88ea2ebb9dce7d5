//! How a word of a text is related to a word of a hypothesis.

/// The kinds of relations, from the word of the text to the word of the hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RelationKind {
    /// Forms of one lemma.
    SameLemma,
    /// Words of one synset.
    Synonym,
    /// Opposites; one step between the words themselves, more through adjectives that are similar to them.
    Antonym,
    /// Words of one stem with related meanings; two steps where a synonym of such a word is meant.
    Derivation,
    /// The word of the text is the narrower one: a *dog* is an *animal*. One step a level, up to three.
    Hypernym,
    /// Doing what the text says entails doing what the hypothesis says: who *snores* *sleeps*.
    Entailment,
    /// What the text says causes what the hypothesis says: to *kill* is to make *die*.
    Cause,
    /// Adjectives that are alike, verbs that are grouped together.
    Similar,
    /// The word of the text is a part, member or substance of that of the hypothesis: *Paris* is in *France*. Up to
    /// three steps.
    Holonym,
    /// The word of the hypothesis is a part, member or substance of that of the text.
    Meronym,
}

/// A relation and how far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation {
    /// What it is.
    pub kind: RelationKind,
    /// How many pointers it takes, from 0 to 3.
    pub steps: u8,
}

impl Relation {
    /// How far the word of the text covers that of the hypothesis, from 0 to 1. The figures are judgment, not learnt:
    /// what entails the hypothesis' word covers most of it, what only touches it a little, an antonym nothing.
    #[must_use]
    pub fn relatedness(self) -> f64 {
        match (self.kind, self.steps) {
            (RelationKind::SameLemma, _) => 1.0,
            (RelationKind::Synonym, _) => 0.95,
            (RelationKind::Derivation, 1) => 0.9,
            (RelationKind::Derivation, _) => 0.6,
            (RelationKind::Hypernym, 1) => 0.8,
            (RelationKind::Hypernym, 2) => 0.65,
            (RelationKind::Hypernym, _) => 0.5,
            (RelationKind::Entailment | RelationKind::Cause, _) => 0.8,
            (RelationKind::Similar, _) => 0.6,
            (RelationKind::Holonym, 1) => 0.6,
            (RelationKind::Holonym, _) => 0.4,
            (RelationKind::Meronym, _) => 0.25,
            (RelationKind::Antonym, _) => 0.0,
        }
    }

    /// Of two relations between the same words, whether this one says more of them. Direct opposites go before all but
    /// synonyms; beyond that, the closer goes first.
    pub(super) fn goes_before(self, other: Self) -> bool {
        self.precedence() > other.precedence()
    }

    fn precedence(self) -> f64 {
        match (self.kind, self.steps) {
            (RelationKind::Antonym, 1) => 0.94,
            (RelationKind::Antonym, _) => 0.55,
            _ => self.relatedness(),
        }
    }
}
