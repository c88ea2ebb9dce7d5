//! What is kept of texts to see which are equal or near copies: numbers instead of the texts.

use std::collections::HashSet;

use crate::PairRow;

/// How many words in a row are a shingle.
const SHINGLE: usize = 3;

/// A text of fewer words has no shingles: one other word makes it another sentence, not a near copy.
pub(super) const FEWEST_WORDS: usize = 10;

/// How many shingles of a text are kept: those with the smallest hashes, a sample that depends on the text alone.
pub(super) const MOST_SHINGLES: usize = 64;

/// Up to how many different texts of originals near copies are looked for.
pub(super) const MOST_TEXTS: usize = 200_000;

/// The fingerprint of a text without words.
pub(super) const NO_WORDS: u64 = 0;

/// The fingerprints of texts and hypotheses, by arrival, and the shingles of each different text of an original.
#[derive(Debug, Default)]
pub(crate) struct Fingerprints {
    /// [`NO_WORDS`] for a text without words.
    pub(super) texts: Vec<u64>,
    /// Of originals; [`NO_WORDS`] for all else.
    pub(super) hypotheses: Vec<u64>,
    seen: HashSet<u64>,
    pub(super) shingled: Shingled,
    /// Whether there are more than [`MOST_TEXTS`] different texts, of which no shingles are kept.
    pub(super) too_many: bool,
}

/// The shingles of texts, ascending, those of one text side by side.
#[derive(Debug, Default)]
pub(super) struct Shingled {
    /// The fingerprint of each text.
    pub(super) texts: Vec<u64>,
    ends: Vec<usize>,
    shingles: Vec<u32>,
}

impl Shingled {
    pub(super) fn push(&mut self, fingerprint: u64, shingles: &[u32]) {
        self.texts.push(fingerprint);
        self.shingles.extend_from_slice(shingles);
        self.ends.push(self.shingles.len());
    }

    pub(super) fn of(&self, text: usize) -> &[u32] {
        let start = text.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.shingles[start..self.ends[text]]
    }

    pub(super) fn all(&self) -> &[u32] {
        &self.shingles
    }
}

impl Fingerprints {
    /// Takes the texts of the next pair.
    pub(crate) fn push(&mut self, pair: &PairRow<'_>) {
        let words = pair.text.map(word_hashes).unwrap_or_default();
        let text = fingerprint(&words);
        self.texts.push(text);
        let is_original = pair.origin.is_none();
        let hypothesis = pair.hypothesis.filter(|_| is_original).map(word_hashes);
        self.hypotheses.push(hypothesis.map_or(NO_WORDS, |words| fingerprint(&words)));
        if !is_original || text == NO_WORDS || self.too_many || !self.seen.insert(text) {
            return;
        }
        if self.seen.len() > MOST_TEXTS {
            (self.seen, self.shingled) = (HashSet::new(), Shingled::default());
            self.too_many = true;
        } else if words.len() >= FEWEST_WORDS {
            self.shingled.push(text, &shingles(&words));
        }
    }

    /// Whether no pair has a text.
    pub(crate) fn have_no_text(&self) -> bool {
        self.texts.iter().all(|text| *text == NO_WORDS)
    }
}

/// A number for each word of a text, whatever its case. A word is a run of letters and digits.
pub(super) fn word_hashes(text: &str) -> Vec<u64> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(|word| {
            let letters = word.chars().flat_map(char::to_lowercase);
            mixed(letters.fold(0, |hash, letter| combined(hash, u64::from(letter))))
        })
        .collect()
}

/// A number for the words in their order.
pub(super) fn fingerprint(words: &[u64]) -> u64 {
    match words {
        [] => NO_WORDS,
        words => mixed(words.iter().fold(0, |hash, word| combined(hash, *word))).max(1),
    }
}

/// The shingles of a text, ascending and each once, at most [`MOST_SHINGLES`].
pub(super) fn shingles(words: &[u64]) -> Vec<u32> {
    let mut shingles: Vec<u32> =
        words.windows(SHINGLE).map(|words| (fingerprint(words) >> 32) as u32).collect();
    shingles.sort_unstable();
    shingles.dedup();
    shingles.truncate(MOST_SHINGLES);
    shingles
}

/// A step of the hash of Fowler, Noll and Vo (FNV-1a), which is the same on every machine.
fn combined(hash: u64, next: u64) -> u64 {
    (hash ^ 0xcbf2_9ce4_8422_2325 ^ next).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
}

/// The finaliser of SplitMix64, after which every bit depends on every other.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> u64 {
        fingerprint(&word_hashes(text))
    }

    #[test]
    fn case_blanks_and_punctuation_change_no_fingerprint() {
        assert_eq!(of("The  cat, it SAT."), of(" the cat - it\tsat"));
        assert_ne!(of("the cat sat"), of("the cats at"));
        assert_ne!(of("the cat sat"), of("sat the cat"));
        assert_eq!([of(""), of(" ... ")], [NO_WORDS; 2]);
    }

    /// Ten words have eight shingles of three; of 100 words 64 of 98 are kept.
    #[test]
    fn shingles_are_three_words_in_a_row() {
        let text = |words: usize| -> Vec<u64> {
            let words: Vec<String> = (0..words).map(|number| format!("w{number}")).collect();
            word_hashes(&words.join(" "))
        };
        assert_eq!(shingles(&text(10)).len(), 8);
        assert_eq!(shingles(&text(100)).len(), MOST_SHINGLES);
        assert!(shingles(&text(2)).is_empty());
        // A text that repeats itself has each shingle once: a b c a b c a -> abc, bca, cab.
        assert_eq!(shingles(&word_hashes("a b c a b c a")).len(), 3);
    }
}
