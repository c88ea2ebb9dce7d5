//! What is counted of systems that decompose for themselves: a figure is one value.

use phenom_dataset::{KnownFrom, PartsKnowledge};

use super::traced::Traced;

/// What a figure is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Originals: right or wrong.
    Wholes,
    /// Verdicts on parts.
    Verdicts,
    /// How originals were divided into parts.
    Decomposition,
    /// Wrong originals by the stage at which they became wrong.
    Budget,
    /// Originals by the number of their parts.
    Sizes,
    /// What would change.
    Changes,
}

impl Section {
    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wholes => "wholes",
            Self::Verdicts => "verdicts",
            Self::Decomposition => "decomposition",
            Self::Budget => "budget",
            Self::Sizes => "sizes",
            Self::Changes => "changes",
        }
    }
}

/// What must be known of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartsNeeds {
    gold: bool,
    faithful: bool,
    covers: bool,
}

impl PartsNeeds {
    /// Nothing: parts and verdicts are enough.
    pub const NOTHING: Self = Self { gold: false, faithful: false, covers: false };
    /// Gold labels, which may be those of covered reference parts.
    pub const GOLD: Self = Self { gold: true, ..Self::NOTHING };
    /// Which parts are faithful.
    pub const FAITHFUL: Self = Self { faithful: true, ..Self::NOTHING };
    /// Which reference parts are covered.
    pub const COVERS: Self = Self { covers: true, ..Self::NOTHING };
    /// Gold labels, and which reference parts are covered.
    pub const GOLD_AND_COVERS: Self = Self { gold: true, ..Self::COVERS };
    /// All of it.
    pub const ALL: Self = Self { gold: true, faithful: true, covers: true };

    /// Whether people correct something of it that a judge says.
    pub(crate) fn are_corrected(self, knowledge: &PartsKnowledge) -> bool {
        let corrected = |known| known == Some(KnownFrom::Corrected);
        // Gold labels may come from the reference parts that a judge says to be covered.
        (self.gold && (corrected(knowledge.gold) || corrected(knowledge.covers)))
            || (self.faithful && corrected(knowledge.faithful))
            || (self.covers && corrected(knowledge.covers))
    }
}

/// A figure of a system.
#[derive(Debug)]
pub struct StageFigure {
    /// Its name in files.
    pub key: &'static str,
    /// What it is about.
    pub section: Section,
    /// What it is, for readers of files.
    pub meaning: &'static str,
    /// Whether it is a mean that may be above 1.
    pub is_mean: bool,
    /// Whether systems are compared by it.
    pub is_compared: bool,
    /// What must be known of parts for it.
    pub needs: PartsNeeds,
    /// Numerator and denominator of an original; 0 of 0 where it does not count.
    pub(crate) of: fn(&Traced) -> [u32; 2],
}

/// Figures are the same if their keys are.
impl PartialEq for StageFigure {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// Whether something holds that may not be known.
fn known(holds: Option<bool>) -> [u32; 2] {
    holds.map_or([0, 0], |holds| [holds.into(), 1])
}

/// Every figure, in the order of the tables.
pub const FIGURES: &[StageFigure] = &[
    StageFigure {
        key: "direct",
        section: Section::Wholes,
        meaning: "originals whose direct prediction is correct",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::NOTHING,
        of: |traced| known(traced.direct),
    },
    StageFigure {
        key: "composed",
        section: Section::Wholes,
        meaning: "originals whose composed prediction is correct; without parts it is wrong",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::NOTHING,
        of: |traced| [traced.composed.into(), 1],
    },
    StageFigure {
        key: "complete",
        section: Section::Wholes,
        meaning: "originals whose composed prediction is correct even if reference parts without a part count as failed verdicts",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::COVERS,
        of: |traced| known(traced.complete),
    },
    StageFigure {
        key: "incomplete",
        section: Section::Wholes,
        meaning: "originals whose composed prediction is correct only if nothing that was left out decides otherwise: composed without complete",
        is_mean: false,
        is_compared: false,
        needs: PartsNeeds::COVERS,
        of: |traced| known(traced.complete.map(|complete| traced.composed && !complete)),
    },
    StageFigure {
        key: "by_chance",
        section: Section::Wholes,
        meaning: "originals whose composed prediction is correct and would be wrong with gold labels for the system's parts",
        is_mean: false,
        is_compared: false,
        needs: PartsNeeds::GOLD,
        of: |traced| known(traced.by_chance),
    },
    StageFigure {
        key: "right_parts",
        section: Section::Verdicts,
        meaning: "parts with a correct verdict among those with a gold label; failed verdicts are wrong",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::GOLD,
        of: |traced| [traced.right, traced.judged],
    },
    StageFigure {
        key: "right_references",
        section: Section::Verdicts,
        meaning: "reference parts that a part with a correct verdict covers; the others are wrong",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::GOLD_AND_COVERS,
        of: |traced| [traced.checked, traced.references],
    },
    StageFigure {
        key: "failed",
        section: Section::Verdicts,
        meaning: "parts without a verdict",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::NOTHING,
        of: |traced| [traced.failed, traced.parts],
    },
    StageFigure {
        key: "empty",
        section: Section::Decomposition,
        meaning: "originals without parts",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::NOTHING,
        of: |traced| [(traced.parts == 0).into(), 1],
    },
    StageFigure {
        key: "parts",
        section: Section::Decomposition,
        meaning: "parts for each original",
        is_mean: true,
        is_compared: true,
        needs: PartsNeeds::NOTHING,
        of: |traced| [traced.parts, 1],
    },
    StageFigure {
        key: "covered",
        section: Section::Decomposition,
        meaning: "reference parts that a part covers",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::COVERS,
        of: |traced| [traced.covered, traced.references],
    },
    StageFigure {
        key: "nothing",
        section: Section::Decomposition,
        meaning: "parts that cover no reference part",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::COVERS,
        of: |traced| [traced.nothing, traced.cover_known],
    },
    StageFigure {
        key: "unfaithful",
        section: Section::Decomposition,
        meaning: "parts that do not follow from their original",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::FAITHFUL,
        of: |traced| [traced.unfaithful, traced.faithful_known],
    },
    StageFigure {
        key: "repeated",
        section: Section::Decomposition,
        meaning: "parts that an earlier part of the original repeats",
        is_mean: false,
        is_compared: true,
        needs: PartsNeeds::NOTHING,
        of: |traced| [traced.repeated, traced.parts],
    },
    StageFigure {
        key: "granularity",
        section: Section::Decomposition,
        meaning: "reference parts for each part that covers some",
        is_mean: true,
        is_compared: true,
        needs: PartsNeeds::COVERS,
        of: |traced| [traced.spread, traced.cover_known - traced.nothing],
    },
];
