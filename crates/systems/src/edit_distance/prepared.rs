//! A pair with all that its edits depend on, but for what they cost.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::costs::{Costs, WordRelation};
use super::frequencies::DocumentFrequencies;
use super::ordered_tree::OrderedTree;
use super::rules::LexicalRules;
use super::script::{EditCosts, Rewrite};
use crate::TextPair;
use crate::conllu::{PairTrees, ParsedText};
use crate::text::{AnalysedText, MOST_IN_HYPOTHESIS, MOST_IN_TEXT, WordClass, stem};
use crate::wordnet::{RelationKind, Word, WordNet};

/// What may be known of words besides their letters.
#[derive(Debug, Clone, Default)]
pub struct Resources {
    /// Relations between words.
    pub wordnet: Option<Arc<WordNet>>,
    /// Which words entail which.
    pub rules: Option<Arc<LexicalRules>>,
    /// Parses; pairs that have one are compared as trees.
    pub trees: Option<Arc<PairTrees>>,
}

/// A word of a text or hypothesis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EditWord {
    /// As it is shown and compared: in lower case, numbers in digits.
    pub(super) normal: String,
    pub(super) class: WordClass,
    stem: String,
}

/// Words of the text that a rule turns into words of the hypothesis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RuleMatch {
    text: Range<usize>,
    hypothesis: Range<usize>,
    probability: f64,
}

/// A pair ready to be compared.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) text: Vec<EditWord>,
    pub(super) hypothesis: Vec<EditWord>,
    /// The relation of each word of the text to each of the hypothesis, row by row.
    relations: Vec<WordRelation>,
    /// What rules of one word make of one word of the text, row by row, with their probability.
    by_rule: HashMap<(usize, usize), f64>,
    /// What rules of several words match.
    matches: Vec<RuleMatch>,
    /// The trees of both, where they are parsed.
    pub(super) trees: Option<(OrderedTree, OrderedTree)>,
}

/// What WordNet says of words, gathered once.
#[derive(Debug, Default)]
pub(super) struct WordCache(Mutex<HashMap<String, Arc<Word>>>);

impl WordCache {
    /// Words beyond these are looked up each time, so that no text fills the memory.
    const MOST: usize = 50_000;

    fn word(&self, wordnet: &WordNet, word: &str) -> Arc<Word> {
        let mut words = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = words.get(word) {
            return Arc::clone(known);
        }
        let gathered = Arc::new(wordnet.word(word));
        if words.len() < Self::MOST {
            words.insert(word.to_owned(), Arc::clone(&gathered));
        }
        gathered
    }
}

impl Prepared {
    /// Prepares a pair; as trees where it is parsed, and no longer than what is compared of texts. Of longer ones the
    /// first words are taken.
    pub(super) fn new(pair: &TextPair<'_>, resources: &Resources, cache: &WordCache) -> Self {
        let wordnet = resources.wordnet.as_deref();
        let parsed = resources.trees.as_ref().and_then(|trees| trees.get(pair.id));
        let parsed = parsed.filter(|parsed| {
            parsed.text.words.len() <= MOST_IN_TEXT
                && parsed.hypothesis.words.len() <= MOST_IN_HYPOTHESIS
        });
        let trees = parsed.and_then(|parsed| {
            let text = OrderedTree::new(&parsed.text.heads)?;
            Some((text, OrderedTree::new(&parsed.hypothesis.heads)?))
        });
        let (text, hypothesis) = match parsed {
            Some(parsed) if trees.is_some() => {
                (words_of_parse(&parsed.text, wordnet), words_of_parse(&parsed.hypothesis, wordnet))
            }
            _ => (
                words_of_text(pair.text, wordnet, MOST_IN_TEXT),
                words_of_text(pair.hypothesis, wordnet, MOST_IN_HYPOTHESIS),
            ),
        };
        let relations = relations(&text, &hypothesis, wordnet, cache);
        let mut prepared = Self {
            text,
            hypothesis,
            relations,
            by_rule: HashMap::new(),
            matches: Vec::new(),
            trees,
        };
        if let Some(rules) = &resources.rules {
            prepared.find_rules(rules);
        }
        prepared
    }

    /// Notes what rules match.
    fn find_rules(&mut self, rules: &LexicalRules) {
        let stems = |words: &[EditWord]| -> Vec<String> {
            words.iter().map(|word| word.stem.clone()).collect()
        };
        let (text, hypothesis) = (stems(&self.text), stems(&self.hypothesis));
        for place in 0..hypothesis.len() {
            for rule in rules.at(&hypothesis[place..]) {
                let starts = 0..(text.len() + 1).saturating_sub(rule.left.len());
                for start in starts.filter(|start| text[*start..].starts_with(&rule.left)) {
                    if rule.left.len() == 1 && rule.right.len() == 1 {
                        let known = self.by_rule.entry((start, place)).or_insert(0.0);
                        *known = known.max(rule.probability);
                    } else {
                        self.matches.push(RuleMatch {
                            text: start..start + rule.left.len(),
                            hypothesis: place..place + rule.right.len(),
                            probability: rule.probability,
                        });
                    }
                }
            }
        }
    }

    /// The relation of a word of the text to one of the hypothesis, and the probability of the rule if it is one.
    pub(super) fn relation(&self, text: usize, hypothesis: usize) -> (WordRelation, f64) {
        let relation = self.relations[text * self.hypothesis.len() + hypothesis];
        match self.by_rule.get(&(text, hypothesis)) {
            Some(&probability) if !matches!(relation, WordRelation::Same) => {
                (WordRelation::Rule, probability)
            }
            _ => (relation, 1.0),
        }
    }

    /// The words of the text and of the hypothesis that a rule of several matches, and its probability.
    pub(super) fn rewritten(&self, number: usize) -> (&[EditWord], &[EditWord], f64) {
        let found = &self.matches[number];
        let text = &self.text[found.text.clone()];
        (text, &self.hypothesis[found.hypothesis.clone()], found.probability)
    }

    /// The words of the text, or of the hypothesis, each once.
    pub(super) fn vocabulary(&self, of_text: bool) -> BTreeSet<&str> {
        let words = if of_text { &self.text } else { &self.hypothesis };
        words.iter().map(|word| word.normal.as_str()).collect()
    }

    /// The pair with what its edits cost.
    pub(super) fn priced(&self, costs: &Costs, frequencies: &DocumentFrequencies) -> Priced<'_> {
        let cost = |word: &EditWord, by_class: f64| {
            if costs.idf_exponent == 0.0 || by_class == 0.0 {
                return by_class;
            }
            by_class * frequencies.idf(&word.normal).powf(costs.idf_exponent)
        };
        let insertions = self.hypothesis.iter();
        let insertions: Vec<f64> =
            insertions.map(|word| cost(word, costs.insertion.of(word.class))).collect();
        let deletions = self.text.iter();
        let deletions = deletions.map(|word| cost(word, costs.deletion.of(word.class))).collect();
        let rewrites = self.matches.iter().map(|found| Rewrite {
            text: found.text.clone(),
            hypothesis: found.hypothesis.clone(),
            cost: (1.0 - found.probability)
                * insertions[found.hypothesis.clone()].iter().sum::<f64>(),
        });
        let rewrites = rewrites.collect();
        let shares = costs.substitution.by_relation();
        Priced { prepared: self, insertions, deletions, shares, rewrites }
    }
}

/// A pair with what its edits cost.
pub(super) struct Priced<'a> {
    prepared: &'a Prepared,
    pub(super) insertions: Vec<f64>,
    pub(super) deletions: Vec<f64>,
    shares: [f64; WordRelation::ALL.len()],
    pub(super) rewrites: Vec<Rewrite>,
}

impl EditCosts for Priced<'_> {
    fn delete(&self, text: usize) -> f64 {
        self.deletions[text]
    }

    fn insert(&self, hypothesis: usize) -> f64 {
        self.insertions[hypothesis]
    }

    fn substitute(&self, text: usize, hypothesis: usize) -> f64 {
        let relation = self.prepared.relations[text * self.insertions.len() + hypothesis];
        let share = self.shares[relation as usize];
        let share = match self.prepared.by_rule.is_empty() {
            true => share,
            false => match self.prepared.by_rule.get(&(text, hypothesis)) {
                Some(probability) => share.min(1.0 - probability),
                None => share,
            },
        };
        share * self.insertions[hypothesis]
    }
}

/// The first so many words of a text.
fn words_of_text(text: &str, wordnet: Option<&WordNet>, most: usize) -> Vec<EditWord> {
    let (analysed, _) = AnalysedText::first(text, wordnet, most);
    let words = analysed.tokens.into_iter().zip(analysed.classes);
    words
        .map(|(token, class)| EditWord { stem: stem(&token.normal), normal: token.normal, class })
        .collect()
}

/// The words of a parse: forms are normalised as those of texts are, lemmas and classes are the parser's where it has
/// them.
fn words_of_parse(parsed: &ParsedText, wordnet: Option<&WordNet>) -> Vec<EditWord> {
    let words = parsed.words.iter().map(|word| {
        let analysed = AnalysedText::new(&word.form, wordnet);
        // What is one word to the parser may be several to us; then it is compared as it stands.
        let (normal, class) = match (&analysed.tokens[..], &analysed.classes[..]) {
            ([token], [class]) => (token.normal.clone(), Some(*class)),
            _ => (word.form.to_lowercase(), None),
        };
        let tagged = word.tag.as_deref().and_then(class_of_tag);
        // Our list of stop words counts more than a tag: a parser calls *have* a verb.
        let class = match class {
            Some(WordClass::FunctionWord | WordClass::Number) => class,
            _ => tagged.or(class),
        };
        let lemma = word.lemma.as_deref().unwrap_or(&normal).to_lowercase();
        EditWord { stem: stem(&lemma), normal, class: class.unwrap_or(WordClass::Noun) }
    });
    words.collect()
}

/// The class of a word with a part-of-speech tag of Universal Dependencies or of the Penn Treebank.
fn class_of_tag(tag: &str) -> Option<WordClass> {
    Some(match tag {
        "NOUN" | "NN" | "NNS" => WordClass::Noun,
        "PROPN" | "NNP" | "NNPS" => WordClass::ProperNoun,
        "VERB" | "VB" | "VBD" | "VBG" | "VBN" | "VBP" | "VBZ" => WordClass::Verb,
        "ADJ" | "JJ" | "JJR" | "JJS" => WordClass::Adjective,
        "ADV" | "RB" | "RBR" | "RBS" => WordClass::Adverb,
        "NUM" | "CD" => WordClass::Number,
        "PUNCT" | "SYM" | "," | "." | ":" | "``" | "''" | "-LRB-" | "-RRB-" => {
            WordClass::Punctuation
        }
        "ADP" | "AUX" | "CCONJ" | "CONJ" | "DET" | "PART" | "PRON" | "SCONJ" | "CC" | "DT"
        | "EX" | "IN" | "MD" | "PDT" | "POS" | "PRP" | "PRP$" | "RP" | "TO" | "WDT" | "WP"
        | "WP$" | "WRB" => WordClass::FunctionWord,
        _ => return None,
    })
}

fn relations(
    text: &[EditWord],
    hypothesis: &[EditWord],
    wordnet: Option<&WordNet>,
    cache: &WordCache,
) -> Vec<WordRelation> {
    let gathered = |words: &[EditWord]| -> Vec<Option<Arc<Word>>> {
        let content = |word: &EditWord| {
            let named = word.class.is_content() && word.class != WordClass::Number;
            wordnet.filter(|_| named).map(|wordnet| cache.word(wordnet, &word.normal))
        };
        words.iter().map(content).collect()
    };
    let (in_text, in_hypothesis) = (gathered(text), gathered(hypothesis));
    let mut relations = Vec::with_capacity(text.len() * hypothesis.len());
    for (word, known) in text.iter().zip(&in_text) {
        for (other, other_known) in hypothesis.iter().zip(&in_hypothesis) {
            relations.push(if word.normal == other.normal {
                WordRelation::Same
            } else if word.class == WordClass::Number || other.class == WordClass::Number {
                // Numbers have stems as well, by which 12 and 12s would be one.
                WordRelation::Unrelated
            } else if word.stem == other.stem {
                WordRelation::SameLemma
            } else if let (Some(wordnet), Some(known), Some(other)) = (wordnet, known, other_known)
            {
                let relation = wordnet.relation(known, other);
                relation.map_or(WordRelation::Unrelated, |found| of_wordnet(found.kind))
            } else {
                WordRelation::Unrelated
            });
        }
    }
    relations
}

fn of_wordnet(kind: RelationKind) -> WordRelation {
    match kind {
        RelationKind::SameLemma => WordRelation::SameLemma,
        RelationKind::Synonym => WordRelation::Synonym,
        RelationKind::Antonym => WordRelation::Antonym,
        RelationKind::Derivation => WordRelation::Derivation,
        RelationKind::Hypernym => WordRelation::Hypernym,
        RelationKind::Entailment | RelationKind::Cause => WordRelation::Entailment,
        RelationKind::Similar => WordRelation::Similar,
        RelationKind::Holonym | RelationKind::Meronym => WordRelation::PartOrWhole,
    }
}
