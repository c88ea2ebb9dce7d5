//! What may be said of a system's wholes and parts, in sentences: each says what its figures show.

use phenom_dataset::listed;
use phenom_metrics::statistics::Interval;
use phenom_metrics::{GoldAgainstRule, ReadingRow};
use phenom_metrics::{Reading, ReadingQuestion};

use crate::task_words::strata_in_words;
use crate::{Results, Style};

/// A sentence on a reading.
pub(crate) fn reading_in_words(results: &Results<'_>, row: &ReadingRow) -> String {
    let system = results.shown(&row.system);
    let evidence = evidence(results, row);
    match (row.question, row.reading) {
        (_, Reading::CarriesOver) => format!(
            "{system} carries over to originals what it can do on their parts. It is correct on an original more often if \
             all parts are correct ({evidence}){}.",
            own_parts(results, row)
        ),
        (_, Reading::RightWithRightParts) => format!(
            "Right originals go with right parts in {system}: it is correct on an original more often if all parts are \
             correct ({evidence}). That is no evidence of composition{}.",
            row.control.map_or(String::new(), |control| format!(": {}", control.words()))
        ),
        (_, Reading::OwnPartsPredict) => format!(
            "The parts of {system} predict its originals better than the parts of each other system do ({evidence})."
        ),
        (ReadingQuestion::OwnParts, _) => format!(
            "The data do not show that the parts of {system} predict its originals better than the parts of each other \
             system do ({evidence})."
        ),
        (_, Reading::IndependentOfParts) => format!(
            "{system} does not carry over to originals what it can do on their parts: solving all parts changes its accuracy \
             on originals by less than 10 points ({evidence})."
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
        (ReadingQuestion::CarryingOver, Reading::CannotTell) if row.difference.is_err() => format!(
            "Whether originals of {system} go with its parts is not defined: originals with {} have all parts correct, or all \
             of them do not.",
            strata_in_words(results.evaluation.task)
        ),
        (ReadingQuestion::CarryingOver, Reading::CannotTell) => format!(
            "Among originals with {}, the data do not show that {system} is correct more often if all parts are correct \
             ({evidence}).",
            strata_in_words(results.evaluation.task)
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

/// A sentence on several systems of which the data do not show that they carry over.
pub(crate) fn untold_in_words(results: &Results<'_>, rows: &[&ReadingRow]) -> String {
    let names: Vec<String> =
        rows.iter().map(|row| format!("\"{}\"", results.shown(&row.system))).collect();
    let named = listed(&names, "and");
    let mut originals: Vec<u64> = rows.iter().map(|row| row.originals).collect();
    originals.dedup();
    let on = match originals.as_slice() {
        [originals] => format!(" ({originals} originals)"),
        _ => String::new(),
    };
    format!(
        "The data do not show that {named} are correct on an original more often if all parts are correct{on}."
    )
}

/// What gold of the originals says of the rule of composition, where that comes before anything that is said of systems;
/// nothing where all gold labels follow it.
pub(crate) fn gold_first(results: &Results<'_>) -> Option<String> {
    let evaluation = results.evaluation;
    if evaluation.gold_is_composed {
        return Some(
            "Gold labels of originals were composed from gold labels of their parts. So this report has no reading of composition."
                .to_owned(),
        );
    }
    let found = evaluation.gold_against_rule();
    let GoldAgainstRule { breaking, originals } = found;
    if breaking == 0 {
        return None;
    }
    let differ = format!(
        "The gold labels of {breaking} of {originals} originals are not what the composition rule makes of gold labels of their \
         parts."
    );
    Some(if found.is_broken() {
        format!("{differ} So this report has no reading of composition.")
    } else {
        format!(
            "{differ} Composed predictions, the solved table and all readings leave these originals out."
        )
    })
}

/// By how much more a system's own parts predict, as a part of a sentence.
fn own_parts(results: &Results<'_>, row: &ReadingRow) -> String {
    let mut rows = results.readings.iter();
    let own =
        rows.find(|one| one.system == row.system && one.question == ReadingQuestion::OwnParts);
    let Some(own) = own else { return String::new() };
    let closest = own.closest.as_deref().map_or("another system", |name| results.shown(name));
    let compared = match own.others {
        1 => format!("those of \"{closest}\""),
        others => format!("those of each of {others} other systems"),
    };
    let which =
        if own.others == 1 { String::new() } else { format!("; \"{closest}\" comes closest") };
    format!(
        ", and its own parts predict that better than {compared} ({}{which})",
        difference(results, own)
    )
}

/// The difference, its interval and the number of originals.
fn evidence(results: &Results<'_>, row: &ReadingRow) -> String {
    let pairs = if row.originals == 1 { "original" } else { "originals" };
    format!("{}, {} {pairs}", difference(results, row), row.originals)
}

/// The difference and the interval of its test.
fn difference(results: &Results<'_>, row: &ReadingRow) -> String {
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
    format!("{difference}{interval}")
}

fn share_between(results: &Results<'_>, interval: Interval) -> String {
    let numbers = results.options.numbers;
    let [lower, upper] =
        [interval.lower, interval.upper].map(|end| numbers.rounded(end, Style::Percent));
    format!("between {lower} and {upper}{}", numbers.sign())
}
