//! Claims as kinds of them begin: without evidence, which is added.

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Population, Sensitivity, sensitivity};

use super::claim::{
    Claim, ClaimKind, ClaimSlice, ClaimVerdict, Effect, Fragility, Wording, verdict_of,
};
use super::view::{Place, View};
use super::wording::fitting;

/// Claims on fewer pairs are not made for single slices.
pub(super) const LEAST_PAIRS: u64 = 5;

/// A claim that has subjects, effects and words; everything else is empty.
pub(super) fn claim(kind: ClaimKind, tier: u8, slice: ClaimSlice, wording: Wording) -> Claim {
    let on = match slice.slice.as_str() {
        "" => String::new(),
        name => format!("/{}:{name}", slice.slice_kind),
    };
    let key = serde_json::to_value(kind).ok();
    let key = key.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
    Claim {
        id: format!("{key}/{}{on}", slice.population),
        kind,
        tier,
        subjects: Vec::new(),
        comparator: Vec::new(),
        slice,
        measure: ACCURACY.key,
        estimates: Vec::new(),
        effects: Vec::new(),
        verdict: ClaimVerdict::Described,
        sensitivity: None,
        caveats: Vec::new(),
        wording,
        conservative_effect: 0.0,
    }
}

impl Claim {
    /// The claim with the comparisons that it rests on, and what they come to.
    pub(super) fn with_effects(mut self, effects: Vec<Effect>) -> Self {
        self.verdict = verdict_of(&effects);
        let nearer = |effect: &Effect| {
            let ends = effect.adjusted_interval?;
            (!(ends.lower <= 0.0 && 0.0 <= ends.upper))
                .then(|| ends.lower.abs().min(ends.upper.abs()))
        };
        let significant = effects.iter().filter(|effect| effect.is_significant());
        let least = significant.map(|effect| nearer(effect).unwrap_or(0.0)).reduce(f64::min);
        self.conservative_effect = least.unwrap_or(0.0);
        self.effects = effects;
        self
    }

    pub(super) fn about(mut self, subjects: &[&str]) -> Self {
        self.subjects = subjects.iter().map(|name| (*name).to_owned()).collect();
        self
    }

    pub(super) fn against(mut self, comparator: impl IntoIterator<Item = String>) -> Self {
        self.comparator = comparator.into_iter().collect();
        self
    }
}

/// The claim on comparisons by a measure that has no value for any system; `None` if there is no comparison.
pub(super) fn undefined(
    view: &View<'_, '_>,
    (kind, tier): (ClaimKind, u8),
    place: Place,
    measure: &Measure,
) -> Option<Claim> {
    let rows = view.of_systems(place);
    let effects: Vec<Effect> = rows.iter().map(|row| view.effect(row)).collect();
    let reason = rows.first()?.values.iter().find_map(|value| value.as_ref().err())?;
    let name = measure.name;
    let (n, on) = (view.pairs(place), view.pairs_word(place.population));
    let said = format!("{name} is undefined for every system on {n} {on}: {reason}.");
    let wording = Wording {
        topic: "undefined".to_owned(),
        line: fitting([said.clone(), format!("{name} is undefined for every system.")]),
        sentence: Some(said),
        ..Wording::default()
    };
    let names: Vec<&str> = view.competing.iter().map(|system| system.name.as_str()).collect();
    let made = claim(kind, tier, view.claim_slice(place), wording).about(&names);
    let id = format!("{}/{}", made.id, measure.key);
    Some(Claim { id, measure: measure.key, ..made.with_effects(effects) })
}

/// The least number of clusters without which one of some significant differences is not significant.
pub(super) fn fragility(view: &View<'_, '_>, rows: &[&ComparisonRow]) -> Option<Fragility> {
    let of = |row: &&ComparisonRow| {
        let Sensitivity { without, .. } = sensitivity(view.results.evaluation, row)?;
        Some(Fragility { without, clusters: row.clusters })
    };
    rows.iter().filter_map(of).min_by_key(|found| found.without)
}

/// Topics are one word of at most twelve letters: the name of a slice if it is, or what it is.
pub(super) fn topic(view: &View<'_, '_>, slice: usize) -> (String, String) {
    let name = view.slice_name(slice);
    let is_word = name.chars().count() <= 12 && !name.contains(char::is_whitespace);
    match is_word {
        true => (name, String::new()),
        false => {
            let kind = view.results.evaluation.slices[slice].kind.to_string();
            (kind, format!("{}: ", view.slice_quoted(slice)))
        }
    }
}

/// Accuracy on all pairs of a population.
pub(super) fn on_all(population: Population) -> Place {
    Place::accuracy(population)
}
