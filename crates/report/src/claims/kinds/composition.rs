//! Whether solving the parts goes with solving the original, and whether direct predictions beat composed ones.

use phenom_metrics::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use phenom_metrics::{GoldAgainstRule, Population, Reading, ReadingQuestion, ReadingRow};

use crate::claims::claim::{Claim, ClaimKind, ClaimVerdict, Effect, Wording};
use crate::claims::draft::{claim, on_all};
use crate::claims::view::View;
use crate::claims::wording::{fitting, number_in_words, plural, small_number};
use crate::paragraph::{Paragraph, listed};
use crate::task_words::strata_in_words;

/// One claim on all systems, one for systems whose direct and composed predictions differ, and one on gold labels.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let of = |question: ReadingQuestion| -> Vec<&ReadingRow> {
        let is_of = |row: &&ReadingRow| {
            row.question == question && view.competing.iter().any(|one| one.name == row.system)
        };
        view.results.readings.iter().filter(is_of).collect()
    };
    let carrying_over = of(ReadingQuestion::CarryingOver);
    let gold = gold(view, &carrying_over);
    let mut made: Vec<Claim> = association(view, &carrying_over).into_iter().collect();
    for claim in &mut made {
        claim.caveats.extend(gold.iter().map(|gold| gold.id.clone()));
    }
    made.extend(direct(view, &of(ReadingQuestion::DirectOrComposed)));
    made.extend(gold);
    made
}

/// Whether correct originals go with wrong parts, by the test and by its interval.
fn is_lower(row: &ReadingRow, level: f64) -> bool {
    row.p_adjusted.is_some_and(|p| p <= 1.0 - level)
        && row.adjusted_interval.is_some_and(|ends| ends.upper < 0.0)
}

/// What the test of a reading shows of its difference.
fn verdict(row: &ReadingRow, level: f64) -> ClaimVerdict {
    match row.reading {
        Reading::CarriesOver
        | Reading::RightWithRightParts
        | Reading::OwnPartsPredict
        | Reading::BetterOnWholes => ClaimVerdict::Higher,
        Reading::BetterByParts => ClaimVerdict::Lower,
        Reading::IndependentOfParts => ClaimVerdict::Equivalent,
        _ if is_lower(row, level) => ClaimVerdict::Lower,
        _ if row.difference.is_err() => ClaimVerdict::Undefined,
        _ if row.p.is_none() => ClaimVerdict::NotTested,
        _ => ClaimVerdict::NotSignificant,
    }
}

fn association(view: &View<'_, '_>, rows: &[&ReadingRow]) -> Option<Claim> {
    let originals = rows.iter().map(|row| row.originals).max()?;
    let level = view.level();
    let effects: Vec<Effect> =
        rows.iter().map(|row| Effect::of_reading(row, level, verdict(row, level))).collect();
    let all: Vec<&Effect> = effects.iter().collect();
    let is_carrying = |row: &&&ReadingRow| row.reading == Reading::CarriesOver;
    let carrying: Vec<&str> =
        rows.iter().filter(is_carrying).map(|row| row.system.as_str()).collect();
    let is_higher = |one: &&Effect| one.verdict == ClaimVerdict::Higher;
    let higher: Vec<&Effect> = all.iter().copied().filter(is_higher).collect();
    let words = Association { view, originals, all: &all, higher: &higher, carrying: &carrying };
    let names: Vec<&str> = higher.iter().map(|one| one.system.as_str()).collect();
    let (lines, headline, sentence) =
        if names.is_empty() { words.none() } else { words.some(&names) };
    let wording = Wording {
        topic: "composition".to_owned(),
        line: fitting(lines),
        headline: Some(headline),
        sentence: Some(sentence),
        paper: Some(paper(view, (&names, &carrying), &all)),
    };
    let subjects: Vec<&str> = rows.iter().map(|row| row.system.as_str()).collect();
    let slice = view.claim_slice(on_all(Population::Decomposition));
    let made = claim(ClaimKind::Composition, 6, slice, wording).about(&subjects);
    Some(Claim { measure: STRATIFIED_SOLVED_DIFFERENCE.key, ..made.with_effects(effects) })
}

/// Lines, a headline and a sentence on the association of correct parts with correct originals.
type Texts = (Vec<String>, String, String);

struct Association<'a> {
    view: &'a View<'a, 'a>,
    originals: u64,
    all: &'a [&'a Effect],
    /// The systems that are correct more often if all parts are.
    higher: &'a [&'a Effect],
    /// Those of them that pass all negative controls.
    carrying: &'a [&'a str],
}

impl Association<'_> {
    /// `adjusted p ≥ .812, `, or nothing.
    fn p(&self, significant: bool) -> String {
        let p = self.view.p_of(self.all, significant);
        if p.is_empty() { p } else { format!("{p}, ") }
    }

    /// Each difference with the interval of its test.
    fn each(&self, effects: &[&Effect]) -> String {
        let view = self.view;
        let points = |effect: &Effect| {
            let none = "undefined".to_owned();
            let difference = effect.difference.map_or(none, |one| view.points(one));
            format!("{} {difference}{}", view.system(&effect.system), view.interval_of(effect))
        };
        effects.iter().map(|effect| points(effect)).collect::<Vec<_>>().join(", ")
    }

    fn none(&self) -> Texts {
        const NONE: &str = "No evidence that solving the parts solves the original";
        let (n, p) = (self.originals, self.p(false));
        if self.all.iter().all(|one| one.p.is_none()) {
            let untested = "Whether solving the parts solves the original was not tested";
            let line = format!("{untested} (n = {n}).");
            return (vec![line.clone()], untested.to_owned(), line);
        }
        let strata = strata_in_words(self.view.results.evaluation.task);
        let values = match self.all.len() <= 3 {
            true => format!("{}; ", self.each(self.all)),
            false => String::new(),
        };
        (
            vec![format!("{NONE} ({p}n = {n}).")],
            NONE.to_owned(),
            format!(
                "Among originals with {strata}, no system is significantly more often correct if all parts are correct \
                 ({values}points with adjusted {} intervals, {p}n = {n}).",
                self.view.results.level()
            ),
        )
    }

    fn some(&self, names: &[&str]) -> Texts {
        let (view, n, systems) = (self.view, self.originals, self.all.len());
        let strata = strata_in_words(view.results.evaluation.task);
        let who = match names {
            [only] => format!("in {}", view.system(only)),
            many => format!("in {} of {systems} systems", many.len()),
        };
        let short = match self.carrying.len() {
            0 => "no evidence of composition".to_owned(),
            all if all == names.len() => "controls support composition".to_owned(),
            some => format!("controls support composition in {some}"),
        };
        const GO: &str = "Correct parts go with correct originals";
        let headline = match self.carrying {
            [] => "Correct parts predict correct originals, without evidence of composition"
                .to_owned(),
            [only] => format!("Correct parts predict correct originals in {}", view.system(only)),
            some => format!(
                "Correct parts predict correct originals in {} systems",
                small_number(some.len())
            ),
        };
        let subject = match names.len() {
            few if few <= 3 => view.systems(names),
            many => format!("{} of {} systems", number_in_words(many), small_number(systems)),
        };
        let values = match self.higher.len() {
            few if few <= 3 => format!(
                "{} points with adjusted {} intervals, ",
                self.each(self.higher),
                view.results.level()
            ),
            _ => String::new(),
        };
        let sentence = format!(
            "{subject} {} correct on an original more often if all its parts are correct, among originals with {strata} \
             ({values}{}n = {n}). {}.",
            plural(names.len(), "is", "are"),
            self.p(true),
            controls(self.carrying.len(), names.len()),
        );
        (
            vec![
                format!("{GO} {who} (n = {n}); {short}."),
                format!("{GO} {who}; {short}."),
                format!("{GO} {who}."),
                format!("{GO} in {} of {systems} systems.", names.len()),
            ],
            headline,
            sentence,
        )
    }
}

fn paper(view: &View<'_, '_>, (names, carrying): (&[&str], &[&str]), all: &[&Effect]) -> Paragraph {
    let gold = if view.results.has_labels() { "gold label and " } else { "" };
    let mut said = Paragraph::of(format!("Given {gold}number of parts, "));
    let with_p = |said: &mut Paragraph, significant: bool| {
        if let Some(p) = view.p_in_paper(all, significant) {
            said.say(" (");
            said.push(p);
            said.say(")");
        }
    };
    if names.is_empty() && all.iter().all(|one| one.p.is_none()) {
        return Paragraph::of(
            "Whether solving all parts goes with solving the original was not tested: the originals do not vary enough.",
        );
    }
    if names.is_empty() {
        said.say(
            "we find no significant association between solving all parts and solving the original",
        );
        with_p(&mut said, false);
        said.say(".");
        return said;
    }
    said.extend(match names.len() {
        0..=3 => listed(names.iter().map(|name| view.name_in_paper(name)).collect()),
        many => {
            Paragraph::of(format!("{} of {} systems", small_number(many), small_number(all.len())))
        }
    });
    said.say(format!(
        " {} correct on originals more often if all parts are correct",
        plural(names.len(), "is", "are")
    ));
    with_p(&mut said, true);
    said.say(match (carrying.len(), names.len()) {
        (0, _) => {
            ", but control comparisons do not exclude other explanations, so that this is no evidence of composition"
        }
        (some, all) if some == all => {
            ", and all control comparisons (constant, parts of other systems, originals with mixed parts) support composition"
        }
        _ => {
            ", and all control comparisons (constant, parts of other systems, originals with mixed parts) support composition in "
        }
    });
    if !carrying.is_empty() && carrying.len() < names.len() {
        said.extend(match carrying.len() {
            1..=3 => listed(carrying.iter().map(|name| view.name_in_paper(name)).collect()),
            many => Paragraph::of(small_number(many)),
        });
    }
    said.say(".");
    said
}

/// Systems whose direct predictions are better or worse than those composed from their parts.
fn direct(view: &View<'_, '_>, rows: &[&ReadingRow]) -> Option<Claim> {
    let level = view.level();
    let effects: Vec<Effect> =
        rows.iter().map(|row| Effect::of_reading(row, level, verdict(row, level))).collect();
    let of = |verdict: ClaimVerdict| -> Vec<&Effect> {
        effects.iter().filter(|one| one.verdict == verdict).collect()
    };
    let (direct, composed) = (of(ClaimVerdict::Higher), of(ClaimVerdict::Lower));
    let clause = |effects: &[&Effect], what: &str| {
        let names: Vec<&str> = effects.iter().map(|one| one.system.as_str()).collect();
        let points = match effects {
            [only] => format!(
                " ({}{}, n = {})",
                only.difference.map_or(String::new(), |one| view.with_unit(&view.points(one))),
                view.interval_of(only),
                only.pairs
            ),
            _ => format!(" ({})", view.p_of(effects, true)),
        };
        format!("{what} in {}{points}", view.systems(&names))
    };
    let mut clauses = Vec::new();
    if !direct.is_empty() {
        clauses.push(clause(&direct, "Direct predictions beat composed ones"));
    }
    if !composed.is_empty() {
        clauses.push(clause(&composed, "Composed predictions beat direct ones"));
    }
    if clauses.is_empty() {
        return None;
    }
    let said = format!("{}.", clauses.join(". "));
    let wording = Wording {
        topic: "direct".to_owned(),
        line: fitting([
            said.clone(),
            format!(
                "Direct predictions beat composed ones in {}, composed beat direct in {} systems.",
                direct.len(),
                composed.len()
            ),
        ]),
        headline: Some(match (direct.len(), composed.len()) {
            (_, 0) => "Direct predictions beat composed ones".to_owned(),
            (0, _) => "Composed predictions beat direct ones".to_owned(),
            _ => "Systems differ in whether composing helps".to_owned(),
        }),
        sentence: Some(said),
        paper: None,
    };
    let subjects: Vec<String> =
        direct.iter().chain(&composed).map(|one| one.system.clone()).collect();
    let subjects: Vec<&str> = subjects.iter().map(String::as_str).collect();
    let slice = view.claim_slice(on_all(Population::Decomposition));
    let made = claim(ClaimKind::DirectOrComposed, 6, slice, wording).about(&subjects);
    Some(made.with_effects(effects.clone()))
}

/// What limits every test of composition, in a sentence; `None` if gold labels of originals say nothing of it.
pub(crate) fn gold_in_words(results: &crate::Results<'_>) -> Option<String> {
    let view = View::new(results);
    let rows: Vec<&ReadingRow> = results.readings.iter().collect();
    gold(&view, &rows)?.wording.sentence
}

/// What limits every test of composition: gold labels of originals that are those composed from their parts, or that are not.
fn gold(view: &View<'_, '_>, rows: &[&ReadingRow]) -> Option<Claim> {
    let evaluation = view.results.evaluation;
    if !evaluation.is_decomposed() || !view.results.has_labels() {
        return None;
    }
    let GoldAgainstRule { breaking, originals } = evaluation.gold_against_rule();
    let all = evaluation.gold(Population::Original, 0).pairs();
    let those = match (originals, originals < all) {
        (1, _) => "the only original with parts".to_owned(),
        (some, true) => format!("all {some} originals with parts"),
        (some, false) => format!("all {some} originals"),
    };
    let (line, paper) = if evaluation.gold_is_composed {
        let said =
            "Gold labels of originals are composed from their parts; composition is not tested.";
        (said.to_owned(), Some(said.to_owned()))
    } else if rows.is_empty() && breaking > 0 {
        let said = format!(
            "{breaking} of {originals} gold labels contradict the composition rule; composition is not tested."
        );
        (said.clone(), Some(said))
    } else if rows.is_empty() || originals == 0 {
        return None;
    } else if breaking > 0 {
        let said = format!(
            "Tests of composition leave out {breaking} of {originals} originals whose gold label differs from the composed one."
        );
        (
            format!(
                "{breaking} of {originals} gold labels differ from the composed label; they are left out."
            ),
            Some(said),
        )
    } else {
        (
            format!("The gold label equals the composed label in {those}."),
            Some(format!(
                "This test is limited: the gold label of {those} equals the label composed from their parts."
            )),
        )
    };
    let topic = if rows.is_empty() { "composition" } else { "gold" };
    let wording = Wording {
        topic: topic.to_owned(),
        line: fitting([line.clone()]),
        sentence: Some(line),
        paper: paper.map(Paragraph::of),
        ..Wording::default()
    };
    Some(claim(ClaimKind::Gold, 6, view.claim_slice(on_all(Population::Original)), wording))
}

/// In how many of the systems all control comparisons exclude explanations other than composition.
fn controls(passing: usize, systems: usize) -> String {
    match (passing, systems) {
        (0, _) => "Control comparisons do not exclude other explanations, so this is no evidence of composition"
            .to_owned(),
        (some, all) if some == all => {
            "All control comparisons support composition".to_owned()
        }
        (some, _) => {
            format!("All control comparisons support composition in {}", small_number(some))
        }
    }
}
