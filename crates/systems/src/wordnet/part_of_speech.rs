//! The four parts of speech that WordNet has.

/// A part of speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartOfSpeech {
    /// Nouns.
    Noun = 0,
    /// Verbs.
    Verb = 1,
    /// Adjectives, satellites among them.
    Adjective = 2,
    /// Adverbs.
    Adverb = 3,
}

impl PartOfSpeech {
    /// All of them, in WordNet's own order.
    pub const ALL: [Self; 4] = [Self::Noun, Self::Verb, Self::Adjective, Self::Adverb];

    /// The ending of its files: `index.noun`, `data.noun`; `noun.exc`.
    #[must_use]
    pub fn file_ending(self) -> &'static str {
        match self {
            Self::Noun => "noun",
            Self::Verb => "verb",
            Self::Adjective => "adj",
            Self::Adverb => "adv",
        }
    }

    /// That of a letter in the files: `s` is an adjective satellite.
    pub(crate) fn of_letter(letter: &str) -> Option<Self> {
        match letter {
            "n" => Some(Self::Noun),
            "v" => Some(Self::Verb),
            "a" | "s" => Some(Self::Adjective),
            "r" => Some(Self::Adverb),
            _ => None,
        }
    }
}
