//! Which systems are best by a primary measure, and which do not differ significantly.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::{Better, Measure};
use phenom_metrics::{Population, SliceKind};

use crate::claims::claim::{Claim, ClaimKind, ClaimVerdict, Effect, Wording};
use crate::claims::draft::{claim, undefined};
use crate::claims::grouping::Groups;
use crate::claims::quoting::quoted_short;
use crate::claims::view::{Place, View};
use crate::claims::wording::{NAMED, fitting, number_in_words, plural, small_number};
use crate::paragraph::{Paragraph, listed};
use crate::{Pairs, Style};

/// Of many systems at most so many leading ones are named in a paragraph.
const LEADERS: usize = 3;

/// A claim for each population: by accuracy, and by other primary measures of both populations.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let mut found = Vec::new();
    for &population in view.results.populations() {
        found.extend(OnPlace::new(view, Place::accuracy(population), &ACCURACY).claim());
        let others = view.results.comparisons.iter().filter(|row| {
            row.family.is_primary()
                && row.slice.kind == SliceKind::All
                && row.population == population
                && row.measure.key != ACCURACY.key
        });
        let mut measures: Vec<&'static Measure> = Vec::new();
        for row in others {
            if !measures.contains(&row.measure) {
                measures.push(row.measure);
            }
        }
        for own in measures {
            let place = Place { measure: own.key, ..Place::accuracy(population) };
            found.extend(OnPlace::new(view, place, own).claim());
        }
    }
    found
}

/// A system with its value.
type Valued<'r> = (&'r str, f64);

/// The systems on all pairs of a population, by one measure.
struct OnPlace<'v, 'r> {
    view: &'v View<'v, 'r>,
    place: Place,
    measure: &'static Measure,
    groups: Groups<'r>,
    effects: Vec<Effect>,
}

impl<'v, 'r> OnPlace<'v, 'r> {
    fn new(view: &'v View<'v, 'r>, place: Place, measure: &'static Measure) -> Self {
        let rows = view.of_systems(place);
        let mut groups = view.groups(place, measure);
        // Of two systems the values are those that are compared: on the pairs that both predict.
        if let ([row], 2) = (rows.as_slice(), groups.len())
            && let [Ok(first), Ok(second)] = row.values
        {
            let values = vec![(row.system_a.as_str(), first), (row.system_b.as_str(), second)];
            groups = Groups::new(measure.better, values, &rows);
        }
        let effects = rows.into_iter().map(|row| view.effect(row)).collect();
        Self { view, place, measure, groups, effects }
    }

    fn claim(&self) -> Option<Claim> {
        let view = self.view;
        let tier = if self.is_accuracy() { 2 } else { 6 };
        if self.groups.order.is_empty() {
            return undefined(view, (ClaimKind::Groups, tier), self.place, self.measure);
        }
        let subjects: Vec<&str> = self.groups.order.iter().map(|(name, _)| *name).collect();
        let wording = Wording {
            topic: self.topic(),
            line: fitting(self.lines()),
            headline: Some(self.headline()),
            sentence: Some(self.sentence()),
            paper: self.is_accuracy().then(|| self.paper()),
        };
        let slice = view.claim_slice(self.place);
        let made = claim(ClaimKind::Groups, tier, slice, wording).about(&subjects);
        let mut made = made.with_effects(self.effects.clone());
        // Which of two systems comes first in a row is no finding.
        if self.groups.has_differences() {
            made.verdict = ClaimVerdict::Higher;
        }
        let id = format!("{}/{}", made.id, self.measure.key);
        let estimates = view.estimates(self.place, self.measure, &subjects);
        Some(Claim { id, estimates, measure: self.measure.key, ..made })
    }

    fn is_accuracy(&self) -> bool {
        self.measure.key == ACCURACY.key
    }

    fn topic(&self) -> String {
        match self.is_accuracy() {
            true if self.groups.len() == 1 && !self.view.results.evaluation.is_decomposed() => {
                "accuracy".to_owned()
            }
            true => self.view.pairs_word(self.place.population).to_owned(),
            false => self.measure.key.chars().take(12).collect(),
        }
    }

    fn pairs(&self) -> u64 {
        match self.effects.as_slice() {
            [only] => only.pairs,
            _ => self.view.pairs(self.place),
        }
    }

    /// The numbers of pairs that two systems both predict, if some leave out pairs: `223 to 263`. Values on all of a system's
    /// pairs do not belong beside such a comparison.
    fn common_pairs(&self) -> Option<String> {
        let all = self.view.pairs(self.place);
        let tested = self.effects.iter().map(|effect| effect.pairs);
        let (least, most) = (tested.clone().min()?, tested.max()?);
        match (least, most) {
            _ if self.groups.len() < 3 || least == all => None,
            (least, most) if least == most => Some(least.to_string()),
            (least, most) => Some(format!("{least} to {most}")),
        }
    }

    /// On which pairs: `60 originals`.
    fn on_pairs(&self) -> String {
        let on = self.view.pairs_word(self.place.population);
        match self.common_pairs() {
            Some(common) => format!("the {common} {on} that two systems both predict"),
            None => format!("{} {on}", self.pairs()),
        }
    }

    /// A value by the measure: `62.0 %`, `0.31`.
    fn value(&self, value: f64) -> String {
        match self.measure.style {
            // The number of pairs is next to it.
            Style::Percent if self.groups.len() == 1 => self.view.share(value),
            Style::Percent if self.view.leaves_out(self.place.population) => self.view.share(value),
            Style::Percent => self.view.of(value, self.pairs()),
            style => self.view.results.options.numbers.rounded(value, style),
        }
    }

    fn named(&self, systems: &[(&str, f64)]) -> String {
        match self.measure.style {
            _ if self.common_pairs().is_some() => {
                self.view.systems(&systems.iter().map(|(name, _)| *name).collect::<Vec<_>>())
            }
            Style::Percent => {
                let is_partial = self.view.leaves_out(self.place.population);
                self.view.with_values(systems, if is_partial { u64::MAX } else { self.pairs() })
            }
            _ => {
                let names: Vec<String> = systems
                    .iter()
                    .map(|(name, value)| {
                        format!("{} ({})", self.view.system(name), self.value(*value))
                    })
                    .collect();
                match names.len() > NAMED {
                    true => format!("{} systems", names.len()),
                    false => phenom_dataset::listed(&names, "and"),
                }
            }
        }
    }

    fn in_a_row(&self, systems: &[(&str, f64)]) -> String {
        match self.measure.style {
            Style::Percent => self.view.values_in_a_row(systems),
            _ => {
                let named = systems.iter().map(|(name, value)| {
                    format!("{} {}", self.view.system(name), self.value(*value))
                });
                named.collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn range(&self, systems: &[(&str, f64)]) -> String {
        match self.measure.style {
            Style::Percent => self.view.range(systems.iter().map(|(_, value)| *value)),
            _ => match (systems.first(), systems.last()) {
                (Some((_, best)), Some((_, worst))) => {
                    format!("{} to {}", self.value(*best), self.value(*worst))
                }
                _ => String::new(),
            },
        }
    }

    /// `beat`: as the legend defines, *are significantly more accurate than*.
    fn beat(&self, winners: usize) -> String {
        match (self.is_accuracy(), self.measure.better, winners) {
            (true, _, 1) => "beats".to_owned(),
            (true, ..) => "beat".to_owned(),
            (_, Better::Higher | Better::Lower, 1) => "is better than".to_owned(),
            (_, Better::Higher | Better::Lower, _) => "are better than".to_owned(),
            (_, Better::NearOne, 1) => "is nearer to 1 than".to_owned(),
            (_, Better::NearOne, _) => "are nearer to 1 than".to_owned(),
            (_, Better::Neither, 1) => "is higher than".to_owned(),
            (_, Better::Neither, _) => "are higher than".to_owned(),
        }
    }

    fn in_measure(&self) -> String {
        if self.is_accuracy() { String::new() } else { format!(" in {}", self.measure.name) }
    }

    /// The systems of the best group and the others, if the first lead all others.
    fn split(&self) -> Option<(&[Valued<'r>], &[Valued<'r>])> {
        self.groups.leading().map(|k| self.groups.order.split_at(k))
    }

    /// The comparisons between two sets of systems.
    fn between(&self, first: &[(&str, f64)], second: &[(&str, f64)]) -> Vec<&Effect> {
        let is_in = |set: &[(&str, f64)], name: &str| set.iter().any(|(own, _)| *own == name);
        let effects = self.effects.iter();
        effects
            .filter(|effect| {
                (is_in(first, &effect.system) && is_in(second, &effect.against))
                    || (is_in(second, &effect.system) && is_in(first, &effect.against))
            })
            .collect()
    }

    /// The systems that do not differ from the best one, and those that do.
    fn best_and_below(&self) -> (Vec<&str>, Vec<(&'r str, f64)>) {
        let best = self.groups.best();
        let below: Vec<(&str, f64)> =
            self.groups.order.iter().filter(|(name, _)| !best.contains(name)).copied().collect();
        (best, below)
    }

    /// Whether the systems are two groups without a significant difference within each.
    fn is_two_groups(&self, leaders: usize) -> bool {
        self.groups.is_uniform(0..leaders) && self.groups.is_uniform(leaders..self.groups.len())
    }

    fn lines(&self) -> Vec<String> {
        let view = self.view;
        let all = self.groups.order.as_slice();
        let in_measure = self.in_measure();
        if let [(name, value)] = all {
            let interval = self.interval(name).map_or(String::new(), |ends| format!(" {ends}"));
            let of = format!(
                "{} of {} {}",
                self.value(*value),
                self.pairs(),
                view.pairs_word(self.place.population)
            );
            return match self.is_accuracy() {
                true => vec![
                    format!("{} is correct on {of}{}.", view.system(name), self.in_brackets(name)),
                    format!("{of} correct{}.", self.in_brackets(name)),
                ],
                false => vec![format!("{}: {}{interval}.", view.system(name), self.value(*value))],
            };
        }
        if !self.groups.is_compared() {
            return vec![
                format!("{} (not tested).", self.in_a_row(all)),
                format!("{} systems ({}; not tested).", all.len(), self.range(all)),
            ];
        }
        if self.groups.untested == self.effects.len() {
            return vec![
                format!(
                    "Not tested, differences rest on too few clusters: {}.",
                    self.in_a_row(all)
                ),
                format!("Not tested, differences rest on too few clusters: {}.", self.range(all)),
            ];
        }
        if !self.groups.has_differences() {
            let tested = match self.groups.untested {
                0 => "No significant differences".to_owned(),
                some => format!(
                    "No significant differences ({some} of {} not tested)",
                    self.effects.len()
                ),
            };
            return vec![
                format!("{tested}{in_measure}: {}.", self.in_a_row(all)),
                format!("{tested}{in_measure} among {} systems ({}).", all.len(), self.range(all)),
            ];
        }
        let Some((first, rest)) = self.split() else { return self.overlapping_lines() };
        let p = view.short_p_of(&self.between(first, rest), true);
        let beat = self.beat(first.len());
        let n = self.common_pairs().unwrap_or_else(|| self.pairs().to_string());
        let pairs = first.len();
        let others = match rest {
            [(only, _)] => quoted_short(view.results.shown(only), 24),
            many => format!("the other {}", many.len()),
        };
        let two = self.is_two_groups(first.len()) && first.len() > 1 && rest.len() > 1;
        let grouped = format!(
            "Two groups: {pairs} systems ({}) {beat} {others} ({}; {p}).",
            self.range(first),
            self.range(rest)
        );
        let named =
            format!("{} {beat} {}{in_measure}, n = {n}, {p}.", self.named(first), self.named(rest));
        let leaders = format!("{} {beat} {others}{in_measure} ({p}).", self.in_a_row(first));
        let counted = format!(
            "{} {beat} {others}{in_measure} ({p}).",
            match first.len() {
                1 => format!("{} ({})", view.system(first[0].0), self.value(first[0].1)),
                k => format!("{k} systems ({})", self.range(first)),
            }
        );
        let short = format!("{} {beat} {others}{in_measure}.", self.in_a_row(first));
        match (two && all.len() > NAMED && first.len() > 3, all.len() <= 4) {
            (true, _) => vec![grouped, counted],
            (_, true) => vec![named, leaders, short, counted],
            _ => vec![leaders, short, counted],
        }
    }

    fn overlapping_lines(&self) -> Vec<String> {
        let view = self.view;
        let (best, below) = self.best_and_below();
        let (first, value) = self.groups.order[0];
        let (name, value) = (view.system(first), self.value(value));
        let others = best.len() - 1;
        let near = match others {
            1 => "1 system does".to_owned(),
            many => format!("{many} systems do"),
        };
        let in_measure = self.in_measure();
        if below.is_empty() {
            return vec![format!(
                "{name} is highest ({value}){in_measure}; no other system differs significantly from it."
            )];
        }
        let p = view.short_p_of(&self.between(&self.groups.order[..1], &below), true);
        let beat = self.beat(1);
        let named = match below.len() <= 2 {
            true => Some(format!(
                "{name} ({value}) {beat} {}{in_measure}, n = {}, {p}.",
                self.named(&below),
                self.pairs()
            )),
            false => None,
        };
        let mut lines: Vec<String> = named.into_iter().collect();
        lines.extend([
            format!(
                "{name} ({value}) {beat} {} of {} systems{in_measure} ({p}); {near} not differ significantly from it.",
                below.len(),
                self.groups.len() - 1
            ),
            format!(
                "{name} ({value}) {beat} {} of {} systems{in_measure} ({p}).",
                below.len(),
                self.groups.len() - 1
            ),
            format!(
                "The best ({value}) {beat} {} of {} systems{in_measure} ({p}).",
                below.len(),
                self.groups.len() - 1
            ),
        ]);
        lines
    }

    fn headline(&self) -> String {
        let view = self.view;
        let on = view.pairs_word(self.place.population);
        let all = self.groups.order.as_slice();
        let of = match self.is_accuracy() {
            true => format!("on {on}"),
            false => format!("in {} on {on}", self.measure.name),
        };
        if let [(name, value)] = all {
            return match self.is_accuracy() {
                true => {
                    format!("{} is correct on {} of {on}", view.system(name), self.value(*value))
                }
                false => format!(
                    "{} of {}: {}",
                    self.measure.name,
                    view.system(name),
                    self.value(*value)
                ),
            };
        }
        if !self.groups.is_compared() {
            return format!("Systems were not compared {of}");
        }
        if self.groups.untested == self.effects.len() {
            return format!("Differences {of} rest on too few clusters to test");
        }
        if !self.groups.has_differences() {
            return format!("No significant difference {of}");
        }
        match self.split() {
            Some(([(only, _)], _)) => format!("{} leads {of}", view.system(only)),
            Some((_, [(only, _)])) => format!("{} is worst {of}", view.system(only)),
            Some((first, _)) => format!("{} systems lead {of}", number_in_words(first.len())),
            None => match self.best_and_below() {
                (_, below) if below.is_empty() => format!("No single system leads {of}"),
                (best, _) => {
                    format!("{} systems form the best group {of}", number_in_words(best.len()))
                }
            },
        }
    }

    fn sentence(&self) -> String {
        let view = self.view;
        let all = self.groups.order.as_slice();
        let (n, on) = (self.pairs(), view.pairs_word(self.place.population));
        let in_measure = self.in_measure();
        if let [(name, value)] = all {
            let of = format!("{} of {n} {on}{}", self.value(*value), self.in_brackets(name));
            return match self.is_accuracy() {
                true => format!("{} is correct on {of}.", view.system(name)),
                false => format!(
                    "{} of {} is {}.",
                    self.measure.name,
                    view.system(name),
                    self.value(*value)
                ),
            };
        }
        if !self.groups.is_compared() {
            return format!("{} on {n} {on} were not tested against each other.", self.named(all));
        }
        let effects: Vec<&Effect> = self.effects.iter().collect();
        if self.groups.untested == self.effects.len() {
            return format!(
                "{} were not tested{in_measure} on {n} {on}: their differences rest on too few clusters.",
                self.named(all)
            );
        }
        if !self.groups.has_differences() {
            let p = view.p_of(&effects, false);
            return format!(
                "{} do not differ significantly{in_measure} on {} ({p}).{}{}",
                self.named(all),
                self.on_pairs(),
                self.untested(),
                self.detectable()
            );
        }
        match self.split() {
            Some((first, rest)) => {
                let p = view.p_of(&self.between(first, rest), true);
                let each = if rest.len() > 1 && first.len() > 1 { " each" } else { "" };
                let than = match (self.is_accuracy(), first.len()) {
                    (true, 1) => "is more accurate than".to_owned(),
                    (true, _) => format!("are{each} more accurate than"),
                    (false, many) => self.beat(many),
                };
                format!(
                    "On {}, {} {than} {}{in_measure} ({p}).",
                    self.on_pairs(),
                    self.named(first),
                    self.named(rest)
                )
            }
            None => self.overlapping_sentence(),
        }
    }

    /// The best system, those that do not differ from it and those that are below it.
    fn overlapping_sentence(&self) -> String {
        let view = self.view;
        let (best, below) = self.best_and_below();
        let (first, value) = self.groups.order[0];
        let others = best.len() - 1;
        let what = match self.is_accuracy() {
            true => "accuracy",
            false => self.measure.name,
        };
        let mut said = format!(
            "{} has the best {what} on {} ({}).",
            view.system(first),
            match self.common_pairs() {
                Some(_) => "its pairs".to_owned(),
                None => self.on_pairs(),
            },
            self.value(value)
        );
        said.push_str(&format!(
            " {} {} not differ significantly from it",
            number_in_words(others),
            if others == 1 { "system does" } else { "systems do" }
        ));
        if !below.is_empty() {
            let p = view.p_of(&self.between(&self.groups.order[..1], &below), true);
            let are = if below.len() == 1 { "is" } else { "are" };
            said.push_str(&format!(
                ". {} {are} significantly worse ({p})",
                match below.len() {
                    few if few <= 2 => self.named(&below),
                    many => number_in_words(many),
                }
            ));
        }
        said.push('.');
        said
    }

    /// How many comparisons were not tested.
    fn untested(&self) -> String {
        match (self.groups.untested, self.effects.len()) {
            (0, _) => String::new(),
            (some, all) => {
                format!(" {some} of {all} comparisons {} not tested.", plural(some, "was", "were"))
            }
        }
    }

    /// What differences the pairs would show.
    fn detectable(&self) -> String {
        if !self.is_accuracy() {
            return String::new();
        }
        let sizes: Vec<f64> = self.effects.iter().filter_map(|effect| effect.detectable).collect();
        if sizes.is_empty() {
            return String::new();
        }
        let range = self.view.range(sizes);
        let range = range.trim_end_matches(" %");
        format!(" The pairs would show differences of {} (80 % power).", self.view.with_unit(range))
    }

    /// The interval of a system by the measure: `[47.4, 71.4]`.
    fn interval(&self, system: &str) -> Option<String> {
        let score =
            self.view.results.score(system, self.place.population, Pairs::All, self.measure)?;
        // Its interval is not that of another value.
        self.groups
            .order
            .iter()
            .find(|one| **one == (system, score.value.clone().unwrap_or(f64::NAN)))?;
        let ends = score.interval?.interval;
        let numbers = self.view.results.options.numbers;
        let [lower, upper] =
            [ends.lower, ends.upper].map(|end| numbers.rounded(end, self.measure.style));
        Some(format!("[{lower}, {upper}]"))
    }

    /// ` (95 % interval [47.4, 71.4])`, or nothing.
    fn in_brackets(&self, system: &str) -> String {
        let level = self.view.results.level();
        self.interval(system).map_or(String::new(), |ends| format!(" ({level} interval {ends})"))
    }

    /// A value with its interval in a paragraph.
    fn value_in_paper(&self, system: &str, value: f64) -> Paragraph {
        let mut said = Paragraph(vec![self.view.share_in_paper(value)]);
        // Of many systems twice, they would leave no words for anything else: the tables have them.
        let has_room = !self.view.results.evaluation.is_decomposed() || self.groups.len() < NAMED;
        if let Some(ends) = self.interval(system).filter(|_| has_room) {
            said.say(format!(" {ends}"));
        }
        said
    }

    /// Systems with values in a paragraph: `A (79.6% [72.7, 85.2]) and B (…)`.
    fn named_in_paper(&self, systems: &[(&str, f64)]) -> Paragraph {
        if self.common_pairs().is_some() && systems.len() <= NAMED {
            let names = systems.iter().map(|(name, _)| self.view.name_in_paper(name));
            return listed(names.collect());
        }
        if systems.len() > NAMED {
            return Paragraph::of(format!(
                "{} systems ({})",
                small_number(systems.len()),
                self.range(systems)
            ));
        }
        let named = systems.iter().map(|(name, value)| {
            let mut said = self.view.name_in_paper(name);
            said.say(" (");
            said.extend(self.value_in_paper(name, *value));
            said.say(")");
            said
        });
        listed(named.collect())
    }

    /// `five systems (52.3 to 55.6 %)`.
    fn counted_in_paper(&self, before: &str, systems: &[(&str, f64)]) -> Paragraph {
        let noun = if before.is_empty() { " systems" } else { "" };
        let count = small_number(systems.len());
        Paragraph::of(format!("{before}{count}{noun} ({})", self.range(systems)))
    }

    /// The best system, those that do not differ from it and those that it outperforms.
    fn overlapping_in_paper(&self, said: &mut Paragraph) {
        let (view, all) = (self.view, self.groups.order.as_slice());
        let (best, below) = self.best_and_below();
        let (first, value) = all[0];
        said.extend(view.name_in_paper(first));
        said.say(" (");
        said.extend(self.value_in_paper(first, value));
        let others = best.len() - 1;
        let near = match others {
            1 => view.name_in_paper(best[1]).with(" does"),
            many => Paragraph::of(format!("{} systems do", small_number(many))),
        };
        if below.is_empty() {
            said.say(") has the highest accuracy, and ");
            said.extend(near);
            said.say(" not differ significantly from it");
            return;
        }
        said.say(") outperforms ");
        said.extend(match below.len() {
            few if few <= 2 => self.named_in_paper(&below),
            _ => self.counted_in_paper("", &below),
        });
        said.close_bracket();
        if let Some(p) = view.p_in_paper(&self.between(&all[..1], &below), true) {
            said.say("; ");
            said.push(p);
        }
        said.say("); ");
        said.extend(near);
        said.say(" not differ significantly from it");
    }

    /// `On original pairs, `.
    fn on_in_paper(&self) -> String {
        let on = match self.view.results.evaluation.is_decomposed() {
            true => format!("On {} pairs", self.place.population.name()),
            false => "On the pairs".to_owned(),
        };
        match self.common_pairs() {
            Some(common) => format!("{on} that two systems both predict (n = {common}), "),
            None => format!("{on}, "),
        }
    }

    fn paper(&self) -> Paragraph {
        let view = self.view;
        let all = self.groups.order.as_slice();
        let mut said = Paragraph::of(self.on_in_paper());
        // Behind a bracket, the p-value is in it.
        let of_effects = |said: &mut Paragraph, effects: &[&Effect], significant: bool| {
            if let Some(p) = view.p_in_paper(effects, significant) {
                let before = if said.close_bracket() { "; " } else { " (" };
                said.say(before);
                said.push(p);
                said.say(")");
            }
        };
        let effects: Vec<&Effect> = self.effects.iter().collect();
        if all.len() == 1 || !self.groups.has_differences() {
            if all.len() > NAMED {
                said.say(format!("the {} systems are between ", small_number(all.len())));
                let mut ends = [all[all.len() - 1].1, all[0].1];
                ends.sort_by(f64::total_cmp);
                said.push(view.share_in_paper(ends[0]));
                said.say(" and ");
                said.push(view.share_in_paper(ends[1]));
            } else {
                let clauses = all.iter().enumerate().map(|(at, (name, value))| {
                    let mut clause = view.name_in_paper(name);
                    clause.say(if at == 0 { " reaches an accuracy of " } else { " " });
                    clause.extend(self.value_in_paper(name, *value));
                    clause
                });
                said.extend(listed(clauses.collect()));
            }
            if all.len() > 1 && !self.groups.is_compared() {
                said.say("; they were not compared with each other");
            } else if all.len() > 1 {
                said.say(match (self.groups.untested, self.effects.len()) {
                    (0, _) => "; no difference is significant",
                    (some, all) if some == all => {
                        "; their differences rest on too few clusters for a test"
                    }
                    _ => "; no tested difference is significant",
                });
                of_effects(&mut said, &effects, false);
            }
            said.say(".");
            return said;
        }
        match self.split() {
            Some((first, rest)) => {
                let is_few = all.len() <= NAMED;
                said.extend(match is_few || first.len() <= LEADERS {
                    true => self.named_in_paper(first),
                    false => self.counted_in_paper("", first),
                });
                said.say(if first.len() == 1 { " outperforms " } else { " outperform " });
                said.extend(match is_few || rest.len() == 1 {
                    true => self.named_in_paper(rest),
                    false => self.counted_in_paper("the other ", rest),
                });
                of_effects(&mut said, &self.between(first, rest), true);
                if self.is_two_groups(first.len()) && all.len() > 2 {
                    said.say(", with no significant difference within ");
                    said.say(match (first.len(), rest.len()) {
                        (1, _) => "the rest",
                        (_, 1) => "the first group",
                        _ => "either group",
                    });
                }
            }
            None => self.overlapping_in_paper(&mut said),
        }
        said.say(".");
        said
    }
}

/// The best group by accuracy on a population; empty if systems were not compared.
pub(super) fn best_group<'r>(view: &View<'_, 'r>, population: Population) -> Vec<&'r str> {
    let groups = view.groups(Place::accuracy(population), &ACCURACY);
    if groups.is_compared() { groups.best() } else { Vec::new() }
}
