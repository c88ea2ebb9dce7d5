//! Categories and phenomena that split the systems, and those on which a weak system beats a good one.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Verdict};

use super::groups::best_group;
use crate::claims::claim::{Claim, ClaimKind, ClaimVerdict, Effect, Wording};
use crate::claims::draft::{LEAST_PAIRS, claim, fragility, on_all, topic};
use crate::claims::grouping::Groups;
use crate::claims::quoting::quoted_short;
use crate::claims::view::{Place, View};
use crate::claims::wording::{fitting, label_adjective, number_in_words, plural, small_number};
use crate::paragraph::{Paragraph, listed};

/// Of at most so many systems, a difference between two is a claim although it does not split them all.
const FEW: usize = 4;

/// A claim for each slice on which each system of one group is significantly better than each of the others, and one for
/// each slice on which a system outside the best group is better than a member of it. Claims that rest on a few clusters are
/// stated as such.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let slices = view.slices(LEAST_PAIRS);
    let places = slices.into_iter().map(|slice| on_all(view.tagged()).on(slice));
    let mut found = Vec::new();
    for place in places {
        let split = || Split::new(view, place).and_then(|split| split.claim());
        let made = reversal(view, place).or_else(split).or_else(|| pair(view, place));
        if let Some((claim, weakest)) = made {
            found.extend(resting_on_few(view, place, (&claim, weakest)));
            found.push(claim);
        }
    }
    found
}

/// Two groups of systems on a slice.
struct Split<'v, 'r> {
    view: &'v View<'v, 'r>,
    place: Place,
    groups: Groups<'r>,
    leaders: usize,
    /// The comparisons between the groups.
    rows: Vec<&'r ComparisonRow>,
}

impl<'v, 'r> Split<'v, 'r> {
    fn new(view: &'v View<'v, 'r>, place: Place) -> Option<Self> {
        let groups = view.groups(place, &ACCURACY);
        let all = view.of_systems(place);
        let between = |leaders: usize| -> Vec<&'r ComparisonRow> {
            let leads = |name: &str| groups.order[..leaders].iter().any(|(own, _)| *own == name);
            let is_between = |row: &&&ComparisonRow| leads(&row.system_a) != leads(&row.system_b);
            all.iter().filter(is_between).copied().collect()
        };
        // Of several splits, the one with the largest gap.
        let gap = |leaders: &usize| weakest(&between(*leaders)).map_or(0.0, conservative);
        let leaders = groups.splits().max_by(|a, b| gap(a).total_cmp(&gap(b)))?;
        let rows = between(leaders);
        Some(Self { view, place, groups, leaders, rows })
    }

    /// The claim, and its comparison with the smallest conservative effect.
    fn claim(&self) -> Option<(Claim, &'r ComparisonRow)> {
        let label = match self.view.gold(self.place).as_slice() {
            [(label, _)] => Some(label_adjective(*label)),
            _ => None,
        };
        self.claim_with(label)
    }

    /// The claim; `label` is the gold label of all pairs, if the claim is about the pairs that a system misses.
    fn claim_with(&self, label: Option<&str>) -> Option<(Claim, &'r ComparisonRow)> {
        let (view, place) = (self.view, self.place);
        let (first, rest) = self.groups.order.split_at(self.leaders);
        let effects: Vec<Effect> = self.rows.iter().map(|row| view.effect(row)).collect();
        let all: Vec<&Effect> = effects.iter().collect();
        let (n, on) = (view.pairs(place), view.pairs_word(place.population));
        let q = view.short_p_of(&all, true);
        let (topic, before) = topic(view, place.slice);
        let slice = view.slice_quoted(place.slice);
        let mut lines = Vec::new();
        if let (Some(label), [(worst, _)]) = (label, rest) {
            let others: Vec<String> = first
                .iter()
                .filter_map(|(name, value)| {
                    Some(format!("{} {}", view.system(name), self.missed(*value)?))
                })
                .collect();
            if let Some(missed) = self.worst_missed()
                && others.len() == first.len()
            {
                lines.push(format!(
                    "{before}{} misses {missed} of {n} {on}, all {label}; {} ({q}).",
                    view.system(worst),
                    others.join(", ")
                ));
            }
        }
        let beat = plural(first.len(), "beats", "beat");
        lines.push(format!(
            "{before}{} {beat} {} (n = {n}, {q}).",
            view.with_values(first, n),
            view.with_values(rest, n)
        ));
        let short = |name: &str| quoted_short(view.results.shown(name), 20);
        let others = match rest {
            [(only, _)] => short(only),
            many => format!("the other {}", many.len()),
        };
        if self.is_of_all() {
            lines.push(format!(
                "{before}{} {beat} {others} (at most {}; n = {n}, {q}).",
                view.with_values(first, n),
                view.of(rest[0].1, n)
            ));
        }
        if let [(only, _)] = first {
            lines.push(format!("{before}{} {beat} {others} (n = {n}, {q}).", short(only)));
        }
        lines.push(format!(
            "{before}{} {} ({}) {beat} {others} (n = {n}, {q}).",
            first.len(),
            plural(first.len(), "system", "systems"),
            view.range(first.iter().map(|(_, value)| *value)),
        ));
        let is = plural(first.len(), "is", "are each");
        let one_label = label.map_or(String::new(), |label| format!(" All {n} {on} are {label}."));
        let wording = Wording {
            topic,
            line: fitting(lines),
            headline: Some(self.headline(label, &slice, on)),
            sentence: Some(format!(
                "On {n} {slice} {on}, {} {is} more accurate than {} ({}).{one_label}",
                view.with_values(first, n),
                view.with_values(rest, n),
                view.p_of(&all, true)
            )),
            paper: Some(self.paper(&all, label)),
        };
        let weakest = weakest(&self.rows)?;
        let sensitivity = fragility(view, &[weakest]);
        let names: Vec<&str> = first.iter().map(|(name, _)| *name).collect();
        let others = rest.iter().map(|(name, _)| (*name).to_owned());
        let all_names: Vec<&str> = self.groups.order.iter().map(|(name, _)| *name).collect();
        let estimates = view.estimates(place, &ACCURACY, &all_names);
        let made = claim(ClaimKind::Separating, 4, view.claim_slice(place), wording)
            .about(&names)
            .against(others)
            .with_effects(effects);
        Some((Claim { estimates, sensitivity, verdict: ClaimVerdict::Higher, ..made }, weakest))
    }

    /// Whether every system is in one of the groups.
    fn is_of_all(&self) -> bool {
        self.groups.len() == self.view.competing.len()
    }

    /// How many pairs a system with single predictions has wrong.
    fn missed(&self, value: f64) -> Option<u64> {
        let n = self.view.pairs(self.place) as f64;
        let missed = n - value * n;
        ((missed - missed.round()).abs() < 1e-6).then_some(missed.round() as u64)
    }

    fn worst_missed(&self) -> Option<u64> {
        self.missed(self.groups.order.last()?.1)
    }

    fn headline(&self, label: Option<&str>, slice: &str, on: &str) -> String {
        let view = self.view;
        let (first, rest) = self.groups.order.split_at(self.leaders);
        match (label, first, rest, self.worst_missed()) {
            (Some(label), _, [(worst, _)], Some(missed)) => format!(
                "{} misses {missed} of {} {label} {slice} {on}",
                view.system(worst),
                view.pairs(self.place)
            ),
            (_, [(winner, _)], [(loser, _)], _) => {
                format!("{} beats {} on {slice}", view.system(winner), view.system(loser))
            }
            (_, [(only, _)], ..) => format!("{} leads on {slice}", view.system(only)),
            (_, _, [(only, _)], _) => format!("{} is worst on {slice}", view.system(only)),
            _ if !self.groups.is_uniform(0..self.leaders) => {
                format!("{} systems are worst on {slice}", number_in_words(rest.len()))
            }
            _ => format!("{} systems lead on {slice}", number_in_words(first.len())),
        }
    }

    fn paper(&self, effects: &[&Effect], label: Option<&str>) -> Paragraph {
        let view = self.view;
        let (first, rest) = self.groups.order.split_at(self.leaders);
        let n = view.pairs(self.place);
        let all = label.map_or(String::new(), |label| format!(", all {label}"));
        let mut said =
            Paragraph::of(format!("On {} (n = {n}{all}), ", view.slice_quoted(self.place.slice)));
        let names = |systems: &[(&str, f64)]| match systems.len() {
            0..=3 => listed(systems.iter().map(|(name, _)| view.name_in_paper(name)).collect()),
            many => Paragraph::of(format!("{} systems", small_number(many))),
        };
        said.extend(names(first));
        said.say(format!(" ({})", view.range(first.iter().map(|(_, value)| *value))));
        said.say(plural(first.len(), " outperforms ", " outperform "));
        said.extend(names(rest));
        said.say(format!(" ({}", view.range(rest.iter().map(|(_, value)| *value))));
        if let Some(p) = view.p_in_paper(effects, true) {
            said.say("; ");
            said.push(p);
        }
        said.say(").");
        said
    }
}

/// The comparison with the smallest conservative effect.
fn weakest<'r>(rows: &[&'r ComparisonRow]) -> Option<&'r ComparisonRow> {
    rows.iter().copied().min_by(|a, b| conservative(a).total_cmp(&conservative(b)))
}

/// The end of the adjusted interval that is nearer to 0.
fn conservative(row: &ComparisonRow) -> f64 {
    row.adjusted_interval().map_or(0.0, |ends| ends.lower.abs().min(ends.upper.abs()))
}

/// The largest difference between two of a few systems on a slice that does not split them.
fn pair<'r>(view: &View<'_, 'r>, place: Place) -> Option<(Claim, &'r ComparisonRow)> {
    if view.competing.len() > FEW {
        return None;
    }
    let rows = view.of_systems(place).into_iter().filter(|row| row.is_significant());
    let row = rows.max_by(|a, b| conservative(a).total_cmp(&conservative(b)))?;
    let is_first = row.verdict == Verdict::First;
    let names = [row.system_a.as_str(), row.system_b.as_str()];
    let value = |at: usize| row.values[at].clone().ok();
    let (winner, loser) = if is_first { (0, 1) } else { (1, 0) };
    let order = vec![(names[winner], value(winner)?), (names[loser], value(loser)?)];
    let groups = Groups::new(ACCURACY.better, order, &[row]);
    let label = None;
    Split { view, place, groups, leaders: 1, rows: vec![row] }.claim_with(label)
}

/// A system outside the best group of all pairs that is better than a member of it on a slice.
fn reversal<'r>(view: &View<'_, 'r>, place: Place) -> Option<(Claim, &'r ComparisonRow)> {
    let best = best_group(view, place.population);
    let rows: Vec<&ComparisonRow> = view
        .of_systems(place)
        .into_iter()
        .filter(|row| {
            let [winner, loser] = match row.verdict {
                Verdict::First => [&row.system_a, &row.system_b],
                Verdict::Second => [&row.system_b, &row.system_a],
                Verdict::CannotTell => return false,
            };
            !best.contains(&winner.as_str()) && best.contains(&loser.as_str())
        })
        .collect();
    let row = rows.into_iter().max_by(|a, b| conservative(a).total_cmp(&conservative(b)))?;
    let at = usize::from(row.verdict == Verdict::Second);
    let names = [row.system_a.as_str(), row.system_b.as_str()];
    let (winner, loser) = (names[at], names[1 - at]);
    let value = |at: usize| row.values[at].clone().ok();
    let n = view.pairs(place);
    let [high, low] = [value(at)?, value(1 - at)?];
    let effect = view.effect(row);
    let q = view.short_p_of(&[&effect], true);
    let (topic, before) = topic(view, place.slice);
    let (slice, on) = (view.slice_quoted(place.slice), view.pairs_word(place.population));
    let beats = format!(
        "{before}{} ({}) beats {} ({}",
        view.system(winner),
        view.of(high, n),
        view.system(loser),
        view.of(low, n)
    );
    let wording = Wording {
        topic,
        line: fitting([
            format!("{beats}), which is among the best on all {on} (n = {n}, {q})."),
            format!("{beats}; n = {n}, {q})."),
            format!("{before}A system outside the best group beats one of it (n = {n}, {q})."),
        ]),
        headline: Some(format!("{} beats {} on {slice}", view.system(winner), view.system(loser))),
        sentence: Some(format!(
            "{} is more accurate than {} on {n} {slice} {on} ({} against {}, {}), although only {} is in the best group on all {on}.",
            view.system(winner),
            view.system(loser),
            view.of(high, n),
            view.of(low, n),
            view.p_of(&[&effect], true),
            view.system(loser)
        )),
        paper: None,
    };
    let made = claim(ClaimKind::Reversal, 3, view.claim_slice(place), wording)
        .about(&[winner])
        .against([loser.to_owned()])
        .with_effects(vec![effect]);
    let sensitivity = fragility(view, &[row]);
    let estimates = view.estimates(place, &ACCURACY, &[winner, loser]);
    Some((Claim { estimates, sensitivity, verdict: ClaimVerdict::Higher, ..made }, row))
}

/// That the weakest comparison of a claim on a slice rests on a few clusters.
fn resting_on_few(
    view: &View<'_, '_>,
    place: Place,
    (of, weakest): (&Claim, &ComparisonRow),
) -> Option<Claim> {
    let found = of.sensitivity?;
    let clusters = crate::resampled::unit(view.results.evaluation);
    let pairs = view.pairs(place);
    let name = view.slice_name(place.slice);
    let [winner, loser] = match weakest.verdict {
        Verdict::Second => [weakest.system_b.as_str(), weakest.system_a.as_str()],
        _ => [weakest.system_a.as_str(), weakest.system_b.as_str()],
    };
    let without =
        format!("not significant without {} of {} {clusters}s", found.without, found.clusters);
    let line = |who: String| format!("{name}, {who} (n = {pairs}): {without}.");
    let wording = Wording {
        topic: "fragile".to_owned(),
        line: fitting([
            line(format!("{} over {}", view.system(winner), view.system(loser))),
            format!("{name} (n = {pairs}): a difference is {without}."),
            format!("{}: a difference is {without}.", quoted_short(&name, 24)),
        ]),
        ..Wording::default()
    };
    let mut made = claim(ClaimKind::Sensitivity, 7, of.slice.clone(), wording)
        .about(&[winner])
        .against([loser.to_owned()]);
    made.caveats = vec![of.id.clone()];
    made.sensitivity = Some(found);
    Some(made)
}
