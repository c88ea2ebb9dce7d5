//! Rules that ask for a share of the weight of the parts.

use super::Composed;
use crate::{Judgment, Task};

/// So much less than the share is enough: `0.55 * 20` is a little more than 11 in binary fractions.
const ROUNDING: f64 = 1e-9;
/// Sums that differ by less than this share of all weight are one.
const ONE_SUM: f64 = 1e-12;

/// The weight that is asked for, of that of all parts.
#[derive(Clone, Copy)]
struct Needed {
    least: f64,
    total: f64,
}

impl Needed {
    /// Whether parts of this weight together are enough.
    fn is_reached_by(self, weight: f64) -> bool {
        weight > 0.0 && weight >= self.least
    }

    fn are_one(self, one: f64, other: f64) -> bool {
        (one - other).abs() <= ONE_SUM * self.total
    }
}

/// A part that may have several judgments.
struct OpenPart {
    place: usize,
    weight: f64,
    /// Whether *entailment* is one of them.
    may_be_entailed: bool,
}

/// What parts with weights make if the entailed ones must have a share of the weight of all. A part without a weight
/// above 0 is no part.
pub(super) fn by_weight(
    parts: impl IntoIterator<Item = (Option<Judgment>, f64)>,
    task: Task,
    share: f64,
) -> Composed {
    const MISSING: usize = Judgment::ALL.len();
    let mut open = Vec::new();
    // By the code of the judgment: to add is quicker than to ask which one it is. The weights of open parts are summed by what
    // they may be, so that no sum is a difference of two others: unknown or contradicted is `negative`, anything `missing`.
    let mut sums = [0.0; MISSING + 1];
    for (place, (part, weight)) in parts.into_iter().enumerate() {
        sums[part.map_or(MISSING, |judgment| usize::from(judgment.code()))] += weight;
        let is_coarse = part == Some(Judgment::NotEntailment) && task == Task::ThreeWay;
        if part.is_none() || is_coarse {
            open.push(OpenPart { place, weight, may_be_entailed: part.is_none() });
        }
    }
    let of = |judgment: Judgment| sums[usize::from(judgment.code())];
    let (entailed, unknown) = (of(Judgment::Entailment), of(Judgment::Unknown));
    let (contradicted, negative) = (of(Judgment::Contradiction), of(Judgment::NotEntailment));
    let missing = sums[MISSING];
    let total = entailed + unknown + contradicted + missing + negative;
    if total <= 0.0 {
        return Composed::NoParts;
    }
    let needed = Needed { least: (share - ROUNDING) * total, total };
    if needed.is_reached_by(entailed) {
        return Composed::Judged(Judgment::Entailment);
    }
    let may_be_entailed = needed.is_reached_by(entailed + missing);
    let not_contradicted = entailed + unknown;
    let may_be_contradicted = !needed.is_reached_by(not_contradicted);
    match task {
        Task::TwoWay | Task::Outcome if !may_be_entailed => {
            return Composed::Judged(Judgment::NotEntailment);
        }
        Task::ThreeWay if !needed.is_reached_by(not_contradicted + missing + negative) => {
            return Composed::Judged(Judgment::Contradiction);
        }
        Task::ThreeWay if !may_be_entailed && !may_be_contradicted => {
            return Composed::Judged(Judgment::Unknown);
        }
        Task::TwoWay | Task::ThreeWay | Task::Outcome => {}
    }
    let mut places = Vec::new();
    if may_be_entailed {
        let open: Vec<&OpenPart> = open.iter().filter(|part| part.may_be_entailed).collect();
        places.extend(deciding(needed, entailed, &open));
    }
    if may_be_contradicted && task == Task::ThreeWay {
        let open: Vec<&OpenPart> = open.iter().collect();
        places.extend(deciding(needed, not_contradicted, &open));
    }
    places.sort_unstable();
    places.dedup();
    Composed::Open(places)
}

/// The places of the parts that can decide: with some of the others, and with a weight that is there already, they make
/// up what is needed, and without them the others do not. Together they do, and what is there does not.
fn deciding(needed: Needed, already: f64, open: &[&OpenPart]) -> impl Iterator<Item = usize> {
    let mut weights: Vec<f64> = open.iter().map(|part| part.weight).collect();
    weights.sort_unstable_by(f64::total_cmp);
    let mut different = weights.clone();
    different.dedup();
    // A heavier part can take the place of a lighter one that decides, so that the heaviest does.
    let heaviest = different.pop().unwrap_or_default();
    let lighter = different.partition_point(|weight| !decides(needed, already, &weights, *weight));
    let least = different.get(lighter).copied().unwrap_or(heaviest);
    open.iter().filter(move |part| part.weight >= least).map(|part| part.place)
}

/// Whether a part of this weight, which is one of the ascending weights, can decide. Where the others have too many sums
/// to look at each, it is taken to.
fn decides(needed: Needed, already: f64, weights: &[f64], weight: f64) -> bool {
    const MOST_SUMS: usize = 4096;
    if weight <= 0.0 {
        return false;
    }
    let is_enough = |sum: &f64| needed.is_reached_by(sum + weight);
    let itself = weights.iter().position(|other| *other == weight);
    let others = weights.iter().enumerate().filter(|(at, _)| Some(*at) != itself);
    let mut sums = vec![already];
    for (_, other) in others {
        let with_other = sums.iter().map(|sum| sum + other);
        let more: Vec<f64> = with_other.filter(|sum| !needed.is_reached_by(*sum)).collect();
        sums.extend(more);
        sums.sort_by(f64::total_cmp);
        sums.dedup_by(|next, before| needed.are_one(*next, *before));
        if sums.len() > MOST_SUMS || sums.last().is_some_and(is_enough) {
            return true;
        }
    }
    sums.last().is_some_and(is_enough)
}
