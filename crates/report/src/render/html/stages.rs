//! Wrong originals of systems that decompose for themselves, stage by stage, for the template.

use minijinja::{Value, context};
use phenom_dataset::Judgment;
use phenom_metrics::stages::TracedPart;

use crate::explorer::{Rows, shortened};
use crate::figures::OriginalsShare;
use crate::{
    ExampleOriginal, Numbers, PageModel, PairsBehind, StageExamples, Style, SystemStages, harmless,
};

/// How many letters of an original the page shows.
const LETTERS: usize = 300;

/// The figures of the section, and the systems with their stages; empty if no system decomposes for itself.
pub(super) fn section(
    model: Option<&PageModel<'_>>,
    rows: Option<&Rows<'_>>,
    figures: Vec<Value>,
) -> Value {
    let wrong = model.and_then(|model| Some((model.wrong.as_ref()?, model.numbers)));
    let systems = wrong.iter().flat_map(|(wrong, numbers)| {
        wrong.systems.iter().map(|system| of_system(system, *numbers, rows))
    });
    context! {
        figures,
        systems => systems.collect::<Vec<_>>(),
        corrected => wrong.is_some_and(|(wrong, _)| wrong.is_corrected),
    }
}

fn of_system(system: &SystemStages, numbers: Numbers, rows: Option<&Rows<'_>>) -> Value {
    let all = system.originals;
    let wrong = match system.wrong.count {
        Some(count) => format!("{count} of {all} originals wrong"),
        None => format!("{} of {all} originals wrong", percent(&system.wrong, numbers)),
    };
    let stages = system.stages.iter().map(|stage| of_stage(stage, numbers, rows));
    context! {
        number => system.number,
        name => harmless(&system.name),
        wrong,
        stages => stages.collect::<Vec<_>>(),
    }
}

fn of_stage(stage: &StageExamples, numbers: Numbers, rows: Option<&Rows<'_>>) -> Value {
    let shown = stage.shown.iter().map(|original| of_original(original, rows));
    context! {
        name => &stage.stage,
        count => stage.count,
        share => percent(&stage.share, numbers),
        more => stage.count - stage.shown.len(),
        originals => shown.collect::<Vec<_>>(),
    }
}

/// A share with its interval.
fn percent(share: &OriginalsShare, numbers: Numbers) -> String {
    let Ok(value) = share.share else { return crate::UNDEFINED.to_owned() };
    let shown = |value: f64| numbers.rounded(value, Style::Percent);
    let ends =
        share.interval.map(|ends| format!(" [{}, {}]", shown(ends.lower), shown(ends.upper)));
    format!("{}{}{}", shown(value), numbers.sign(), ends.unwrap_or_default())
}

fn of_original(original: &ExampleOriginal, rows: Option<&Rows<'_>>) -> Value {
    let pair = rows.and_then(|rows| rows.original(&original.id));
    // What a system divides is the hypothesis; a pair may have its only text in the other place.
    let text = pair.map(|pair| match pair.hypothesis.as_str() {
        "" => pair.text.as_str(),
        hypothesis => hypothesis,
    });
    let short = |text: &str| harmless(&shortened(text, LETTERS, &mut 0));
    let is_short = original.id.len() <= LETTERS;
    let behind = rows.filter(|_| is_short).map(|rows| (rows, PairsBehind::pair(&original.id)));
    let [all, misjudged, unfaithful] = original.counts;
    let parts = original.parts.iter().map(|(part, is_right)| {
        let class = match (part.verdict, is_right) {
            (None, _) => "a",
            (_, Some(true)) => "r",
            (_, Some(false)) => "e",
            (_, None) => "k",
        };
        context! {
            class,
            letter => part.verdict.map_or("–".to_owned(), letter),
            text => harmless(&part.text),
            said => said(part),
        }
    });
    context! {
        id => short(&original.id),
        lead => behind.and_then(|(rows, behind)| rows.address_behind(&behind)),
        said => format!(
            "{}, {}",
            label("gold label", original.gold),
            label("composed prediction", original.composed)
        ),
        text => text.filter(|text| !text.is_empty()).map(short),
        all,
        misjudged,
        unfaithful,
        parts => parts.collect::<Vec<_>>(),
        missing => original.missing.as_ref().map(|(ids, count)| context! {
            ids => ids.iter().map(|id| harmless(id)).collect::<Vec<_>>(),
            more => count - ids.len(),
        }),
    }
}

/// A label, or that there is none.
fn label(what: &str, label: Option<Judgment>) -> String {
    label.map_or_else(|| format!("no {what}"), |label| format!("{what} {label}"))
}

/// What is known of a part.
fn said(part: &TracedPart) -> String {
    let faithful = part.faithful.map(|is| if is { "faithful" } else { "not faithful" });
    let known = [label("verdict", part.verdict), label("gold label", part.gold)];
    let known = known.into_iter().chain(faithful.map(str::to_owned));
    known.collect::<Vec<_>>().join(", ")
}

fn letter(verdict: Judgment) -> String {
    verdict.name().chars().take(1).flat_map(char::to_uppercase).collect()
}
