//! Signals of words that stand in one place: antonyms, numbers, dates, names, other kinds, narrower words; and of words that
//! nothing stands for.

use std::ops::Range;

use crate::contradiction::alignment::{Alignment, Fit};
use crate::contradiction::near_copy::{NearCopy, Place};
use crate::contradiction::quantity::Comparison;
use crate::contradiction::side::Side;
use crate::contradiction::signal::{Found, Signal, signal};
use crate::contradiction::tie::{Tie, Ties};
use crate::contradiction::times::Time;
use crate::contradiction::word_lists;
use crate::text::WordClass;

/// What a word of the hypothesis is to its judgment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// The text vouches for it.
    Covered,
    /// Something in the text excludes it: coverage is that of the other words.
    Opposed,
    Open,
    /// It has no content of its own.
    Empty,
}

pub(super) const ANTONYM: Signal = signal(
    "antonyms",
    "Two words in one position exclude each other, and both or none are negated",
);

pub(super) const OPPOSITE_OF_DENIED: Signal = signal(
    "opposite of what is denied",
    "The text negates a word, and the hypothesis contains its opposite, which does not follow",
);

pub(super) const NUMBER: Signal =
    signal("different numbers", "Two numbers in one position exclude each other");

pub(super) const NUMBER_LEFT_OPEN: Signal =
    signal("number left open", "The text's number is less precise");

pub(super) const TIME: Signal =
    signal("different times of day", "Two times of day in one position are different");

pub(super) const DATE: Signal =
    signal("different dates", "Two dates in one position are different");

pub(super) const NAME: Signal = signal(
    "different names",
    "Two names in one position are different, and the text does not contain the hypothesis' name",
);

pub(super) const NAME_FROM_ELSEWHERE: Signal = signal(
    "name from elsewhere in the text",
    "Two names in one position are different, and the text contains the hypothesis' name elsewhere",
);

pub(super) const SISTER_TERM: Signal =
    signal("sister terms", "Two words in one position are different kinds of one thing");

pub(super) const UNSUPPORTED: Signal = signal(
    "word without support in a copy",
    "A position of a copy has a word that nothing in the text supports",
);

pub(super) const MORE_SPECIFIC: Signal =
    signal("more specific word", "The hypothesis' word is the narrower one");

pub(super) const PART: Signal =
    signal("part for the whole", "The hypothesis' word is a part of the text's word");

pub(super) const OTHER_WORD: Signal =
    signal("another word in its place", "An unrelated word replaces a word");

pub(super) const UNMATCHED_NAME: Signal =
    signal("unmatched name", "Nothing in the text supports a name of the hypothesis");

pub(super) const UNMATCHED_NUMBER: Signal =
    signal("unmatched number", "Nothing in the text supports a number of the hypothesis");

pub(super) const UNMATCHED_VERB: Signal =
    signal("unmatched verb", "Nothing in the text supports a verb of the hypothesis");

pub(super) const UNMATCHED_NOUN: Signal =
    signal("unmatched noun", "Nothing in the text supports a noun of the hypothesis");

pub(super) const UNMATCHED_MODIFIER: Signal = signal(
    "unmatched modifier",
    "Nothing in the text supports an adjective or adverb of the hypothesis",
);

/// What each token of the hypothesis is to its judgment; what speaks against entailment is added to what was found.
pub(super) fn judged(
    text: &Side<'_>,
    hypothesis: &Side<'_>,
    ties: &Ties<'_>,
    alignment: &Alignment,
    near_copy: Option<&NearCopy>,
    found: &mut Vec<Found>,
) -> Vec<Standing> {
    let compared = InPlace { text, hypothesis, ties, alignment, near_copy };
    let times = near_copy.map_or_else(Vec::new, |near_copy| times(text, hypothesis, near_copy));
    let mut standings = Vec::with_capacity(hypothesis.tokens().len());
    for token in 0..hypothesis.tokens().len() {
        if let Some((there, here)) = times.iter().find(|(_, here)| here.tokens.contains(&token)) {
            // Its words are one: the first has the standing of all.
            if token != here.tokens.start {
                standings.push(Standing::Empty);
                continue;
            }
            let (standing, signal) = compared_times(there, here);
            standings.push(standing);
            if let Some(signal) = signal {
                let words = [text.quoted(there.tokens.start), hypothesis.quoted(token)];
                found.push(Found { signal, words: words.join(" against ") });
            }
            continue;
        }
        let (standing, signal) = if hypothesis.is_content(token) {
            compared.content_word(token)
        } else {
            (Standing::Empty, compared.function_word(token))
        };
        standings.push(standing);
        if let Some(signal) = signal {
            found.push(Found { signal, words: compared.words(signal, token) });
        }
    }
    let mut open = (0..standings.len()).filter(|token| standings[*token] == Standing::Open);
    if let Some(token) = open.find(|token| compared.place(*token).is_some()) {
        found.push(Found { signal: &UNSUPPORTED, words: hypothesis.quoted(token) });
    }
    standings
}

/// The times of day in places where each side names one: the text's and the hypothesis'.
fn times(text: &Side<'_>, hypothesis: &Side<'_>, near_copy: &NearCopy) -> Vec<(Time, Time)> {
    let (there, here) = (Time::of(text), Time::of(hypothesis));
    let only = |times: &[Time], place: &Range<usize>| {
        let mut within = times
            .iter()
            .filter(|time| time.tokens.start < place.end && place.start < time.tokens.end);
        within.next().filter(|_| within.next().is_none()).cloned()
    };
    let places = near_copy.places.iter();
    places
        .filter_map(|place| only(&there, &place.text).zip(only(&here, &place.hypothesis)))
        .collect()
}

fn compared_times(there: &Time, here: &Time) -> (Standing, Option<&'static Signal>) {
    match here.compared_to(there) {
        Comparison::Entails => (Standing::Covered, None),
        Comparison::Excludes => (Standing::Opposed, Some(&TIME)),
        Comparison::LeavesOpen => (Standing::Open, Some(&NUMBER_LEFT_OPEN)),
    }
}

struct InPlace<'a> {
    text: &'a Side<'a>,
    hypothesis: &'a Side<'a>,
    ties: &'a Ties<'a>,
    alignment: &'a Alignment,
    near_copy: Option<&'a NearCopy>,
}

impl InPlace<'_> {
    fn content_word(&self, token: usize) -> (Standing, Option<&'static Signal>) {
        let unmatched = (Standing::Open, Some(self.unmatched(token)));
        if let Some(signal) = self.in_place_of_what_is_elsewhere(token) {
            return (Standing::Opposed, Some(signal));
        }
        let Some(link) = self.alignment.links[token] else {
            return match self.other_of_its_kind(token) {
                Some(_) => (Standing::Opposed, Some(&NAME)),
                None => unmatched,
            };
        };
        let denied = (self.text.is_denied(link.text), self.hypothesis.is_denied(token));
        let fit = self.alignment.fit(self.hypothesis, token);
        match link.tie {
            // What is denied on both sides is entailed the other way round.
            Tie::Hypernym if denied == (true, true) => (Standing::Open, Some(&MORE_SPECIFIC)),
            Tie::Hyponym if denied == (true, true) => (Standing::Covered, None),
            Tie::Hyponym => (Standing::Open, Some(&MORE_SPECIFIC)),
            Tie::Part => (Standing::Open, Some(&PART)),
            Tie::Opposite => match denied {
                (true, false) if self.are_complements(link.text, token) => {
                    (Standing::Covered, None)
                }
                (true, false) => (Standing::Open, Some(&OPPOSITE_OF_DENIED)),
                (false, true) => (Standing::Covered, None),
                _ if fit.on_one_side || self.is_alone(token) => (Standing::Opposed, Some(&ANTONYM)),
                _ => unmatched,
            },
            Tie::Other if fit.on_one_side || fit.is_adjacent => {
                self.other(token, link.text, fit).unwrap_or(unmatched)
            }
            Tie::Other => unmatched,
            _ => (Standing::Covered, None),
        }
    }

    /// The place of a copy that a token is in.
    fn place(&self, token: usize) -> Option<&Place> {
        self.near_copy?.place(token)
    }

    /// The word of the text in whose place a name stands that the text does not have, where both are of one kind: *Norwegian*
    /// for *from Finland*.
    fn other_of_its_kind(&self, token: usize) -> Option<usize> {
        /// Of so many words: each is looked up in WordNet.
        const MOST: usize = 4;
        let place = self.place(token).filter(|_| self.hypothesis.is_name(token))?;
        let is_capitalised = |text: &usize| {
            self.text.tokens()[*text].written(self.text.written).starts_with(char::is_uppercase)
        };
        let mut names = place.dropped(self.text, self.alignment).filter(is_capitalised).take(MOST);
        names.find(|text| self.ties.are_of_sisters(*text, token))
    }

    fn are_complements(&self, text: usize, token: usize) -> bool {
        word_lists::are_complements(self.text.normal(text), self.hypothesis.normal(token))
    }

    /// Whether no other content word is there that could be a neighbour.
    fn is_alone(&self, token: usize) -> bool {
        let tokens = 0..self.hypothesis.tokens().len();
        tokens.filter(|other| *other != token).all(|other| !self.hypothesis.is_content(other))
    }

    /// Different words of a class in one place.
    fn other(
        &self,
        token: usize,
        text: usize,
        fit: Fit,
    ) -> Option<(Standing, Option<&'static Signal>)> {
        let opposed = |signal: &'static Signal| Some((Standing::Opposed, Some(signal)));
        if self.hypothesis.dates[token].is_some() {
            return opposed(&DATE);
        }
        if let (Some(there), Some(here)) =
            (self.text.quantities[text], self.hypothesis.quantities[token])
        {
            return match here.compared_to(there) {
                Comparison::Excludes if fit.is_adjacent => opposed(&NUMBER),
                Comparison::Excludes => None,
                _ => Some((Standing::Open, Some(&NUMBER_LEFT_OPEN))),
            };
        }
        match self.hypothesis.class(token) {
            WordClass::ProperNoun => {
                (fit.on_both_sides && fit.is_adjacent).then_some((Standing::Opposed, Some(&NAME)))
            }
            WordClass::Noun | WordClass::Adjective
                if (fit.on_both_sides && fit.is_adjacent || self.is_one_for_one(token))
                    && self.ties.are_sisters(text, token) =>
            {
                opposed(&SISTER_TERM)
            }
            WordClass::Noun | WordClass::Verb | WordClass::Adjective => {
                Some((Standing::Open, Some(&OTHER_WORD)))
            }
            _ => None,
        }
    }

    /// Whether one content word stands in the place of one.
    fn is_one_for_one(&self, token: usize) -> bool {
        let is_one = |side: &Side<'_>, place: &Range<usize>| {
            place.clone().filter(|token| side.is_content(*token)).count() == 1
        };
        self.place(token).is_some_and(|place| {
            is_one(self.text, &place.text) && is_one(self.hypothesis, &place.hypothesis)
        })
    }

    /// A number or name that the text has elsewhere, where another stands between the same words.
    fn in_place_of_what_is_elsewhere(&self, token: usize) -> Option<&'static Signal> {
        let link = self.alignment.in_place[token].filter(|link| link.tie == Tie::Other)?;
        let fit = self.alignment.fit(self.hypothesis, token);
        self.alignment.links[token].filter(|link| link.tie.supports())?;
        let numbers = (self.text.quantities[link.text], self.hypothesis.quantities[token]);
        if let (Some(there), Some(here)) = numbers
            && self.hypothesis.dates[token].is_none()
            && fit.on_both_sides
            && fit.is_adjacent
            && here.compared_to(there) == Comparison::Excludes
        {
            return Some(&NUMBER);
        }
        let holds = fit.on_both_sides && fit.is_adjacent;
        // A name that is aligned with another token of the hypothesis has changed places, and is left to the arguments.
        let is_taken = self.alignment.of_text(link.text).is_some();
        (self.hypothesis.is_name(token) && holds && !is_taken).then_some(&NAME_FROM_ELSEWHERE)
    }

    fn unmatched(&self, token: usize) -> &'static Signal {
        match self.hypothesis.class(token) {
            WordClass::ProperNoun => &UNMATCHED_NAME,
            WordClass::Number => &UNMATCHED_NUMBER,
            WordClass::Verb => &UNMATCHED_VERB,
            WordClass::Adjective | WordClass::Adverb => &UNMATCHED_MODIFIER,
            _ => &UNMATCHED_NOUN,
        }
    }

    /// Function words that exclude each other, as *before* and *after*, between the same words. Quantifiers are
    /// compared by themselves.
    fn function_word(&self, token: usize) -> Option<&'static Signal> {
        let link = self.alignment.in_place[token].filter(|link| link.tie == Tie::Opposite)?;
        let fit = self.alignment.fit(self.hypothesis, token);
        let is_quantifier = matches!(
            self.hypothesis.normal(token),
            "more"
                | "less"
                | "fewer"
                | "all"
                | "none"
                | "both"
                | "neither"
                | "either"
                | "everyone"
                | "everybody"
                | "everything"
                | "nobody"
                | "nothing"
                | "someone"
                | "somebody"
                | "something"
        );
        let agree = self.text.is_denied(link.text) == self.hypothesis.is_denied(token);
        (fit.on_both_sides && fit.on_one_side && agree && !is_quantifier).then_some(&ANTONYM)
    }

    fn words(&self, signal: &Signal, token: usize) -> String {
        let here = self.hypothesis.quoted(token);
        let in_place = self.alignment.in_place[token];
        let link = if *signal == *self.unmatched(token) {
            return here;
        } else if [NAME_FROM_ELSEWHERE, NUMBER].contains(signal) {
            in_place
        } else {
            self.alignment.links[token].or(in_place)
        };
        let of_its_kind = || (*signal == NAME).then(|| self.other_of_its_kind(token)).flatten();
        let there = link.map(|link| link.text).or_else(of_its_kind);
        match there {
            Some(text) => format!("{} against {here}", self.text.quoted(text)),
            None => here,
        }
    }
}
