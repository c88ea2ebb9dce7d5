//! Decompositions of one original by two people, and phenomena that readers named without a look at the author's.

use crate::Judgment;

/// How people have decomposed the originals of a dataset, as far as two can be compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComparedWork {
    /// The ids of the originals that are decomposed.
    pub decomposed: Vec<String>,
    /// Those that two people have decomposed, each by themselves; for three people, each two of them.
    pub twice: Vec<DecomposedTwice>,
    /// The phenomena that readers named.
    pub named: Vec<NamedPhenomenon>,
}

/// An original as two people have decomposed it: the first by name, and the second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecomposedTwice {
    /// The id of the original.
    pub original: String,
    /// How many words both change (`words[1][1]`), the first alone (`words[1][0]`), the second alone, and none of them.
    pub words: [[u32; 2]; 2],
    /// How many parts each has.
    pub parts: [u32; 2],
    /// The parts of both that change the same place, at most one of each for one of the other.
    pub partners: Vec<Partners>,
}

/// A part of the first and its partner, a part of the second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partners {
    /// The paths of their phenomena.
    pub phenomena: [String; 2],
    /// The labels that their authors gave.
    pub labels: [Judgment; 2],
}

/// The phenomenon of a part as its author named it, and as a reader did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPhenomenon {
    /// The id of the original of the part.
    pub original: String,
    /// The path that the author named, and that of the reader.
    pub phenomena: [String; 2],
}

/// What a dataset keeps of the work of annotators besides labels.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeptWork {
    /// The pairs on which annotators differ and which nobody has settled, each with what they say.
    pub(crate) unsettled: Vec<(String, String)>,
    pub(crate) compared: ComparedWork,
}
