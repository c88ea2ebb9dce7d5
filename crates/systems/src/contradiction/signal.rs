//! What speaks against entailment. A signal's name is what the rule file, the model and the justification call it.

/// A kind of signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Signal {
    /// Two words in one place exclude each other, and both or none are denied.
    Antonym,
    /// The text denies a word, and the hypothesis says its opposite, which need not be so: *not full*, *empty*.
    OppositeOfDenied,
    /// One side denies what the other says.
    Negation,
    /// Two quantifiers exclude each other: *all*, *none*.
    Quantifier,
    /// The hypothesis' quantifier says more: *some*, *all*.
    StrongerQuantifier,
    /// Two numbers in one place exclude each other.
    Number,
    /// The text's number leaves more open.
    NumberLeftOpen,
    /// Two times of day in one place are different.
    Time,
    /// Two dates in one place are different.
    Date,
    /// Two names in one place are different, and the text does not have the hypothesis' name.
    Name,
    /// The same, and the text has the hypothesis' name in another place.
    NameFromElsewhere,
    /// Two words in one place are different kinds of one thing.
    SisterTerm,
    /// What is done by one to another is done by the other to the one.
    SwappedArguments,
    /// What fits one only is said of another than in the text: *Ann, the judge*.
    DescriptionOfAnother,
    /// What may fit several is said of another than in the text: *Ann, a judge*.
    AlsoOfAnother,
    /// The text's word is fake, or former; the hypothesis drops that, or adds it.
    CancelledWord,
    /// The text speaks of what may be, is planned or believed.
    Hypothetical,
    /// The text reports what somebody says.
    Reported,
    /// The hypothesis is the text without the words that say who says so.
    ReportDropped,
    /// A place of a copy has a word that nothing in the text vouches for.
    Unsupported,
    /// The hypothesis adds *only*.
    OnlyAdded,
    /// The hypothesis says *only* of some of what the text names in that place.
    OnlyOfMore,
    /// The text names alternatives, and the hypothesis does not leave them open.
    AlternativeDropped,
    /// The hypothesis' word is the narrower one.
    MoreSpecific,
    /// The hypothesis' word is a part of the text's word.
    Part,
    /// What the hypothesis drops narrows what the text denies: *no red cars*, *no cars*.
    DroppedUnderNegation,
    /// Another word, that is not related, stands in the place of a word.
    OtherWord,
    /// Nothing in the text vouches for a name of the hypothesis.
    UnmatchedName,
    UnmatchedNumber,
    UnmatchedVerb,
    UnmatchedNoun,
    /// Of an adjective or adverb.
    UnmatchedModifier,
}

impl Signal {
    /// All of them, in the order in which models list them.
    pub(super) const ALL: [Self; 32] = [
        Self::Antonym,
        Self::OppositeOfDenied,
        Self::Negation,
        Self::Quantifier,
        Self::StrongerQuantifier,
        Self::Number,
        Self::NumberLeftOpen,
        Self::Time,
        Self::Date,
        Self::Name,
        Self::NameFromElsewhere,
        Self::SisterTerm,
        Self::SwappedArguments,
        Self::DescriptionOfAnother,
        Self::AlsoOfAnother,
        Self::CancelledWord,
        Self::Hypothetical,
        Self::Reported,
        Self::ReportDropped,
        Self::Unsupported,
        Self::OnlyAdded,
        Self::OnlyOfMore,
        Self::AlternativeDropped,
        Self::MoreSpecific,
        Self::Part,
        Self::DroppedUnderNegation,
        Self::OtherWord,
        Self::UnmatchedName,
        Self::UnmatchedNumber,
        Self::UnmatchedVerb,
        Self::UnmatchedNoun,
        Self::UnmatchedModifier,
    ];

    /// The name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Antonym => "antonyms",
            Self::OppositeOfDenied => "opposite of what is denied",
            Self::Negation => "negation on one side",
            Self::Quantifier => "quantifiers that exclude each other",
            Self::StrongerQuantifier => "stronger quantifier",
            Self::Number => "different numbers",
            Self::NumberLeftOpen => "number left open",
            Self::Time => "different times of day",
            Self::Date => "different dates",
            Self::Name => "different names",
            Self::NameFromElsewhere => "name from elsewhere in the text",
            Self::SisterTerm => "sister terms",
            Self::SwappedArguments => "swapped arguments",
            Self::DescriptionOfAnother => "description of another",
            Self::AlsoOfAnother => "description of another that may fit both",
            Self::CancelledWord => "cancelled word",
            Self::Hypothetical => "hypothetical in the text",
            Self::Reported => "reported in the text",
            Self::ReportDropped => "report dropped",
            Self::Unsupported => "word without support in a copy",
            Self::OnlyAdded => "only added",
            Self::OnlyOfMore => "only some of what is named",
            Self::AlternativeDropped => "alternative dropped",
            Self::MoreSpecific => "more specific word",
            Self::Part => "part for the whole",
            Self::DroppedUnderNegation => "dropped under negation",
            Self::OtherWord => "another word in its place",
            Self::UnmatchedName => "unmatched name",
            Self::UnmatchedNumber => "unmatched number",
            Self::UnmatchedVerb => "unmatched verb",
            Self::UnmatchedNoun => "unmatched noun",
            Self::UnmatchedModifier => "unmatched modifier",
        }
    }

    /// The signal with a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|signal| signal.name() == name)
    }
}

/// A signal where it was found.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub(super) signal: Signal,
    /// The words concerned, in quotation marks: `"won" against "lost"`.
    pub(super) words: String,
}
