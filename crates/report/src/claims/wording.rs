//! How claims write names, values, intervals and p-values.

use phenom_dataset::{Judgment, listed};

use super::claim::Effect;
use super::quoting::{cut, quoted};
use super::view::View;
use crate::Style;
use crate::paragraph::{Paragraph, Span};

/// At most so many names are in a sentence; more are counted.
pub(crate) const NAMED: usize = 5;

/// The longest line of the summary without its topic: with it, 100 characters.
pub(crate) const LINE: usize = 87;

/// The first of several wordings that fits a line; the last one is cut if it has to be.
pub(crate) fn fitting(wordings: impl IntoIterator<Item = String>) -> Option<String> {
    let mut last = None;
    for wording in wordings {
        if wording.chars().count() <= LINE {
            return Some(wording);
        }
        last = Some(wording);
    }
    last.map(|long| long.chars().take(LINE - 1).chain(['…']).collect())
}

/// A number of things in words, as a sentence begins with it: `Three`; from 11 on in digits.
pub(crate) fn number_in_words(number: usize) -> String {
    const WORDS: [&str; 11] =
        ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The same within a sentence.
pub(crate) fn small_number(number: usize) -> String {
    number_in_words(number).to_lowercase()
}

/// One or several: the verb or noun that fits.
pub(crate) fn plural<'w>(number: usize, one: &'w str, many: &'w str) -> &'w str {
    if number == 1 { one } else { many }
}

/// A gold label as an adjective of pairs.
pub(crate) fn label_adjective(label: Judgment) -> &'static str {
    match label {
        Judgment::Entailment => "entailed",
        Judgment::Contradiction => "contradicted",
        Judgment::Unknown => "unknown",
        Judgment::NotEntailment => "not entailed",
    }
}

/// `< .001`, `= .034`, `≤ .022` or `≥ .338`.
pub(crate) fn p_value(relation: &str, p: f64) -> String {
    let short = |p: f64| format!("{p:.3}").trim_start_matches('0').to_owned();
    match p {
        p if p < 0.001 && relation != "≥" => "< .001".to_owned(),
        p if p >= 0.9995 => "= 1".to_owned(),
        // Not even by rounding does a bound leave out one of those that it bounds.
        p if relation == "≥" => format!("≥ {}", short((1000.0 * p).floor() / 1000.0)),
        // Below the usual level it is not rounded to it.
        p if relation == "≤" && p < 0.05 && p > 0.049 => "< .05".to_owned(),
        p if relation == "≤" => format!("≤ {}", short((1000.0 * p).ceil() / 1000.0)),
        p => format!("{relation} {}", short(p)),
    }
}

impl View<'_, '_> {
    /// `62.0`, or `0.620`.
    pub(crate) fn number(&self, share: f64) -> String {
        self.results.options.numbers.rounded(share, Style::Percent)
    }

    /// `62.0 %`.
    pub(crate) fn share(&self, share: f64) -> String {
        format!("{}{}", self.number(share), self.sign())
    }

    /// What is behind a share.
    pub(crate) fn sign(&self) -> &'static str {
        self.results.options.numbers.sign()
    }

    /// A share of so many pairs: `62.0 %`, or `2 of 5` of fewer than ten.
    pub(crate) fn of(&self, share: f64, pairs: u64) -> String {
        let correct = share * pairs as f64;
        // Of judged gold people read some pairs, and a share is no count of these.
        let is_count = self.results.evaluation.judged.is_none();
        if is_count && pairs < 10 && (correct - correct.round()).abs() < 1e-9 {
            return format!("{correct:.0} of {pairs}");
        }
        self.share(share)
    }

    /// `52.3 to 55.6 %`.
    pub(crate) fn range(&self, values: impl IntoIterator<Item = f64>) -> String {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            (least, most) = (least.min(value), most.max(value));
        }
        match (self.number(least), self.number(most)) {
            (least, most) if least == most => format!("{most}{}", self.sign()),
            (least, most) => format!("{least} to {most}{}", self.sign()),
        }
    }

    /// A difference of shares, with its sign: `+26.3`.
    pub(crate) fn points(&self, difference: f64) -> String {
        self.results.options.numbers.rounded(difference, Style::SignedPercent)
    }

    /// `+26.3 points`; a fraction has no unit.
    pub(crate) fn with_unit(&self, points: &str) -> String {
        let unit = if self.results.options.numbers.fractions { "" } else { " points" };
        format!("{points}{unit}")
    }

    /// ` [8.9, 43.8]` of a difference, or nothing.
    pub(crate) fn interval_of(&self, effect: &Effect) -> String {
        effect.adjusted_interval.map_or(String::new(), |ends| {
            format!(" [{}, {}]", self.points(ends.lower), self.points(ends.upper))
        })
    }

    /// A system as a sentence names it.
    pub(crate) fn system(&self, name: &str) -> String {
        quoted(self.results.shown(name))
    }

    /// Several systems, named or counted.
    pub(crate) fn systems(&self, names: &[&str]) -> String {
        match names.len() {
            many if many > NAMED => format!("{many} systems"),
            _ => {
                let names: Vec<String> = names.iter().map(|name| self.system(name)).collect();
                listed(&names, "and")
            }
        }
    }

    /// `"A" (79.6 %) and "B" (77.2 %)`, or `6 systems (61.0 to 79.6 %)`.
    pub(crate) fn with_values(&self, systems: &[(&str, f64)], pairs: u64) -> String {
        if systems.len() > NAMED {
            let range = self.range(systems.iter().map(|(_, value)| *value));
            return format!("{} systems ({range})", systems.len());
        }
        let named: Vec<String> = systems
            .iter()
            .map(|(name, value)| format!("{} ({})", self.system(name), self.of(*value, pairs)))
            .collect();
        listed(&named, "and")
    }

    /// `"A" 60.0, "B" 58.3 %`.
    pub(crate) fn values_in_a_row(&self, systems: &[(&str, f64)]) -> String {
        let named: Vec<String> = systems
            .iter()
            .map(|(name, value)| format!("{} {}", self.system(name), self.number(*value)))
            .collect();
        format!("{}{}", named.join(", "), self.sign())
    }

    /// What p-values of a family are called: `adjusted p`, `q` or `p`.
    pub(crate) fn p_name(&self, family: &str) -> &'static str {
        let is_corrected = self.results.evaluation.statistics.correction.method().is_some();
        match (is_corrected, family) {
            (false, _) => "p",
            (true, "exploratory") => "q",
            (true, _) => "adjusted p",
        }
    }

    /// The p-values of effects that are significant, or of effects that are not: `adjusted p < .001`, `q ≤ .034`. Empty if
    /// none was tested.
    pub(crate) fn p_of(&self, effects: &[&Effect], are_significant: bool) -> String {
        self.p_span(effects, are_significant)
            .map_or(String::new(), |(name, p)| format!("{name} {p}"))
    }

    /// The same on a line, where every p is adjusted: `p < .001`.
    pub(crate) fn short_p_of(&self, effects: &[&Effect], are_significant: bool) -> String {
        let found = self.p_span(effects, are_significant);
        found.map_or(String::new(), |(name, p)| {
            format!("{} {p}", name.trim_start_matches("adjusted "))
        })
    }

    fn p_span(&self, effects: &[&Effect], are_significant: bool) -> Option<(&'static str, String)> {
        let of = effects.iter().filter(|effect| effect.is_significant() == are_significant);
        let values: Vec<(f64, &str)> =
            of.filter_map(|effect| Some((effect.p_adjusted?, effect.family))).collect();
        let name = self.p_name(values.first()?.1);
        let all = values.iter().map(|(p, _)| *p);
        let (bound, relation) = match (are_significant, values.len()) {
            (_, 1) => (all.fold(0.0, f64::max), "="),
            (true, _) => (all.fold(0.0, f64::max), "≤"),
            (false, _) => (all.fold(f64::INFINITY, f64::min), "≥"),
        };
        Some((name, p_value(relation, bound)))
    }

    /// The p-values in a paragraph.
    pub(crate) fn p_in_paper(&self, effects: &[&Effect], are_significant: bool) -> Option<Span> {
        let (name, value) = self.p_span(effects, are_significant)?;
        Some(Span::P { name, value })
    }

    /// A system in a paragraph.
    pub(crate) fn name_in_paper(&self, name: &str) -> Paragraph {
        Paragraph(vec![Span::Name(cut(self.results.shown(name)))])
    }

    /// A share in a paragraph.
    pub(crate) fn share_in_paper(&self, share: f64) -> Span {
        let rounded = self.number(share);
        match self.results.options.numbers.fractions {
            true => Span::Words(rounded),
            false => Span::Percent(rounded),
        }
    }
}
