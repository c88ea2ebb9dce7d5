//! All that is found about a pair: what is aligned, what speaks against entailment, and how much is covered.

use std::iter;
use std::ops::Range;

use crate::TextPair;
use crate::contradiction::alignment::Alignment;
use crate::contradiction::arguments;
use crate::contradiction::compared::Compared;
use crate::contradiction::descriptions;
use crate::contradiction::in_place::{self, Standing};
use crate::contradiction::near_copy::NearCopy;
use crate::contradiction::polarity;
use crate::contradiction::side::Side;
use crate::contradiction::signal::{Found, Signal};
use crate::contradiction::tie::Ties;
use crate::text::{MOST_IN_HYPOTHESIS, MOST_IN_TEXT, WordClass};
use crate::wordnet::WordNet;

/// What was found about a pair.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    pub(super) found: Vec<Found>,
    /// The share of the content words which nothing opposes that the text vouches for; names and numbers count one
    /// and a half times, adverbs half. 1 where there is none. In a copy, the least of the shares around each place in which it
    /// differs from the text.
    pub(super) coverage: f64,
    /// The same, in the order of both and close together only; in a copy, the same.
    pub(super) coverage_in_order: f64,
    /// What is aligned by something else than the same word, in words.
    pub(super) aligned: Vec<String>,
    /// Whether the hypothesis copies the text but for some places.
    pub(super) is_copy: bool,
    /// How many content words the hypothesis has, in a copy around those places, and how many of them the text vouches for.
    pub(super) content: usize,
    pub(super) covered: usize,
}

impl Evidence {
    pub(super) fn new(pair: &TextPair<'_>, wordnet: Option<&WordNet>) -> Self {
        let text = Side::new(pair.text, wordnet, MOST_IN_TEXT);
        let hypothesis = Side::new(pair.hypothesis, wordnet, MOST_IN_HYPOTHESIS);
        let ties = Ties::new(&text, &hypothesis, wordnet);
        let near_copy = NearCopy::of(&text, &hypothesis);
        let near_copy = near_copy.as_ref();
        let alignment = Alignment::new(&text, &hypothesis, &ties, near_copy);
        let mut found = Vec::new();
        let standings =
            in_place::judged(&text, &hypothesis, &ties, &alignment, near_copy, &mut found);
        let compared =
            Compared { text: &text, hypothesis: &hypothesis, alignment: &alignment, near_copy };
        polarity::add(&compared, &mut found);
        if let Some(near_copy) = near_copy {
            descriptions::add(&text, &hypothesis, near_copy, &mut found);
        }
        arguments::add(&compared, &mut found);
        found.sort_by_key(|found| found.signal.place());
        let judged = judged(&hypothesis, near_copy);
        let covered = |token: usize| standings[token] == Standing::Covered;
        // In a copy, the alignment has settled the order.
        let in_order =
            |token: usize| covered(token) && (near_copy.is_some() || alignment.is_in_order(token));
        let coverage = |is_covered: &dyn Fn(usize) -> bool| {
            let shares = judged
                .iter()
                .map(|range| coverage(&hypothesis, &standings, range.clone(), is_covered));
            shares.fold(1.0, f64::min)
        };
        let is_judged = |token: &usize| judged.iter().any(|range| range.contains(token));
        let content = (0..standings.len()).filter(|token| standings[*token] != Standing::Empty);
        let content = content.filter(is_judged);
        Self {
            coverage: coverage(&covered),
            coverage_in_order: coverage(&in_order),
            is_copy: near_copy.is_some(),
            aligned: aligned(&text, &hypothesis, &alignment),
            covered: content.clone().filter(|token| covered(*token)).count(),
            content: content.count(),
            found,
        }
    }

    /// Whether a signal was found.
    pub(super) fn has(&self, signal: &Signal) -> bool {
        self.found.iter().any(|found| *found.signal == *signal)
    }
}

/// The tokens of a hypothesis whose coverage counts, each range for itself: what is around each place in which it differs
/// from its text, or all of it.
fn judged(hypothesis: &Side<'_>, near_copy: Option<&NearCopy>) -> Vec<Range<usize>> {
    match near_copy {
        Some(near_copy) => near_copy.places.iter().map(|place| place.judged(hypothesis)).collect(),
        None => iter::once(0..hypothesis.tokens().len()).collect(),
    }
}

fn coverage(
    hypothesis: &Side<'_>,
    standings: &[Standing],
    judged: Range<usize>,
    is_covered: &dyn Fn(usize) -> bool,
) -> f64 {
    let (mut covered, mut all) = (0.0, 0.0);
    for token in judged {
        if matches!(standings[token], Standing::Covered | Standing::Open) {
            let weight = match hypothesis.class(token) {
                WordClass::ProperNoun | WordClass::Number => 1.5,
                WordClass::Adverb => 0.5,
                _ => 1.0,
            };
            all += weight;
            covered += if is_covered(token) { weight } else { 0.0 };
        }
    }
    if all > 0.0 { covered / all } else { 1.0 }
}

fn aligned(text: &Side<'_>, hypothesis: &Side<'_>, alignment: &Alignment) -> Vec<String> {
    let named = |(token, link): (usize, &Option<crate::contradiction::alignment::Link>)| {
        let link = (*link).filter(|link| {
            hypothesis.is_content(token)
                && link.tie.supports()
                && text.normal(link.text) != hypothesis.normal(token)
        })?;
        let (one, other) = (text.quoted(link.text), hypothesis.quoted(token));
        Some(format!("{one} for {other} ({})", link.tie.name()))
    };
    alignment.links.iter().enumerate().filter_map(named).collect()
}
