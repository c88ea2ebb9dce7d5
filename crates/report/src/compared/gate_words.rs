//! What a gate says, in sentences.

use phenom_dataset::listed;
use phenom_metrics::statistics::Question;
use phenom_metrics::{GateRow, GateVerdict, SliceKind};

use super::gate::Gate;
use super::names::{counted, pairs_of, slice};
use super::outcome::Outcome;
use crate::Style;
use crate::question_words::{Asked, TO_METHODS};
use crate::test_words::tests;

/// How many accuracies a sentence names.
const NAMED: usize = 3;

impl Gate<'_> {
    /// Why it comes to what it does.
    pub(super) fn sentence(&self) -> String {
        match self.outcome() {
            Outcome::Failed => self.worse(),
            Outcome::CannotTell => self.not_excluded(),
            Outcome::Passed => self.passed(),
        }
    }

    /// Whether models or methods are compared.
    pub(super) fn question(&self) -> Option<String> {
        let [new, old] = self.systems();
        let asked = Asked::of_two(self.results.evaluation)?;
        let said = asked.in_words([&new, &old]);
        let of_one = asked.question() == Question::Models && asked.runs() != [1, 1];
        // Of a single run against several, a gate compares models whatever the config says.
        Some(match of_one && asked.runs().contains(&1) {
            true => format!(
                "{said} One run does not show how a method varies. Without `--fail-on`, `phenom compare` compares methods \
                 unless the config sets `question: models`, and may reach another conclusion."
            ),
            false if of_one => format!("{said} {TO_METHODS}"),
            false => said,
        })
    }

    /// What a row is about, in a sentence: `negation`, `all pairs`.
    fn about(&self, row: &GateRow) -> String {
        let comparison = &row.comparison;
        match comparison.slice.kind {
            SliceKind::All => pairs_of(self.results.evaluation, comparison.population).to_owned(),
            _ => slice(self.results, &comparison.slice.kind, &comparison.slice.name),
        }
    }

    fn percent(&self, value: f64, style: Style) -> String {
        self.results.options.numbers.rounded(value, style).replace('-', "−")
    }

    /// The values of both systems: of one run each, how many pairs are right.
    fn values(&self, row: &GateRow) -> String {
        let comparison = &row.comparison;
        let [Ok(new), Ok(old)] = &comparison.values else { return String::new() };
        let pairs = comparison.pairs;
        let evaluation = self.results.evaluation;
        let single = evaluation.systems.iter().take(2).all(|system| system.runs == 1);
        if single && !evaluation.has_scores() {
            let right = |share: &f64| (share * pairs as f64).round();
            return format!("{} → {} of {pairs} pairs", right(old), right(new));
        }
        let sign = self.results.options.numbers.sign();
        let [old, new] = [old, new].map(|share| self.percent(*share, Style::Percent));
        format!("{old} → {new}{sign} of {pairs} pairs")
    }

    fn worse(&self) -> String {
        let [new, old] = self.systems();
        let failing = self.failing();
        let worse: Vec<&GateRow> =
            failing.into_iter().filter(|row| row.verdict == GateVerdict::Worse).collect();
        let mut named: Vec<String> = worse
            .iter()
            .take(NAMED)
            .map(|row| format!("on {}, {}", self.about(row), self.values(row)))
            .collect();
        if worse.len() > NAMED {
            named.push(counted(worse.len() - NAMED, "more accuracy", "more accuracies"));
        }
        format!("{new} is worse than {old} {}", named.join("; "))
    }

    /// `66.0 → 70.0, +4.0; 95 % interval −3.0 to +11.3`.
    fn change(&self, row: &GateRow) -> String {
        let comparison = &row.comparison;
        let ([Ok(new), Ok(old)], Ok(difference)) = (&comparison.values, comparison.difference())
        else {
            return "undefined".to_owned();
        };
        let [old, new] = [old, new].map(|share| self.percent(*share, Style::Percent));
        let difference = self.percent(difference, Style::SignedPercent);
        let level = 100.0 - self.significance();
        let which = if self.margin.is_some() { "" } else { "adjusted " };
        let interval = row.interval.map_or(String::new(), |interval| {
            let [lower, upper] =
                [interval.lower, interval.upper].map(|end| self.percent(end, Style::SignedPercent));
            format!("; {which}{level} % interval {lower} to {upper}")
        });
        format!("{old} → {new}, {difference}{interval}")
    }

    /// A share in percentage points.
    fn points(&self, share: f64) -> String {
        let numbers = self.results.options.numbers;
        let shown = self.percent(share, Style::Percent);
        if numbers.fractions { shown } else { format!("{shown} points") }
    }

    fn not_excluded(&self) -> String {
        let [new, old] = self.systems();
        let failing = self.failing();
        let Some(row) = failing.first() else { return String::new() };
        let drop = row
            .largest_drop
            .map_or("worse".to_owned(), |drop| format!("up to {} worse", self.points(drop)));
        let margin = self.points(self.margin.unwrap_or(0.0));
        let more = match failing.len() - 1 {
            0 => String::new(),
            more => format!("; the same holds on {}", counted(more, "more slice", "more slices")),
        };
        format!(
            "on {} {new} may be {drop} than {old} ({}), and the margin is {margin}{more}",
            self.about(row),
            self.change(row)
        )
    }

    /// All pairs, and the phenomena: `all pairs or on any of 12 phenomena`, with what stands between the last two.
    fn held_to(&self, [and, slices]: [&str; 2]) -> String {
        let of_all = self.rows.iter().filter(|row| row.is_of_all());
        let mut named: Vec<String> = of_all.map(|row| self.about(row)).collect();
        match self.rows.len() - named.len() {
            0 => {}
            1 => named.push("1 phenomenon".to_owned()),
            count => named.push(format!("{slices}{count} phenomena")),
        }
        listed(&named, and)
    }

    fn passed(&self) -> String {
        let [new, old] = self.systems();
        match self.margin {
            None => {
                let is_untested = |row: &&GateRow| row.is_of_all() && row.comparison.p().is_none();
                let untested: Vec<String> =
                    self.rows.iter().filter(is_untested).map(|row| self.about(row)).collect();
                let but = match untested.is_empty() {
                    true => String::new(),
                    false => format!(
                        ", but not tested on {}: the difference rests on too few {}s",
                        listed(&untested, "and"),
                        crate::resampled::unit(self.results.evaluation)
                    ),
                };
                format!(
                    "{new} is not significantly worse than {old} on {}{but}",
                    self.held_to(["or on", "any of "])
                )
            }
            Some(margin) => format!(
                "a drop from {old} to {new} by more than {} is excluded on {}",
                self.points(margin),
                self.held_to(["and on", "each of "])
            ),
        }
    }

    /// What all pairs say, where the gate passed.
    pub(super) fn on_all(&self) -> String {
        let said = self.rows.iter().filter(|row| row.is_of_all()).map(|row| {
            let on = self.about(row);
            let change = self.change(row);
            match row.verdict {
                GateVerdict::Better => format!("On {on} it is better: {change}."),
                GateVerdict::CannotTell if row.comparison.p().is_none() => {
                    format!("On {on} it was not tested: {change}.")
                }
                GateVerdict::CannotTell => {
                    format!("On {on} there is no significant difference: {change}.")
                }
                GateVerdict::Worse | GateVerdict::WithinMargin => format!("On {on}: {change}."),
            }
        });
        said.collect::<Vec<_>>().join(" ")
    }

    /// What must be known of a gate that passed although it could not tell everywhere.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        if self.outcome() != Outcome::Passed || self.margin.is_some() {
            return None;
        }
        let untold = |row: &&GateRow| row.verdict == GateVerdict::CannotTell;
        let (all, slices): (Vec<&GateRow>, Vec<&GateRow>) =
            self.rows.iter().filter(untold).partition(|row| row.is_of_all());
        let mut on: Vec<String> = all.iter().map(|row| self.about(row)).collect();
        if !slices.is_empty() {
            let pairs = || slices.iter().map(|row| row.comparison.pairs);
            let [least, most] = [pairs().min(), pairs().max()].map(Option::unwrap_or_default);
            let range = match (least == most, most, slices.len()) {
                (true, 1, _) => "1 pair".to_owned(),
                (true, ..) => format!("{most} pairs"),
                (false, ..) => format!("{least} to {most} pairs"),
            };
            let each = if slices.len() == 1 { "" } else { " each" };
            let phenomena = counted(slices.len(), "phenomenon", "phenomena");
            on.push(format!("{phenomena} ({range}{each})"));
        }
        (!on.is_empty()).then(|| {
            format!(
                "warning: no significant difference on {}; a drop that these pairs do not show would pass. --margin POINTS \
                 requires evidence.",
                listed(&on, "and")
            )
        })
    }

    /// The level of significance in percent.
    fn significance(&self) -> f64 {
        (1e9 * self.results.evaluation.statistics.level.significance()).round() / 1e7
    }

    /// How it was tested, and what the program ends with.
    pub(super) fn method(&self) -> String {
        let level = self.significance();
        let held = self.held_to(["and", ""]);
        let how = match self.margin {
            None => format!(
                "{}, Holm's method over {held}, at {level} %. Adjusted intervals are at the level that this leaves.",
                tests(self.results.evaluation)
            ),
            Some(_) => format!(
                "{} % intervals on {held}, not adjusted: a drop of more than the margin on any of them passes in at \
                 most {} % of cases. p by Holm's method.",
                100.0 - level,
                level / 2.0
            ),
        };
        format!("{how} Exit code {}.", self.outcome().exit_code())
    }
}
