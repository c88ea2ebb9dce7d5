//! Times of day, in figures and in words.

use std::ops::Range;

use crate::contradiction::quantity::Comparison;
use crate::contradiction::side::Side;
use crate::text::{TokenKind, WordClass};

/// A time of day on a clock with twelve hours, and the half of the day where it is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Time {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// Minutes after twelve.
    minutes: u16,
    /// Whether it is after noon.
    after_noon: Option<bool>,
}

impl Time {
    /// The times of a text. Hours alone are numbers: *at ten*.
    pub(super) fn of(side: &Side<'_>) -> Vec<Self> {
        let mut times: Vec<Self> = Vec::new();
        for at in 0..side.tokens().len() {
            if times.last().is_none_or(|last| last.tokens.end <= at) {
                times.extend(time_at(side, at));
            }
        }
        times
    }

    /// How a time of the text stands to this one of the hypothesis.
    pub(super) fn compared_to(&self, text: &Self) -> Comparison {
        match (text.after_noon, self.after_noon) {
            _ if text.minutes != self.minutes => Comparison::Excludes,
            (Some(there), Some(here)) if there != here => Comparison::Excludes,
            (None, Some(_)) => Comparison::LeavesOpen,
            _ => Comparison::Entails,
        }
    }
}

fn time_at(side: &Side<'_>, at: usize) -> Option<Time> {
    let word = |token: usize| side.normal(token);
    let hour = |token: usize| whole(side, token).filter(|hour| (1..=12).contains(hour));
    let time = |end: usize, hours: u16, minutes: u16| Time {
        tokens: at..end,
        minutes: (hours % 12) * 60 + minutes,
        after_noon: None,
    };
    if let Some((hours, minutes)) = with_colon(side, at) {
        return Some(with_half(side, time(at + 3, hours, minutes), hours));
    }
    if let Some((hours, minutes)) = with_point(side, at) {
        return Some(with_half(side, time(at + 1, hours, minutes), hours));
    }
    if matches!(word(at), "noon" | "midday" | "midnight") {
        let after_noon = Some(word(at) != "midnight");
        return Some(Time { tokens: at..at + 1, minutes: 0, after_noon });
    }
    // "7 pm", "ten o'clock"
    if let Some(hours) = hour(at) {
        let alone = with_half(side, time(at + 1, hours, 0), hours);
        if alone.after_noon.is_some() {
            return Some(alone);
        }
        if word(at + 1) == "o'clock" {
            return Some(with_half(side, time(at + 2, hours, 0), hours));
        }
    }
    // "half past six", "a quarter to six", "twenty (minutes) past four"
    let minutes = match word(at) {
        "half" => 30,
        "quarter" => 15,
        _ => whole(side, at).filter(|minutes| (1..30).contains(minutes))?,
    };
    let link = if matches!(word(at + 1), "minutes" | "minute") { at + 2 } else { at + 1 };
    // "10 to 12 days" and "20 after 5 attempts" are no times.
    let is_sure = link > at + 1 || matches!(word(at), "half" | "quarter");
    let is_in_words =
        !side.tokens()[at].written(side.written).starts_with(|c: char| c.is_ascii_digit());
    let hours = hour(link + 1)?;
    match word(link) {
        "past" => Some(with_half(side, time(link + 2, hours, minutes), hours)),
        "after" if is_sure => Some(with_half(side, time(link + 2, hours, minutes), hours)),
        "to" | "before"
            if minutes < 30
                && (is_sure || word(link) == "to" && is_in_words && minutes % 5 == 0)
                && !is_counted(side, link + 2) =>
        {
            Some(with_half(side, time(link + 2, (hours + 11) % 12, 60 - minutes), hours))
        }
        _ => None,
    }
}

/// Whether a thing follows, of which a number may be: *ten to twelve days*.
fn is_counted(side: &Side<'_>, token: usize) -> bool {
    let is_thing = token < side.tokens().len()
        && matches!(side.class(token), WordClass::Noun | WordClass::Adjective);
    is_thing || matches!(side.normal(token), "percent" | "per" | "%")
}

/// Hours and minutes of *19:30*.
fn with_colon(side: &Side<'_>, at: usize) -> Option<(u16, u16)> {
    let (hours, minutes) = (whole(side, at)?, whole(side, at + 2)?);
    let digits = side.tokens()[at + 2].written(side.written);
    let is_duration = matches!(side.normal(at + 3), ":" | "minutes" | "min" | "hours" | "seconds");
    let is_time = side.normal(at + 1) == ":" && hours < 24 && digits.len() == 2 && !is_duration;
    is_time.then_some((hours, minutes))
}

fn whole(side: &Side<'_>, token: usize) -> Option<u16> {
    let token = side.tokens().get(token).filter(|token| token.kind == TokenKind::Number)?;
    let value = token.value.filter(|value| value.fract() == 0.0 && (0.0..60.0).contains(value))?;
    // Whole, and below 60.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Some(value as u16)
}

/// Hours and minutes of *4.20*, where it is no number: *at 4.20*, *the 4.20 train*, but not *at 4.20 metres*.
fn with_point(side: &Side<'_>, at: usize) -> Option<(u16, u16)> {
    let before = at.checked_sub(1).map_or("", |before| side.normal(before));
    let is_of_units = matches!(side.normal(at + 1), "percent" | "per" | "%")
        || side.normal(at + 1).ends_with('s') && is_counted(side, at + 1);
    if !matches!(before, "the" | "at") || is_of_units {
        return None;
    }
    let (hours, minutes) = side.tokens()[at].written(side.written).split_once('.')?;
    if minutes.len() != 2 {
        return None;
    }
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some((hours, minutes))
}

/// The time with the half of the day, by the hours of a clock with twenty-four or by the words after it.
fn with_half(side: &Side<'_>, time: Time, hours: u16) -> Time {
    let (end, word) = (time.tokens.end, |token: usize| side.normal(token));
    let after_noon = if hours == 0 || hours > 12 {
        Some(hours > 12)
    } else {
        match (word(end), word(end + 1), word(end + 2)) {
            ("am", ..) | ("in", "the", "morning") => Some(false),
            ("pm", ..) | ("in", "the", "afternoon" | "evening") => Some(true),
            _ => None,
        }
    };
    let more = match (word(end), word(end + 1)) {
        ("am" | "pm", _) => 1,
        ("in", "the") if after_noon.is_some() && hours <= 12 && hours > 0 => 3,
        _ => 0,
    };
    Time { tokens: time.tokens.start..end + more, after_noon, ..time }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_figures_and_in_words_are_compared() {
        use Comparison::{Entails, Excludes, LeavesOpen};
        for (text, hypothesis, expected) in [
            ("It closed at half past six.", "It closed at 6:30.", Entails),
            ("It closed at half past six.", "It closed at 5:30.", Excludes),
            ("It opens at 19:30", "It opens at half past seven in the evening", Entails),
            ("It opens at 19:30", "It opens at half past seven in the morning", Excludes),
            ("the 4.20 train", "the train at twenty past four", Entails),
            ("the 4.20 train", "the train at twenty to four", Excludes),
            ("at a quarter past nine", "at 9:15", Entails),
            ("at a quarter past nine", "at 21:15", LeavesOpen),
            ("at a quarter to nine", "at 8:45", Entails),
            ("at 11:59 pm", "at noon", Excludes),
            ("at 12:00", "at noon", LeavesOpen),
            ("at noon", "at 12:00", Entails),
            ("ten minutes to one", "12:50", Entails),
            ("at 0:20", "at 20 past 12", Entails),
            ("at 7 pm", "at 7 am", Excludes),
            ("at 7 p.m.", "at seven in the evening", Entails),
            ("at ten o'clock", "at 10:00", Entails),
            ("at noon: the gates were open", "at 12 pm", Entails),
        ] {
            let of = |text| Time::of(&Side::new(text, None, 100));
            let (there, here) = (of(text), of(hypothesis));
            let (Some(there), Some(here)) = (there.first(), here.first()) else {
                assert_eq!((there.len(), here.len()), (1, 1), "{text} / {hypothesis}");
                continue;
            };
            assert_eq!(here.compared_to(there), expected, "{text} / {hypothesis}");
        }
        for text in [
            "4.20 metres",
            "rose by 14.50 euros",
            "was fixed at 4.20 euros",
            "at ten",
            "a ratio of 3:4",
            "in 3:42 minutes",
            "half of six",
            "at 25:10",
            "10 to 12 days",
            "ten to twelve days",
            "won by 3 to 2",
            "20 after 5 attempts",
        ] {
            assert_eq!(Time::of(&Side::new(text, None, 100)), [], "{text}");
        }
    }
}
