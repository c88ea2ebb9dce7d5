//! What a finding is.

/// A kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// People differ on the pair, and nobody has settled it.
    Unsettled,
    /// The left-hand side is not in T.
    NotInText,
    /// The left-hand side stands in T more than once.
    AppliesTwice,
    /// The rule makes T again.
    ChangesNothing,
    /// The hypothesis is not what the rule makes.
    OtherHypothesis,
    /// A hypothesis without a rule that is T.
    IsText,
    /// Two parts of an original with one hypothesis.
    SameHypothesis,
    /// A phenomenon that the inventory has not.
    UnknownPhenomenon,
    /// The rules, one after the other, do not lead to H.
    Chain,
    /// Gold of the original is not what its parts make, and it is not marked as an exception.
    Composition,
    /// The constraint excludes the gold label.
    Constraint,
    /// A pair that stands in the dataset twice.
    Duplicate,
    /// Two texts that are much alike.
    NearDuplicate,
    /// An original that is marked as an exception, and is what its parts make.
    NoException,
    /// One hypothesis under two texts.
    HypothesisElsewhere,
    /// The rule looks like those of another phenomenon.
    Phenomenon,
    /// The rule may make two changes.
    TwoChanges,
    /// The constraint, or a negation, speaks for another gold label.
    Label,
    /// `WordNet` has another relation between the words, or none.
    Relation,
    /// A word that marks a gold label.
    Marker,
    /// Texts that clusters share.
    SharedText,
    /// A name in many clusters.
    Name,
    /// Many sentences that begin alike.
    Frame,
    /// A topic of many clusters.
    Topic,
    /// Articles, blanks, words that stand twice, rules that change much.
    Wording,
    /// A part without both sides of a rule.
    WithoutRule,
}

impl FindingKind {
    /// All kinds, errors first, in the order of the tables.
    pub const ALL: [Self; 26] = [
        Self::Unsettled,
        Self::NotInText,
        Self::AppliesTwice,
        Self::ChangesNothing,
        Self::OtherHypothesis,
        Self::IsText,
        Self::SameHypothesis,
        Self::UnknownPhenomenon,
        Self::Chain,
        Self::Composition,
        Self::Constraint,
        Self::Duplicate,
        Self::NearDuplicate,
        Self::NoException,
        Self::HypothesisElsewhere,
        Self::Phenomenon,
        Self::TwoChanges,
        Self::Label,
        Self::Relation,
        Self::Marker,
        Self::SharedText,
        Self::Name,
        Self::Frame,
        Self::Topic,
        Self::Wording,
        Self::WithoutRule,
    ];

    /// Whether it is wrong; else somebody should look.
    #[must_use]
    pub fn is_error(self) -> bool {
        self <= Self::NearDuplicate
    }

    /// Its name in machine-readable output.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words()[0]
    }

    /// What it says, as the heading of its findings.
    #[must_use]
    pub fn heading(self) -> &'static str {
        self.words()[1]
    }

    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Unsettled => ["unsettled", "differences that nobody has adjudicated"],
            Self::NotInText => ["not-in-text", "rule does not apply"],
            Self::AppliesTwice => ["applies-twice", "rule applies more than once"],
            Self::ChangesNothing => ["changes-nothing", "rule changes nothing"],
            Self::OtherHypothesis => {
                ["other-hypothesis", "hypothesis differs from the result of its rule"]
            }
            Self::IsText => ["is-text", "hypothesis equals the text"],
            Self::SameHypothesis => ["same-hypothesis", "two parts with the same hypothesis"],
            Self::UnknownPhenomenon => ["unknown-phenomenon", "phenomenon outside the inventory"],
            Self::Chain => ["chain", "chain does not lead to H"],
            Self::Composition => ["composition", "gold label differs from the composed label"],
            Self::Constraint => ["constraint", "constraint excludes the gold label"],
            Self::Duplicate => ["duplicate", "duplicate pair"],
            Self::NearDuplicate => ["near-duplicate", "near copies of texts"],
            Self::NoException => ["no-exception", "marked as an exception without being one"],
            Self::HypothesisElsewhere => ["hypothesis-elsewhere", "hypothesis under two texts"],
            Self::Phenomenon => ["phenomenon", "phenomenon to check"],
            Self::TwoChanges => ["two-changes", "rule with two changes"],
            Self::Label => ["label", "gold label to check"],
            Self::Relation => ["relation", "relation to check in WordNet"],
            Self::Marker => ["marker", "word that marks a label"],
            Self::SharedText => ["shared-text", "text shared by clusters"],
            Self::Name => ["name", "name used often"],
            Self::Frame => ["frame", "sentences with the same beginning"],
            Self::Topic => ["topic", "topic used often"],
            Self::Wording => ["wording", "wording to check"],
            Self::WithoutRule => ["without-rule", "part without a rule"],
        }
    }
}

/// Something found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The check that found it.
    pub kind: FindingKind,
    /// The pair; of what is about several, the first.
    pub pair: String,
    /// What was found, in words.
    pub what: String,
}

/// What was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Looked {
    /// Originals with parts.
    pub decomposed: usize,
    /// Parts.
    pub parts: usize,
    /// Parts with both sides of a rule.
    pub rules: usize,
    /// Originals all of whose parts have rules, so that there is a chain.
    pub chains: usize,
    /// Originals that are marked as exceptions.
    pub exceptions: usize,
}
