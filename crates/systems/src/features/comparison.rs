//! The words of a hypothesis beside the words of its text: which are linked, and how closely.

use std::collections::HashMap;
use std::ops::Range;

use crate::TextPair;
use crate::text::{
    AnalysedText, MOST_IN_HYPOTHESIS, MOST_IN_TEXT, Token, TokenKind, WordClass, stem,
};
use crate::wordnet::{Relation, RelationKind, Word, WordNet};

/// A word of the hypothesis keeps so many links; a text that repeats it more often says nothing new.
const MOST_LINKS: usize = 32;
/// The senses of a word by which it is linked; chosen by cross-validation, as are the other limits of the features.
const MOST_SENSES: usize = 4;
/// Names are compared letter by letter up to this length.
const LONGEST_NAME: usize = 32;

/// A token of the text that has to do with a word of the hypothesis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Link {
    /// The number of the token in the text.
    pub(super) token: usize,
    /// How far it covers the word, from 0 to 1.
    pub(super) relatedness: f64,
    /// Whether it is the same word, in any form.
    pub(super) is_same: bool,
    /// How WordNet relates them.
    pub(super) relation: Option<RelationKind>,
}

/// A content word of the hypothesis.
#[derive(Debug, Clone)]
pub(super) struct ContentWord {
    /// Its token in the hypothesis.
    pub(super) token: usize,
    pub(super) class: WordClass,
    /// Its links, in the order of the text.
    pub(super) links: Vec<Link>,
}

impl ContentWord {
    /// How far tokens of the text cover the word: the closest link there.
    pub(super) fn covered(&self, tokens: &Range<usize>, same_only: bool) -> f64 {
        let start = self.links.partition_point(|link| link.token < tokens.start);
        let within = self.links[start..].iter().take_while(|link| link.token < tokens.end);
        let counted = within.filter(|link| link.is_same || !same_only);
        counted.fold(0.0, |best, link| best.max(link.relatedness))
    }
}

/// A pair, analysed and compared.
#[derive(Debug, Clone)]
pub(super) struct Comparison {
    pub(super) text: AnalysedText,
    pub(super) hypothesis: AnalysedText,
    /// The stem of each token.
    pub(super) text_stems: Vec<String>,
    pub(super) hypothesis_stems: Vec<String>,
    pub(super) content: Vec<ContentWord>,
}

impl Comparison {
    pub(super) fn new(pair: &TextPair<'_>, wordnet: Option<&WordNet>) -> Self {
        let (text, _) = AnalysedText::first(pair.text, wordnet, MOST_IN_TEXT);
        let (hypothesis, _) = AnalysedText::first(pair.hypothesis, wordnet, MOST_IN_HYPOTHESIS);
        let stems = |analysed: &AnalysedText| -> Vec<String> {
            analysed.tokens.iter().map(|token| stem(&token.normal)).collect()
        };
        let (text_stems, hypothesis_stems) = (stems(&text), stems(&hypothesis));
        let mut comparison =
            Self { text, hypothesis, text_stems, hypothesis_stems, content: vec![] };
        comparison.content = comparison.linked(wordnet);
        comparison.link_acronyms();
        comparison
    }

    /// All tokens of the text.
    pub(super) fn whole(&self) -> Range<usize> {
        0..self.text.tokens.len()
    }

    fn linked(&self, wordnet: Option<&WordNet>) -> Vec<ContentWord> {
        // Each different word is looked up once.
        let mut words: HashMap<&str, Word> = HashMap::new();
        for analysed in [&self.text, &self.hypothesis] {
            let tokens = analysed.tokens.iter().zip(&analysed.classes);
            for (token, class) in tokens.filter(|(_, class)| class.is_content()) {
                if let Some(wordnet) = wordnet.filter(|_| *class != WordClass::Number) {
                    words.entry(&token.normal).or_insert_with(|| {
                        wordnet.word_in_frequent_senses(&token.normal, MOST_SENSES)
                    });
                }
            }
        }
        let related = |text: &Token, hypothesis: &Token| -> Option<Relation> {
            let (text, hypothesis) =
                (words.get(text.normal.as_str())?, words.get(hypothesis.normal.as_str())?);
            wordnet?.relation(text, hypothesis)
        };
        let mut linked = Vec::new();
        for (token, class) in self.hypothesis.classes.iter().enumerate() {
            if !class.is_content() {
                continue;
            }
            let mut known: HashMap<&str, Option<Link>> = HashMap::new();
            let mut links = Vec::new();
            for (number, text_token) in self.text.tokens.iter().enumerate() {
                if links.len() == MOST_LINKS {
                    break;
                }
                let link = known.entry(&text_token.normal).or_insert_with(|| {
                    self.link(number, token, || related(text_token, &self.hypothesis.tokens[token]))
                });
                links.extend(link.map(|link| Link { token: number, ..link }));
            }
            linked.push(ContentWord { token, class: *class, links });
        }
        linked
    }

    /// The link of a token of the text to a token of the hypothesis, if there is one.
    fn link(
        &self,
        text: usize,
        hypothesis: usize,
        related: impl FnOnce() -> Option<Relation>,
    ) -> Option<Link> {
        let (token, wanted) = (&self.text.tokens[text], &self.hypothesis.tokens[hypothesis]);
        let link = |relatedness, is_same, relation| {
            Some(Link { token: text, relatedness, is_same, relation })
        };
        if token.normal == wanted.normal {
            return link(1.0, true, None);
        }
        if token.kind == TokenKind::Number || wanted.kind == TokenKind::Number {
            return None;
        }
        if !self.text.classes[text].is_content() {
            return None;
        }
        if let Some(relation) = related() {
            let is_same = relation.kind == RelationKind::SameLemma;
            return link(relation.relatedness(), is_same, Some(relation.kind));
        }
        if self.text_stems[text] == self.hypothesis_stems[hypothesis] {
            return link(0.95, true, None);
        }
        let are_names = self.text.classes[text] == WordClass::ProperNoun
            && self.hypothesis.classes[hypothesis] == WordClass::ProperNoun;
        if are_names && is_nearly(&token.normal, &wanted.normal) {
            return link(0.8, false, None);
        }
        None
    }

    /// Links an acronym to the words whose initials it is, in either direction.
    fn link_acronyms(&mut self) {
        for content in 0..self.content.len() {
            let token = self.content[content].token;
            let acronym = &self.hypothesis.tokens[token];
            if acronym.kind == TokenKind::Acronym {
                let spelt = spelt_out(&acronym.normal, &self.text);
                let links = &mut self.content[content].links;
                if links.is_empty()
                    && let Some(words) = spelt
                {
                    let token = words.start;
                    links.push(Link { token, relatedness: 0.9, is_same: false, relation: None });
                }
            }
        }
        for (number, acronym) in self.text.tokens.iter().enumerate() {
            if acronym.kind != TokenKind::Acronym {
                continue;
            }
            let Some(words) = spelt_out(&acronym.normal, &self.hypothesis) else { continue };
            for word in &mut self.content {
                if words.contains(&word.token) && word.links.is_empty() {
                    let link =
                        Link { token: number, relatedness: 0.9, is_same: false, relation: None };
                    word.links.push(link);
                }
            }
        }
    }
}

/// Whether two names are spellings of one: *Tutankhamen* and *Tutankhamun*.
fn is_nearly(one: &str, other: &str) -> bool {
    let fits = |name: &str| (5..=LONGEST_NAME).contains(&name.chars().count());
    fits(one) && fits(other) && strsim::normalized_levenshtein(one, other) >= 0.8
}

/// The words whose initials an acronym of two to six letters is: capitalised ones in a row, with or without function
/// words between them.
fn spelt_out(acronym: &str, analysed: &AnalysedText) -> Option<Range<usize>> {
    let letters: Vec<char> = acronym.chars().collect();
    if !(2..=6).contains(&letters.len()) {
        return None;
    }
    let initial = |token: usize| analysed.tokens[token].normal.chars().next();
    let is_function = |token: usize| analysed.classes[token] == WordClass::FunctionWord;
    (0..analysed.tokens.len()).find_map(|start| {
        if initial(start) != Some(letters[0]) || is_function(start) {
            return None;
        }
        let mut spelt = 1;
        let mut end = start + 1;
        while spelt < letters.len() && end < analysed.tokens.len() {
            if analysed.tokens[end].kind == TokenKind::Word && initial(end) == Some(letters[spelt])
            {
                spelt += 1;
            } else if !is_function(end) {
                return None;
            }
            end += 1;
        }
        (spelt == letters.len()).then_some(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordnet::tests::installed;

    fn links(text: &str, hypothesis: &str, wordnet: Option<&WordNet>) -> Vec<(String, Vec<usize>)> {
        let comparison = Comparison::new(&TextPair { id: "", text, hypothesis }, wordnet);
        let tokens = &comparison.hypothesis.tokens;
        let of = |word: &ContentWord| {
            let links = word.links.iter().map(|link| link.token).collect();
            (tokens[word.token].normal.clone(), links)
        };
        comparison.content.iter().map(of).collect()
    }

    #[test]
    fn words_are_linked_by_form_stem_spelling_and_initials() {
        let found = links(
            "The North Atlantic Treaty Organization said that Tutankhamen owned dogs",
            "NATO: Tutankhamun owns a dog",
            None,
        );
        let expected =
            [("nato", vec![1]), ("tutankhamun", vec![7]), ("owns", vec![8]), ("dog", vec![9])];
        assert_eq!(found, expected.map(|(word, links)| (word.to_owned(), links)));
    }

    #[test]
    fn numbers_are_linked_by_value() {
        let found = links("He paid 2 million in 1999", "He paid 2,000,000 in 1998", None);
        assert_eq!(found[1], ("2000000".to_owned(), vec![2]));
        assert_eq!(found[2], ("1998".to_owned(), vec![]));
    }

    #[test]
    fn wordnet_links_words_of_different_stems() {
        let Some(wordnet) = installed() else { return };
        let found = links("The firm bought a poodle", "a dog was purchased", Some(wordnet));
        assert_eq!(found, [("dog".to_owned(), vec![4]), ("purchased".to_owned(), vec![2])]);
    }
}
