//! The parses of pairs.

use std::collections::{BTreeMap, BTreeSet};

use super::reader::shortened;
use super::{ConlluError, ConlluProblem, ParsedSentence, ParsedWord, Side};
use crate::TextPair;

/// A parsed text or hypothesis: the trees of its sentences side by side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParsedText {
    /// Its words, in their order.
    pub words: Vec<ParsedWord>,
    /// For each word the place of its head, from 0; nothing for a root.
    pub heads: Vec<Option<usize>>,
}

/// The parses of a pair.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairTree {
    /// That of the text.
    pub text: ParsedText,
    /// That of the hypothesis.
    pub hypothesis: ParsedText,
}

/// The parses of pairs, each of which spells its pair.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairTrees(BTreeMap<String, PairTree>);

/// The sentences of one side of a pair as they come, put side by side.
#[derive(Default)]
struct Gathered<'a> {
    text: ParsedText,
    spelt: String,
    /// Each sentence's file and line, and where in what is spelt it begins.
    sentences: Vec<(&'a str, u64, usize)>,
}

impl<'a> Gathered<'a> {
    fn add(&mut self, file: &'a str, sentence: &ParsedSentence) {
        self.sentences.push((file, sentence.line, self.spelt.len()));
        let words_before = self.text.words.len();
        self.text.words.extend(sentence.words.iter().cloned());
        let heads = sentence.heads.iter();
        self.text.heads.extend(heads.map(|head| head.map(|head| head + words_before)));
        self.spelt.push_str(&sentence.spelt);
    }

    /// The error of the sentence that spells a letter.
    fn error_at(&self, letter: usize, problem: ConlluProblem) -> ConlluError {
        let of = self.sentences.iter().rev().find(|(_, _, start)| *start <= letter);
        let (file, line) =
            of.map_or((String::new(), None), |(file, line, _)| ((*file).to_owned(), Some(*line)));
        ConlluError { file, line, problem }
    }
}

impl PairTrees {
    /// Puts sentences to their pairs. Pairs may be without parses.
    ///
    /// # Errors
    /// A parse that does not spell its pair, of one side only, or of none of the pairs.
    pub fn new(
        files: &[(String, Vec<ParsedSentence>)],
        pairs: &[TextPair<'_>],
    ) -> Result<Self, ConlluError> {
        let mut parsed: BTreeMap<(&str, Side), Gathered<'_>> = BTreeMap::new();
        for (file, sentences) in files {
            for sentence in sentences {
                let side = (sentence.pair_id.as_str(), sentence.side);
                parsed.entry(side).or_default().add(file, sentence);
            }
        }
        let mut trees = BTreeMap::new();
        for pair in pairs {
            let text = parsed.remove(&(pair.id, Side::Text));
            let hypothesis = parsed.remove(&(pair.id, Side::Hypothesis));
            let one_side = |found: Gathered<'_>, parsed, missing| {
                let pair = shortened(pair.id);
                Err(found.error_at(0, ConlluProblem::OneSide { pair, parsed, missing }))
            };
            match (text, hypothesis) {
                (Some(text), Some(hypothesis)) => {
                    let text = spelling(text, pair.id, Side::Text, pair.text)?;
                    let hypothesis =
                        spelling(hypothesis, pair.id, Side::Hypothesis, pair.hypothesis)?;
                    trees.insert(pair.id.to_owned(), PairTree { text, hypothesis });
                }
                (Some(text), None) => return one_side(text, Side::Text, Side::Hypothesis),
                (None, Some(hypothesis)) => {
                    return one_side(hypothesis, Side::Hypothesis, Side::Text);
                }
                (None, None) => {}
            }
        }
        for (file, sentences) in files {
            let unknown = || sentences.iter().filter(|one| !trees.contains_key(&one.pair_id));
            if let Some(first) = unknown().next() {
                let ids: BTreeSet<&str> = unknown().map(|one| one.pair_id.as_str()).collect();
                let pair = shortened(&first.pair_id);
                let problem = ConlluProblem::UnknownPair { pair, ids: ids.len() };
                return Err(ConlluError { file: file.clone(), line: Some(first.line), problem });
            }
        }
        Ok(Self(trees))
    }

    /// The parses of the pair with an id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&PairTree> {
        self.0.get(id)
    }

    /// How many pairs have parses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no pair has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A parse, if it spells what is written.
fn spelling(
    found: Gathered<'_>,
    pair: &str,
    side: Side,
    written: &str,
) -> Result<ParsedText, ConlluError> {
    let letters: String = written.chars().filter(|letter| !letter.is_whitespace()).collect();
    if letters == found.spelt {
        return Ok(found.text);
    }
    let same = letters.chars().zip(found.spelt.chars()).take_while(|(one, other)| one == other);
    let same: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    // An end is told as such, not as nothing.
    let from = |text: &str| match &text[same..] {
        "" => "(end)".to_owned(),
        rest => shortened(rest),
    };
    let problem = ConlluProblem::OtherText {
        pair: shortened(pair),
        side,
        parsed: from(&found.spelt),
        written: from(&letters),
    };
    Err(found.error_at(same, problem))
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Input;

    use super::*;
    use crate::conllu::read_conllu;

    fn parse(blocks: &[(&str, &str, &str)]) -> Vec<(String, Vec<ParsedSentence>)> {
        let blocks = blocks.iter().map(|(pair, side, words)| {
            let words = words.split(' ').enumerate().map(|(place, word)| {
                format!("{}\t{word}\t_\t_\t_\t_\t{place}\t_\t_\t_\n", place + 1)
            });
            format!("# pair_id = {pair}\n# side = {side}\n{}\n", words.collect::<String>())
        });
        let written = blocks.collect::<String>().into_bytes();
        let input = Input::Stream(Box::new(std::io::Cursor::new(written)));
        vec![("p.conllu".to_owned(), read_conllu("p.conllu", input).unwrap())]
    }

    const PAIR: TextPair<'_> = TextPair { id: "1", text: "A b.\n C!", hypothesis: "d e" };

    fn message(blocks: &[(&str, &str, &str)]) -> String {
        PairTrees::new(&parse(blocks), &[PAIR]).unwrap_err().to_string()
    }

    #[test]
    fn sentences_of_a_text_stand_side_by_side() {
        let files =
            parse(&[("1", "text", "A b ."), ("1", "hypothesis", "d e"), ("1", "text", "C !")]);
        let trees = PairTrees::new(&files, &[PAIR]).unwrap();
        assert_eq!(trees.len(), 1);
        let text = &trees.get("1").unwrap().text;
        assert_eq!(text.heads, [None, Some(0), Some(1), None, Some(3)]);
        assert_eq!(trees.get("2"), None);
    }

    #[test]
    fn a_parse_of_something_else_is_told_with_its_pair() {
        let cut = message(&[("1", "text", "A b ."), ("1", "hypothesis", "d e")]);
        assert_eq!(
            cut,
            "p.conllu:3: the parse of the text of pair `1` differs from its text: it continues with `(end)`, but the text has `C!`; write forms exactly as in the text"
        );
        let other = message(&[("1", "text", "A b . C !"), ("1", "hypothesis", "d é f")]);
        assert!(
            other.starts_with("p.conllu:11: the parse of the hypothesis of pair `1`"),
            "{other}"
        );
        assert!(other.contains("it continues with `éf`, but the hypothesis has `e`"), "{other}");
    }

    #[test]
    fn both_sides_are_parsed_or_neither() {
        assert_eq!(
            message(&[("1", "hypothesis", "d e")]),
            "p.conllu:3: pair `1` has a parse of its hypothesis, but none of its text; parse both, or neither"
        );
        assert!(
            message(&[("1", "text", "A b . C !")])
                .contains("pair `1` has a parse of its text, but none of its hypothesis")
        );
    }

    #[test]
    fn the_sentence_that_differs_is_named() {
        let second = [("1", "text", "A b ."), ("1", "text", "D !"), ("1", "hypothesis", "d e")];
        let other = message(&second);
        assert!(other.starts_with("p.conllu:9: the parse of the text of pair `1`"), "{other}");
        assert!(other.contains("it continues with `D!`, but the text has `C!`"), "{other}");
    }

    #[test]
    fn a_parse_of_another_pair_is_refused() {
        let own = [("1", "text", "A b . C !"), ("1", "hypothesis", "d e")];
        let with = |others: &[(&str, &str, &str)]| message(&[&own, others].concat());
        assert_eq!(
            with(&[("x", "hypothesis", "d e")]),
            "p.conllu:16: the parse is for pair `x`, and no pair has that id"
        );
        assert!(
            with(&[("x", "hypothesis", "d e"), ("x", "text", "f"), ("y", "text", "f")])
                .ends_with("no pair has that id; there are 2 such ids in the file")
        );
    }
}
