//! Opaque ids: what a system from outside sees of a pair besides its text and its hypothesis.
//!
//! The ids of a dataset say whether a pair is an original, which parts an original has, and sometimes the gold label; so
//! does the order of its rows. A system that reads them is right without reading a text. So programs and servers are
//! sent ids and an order that are made of texts and hypotheses alone, which they see anyhow. Whatever else a dataset
//! says of its pairs changes no byte of what is sent.

use sha2::{Digest, Sha256};

use crate::{Answered, System, SystemError, TextPair};

/// Pairs under opaque ids, in the order of a hash of their texts.
#[derive(Debug)]
pub struct OpaqueIds<'a> {
    sent: Vec<Sent<'a>>,
}

/// A pair as it is sent.
#[derive(Debug)]
struct Sent<'a> {
    /// `p` and 16 hexadecimal digits of the hash of text and hypothesis; if several pairs have both in common, a number
    /// from 2 follows from the second on.
    id: String,
    /// The number of the pair among those that were given.
    number: usize,
    /// The pair under its own id.
    own: TextPair<'a>,
}

impl<'a> OpaqueIds<'a> {
    /// The opaque ids of some pairs.
    #[must_use]
    pub fn new(pairs: &[TextPair<'a>]) -> Self {
        let mut hashed: Vec<_> = pairs
            .iter()
            .enumerate()
            // Pairs that look alike are sent alike: which is which says nothing, and is the same in each run.
            .map(|(number, pair)| {
                (hash(&[pair.text, pair.hypothesis]), hash(&[pair.id]), number, *pair)
            })
            .collect();
        hashed.sort_unstable_by(|one, other| {
            (&one.0, &one.1, one.2).cmp(&(&other.0, &other.1, other.2))
        });
        let mut sent: Vec<Sent<'a>> = Vec::with_capacity(pairs.len());
        let mut alike = (String::new(), 0);
        for (of_texts, _, number, own) in hashed {
            let name = format!("p{}", of_texts.get(..DIGITS).unwrap_or(&of_texts));
            alike = if alike.0 == name { (name, alike.1 + 1) } else { (name, 1) };
            let id = match &alike {
                (name, 1) => name.clone(),
                (name, repeated) => format!("{name}-{repeated}"),
            };
            sent.push(Sent { id, number, own });
        }
        Self { sent }
    }

    /// The pairs as they are sent, in the order in which they are sent.
    #[must_use]
    pub fn pairs(&self) -> Vec<TextPair<'_>> {
        self.sent.iter().map(|sent| TextPair { id: &sent.id, ..sent.own }).collect()
    }

    /// The id that the dataset gives the pair with an opaque one.
    fn own_id(&self, id: &str) -> Option<&'a str> {
        self.sent.iter().find(|sent| sent.id == id).map(|sent| sent.own.id)
    }
}

/// How many hexadecimal digits of a hash an id has.
const DIGITS: usize = 16;

/// SHA-256 in hexadecimal digits of some texts, each with its length before it.
fn hash(texts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A system that sees pairs under opaque ids. Its replies come back to the pairs that they are for, in any order; its
/// errors name pairs by their own ids.
pub struct Blind<'s>(pub &'s dyn System);

impl System for Blind<'_> {
    fn answer(
        &self,
        pairs: &[TextPair<'_>],
        answered: &mut Answered<'_>,
    ) -> Result<(), SystemError> {
        let opaque = OpaqueIds::new(pairs);
        let ended =
            self.0.answer(&opaque.pairs(), &mut |place, reply| match opaque.sent.get(place) {
                Some(sent) => answered(sent.number, reply),
                None => Ok(()),
            });
        ended.map_err(|mut error| {
            error.name_pairs(&|id| opaque.own_id(id).unwrap_or(id).to_owned());
            error
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Reply;
    use crate::command::requests;

    fn pair<'a>(id: &'a str, text: &'a str, hypothesis: &'a str) -> TextPair<'a> {
        TextPair { id, text, hypothesis }
    }

    // python3 -c "import hashlib, struct
    // h = lambda *texts: hashlib.sha256(b''.join(struct.pack('<Q', len(t)) + t for t in texts)).hexdigest()
    // print(sorted('p' + h(*p)[:16] for p in [(b'a', b'b'), (b'ab', b''), (b'a', b'c')]))"
    #[test]
    fn ids_are_hashes_of_texts_and_pairs_that_look_alike_are_numbered() {
        let pairs =
            [pair("1", "a", "b"), pair("1.1", "ab", ""), pair("2", "a", "c"), pair("3", "a", "b")];
        let opaque = OpaqueIds::new(&pairs);
        let ids: Vec<String> = opaque.pairs().iter().map(|pair| pair.id.to_owned()).collect();
        let expected =
            ["pc1c7e05237150004", "pcf6ab613e3942391", "pcf6ab613e3942391-2", "pe38fddf799dfc988"];
        assert_eq!(ids, expected);
    }

    /// Answers each pair with its id and hypothesis, the last one first.
    struct Backwards;

    impl System for Backwards {
        fn answer(
            &self,
            pairs: &[TextPair<'_>],
            answered: &mut Answered<'_>,
        ) -> Result<(), SystemError> {
            for (number, pair) in pairs.iter().enumerate().rev() {
                answered(number, Reply::default().because(pair.hypothesis.to_owned()))?;
            }
            Ok(())
        }
    }

    proptest! {
        // What is sent does not change if pairs have other ids and another order.
        #[test]
        fn what_is_sent_depends_on_texts_and_hypotheses_alone(
            texts in prop::collection::vec(("[ab]{0,2}", "[ab]{0,2}"), 0..30),
            ids in prop::collection::vec("[a-z0-9.]{1,6}", 30),
            turned in 0_usize..30,
        ) {
            let numbered: Vec<String> = (0..texts.len()).map(|number| format!("{number}.1")).collect();
            let pairs: Vec<TextPair<'_>> = texts.iter().zip(&numbered)
                .map(|((text, hypothesis), id)| pair(id, text, hypothesis)).collect();
            let mut others: Vec<TextPair<'_>> = texts.iter().zip(&ids)
                .map(|((text, hypothesis), id)| pair(id, text, hypothesis)).collect();
            others.reverse();
            others.rotate_left(turned.min(texts.len()));
            let sent = |pairs: &[TextPair<'_>]| requests(&OpaqueIds::new(pairs).pairs()).unwrap();
            prop_assert_eq!(sent(&pairs), sent(&others));
            let opaque = OpaqueIds::new(&pairs);
            let mut ids: Vec<&str> = opaque.sent.iter().map(|sent| sent.id.as_str()).collect();
            ids.dedup();
            prop_assert_eq!(ids.len(), pairs.len());
        }

        #[test]
        fn replies_come_back_to_their_pairs(
            texts in prop::collection::vec(("[ab]{0,2}", "[ab]{0,2}"), 0..30),
        ) {
            let pairs: Vec<TextPair<'_>> =
                texts.iter().map(|(text, hypothesis)| pair("same", text, hypothesis)).collect();
            let mut replies = vec![None; pairs.len()];
            Blind(&Backwards).answer(&pairs, &mut |number, reply| {
                replies[number] = reply.justification;
                Ok(())
            }).unwrap();
            let expected: Vec<_> = texts.iter().map(|(_, hypothesis)| Some(hypothesis.clone())).collect();
            prop_assert_eq!(replies, expected);
        }
    }
}
