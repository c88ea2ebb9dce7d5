//! The parses of pairs.

use std::collections::BTreeMap;

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

impl PairTrees {
    /// Puts sentences to their pairs. Pairs may be without parses, and parses may be of pairs that are not asked about.
    ///
    /// # Errors
    /// A parse that does not spell its pair, of one side only, or a file of which no parse belongs to any pair.
    pub fn new(
        files: &[(String, Vec<ParsedSentence>)],
        pairs: &[TextPair<'_>],
    ) -> Result<Self, ConlluError> {
        // By pair and side, with the file and line of the first sentence.
        let mut parsed: BTreeMap<(&str, Side), (&str, u64, ParsedText, String)> = BTreeMap::new();
        for (file, sentence) in
            files.iter().flat_map(|(file, sentences)| sentences.iter().map(move |one| (file, one)))
        {
            let start = || (file.as_str(), sentence.line, ParsedText::default(), String::new());
            let side = (sentence.pair_id.as_str(), sentence.side);
            let (.., text, spelt) = parsed.entry(side).or_insert_with(start);
            let words_before = text.words.len();
            text.words.extend(sentence.words.iter().cloned());
            let heads = sentence.heads.iter();
            text.heads.extend(heads.map(|head| head.map(|head| head + words_before)));
            spelt.push_str(&sentence.spelt);
        }
        let mut trees = BTreeMap::new();
        for pair in pairs {
            let sides = [(Side::Text, pair.text), (Side::Hypothesis, pair.hypothesis)];
            let sides = sides.map(|(side, written)| {
                let found = parsed.remove(&(pair.id, side));
                found.map(|found| spelling(found, pair.id, side, written)).transpose()
            });
            let [text, hypothesis] = sides;
            let one_side = |(file, line): (&str, u64), parsed, missing| ConlluError {
                file: file.to_owned(),
                line: Some(line),
                problem: ConlluProblem::OneSide { pair: pair.id.to_owned(), parsed, missing },
            };
            match (text?, hypothesis?) {
                (Some((_, text)), Some((_, hypothesis))) => {
                    trees.insert(pair.id.to_owned(), PairTree { text, hypothesis });
                }
                (Some((place, _)), None) => {
                    return Err(one_side(place, Side::Text, Side::Hypothesis));
                }
                (None, Some((place, _))) => {
                    return Err(one_side(place, Side::Hypothesis, Side::Text));
                }
                (None, None) => {}
            }
        }
        for (file, sentences) in files {
            let first = sentences.first();
            let of_pairs = |sentence: &ParsedSentence| trees.contains_key(&sentence.pair_id);
            if let Some(first) = first.filter(|_| !sentences.iter().any(of_pairs)) {
                let problem = ConlluProblem::NoPairs { pair: shortened(&first.pair_id) };
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

/// A parse with its place, if it spells what is written.
fn spelling<'a>(
    (file, line, parsed, spelt): (&'a str, u64, ParsedText, String),
    pair: &str,
    side: Side,
    written: &str,
) -> Result<((&'a str, u64), ParsedText), ConlluError> {
    let letters: String = written.chars().filter(|letter| !letter.is_whitespace()).collect();
    if letters == spelt {
        return Ok(((file, line), parsed));
    }
    let same = letters.chars().zip(spelt.chars()).take_while(|(one, other)| one == other);
    let same: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    // An end is told as such, not as nothing.
    let from = |text: &str| match &text[same..] {
        "" => "(end)".to_owned(),
        rest => shortened(rest),
    };
    let problem = ConlluProblem::OtherText {
        pair: shortened(pair),
        side,
        parsed: from(&spelt),
        written: from(&letters),
    };
    Err(ConlluError { file: file.to_owned(), line: Some(line), problem })
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
        let files = parse(&[
            ("1", "text", "A b ."),
            ("1", "hypothesis", "d e"),
            ("1", "text", "C !"),
            ("2", "text", "of no pair here"),
        ]);
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
            "p.conllu:3: the parse of the text of pair `1` does not spell it: it goes on with `(end)` where the \
             text has `C!`; forms must stand as they are written"
        );
        let other = message(&[("1", "text", "A b . C !"), ("1", "hypothesis", "d é f")]);
        assert!(
            other.starts_with("p.conllu:11: the parse of the hypothesis of pair `1`"),
            "{other}"
        );
        assert!(other.contains("`éf` where the hypothesis has `e`"), "{other}");
    }

    #[test]
    fn both_sides_are_parsed_or_neither() {
        assert_eq!(
            message(&[("1", "hypothesis", "d e")]),
            "p.conllu:3: the hypothesis of pair `1` is parsed and its text is not; parse both, or neither"
        );
        assert!(message(&[("1", "text", "A b . C !")]).contains("the text of pair `1` is parsed"));
    }

    #[test]
    fn a_file_for_other_pairs_is_refused() {
        assert_eq!(
            message(&[("x", "hypothesis", "d e")]),
            "p.conllu:3: none of its parses belongs to one of the pairs: the first is of pair `x`, which is none \
             of them"
        );
    }
}
