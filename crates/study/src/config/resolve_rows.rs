//! What a config says of rows: which are read, how their ids are rewritten, what is made of their cells.

use std::collections::BTreeMap;

use phenom_dataset::{
    Condition, DerivedAttributes, GoldBounds, IdRewriting, IdStep, Pattern, Subset, Wanted,
};

use super::document::Segment;
use super::excluded::Excluded;
use super::raw::{
    Case, Choice, RawCondition, RawExcluded, RawGoldBounds, RawIds, RawValue, RawWhere,
};
use super::resolve::{Place, Resolver};

/// What a column is called that is not to be read.
const NOTHING: &str = "none";

/// The column of a key that is not switched off.
pub(super) fn used(column: Option<String>) -> Option<String> {
    column.filter(|name| name != NOTHING)
}

/// The columns of a key that is not switched off.
pub(super) fn used_of(columns: Vec<String>) -> Vec<String> {
    if columns == [NOTHING] { Vec::new() } else { columns }
}

impl Resolver<'_> {
    /// Tells of keys that must stand in `columns` once there are `columns`.
    pub(super) fn complete(&mut self, place: Place<'_>, keys: &[(&str, bool)]) {
        let absent: Vec<&str> =
            keys.iter().filter(|(_, given)| !given).map(|(key, _)| *key).collect();
        if absent.is_empty() {
            return;
        }
        let named: Vec<String> = absent.iter().map(|key| format!("`{key}`")).collect();
        let message = format!(
            "`columns` does not name {}: once `columns` is set, phenom reads no column by its usual name",
            named.join(" and ")
        );
        let lines: Vec<String> = absent.iter().map(|key| format!("{key}: {key}")).collect();
        let none = if absent.contains(&"gold") {
            "; `gold: none` is for pairs without gold labels"
        } else {
            ""
        };
        let help = format!("add `{}` if the columns have these names{none}", lines.join(", "));
        self.problem(&[place, &["columns".into()]].concat(), message, Some(&help));
    }

    pub(super) fn subset(&mut self, place: Place<'_>, raw: RawWhere) -> Subset {
        let mut conditions = Vec::new();
        for (column, condition) in raw {
            let condition = match condition {
                RawCondition::OneOf(values) => {
                    let one_of = Some(values.into_iter().map(wanted).collect());
                    Condition { one_of, ..Condition::default() }
                }
                RawCondition::Limits(limits) => {
                    let none_of: Vec<Wanted> = limits.not.0.into_iter().map(wanted).collect();
                    let (from, below) = (limits.from, limits.below);
                    let at = [place, &["where".into(), Segment::from(column.as_str())]].concat();
                    if none_of.is_empty() && from.is_none() && below.is_none() {
                        let help = "write `{not: VALUE}`, `{from: 3}` or `{from: 3, below: 10}`";
                        self.problem(&at, "no condition is set for the column", Some(help));
                    }
                    if let (Some(from), Some(below)) = (from, below)
                        && from >= below
                    {
                        let message = format!("no number is at least {from} and below {below}");
                        self.problem(&at, message, None);
                    }
                    Condition { one_of: None, none_of, from, below }
                }
            };
            conditions.push((column, condition));
        }
        Subset(conditions)
    }

    pub(super) fn ids(&mut self, place: Place<'_>, raw: Option<RawIds>) -> IdRewriting {
        let place = [place, &["ids".into()]].concat();
        let mut steps = Vec::new();
        for step in raw.unwrap_or_default().0 {
            match (step.pattern, step.write, step.case) {
                (Some(pattern), Some(with), None) => match Pattern::new(&pattern) {
                    Ok(pattern) => steps.push(IdStep::Replace { pattern, with }),
                    Err(error) => self.problem(&place, error.to_string(), None),
                },
                (None, None, Some(Choice(Case::Lower))) => steps.push(IdStep::Lower),
                (None, None, Some(Choice(Case::Upper))) => steps.push(IdStep::Upper),
                _ => {
                    let message = "a step has `match` and `write`, or a `case`";
                    let help =
                        "write for example `{match: \"^0+\", write: \"\"}` or `{case: lower}`";
                    self.problem(&place, message, Some(help));
                }
            }
        }
        IdRewriting(steps)
    }

    pub(super) fn excluded(&mut self, place: Place<'_>, raw: Vec<RawExcluded>) -> Vec<Excluded> {
        let mut excluded = Vec::new();
        for (index, raw) in raw.into_iter().enumerate() {
            let pattern = match raw {
                RawExcluded::Id(id) if !id.contains('*') => {
                    excluded.push(Excluded::Id(id));
                    continue;
                }
                RawExcluded::Id(stars) => Pattern::with_stars(&stars),
                RawExcluded::Expression(expression) => Pattern::new(&expression),
            };
            match pattern {
                Ok(pattern) => excluded.push(Excluded::Fitting(pattern)),
                Err(error) => {
                    let place = [place, &["exclude".into(), Segment::from(index)]].concat();
                    self.problem(&place, error.to_string(), None);
                }
            }
        }
        excluded
    }

    pub(super) fn derived(
        &mut self,
        place: Place<'_>,
        raw: BTreeMap<String, String>,
    ) -> DerivedAttributes {
        let mut derived = Vec::new();
        for (column, expression) in raw {
            let place = [place, &["derive".into(), Segment::from(column.as_str())]].concat();
            match Pattern::new(&expression) {
                Ok(pattern) if pattern.groups().next().is_none() => {
                    let help = "each named group is an attribute: `(?<genre>[a-z]+)`";
                    self.problem(&place, "the expression has no named group", Some(help));
                }
                Ok(pattern) => derived.push((column, pattern)),
                Err(error) => self.problem(&place, error.to_string(), None),
            }
        }
        DerivedAttributes(derived)
    }

    pub(super) fn gold_bounds(
        &mut self,
        place: Place<'_>,
        raw: RawGoldBounds,
    ) -> Option<GoldBounds> {
        let judgments = raw.judgments.into_iter().map(|Choice(judgment)| judgment).collect();
        let bounds = GoldBounds::new(raw.bounds, judgments);
        bounds
            .map_err(|error| {
                let help = "write for example `{bounds: [2, 4], judgments: [contradiction, unknown, entailment]}`";
                let place = [place, &["gold-bounds".into()]].concat();
                self.problem(&place, error.to_string(), Some(help));
            })
            .ok()
    }
}

fn wanted(raw: RawValue) -> Wanted {
    match raw {
        RawValue::Text(text) => Wanted::Text(text),
        RawValue::Number(number) => Wanted::Number(number),
        RawValue::Truth(truth) => Wanted::Truth(truth),
    }
}
