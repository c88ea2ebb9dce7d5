//! WordNet in memory: lemmas, synsets and pointers as numbers.

use crate::wordnet::PartOfSpeech;
use crate::wordnet::records::PointerKind;

/// WordNet in memory. Lemmas and synsets are numbers.
#[derive(Debug)]
pub struct WordNet {
    /// All lemmas, ascending and one after the other, and where each ends.
    pub(super) lemmas: String,
    pub(super) lemma_ends: Vec<u32>,
    /// The synsets of each lemma, the most frequent sense first, part of speech by part of speech: that of lemma l and
    /// part p ends at `sense_ends[4 l + p]`.
    pub(super) senses: Vec<u32>,
    pub(super) sense_ends: Vec<u32>,
    /// How many of these senses occur in texts that were tagged with senses.
    pub(super) tagged_senses: Vec<u8>,
    /// The lemmas of each synset.
    pub(super) members: Vec<u32>,
    pub(super) member_ends: Vec<u32>,
    pub(super) pointers: Vec<Pointer>,
    pub(super) pointer_ends: Vec<u32>,
    /// Irregular forms with a base form each, ascending, for each part of speech.
    pub(super) exceptions: [Vec<(Box<str>, Box<str>)>; 4],
}

/// A pointer from one synset to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pointer {
    pub(super) kind: PointerKind,
    /// Which words of the two synsets it relates, from 1; 0 where it is their meanings.
    pub(super) source: u8,
    pub(super) target_word: u8,
    pub(super) target: u32,
}

impl WordNet {
    pub(super) fn lemma_text(&self, lemma: u32) -> &str {
        &self.lemmas[span(&self.lemma_ends, lemma as usize)]
    }

    pub(super) fn lemma(&self, form: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.lemma_ends.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.lemmas[span(&self.lemma_ends, middle)].cmp(form) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return u32::try_from(middle).ok(),
            }
        }
        None
    }

    pub(super) fn senses(&self, lemma: u32, part: PartOfSpeech) -> &[u32] {
        &self.senses[span(&self.sense_ends, lemma as usize * 4 + part as usize)]
    }

    pub(super) fn members(&self, synset: u32) -> &[u32] {
        &self.members[span(&self.member_ends, synset as usize)]
    }

    /// The words of a synset that a pointer means: the one with the number, or all where it is 0.
    pub(super) fn member(&self, synset: u32, word: u8) -> &[u32] {
        let members = self.members(synset);
        match usize::from(word).checked_sub(1) {
            Some(word) => members.get(word..=word).unwrap_or_default(),
            None => members,
        }
    }

    pub(super) fn pointers(&self, synset: u32) -> &[Pointer] {
        &self.pointers[span(&self.pointer_ends, synset as usize)]
    }

    pub(super) fn exceptions(&self, word: &str, part: PartOfSpeech) -> impl Iterator<Item = &str> {
        let all = &self.exceptions[part as usize];
        let first = all.partition_point(|(form, _)| form.as_ref() < word);
        let of_word = all[first..].iter().take_while(move |(form, _)| form.as_ref() == word);
        of_word.map(|(_, base)| base.as_ref())
    }
}

/// Where the member of a list of lists lies, by the ends of all.
fn span(ends: &[u32], number: usize) -> std::ops::Range<usize> {
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[number] as usize
}
