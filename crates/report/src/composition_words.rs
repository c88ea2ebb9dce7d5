//! What may be said of a system's wholes and parts, in sentences: each says what its figures show.

use phenom_metrics::ReadingRow;
use phenom_metrics::statistics::Interval;
use phenom_metrics::{Reading, ReadingQuestion};

use crate::{Results, Style};

/// A sentence on a reading.
pub(crate) fn reading_in_words(results: &Results<'_>, row: &ReadingRow) -> String {
    let system = results.shown(&row.system);
    let evidence = evidence(results, row);
    match (row.question, row.reading) {
        (_, Reading::CarriesOver) => format!(
            "{system} carries over to whole pairs what it can do on their parts: among originals of one gold \
             judgment and number of parts, it is right on a whole more often where it is right on all parts \
             ({evidence})."
        ),
        (_, Reading::IndependentOfParts) => format!(
            "{system} does not carry over to whole pairs what it can do on their parts: whether it is right \
             on a whole hardly depends on whether it is right on all parts ({evidence})."
        ),
        (_, Reading::RightForOtherReasons) => format!(
            "{system} is right on whole pairs for other reasons than its answers on their parts: by these, \
             more than half of the wholes that it judges right would be wrong{}.",
            row.against_parts
                .map(|interval| format!(" ({})", share_between(results, interval)))
                .unwrap_or_default()
        ),
        (_, Reading::BetterOnWholes) => format!(
            "{system} does better reading whole pairs than composing its answers on their parts ({evidence})."
        ),
        (_, Reading::BetterByParts) => format!(
            "{system} does better composing its answers on the parts than reading whole pairs ({evidence})."
        ),
        (ReadingQuestion::CarryingOver, Reading::CannotTell) => format!(
            "Whether {system} carries over to whole pairs what it can do on their parts cannot be told \
             ({evidence})."
        ),
        (ReadingQuestion::DirectOrComposed, Reading::CannotTell)
            if row.p.is_none() && row.difference == Ok(0.0) =>
        {
            format!(
                "{system} is right as often reading whole pairs as composing its answers on their parts \
                 ({evidence})."
            )
        }
        (ReadingQuestion::DirectOrComposed, Reading::CannotTell) => format!(
            "Whether {system} does better reading whole pairs or composing its answers on their parts cannot \
             be told ({evidence})."
        ),
    }
}

/// A sentence on several systems of which it cannot be told whether they carry over.
pub(crate) fn untold_in_words(results: &Results<'_>, rows: &[&ReadingRow]) -> String {
    let names: Vec<&str> = rows.iter().map(|row| results.shown(&row.system)).collect();
    let named = match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    };
    let mut originals: Vec<u64> = rows.iter().map(|row| row.originals).collect();
    originals.dedup();
    let on = match originals.as_slice() {
        [originals] => format!(" ({originals} originals)"),
        _ => String::new(),
    };
    format!(
        "Whether {named} carry over to whole pairs what they can do on parts cannot be told{on}."
    )
}

/// The difference, its interval and the number of originals.
fn evidence(results: &Results<'_>, row: &ReadingRow) -> String {
    let numbers = results.options.numbers;
    let shown = |value: f64| numbers.rounded(value, Style::SignedPercent);
    let points = if numbers.fractions { "" } else { " points" };
    let difference = match &row.difference {
        Ok(difference) => format!("{}{points}", shown(*difference)),
        Err(reason) => reason.to_string(),
    };
    let interval = row.adjusted_interval.map_or(String::new(), |Interval { lower, upper }| {
        format!(", [{}, {}]", shown(lower), shown(upper))
    });
    let pairs = if row.originals == 1 { "original" } else { "originals" };
    format!("{difference}{interval}, {} {pairs}", row.originals)
}

fn share_between(results: &Results<'_>, interval: Interval) -> String {
    let numbers = results.options.numbers;
    let [lower, upper] =
        [interval.lower, interval.upper].map(|end| numbers.rounded(end, Style::Percent));
    format!("between {lower} and {upper}{}", numbers.sign())
}
