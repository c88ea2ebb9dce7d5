//! A text or a hypothesis with all that is looked at before the two are compared.

use crate::contradiction::dates::{DatePart, date_part};
use crate::contradiction::quantity::Quantity;
use crate::contradiction::scope::{self, Cue};
use crate::text::{AnalysedText, Token, TokenKind, WordClass, stem};
use crate::wordnet::WordNet;

/// One side of a pair.
#[derive(Debug, Clone)]
pub(super) struct Side<'a> {
    /// The text as it is written.
    pub(super) written: &'a str,
    pub(super) analysed: AnalysedText,
    /// The stem of each token.
    pub(super) stems: Vec<String>,
    pub(super) quantities: Vec<Option<Quantity>>,
    pub(super) dates: Vec<Option<DatePart>>,
    pub(super) negations: Vec<Cue>,
    pub(super) hypotheticals: Vec<Cue>,
    pub(super) reports: Vec<Cue>,
    /// Whether it has more tokens than are looked at.
    pub(super) is_cut: bool,
}

impl<'a> Side<'a> {
    /// Analyses a text, of which no more than so many tokens.
    pub(super) fn new(written: &'a str, wordnet: Option<&WordNet>, most: usize) -> Self {
        let (analysed, is_cut) = AnalysedText::first(written, wordnet, most);
        let (tokens, sentences) = (&analysed.tokens, &analysed.sentences);
        Self {
            written,
            stems: tokens.iter().map(|token| stem(&token.normal)).collect(),
            quantities: Quantity::of_tokens(tokens),
            dates: (0..tokens.len()).map(|at| date_part(written, tokens, at)).collect(),
            negations: scope::negations(tokens, sentences),
            hypotheticals: scope::hypotheticals(tokens, sentences),
            reports: scope::reports(tokens, sentences),
            analysed,
            is_cut,
        }
    }

    pub(super) fn tokens(&self) -> &[Token] {
        &self.analysed.tokens
    }

    pub(super) fn class(&self, token: usize) -> WordClass {
        self.analysed.classes[token]
    }

    /// The token in lower case; nothing beyond the ends.
    pub(super) fn normal(&self, token: usize) -> &str {
        self.analysed.tokens.get(token).map_or("", |token| token.normal.as_str())
    }

    pub(super) fn is_content(&self, token: usize) -> bool {
        self.class(token).is_content()
    }

    pub(super) fn is_mark(&self, token: usize) -> bool {
        self.analysed.tokens[token].kind == TokenKind::Punctuation
    }

    pub(super) fn is_name(&self, token: usize) -> bool {
        self.class(token) == WordClass::ProperNoun && self.dates[token].is_none()
    }

    /// A token in quotation marks, as it is written, cut where it is long.
    pub(super) fn quoted(&self, token: usize) -> String {
        const LONGEST: usize = 40;
        let written = self.analysed.tokens[token].written(self.written);
        format!("\"{}\"", written.chars().take(LONGEST).collect::<String>())
    }

    /// Whether a token is denied, an odd number of times.
    pub(super) fn is_denied(&self, token: usize) -> bool {
        scope::reached(&self.negations, token) % 2 == 1
    }
}
