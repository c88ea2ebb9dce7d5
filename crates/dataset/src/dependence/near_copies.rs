//! Texts that are near copies of each other: most of their shingles are the same.

use super::fingerprint::{MOST_SHINGLES, Shingled};
use super::leaders::Leaders;

/// Two texts are near copies if at least one of so many of their shingles is common (Broder 1997): half of them.
const NEAR: usize = 2;

/// With how many of the next texts that have the same shingle each text is compared.
const COMPARED: usize = 16;

/// The texts that are near copies of each other, directly or through other texts, by their numbers.
///
/// Two texts of which half of all shingles are common have one in common among the first of each,
/// in any order of shingles that is the same for all texts; here the rare ones come first, so that few texts have one
/// in common (Bayardo, Ma and Srikant 2007). Texts with a common shingle stand in the order of their fingerprints, and
/// each is compared with the next [`COMPARED`]: the work is linear in the number of texts, and no order of rows matters.
pub(super) fn near_copies(texts: &Shingled) -> Leaders {
    let mut leaders = Leaders::new(texts.texts.len());
    let frequencies = Frequencies::of(texts.all());
    let mut by_fingerprint: Vec<usize> = (0..texts.texts.len()).collect();
    by_fingerprint.sort_unstable_by_key(|text| texts.texts[*text]);
    // A shingle with the place of a text, in one number, since that is sorted faster.
    let mut postings: Vec<u64> = Vec::new();
    // The rarity of a shingle before it, likewise.
    let mut of_text: Vec<u64> = Vec::new();
    let both = |first: u32, second: u32| u64::from(first) << u32::BITS | u64::from(second);
    for (place, text) in (0u32..).zip(&by_fingerprint) {
        let shingles = texts.of(*text).iter();
        of_text.clear();
        of_text.extend(shingles.map(|shingle| both(frequencies.of_shingle(*shingle), *shingle)));
        let first = of_text.len() - of_text.len().div_ceil(NEAR) + 1;
        if first < of_text.len() {
            of_text.select_nth_unstable(first);
        }
        let rare = of_text.iter().take(first);
        postings.extend(rare.map(|shingle| shingle << u32::BITS | u64::from(place)));
    }
    postings.sort_unstable();
    let signatures: Vec<u128> =
        (0..texts.texts.len()).map(|text| signature(texts.of(text))).collect();
    let shingle = |posting: &u64| posting >> u32::BITS;
    let text = |posting: &u64| by_fingerprint[(posting & u64::from(u32::MAX)) as usize];
    for with_shingle in postings.chunk_by(|one, next| shingle(one) == shingle(next)) {
        for (at, one) in with_shingle.iter().enumerate() {
            let one = text(one);
            for other in with_shingle[at + 1..].iter().take(COMPARED).map(text) {
                let may_be =
                    may_be_near([one, other].map(|text| (texts.of(text).len(), signatures[text])));
                if may_be
                    && leaders.leader(one) != leaders.leader(other)
                    && are_near(texts.of(one), texts.of(other))
                {
                    leaders.join(one, other);
                }
            }
        }
    }
    leaders
}

/// A bit for each shingle, which some share.
fn signature(shingles: &[u32]) -> u128 {
    shingles.iter().fold(0, |bits, shingle| bits | 1 << (shingle % u128::BITS))
}

/// Whether two texts, each with the number of its shingles and their signature, may be near copies. A bit that one of them has
/// alone is that of a shingle that it has alone.
fn may_be_near([(one, bits), (other, others)]: [(usize, u128); 2]) -> bool {
    let alone = (bits ^ others).count_ones() as usize;
    one.max(other) >= MOST_SHINGLES || alone <= most_alone(one, other)
}

/// The most shingles that near copies have in one text alone: the number of their common ones, each of which both texts count.
fn most_alone(one: usize, other: usize) -> usize {
    (one + other) / 3
}

/// Whether at least one of [`NEAR`] of the shingles of two texts is common to both.
fn are_near(one: &[u32], other: &[u32]) -> bool {
    let [common, all] = common(one, other);
    NEAR * common >= all
}

/// How often shingles occur, at least: those with equal first bits are counted together.
struct Frequencies {
    counts: Vec<u32>,
    shift: u32,
}

impl Frequencies {
    fn of(shingles: &[u32]) -> Self {
        let bits = shingles.len().next_power_of_two().ilog2().clamp(8, 24);
        let shift = u32::BITS - bits;
        let mut counts = vec![0; 1 << bits];
        for shingle in shingles {
            counts[(shingle >> shift) as usize] += 1;
        }
        Self { counts, shift }
    }

    fn of_shingle(&self, shingle: u32) -> u32 {
        self.counts[(shingle >> self.shift) as usize]
    }
}

/// How many shingles two texts have in common, and how many they have together. Of texts with more shingles than are
/// kept these are those among the smallest of both together, whose share is an estimate of the share of all. Counting ends
/// when the two have too many in one text alone to be near copies.
fn common(one: &[u32], other: &[u32]) -> [usize; 2] {
    let are_all_kept = one.len().max(other.len()) < MOST_SHINGLES;
    let counted = if are_all_kept { usize::MAX } else { MOST_SHINGLES };
    let most_alone = match are_all_kept {
        true => most_alone(one.len(), other.len()),
        false => counted / NEAR,
    };
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    let (mut all, mut common) = (0, 0);
    while all < counted {
        let of_both = match (one.peek(), other.peek()) {
            (None, None) => break,
            (Some(first), Some(second)) => {
                let (first, second) = (**first, **second);
                if first <= second {
                    one.next();
                }
                if second <= first {
                    other.next();
                }
                first == second
            }
            _ => {
                one.next();
                other.next();
                false
            }
        };
        all += 1;
        common += usize::from(of_both);
        if all - common > most_alone {
            break;
        }
    }
    [common, all]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependence::fingerprint::{fingerprint, shingles, word_hashes};

    fn joined(texts: &[String]) -> Vec<usize> {
        let mut shingled = Shingled::default();
        for text in texts {
            let words = word_hashes(text);
            shingled.push(fingerprint(&words), &shingles(&words));
        }
        let mut leaders = near_copies(&shingled);
        (0..texts.len()).map(|text| leaders.leader(text)).collect()
    }

    /// Words `w0` to `w(n-1)`, some of them replaced.
    fn text(words: usize, replaced: &[usize]) -> String {
        let word = |at: usize| match replaced.contains(&at) {
            true => format!("other{at}"),
            false => format!("w{at}"),
        };
        (0..words).map(word).collect::<Vec<_>>().join(" ")
    }

    /// Of 20 words there are 18 shingles. Another word in the middle changes three, two that are apart change six, another
    /// first word changes one, three that are apart change nine.
    #[test]
    fn two_other_words_of_twenty_make_a_near_copy_and_three_do_not() {
        let of = |replaced: &[usize]| shingles(&word_hashes(&text(20, replaced)));
        for (replaced, expected) in
            [(&[10][..], [15, 21]), (&[5, 12], [12, 24]), (&[0], [17, 19]), (&[3, 8, 13], [9, 27])]
        {
            let found = common(&of(&[]), &of(replaced));
            let is_near = 2 * expected[0] >= expected[1];
            // What is no near copy is not counted to the end.
            assert_eq!(
                (found == expected, 2 * found[0] >= found[1]),
                (is_near, is_near),
                "{replaced:?}"
            );
        }
        let texts = [text(20, &[]), text(20, &[5, 12]), text(20, &[3, 8, 13])];
        assert_eq!(joined(&texts), [0, 0, 2]);
    }

    /// From one to the next one word changes; the first and the last share 6 of 30 shingles.
    #[test]
    fn near_copies_of_near_copies_are_joined() {
        let chain: Vec<String> = [&[][..], &[3], &[3, 7], &[3, 7, 11], &[3, 7, 11, 15]]
            .iter()
            .map(|replaced| text(20, replaced))
            .collect();
        assert_eq!(joined(&chain), [0; 5]);
        let ends = [chain[0].clone(), chain[4].clone()];
        assert_eq!(joined(&ends), [0, 1]);
    }

    /// 300 copies of each of four texts, with another last word each: 18 of 20 shingles are common. Each is in more texts than
    /// a text is compared with.
    #[test]
    fn many_copies_of_one_text_are_one_group() {
        let copy = |number: usize| {
            let of = format!("v{}x", number % 4);
            format!("{} end{number}", text(20, &[]).replace('w', &of))
        };
        let joined = joined(&(0..1200).map(copy).collect::<Vec<_>>());
        assert!((0..1200).all(|number| joined[number] == number % 4));
    }

    /// 400 words have 398 shingles, of which 64 are kept. 30 other words at one end leave 368 of 428: .86.
    #[test]
    fn long_texts_are_compared_by_a_sample() {
        let many: Vec<usize> = (0..30).collect();
        let half: Vec<usize> = (0..200).collect();
        let texts = [text(400, &[]), text(400, &many), text(400, &half)];
        assert_eq!(joined(&texts), [0, 0, 2]);
    }
}
