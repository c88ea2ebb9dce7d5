//! Signals of what is denied, quantified, cancelled, restricted, or only said to be, on one side.

use crate::contradiction::alignment::Link;
use crate::contradiction::compared::Compared;
use crate::contradiction::near_copy::{NearCopy, Place};
use crate::contradiction::quantifier::{Quantified, Standing, quantifiers};
use crate::contradiction::scope::{self, Cue};
use crate::contradiction::side::Side;
use crate::contradiction::signal::{Found, Signal, signal};
use crate::contradiction::tie::Tie;
use crate::contradiction::word_lists;
use crate::text::WordClass;

pub(super) const NEGATION: Signal =
    signal("negation on one side", "One side negates a word, and the other does not");

pub(super) const QUANTIFIER: Signal =
    signal("quantifiers that exclude each other", "Two quantifiers exclude each other");

pub(super) const STRONGER_QUANTIFIER: Signal =
    signal("stronger quantifier", "The hypothesis' quantifier is stronger");

pub(super) const CANCELLED_WORD: Signal = signal(
    "cancelled word",
    "The text's word is `fake` or `former`; the hypothesis drops that, or adds it",
);

pub(super) const HYPOTHETICAL: Signal =
    signal("hypothetical in the text", "The text states a possibility, a plan or a belief");

pub(super) const REPORTED: Signal =
    signal("reported in the text", "The text reports a statement of somebody");

pub(super) const REPORT_DROPPED: Signal = signal(
    "report dropped",
    "The hypothesis is the text without the words that attribute the statement",
);

pub(super) const ONLY_ADDED: Signal = signal("only added", "The hypothesis adds *only*");

pub(super) const ONLY_OF_MORE: Signal = signal(
    "only some of what is named",
    "The hypothesis has *only* before some of the things that the text names in that position",
);

pub(super) const ALTERNATIVE_DROPPED: Signal = signal(
    "alternative dropped",
    "The text names alternatives, and the hypothesis selects among them",
);

pub(super) const DROPPED_UNDER_NEGATION: Signal = signal(
    "dropped under negation",
    "The words that the hypothesis drops narrow what the text negates",
);

/// Adds the signals of this file.
pub(super) fn add(compared: &Compared<'_>, found: &mut Vec<Found>) {
    let consumed = compared.quantifiers(found);
    compared.negation(&consumed, found);
    compared.hypothetical(found);
    compared.only(found);
    let others = [
        (&CANCELLED_WORD, compared.cancelled()),
        (&ALTERNATIVE_DROPPED, compared.alternative()),
        (&DROPPED_UNDER_NEGATION, compared.dropped()),
    ];
    found.extend(
        others.into_iter().filter_map(|(signal, words)| Some(Found { signal, words: words? })),
    );
}

/// So many content words after a negation of the text may be what it denies.
const FOCUS: usize = 3;

/// Negations that are part of a quantifier on either side: they say nothing besides.
#[derive(Default)]
struct Consumed {
    text: Vec<usize>,
    hypothesis: Vec<usize>,
}

impl Compared<'_> {
    /// The token of the text that stands for a token of the hypothesis.
    fn in_text(&self, token: usize) -> Option<(usize, Tie)> {
        let link = self.alignment.links[token]?;
        (link.tie != Tie::Other).then_some((link.text, link.tie))
    }

    fn quantifiers(&self, found: &mut Vec<Found>) -> Consumed {
        let mut consumed = Consumed::default();
        let (of_text, of_hypothesis) = (quantifiers(self.text), quantifiers(self.hypothesis));
        for here in &of_hypothesis {
            let Some(there) = of_text.iter().find(|there| self.are_of_one(there, here)) else {
                continue;
            };
            consumed.text.extend(there.negation);
            consumed.hypothesis.extend(here.negation);
            let signal = match there.quantifier.to(here.quantifier) {
                Standing::Entails => continue,
                Standing::Excludes => &QUANTIFIER,
                Standing::LeavesOpen => &STRONGER_QUANTIFIER,
            };
            let words = format!(
                "{} against {}",
                quoted_with(self.text, there),
                quoted_with(self.hypothesis, here)
            );
            found.push(Found { signal, words });
        }
        consumed
    }

    /// Whether two quantifiers are about one thing: the next content words after them are aligned.
    fn are_of_one(&self, there: &Quantified, here: &Quantified) -> bool {
        let next = |side: &Side<'_>, token: usize| {
            (token + 1..side.tokens().len().min(token + 6)).find(|next| side.is_content(*next))
        };
        let (Some(thing), Some(token)) =
            (next(self.text, there.token), next(self.hypothesis, here.token))
        else {
            return false;
        };
        self.in_text(token).is_some_and(|(text, _)| text.abs_diff(thing) <= 2)
    }

    fn negation(&self, consumed: &Consumed, found: &mut Vec<Found>) {
        let there = counting(&self.text.negations, |token| {
            let is_opposed = |link: &Link| link.text == token && link.tie == Tie::Opposite;
            !consumed.text.contains(&token)
                && !self.alignment.links.iter().flatten().any(is_opposed)
        });
        let here = counting(&self.hypothesis.negations, |token| {
            let is_opposed = self.in_text(token).is_some_and(|(_, tie)| tie == Tie::Opposite);
            // *Dismissed* for *the dismissal*.
            let is_said_there = self.in_text(token).is_some_and(|(text, tie)| {
                tie.supports() && !self.text.negations.iter().any(|cue| cue.token == text)
            });
            !consumed.hypothesis.contains(&token) && !is_opposed && !is_said_there
        });
        if let Some(near_copy) = self.near_copy {
            found.extend(self.negation_in_place(near_copy, &there, &here));
            return;
        }
        let odd = |cues: &[Cue], token| scope::reached(cues, token) % 2 == 1;
        // What both sides have of the words that a negation reaches: the hypothesis' token and the text's.
        let reached_here = |cue: &Cue| -> Vec<(usize, usize)> {
            let content = cue.reach.clone().filter(|token| can_be_denied(self.hypothesis, *token));
            content
                .filter_map(|token| {
                    let (text, tie) = self.in_text(token)?;
                    (tie != Tie::Opposite).then_some((token, text))
                })
                .collect()
        };
        let reached_there = |cue: &Cue| -> Vec<(usize, usize)> {
            // What is far from the negation is not what it denies.
            let content =
                cue.reach.clone().filter(|text| can_be_denied(self.text, *text)).take(FOCUS);
            content
                .filter_map(|text| {
                    let token = self.alignment.links.iter().position(|link| {
                        link.is_some_and(|link| link.text == text && link.tie.supports())
                    })?;
                    self.hypothesis.is_content(token).then_some((token, text))
                })
                .collect()
        };
        for (cues, is_here) in [(&here, true), (&there, false)] {
            for cue in cues {
                let both = if is_here { reached_here(cue) } else { reached_there(cue) };
                let agrees =
                    |(token, text): &(usize, usize)| odd(&here, *token) == odd(&there, *text);
                let Some((token, text)) = both.first().filter(|_| !both.iter().any(agrees)) else {
                    continue;
                };
                let (token, text) = (self.hypothesis.quoted(*token), self.text.quoted(*text));
                let words = if is_here {
                    format!("{text} against {} {token}", self.hypothesis.quoted(cue.token))
                } else {
                    format!("{} {text} against {token}", self.text.quoted(cue.token))
                };
                found.push(Found { signal: &NEGATION, words });
                return;
            }
        }
    }

    /// The first place in which one side denies what the other says there. Where the other also has other words, nobody
    /// can tell what is denied: *made no secret of it* and *was open about it*.
    fn negation_in_place(
        &self,
        near_copy: &NearCopy,
        there: &[Cue],
        here: &[Cue],
    ) -> Option<Found> {
        let words = near_copy.places.iter().find_map(|place| self.denied_in(place, there, here))?;
        Some(Found { signal: &NEGATION, words })
    }

    fn denied_in(&self, place: &Place, there: &[Cue], here: &[Cue]) -> Option<String> {
        let there: Vec<&Cue> = there.iter().filter(|cue| place.text.contains(&cue.token)).collect();
        let here: Vec<&Cue> =
            here.iter().filter(|cue| place.hypothesis.contains(&cue.token)).collect();
        let is_of = |cues: &[&Cue], token: usize| cues.iter().any(|cue| cue.token == token);
        let focus =
            |side: &Side<'_>, cue: &Cue| cue.reach.clone().find(|token| side.is_content(*token));
        let is_kept = |text: usize| self.alignment.of_text(text).is_some();
        // Both deny or neither does, where two negations undo each other: it is only said otherwise.
        if there.len() % 2 == here.len() % 2 {
            return None;
        }
        if there.len() > here.len() {
            let cue = there.last()?;
            let mut added = place.added(self.hypothesis, self.alignment);
            // *Did too* for *did not*: what was not done need not be said again.
            let auxiliary = cue.token.checked_sub(1);
            let is_auxiliary = |text: &usize| is_auxiliary(self.text.normal(*text));
            let shared = [focus(self.text, cue), auxiliary.filter(is_auxiliary)];
            let is_shared = shared.iter().flatten().any(|text| is_kept(*text));
            let is_denial = is_shared && added.all(|token| is_of(&here, token));
            return is_denial.then(|| self.text.quoted(cue.token));
        }
        let cue = here.last()?;
        let mut dropped = place.dropped(self.text, self.alignment);
        let is_known = focus(self.hypothesis, cue).is_none_or(|token| {
            self.alignment.links[token].is_some_and(|link| link.tie.supports())
        });
        let is_denial = is_known && dropped.all(|text| is_of(&there, text));
        is_denial.then(|| self.hypothesis.quoted(cue.token))
    }

    /// Verbs (or, where none is aligned, other content words) that the text speaks of as possible, planned or said.
    fn hypothetical(&self, found: &mut Vec<Found>) {
        let aligned = |verbs: bool| {
            let tokens = (0..self.hypothesis.tokens().len()).filter(move |token| {
                let class = self.hypothesis.class(*token);
                let is_predicate = matches!(class, WordClass::Verb | WordClass::Adjective);
                class.is_content() && is_predicate == verbs
            });
            tokens.filter_map(|token| {
                self.in_text(token).filter(|(_, tie)| tie.supports()).map(|(text, _)| (token, text))
            })
        };
        let mut looked_at: Vec<(usize, usize)> = aligned(true).collect();
        if looked_at.is_empty() {
            looked_at = aligned(false).collect();
        }
        for (signal, there, here) in [
            (&HYPOTHETICAL, &self.text.hypotheticals, &self.hypothesis.hypotheticals),
            (&REPORTED, &self.text.reports, &self.hypothesis.reports),
        ] {
            let hit = looked_at.iter().find_map(|(token, text)| {
                // *States* of the United States say nothing.
                let is_cue = |cue: &&Cue| {
                    cue.reach.contains(text) && self.text.class(cue.token) != WordClass::ProperNoun
                };
                let cue = there.iter().find(is_cue)?;
                let said_too = here.iter().any(|own| own.reach.contains(token));
                // A cue that the hypothesis has, too, changes nothing.
                let is_repeated = self.alignment.of_text(cue.token).is_some();
                (!said_too && !is_repeated).then_some((cue.token, *text))
            });
            if let Some((cue, text)) = hit {
                let words = format!("{} {}", self.text.quoted(cue), self.text.quoted(text));
                // A copy would have kept who says so.
                let is_dropped = *signal == REPORTED && self.near_copy.is_some();
                let signal = if is_dropped { &REPORT_DROPPED } else { signal };
                found.push(Found { signal, words });
            }
        }
    }

    /// *Fake* and the like before a word that both sides have, on one side.
    fn cancelled(&self) -> Option<String> {
        let words = |side: &Side<'_>, cue: usize, word: usize| {
            Some(format!("{} {}", side.quoted(cue), side.quoted(word)))
        };
        for (text, token) in self.text.tokens().iter().enumerate() {
            if word_lists::cancels(&token.normal) && self.alignment.of_text(text).is_none() {
                let near = text + 1..self.text.tokens().len().min(text + 4);
                if let Some(word) = near.into_iter().find(|near| {
                    self.alignment
                        .of_text(*near)
                        .is_some_and(|token| self.hypothesis.is_content(token))
                }) {
                    return words(self.text, text, word);
                }
            }
        }
        if let Some((cue, word)) = self.falls_short() {
            return words(self.text, cue, word);
        }
        for (here, token) in self.hypothesis.tokens().iter().enumerate() {
            if word_lists::cancels(&token.normal) && self.in_text(here).is_none() {
                let next = (here + 1..self.hypothesis.tokens().len().min(here + 4))
                    .find(|next| self.hypothesis.is_content(*next));
                if let Some(word) = next.filter(|next| self.in_text(*next).is_some()) {
                    return words(self.hypothesis, here, word);
                }
            }
        }
        None
    }

    /// *Almost* before what a copy says without it: *almost drowned*, *drowned*. Of numbers and quantifiers it says little:
    /// *almost all* are *most*.
    fn falls_short(&self) -> Option<(usize, usize)> {
        let places = self.near_copy.map_or(&[][..], |near_copy| &near_copy.places);
        places.iter().find_map(|place| {
            let falls_short =
                |side: &Side<'_>, token: usize| word_lists::falls_short(side.normal(token));
            if place.hypothesis.clone().any(|token| falls_short(self.hypothesis, token)) {
                return None;
            }
            let cue = place.text.clone().find(|text| falls_short(self.text, *text))?;
            let word = Some(cue + 1).filter(|word| *word < self.text.tokens().len())?;
            let is_said = matches!(self.text.class(word), WordClass::Verb | WordClass::Adjective);
            (is_said && self.alignment.of_text(word).is_some()).then_some((cue, word))
        })
    }

    fn only(&self, found: &mut Vec<Found>) {
        let Some((first, last)) = self.alignment.window() else { return };
        let near = first.saturating_sub(3)..self.text.tokens().len().min(last + 4);
        if near.into_iter().any(|text| word_lists::limits(self.text.normal(text))) {
            return;
        }
        let mut tokens = 0..self.hypothesis.tokens().len();
        if let Some(token) = tokens.find(|token| word_lists::limits(self.hypothesis.normal(*token)))
        {
            let place = self.near_copy.and_then(|near_copy| near_copy.place(token));
            let is_thing = |text: &usize| {
                use WordClass::{Noun, Number, ProperNoun};
                matches!(self.text.class(*text), Noun | Number | ProperNoun)
            };
            let takes_away = place.is_some_and(|place| {
                place.dropped(self.text, self.alignment).any(|text| is_thing(&text))
                    && !self.hypothesis.negations.iter().any(|cue| cue.reach.contains(&token))
            });
            let signal = if takes_away { &ONLY_OF_MORE } else { &ONLY_ADDED };
            found.push(Found { signal, words: self.hypothesis.quoted(token) });
        }
    }

    /// The text leaves open which, and the hypothesis does not: *or* stands in the place of the text alone.
    fn alternative(&self) -> Option<String> {
        let places = self.near_copy.map_or(&[][..], |near_copy| &near_copy.places);
        let or = places.iter().find_map(|place| self.alternative_dropped(place))?;
        Some(self.text.quoted(or))
    }

    fn alternative_dropped(&self, place: &Place) -> Option<usize> {
        if place.hypothesis.clone().any(|token| self.hypothesis.normal(token) == "or") {
            return None;
        }
        let content = |text: &usize| self.text.is_content(*text);
        let is_kept = |text: &usize| self.alignment.of_text(*text).is_some();
        let is_alternative = |or: &usize| {
            // *Neither this nor that*; *three or more*.
            self.text.normal(*or) == "or"
                && !self.text.is_denied(*or)
                && !matches!(
                    self.text.normal(or + 1),
                    "more" | "less" | "fewer" | "above" | "below" | "over" | "under"
                )
        };
        place.text.clone().filter(is_alternative).find(|or| {
            let last = self.text.tokens().len();
            let before = (0..*or).rev().find(content);
            let after = (or + 1..last).find(content);
            [before, after].iter().flatten().any(is_kept)
        })
    }

    /// Whether *or* stands beside a word: what is denied of both is denied of each.
    fn is_alternative_to_another(&self, text: usize) -> bool {
        let before = text.checked_sub(1).map_or("", |before| self.text.normal(before));
        before == "or" || self.text.normal(text + 1) == "or"
    }

    /// Content words that a negation of the text reaches, between words that the hypothesis denies as well, and that it
    /// does not have. After *no*, *all*, *every* and *each*, what stands before the next word that both have.
    fn dropped(&self) -> Option<String> {
        let is_shared = |text: usize| self.alignment.of_text(text);
        for cue in &self.text.negations {
            let denied_too = cue
                .reach
                .clone()
                .any(|text| is_shared(text).is_some_and(|token| self.hypothesis.is_denied(token)));
            let dropped = cue.reach.clone().find(|text| {
                self.text.is_content(*text)
                    && self.text.class(*text) != WordClass::Verb
                    && !self.is_alternative_to_another(*text)
                    && !self.alignment.links.iter().flatten().any(|link| link.text == *text)
            });
            if let Some(text) = dropped.filter(|_| denied_too) {
                return Some(self.text.quoted(text));
            }
        }
        for text in 0..self.text.tokens().len() {
            if !matches!(self.text.normal(text), "all" | "every" | "each")
                || is_shared(text).is_none()
            {
                continue;
            }
            let next = |after: usize| {
                (after + 1..self.text.tokens().len().min(after + 5))
                    .find(|next| self.text.is_content(*next))
            };
            let Some(first) = next(text).filter(|first| is_shared(*first).is_none()) else {
                continue;
            };
            let is_linked = self.alignment.links.iter().flatten().any(|link| link.text == first);
            if !is_linked
                && next(first)
                    .is_some_and(|second| second == first + 1 && is_shared(second).is_some())
            {
                return Some(self.text.quoted(first));
            }
        }
        None
    }
}

/// Whether a word is an auxiliary that can stand for a whole predicate: *Ben did too*.
fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "do" | "does"
            | "did"
            | "is"
            | "are"
            | "was"
            | "were"
            | "has"
            | "have"
            | "had"
            | "can"
            | "could"
            | "will"
            | "would"
    )
}

/// What is denied is no name and no number.
fn can_be_denied(side: &Side<'_>, token: usize) -> bool {
    side.is_content(token)
        && !matches!(side.class(token), WordClass::ProperNoun | WordClass::Number)
}

/// The negations that count.
fn counting(cues: &[Cue], counts: impl Fn(usize) -> bool) -> Vec<Cue> {
    cues.iter().filter(|cue| counts(cue.token)).cloned().collect()
}

/// A quantifier with its negation in quotation marks.
fn quoted_with(side: &Side<'_>, quantified: &Quantified) -> String {
    match quantified.negation.filter(|negation| *negation != quantified.token) {
        Some(negation) if negation < quantified.token => {
            format!("{} {}", side.quoted(negation), side.quoted(quantified.token))
        }
        Some(negation) => {
            format!("{} ... {}", side.quoted(quantified.token), side.quoted(negation))
        }
        None => side.quoted(quantified.token),
    }
}
