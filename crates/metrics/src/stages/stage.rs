//! The stages of a system that decomposes for itself.

/// A stage at which an original can become wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// A verdict on a part is wrong, or failed.
    Misjudged,
    /// A part does not follow from the whole that it was taken from.
    Unfaithful,
    /// A reference part is expressed by no part.
    Missing,
    /// All reference parts are expressed, but the rule gives another verdict for the system's parts: they are larger or
    /// smaller, or their gold labels contradict those of the reference parts.
    Divided,
    /// The rule gives the wrong verdict even for right parts with gold labels; or the gold label of the whole is wrong.
    Rule,
}

impl Stage {
    /// All stages, in the order in which they are shown.
    pub const ALL: [Self; 5] =
        [Self::Missing, Self::Unfaithful, Self::Misjudged, Self::Divided, Self::Rule];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Misjudged => "misjudged",
            Self::Unfaithful => "unfaithful",
            Self::Missing => "missing",
            Self::Divided => "divided",
            Self::Rule => "rule",
        }
    }

    /// What happened at the stage, after *because*.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Misjudged => "a part was misjudged",
            Self::Unfaithful => "a part is not faithful",
            Self::Missing => "a part is missing",
            Self::Divided => "the parts are divided differently",
            Self::Rule => "of the rule",
        }
    }
}

/// A stage, or several that the data do not distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Stages(u8);

impl Stages {
    /// With one more stage.
    #[must_use]
    pub fn with(self, stage: Stage) -> Self {
        Self(self.0 | 1 << stage as u8)
    }

    /// With those of the other.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a stage is among them.
    #[must_use]
    pub fn has(self, stage: Stage) -> bool {
        self.0 & 1 << stage as u8 != 0
    }

    /// The stages, in the order in which they are shown.
    pub fn each(self) -> impl Iterator<Item = Stage> {
        Stage::ALL.into_iter().filter(move |stage| self.has(*stage))
    }

    /// The name in files: `missing+rule` for two that the data do not distinguish.
    #[must_use]
    pub fn name(self) -> String {
        self.each().map(Stage::name).collect::<Vec<_>>().join("+")
    }

    /// Where it is shown: by its first stage, single stages before joined ones.
    pub(crate) fn place(self) -> (usize, u32, u8) {
        let first = Stage::ALL.iter().position(|stage| self.has(*stage));
        (first.unwrap_or(Stage::ALL.len()), self.0.count_ones(), self.0)
    }
}

impl From<Stage> for Stages {
    fn from(stage: Stage) -> Self {
        Self::default().with(stage)
    }
}

impl FromIterator<Stage> for Stages {
    fn from_iter<I: IntoIterator<Item = Stage>>(stages: I) -> Self {
        stages.into_iter().fold(Self::default(), Self::with)
    }
}

/// In which order stages are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Verdicts first: gold labels for the system's parts, then without its unfaithful parts, then the reference parts.
    VerdictsFirst,
    /// Parts first: missing parts are added, then unfaithful parts are left out, then come gold labels.
    PartsFirst,
}

impl Order {
    /// Both, that of the table first.
    pub const ALL: [Self; 2] = [Self::VerdictsFirst, Self::PartsFirst];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::VerdictsFirst => "verdicts_first",
            Self::PartsFirst => "parts_first",
        }
    }
}
