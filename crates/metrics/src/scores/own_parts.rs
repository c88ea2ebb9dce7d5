//! Do a system's own parts predict its originals better than the parts of other systems do? What all systems find hard,
//! their parts predict alike.

use std::ops::Range;

use crate::clusters::{JointClusters, JointOriginal};
use crate::composition::{OriginalKind, PartsRight, Strata, cell};
use crate::no_interval::NoInterval;
use crate::statistics::{OfRun, RunInfluences, stratified_influences};
use crate::undefined::Undefined;

/// The originals on which parts are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ComparedParts {
    /// All of them.
    All,
    /// Those of at least two parts, of which the system whose parts are looked at does not get all wrong. Where the parts
    /// of an original are always all right or all wrong, one coin for each original would look like composition.
    Mixed,
}

impl ComparedParts {
    fn counts(self, parts: &OriginalKind) -> bool {
        match self {
            Self::All => true,
            Self::Mixed => parts.parts > 1 && parts.parts_right != Some(PartsRight::None),
        }
    }
}

/// A difference of the originals of a system, by its own parts or compared with the parts of another.
pub(crate) struct ByParts {
    /// The mean over the runs.
    pub(crate) difference: f64,
    /// How the runs and the clusters move it.
    pub(crate) influences: Result<RunInfluences, NoInterval>,
}

/// The decomposed originals as a system predicts them.
pub(crate) struct OwnParts<'j> {
    runs: Range<usize>,
    /// The clusters in which an original of the system counts, each with how many are like it.
    clusters: Vec<(&'j [JointOriginal], u64)>,
    strata: Strata,
    /// The difference of each run by its own parts, on all originals.
    own: Result<Vec<OfRun>, Undefined>,
}

impl<'j> OwnParts<'j> {
    /// Those of a system, whose runs are numbered over all systems.
    pub(crate) fn new(joint: &'j JointClusters, runs: Range<usize>) -> Self {
        let is_own = |(run, _): &&(usize, OriginalKind)| runs.contains(run);
        let counts =
            |originals: &[JointOriginal]| originals.iter().flatten().any(|kind| is_own(&kind));
        let clusters: Vec<_> = joint.iter().filter(|(originals, _)| counts(originals)).collect();
        let kinds = clusters.iter().flat_map(|(originals, times)| {
            let kinds = originals.iter().flat_map(|original| original.iter().filter(is_own));
            kinds.map(move |(_, kind)| (kind, *times))
        });
        let strata = Strata::new(kinds, runs.len() as u64);
        let mut parts = Self { runs, clusters, strata, own: Err(Undefined::ConstantSolved) };
        parts.own = parts.of_runs(ComparedParts::All);
        parts
    }

    /// The stratified difference by the system's own parts, on originals of mixed parts.
    ///
    /// # Errors
    /// [`Undefined::ConstantSolved`] if there is none.
    pub(crate) fn mixed(&self) -> Result<ByParts, Undefined> {
        Ok(self.together(&self.of_runs(ComparedParts::Mixed)?))
    }

    fn of_runs(&self, compared: ComparedParts) -> Result<Vec<OfRun>, Undefined> {
        self.runs.clone().map(|run| self.difference([run; 2], compared)).collect()
    }

    /// The same less the difference by the parts of another system; the mean over the runs of that one.
    ///
    /// # Errors
    /// [`Undefined::ConstantSolved`] if there is none by the own parts, [`Undefined::NoOtherParts`] if there is none by
    /// those of the other system, or if these are right on the same originals as the own ones.
    pub(crate) fn less(&self, other: Range<usize>) -> Result<ByParts, Undefined> {
        let own = self.own.clone()?;
        let of_run = |run: usize| {
            let by_parts = |parts| self.difference([run, parts], ComparedParts::All).ok();
            mean(other.clone().filter_map(by_parts))
        };
        let of_other: Option<Vec<OfRun>> = self.runs.clone().map(of_run).collect();
        let of_other = of_other.filter(|other| *other != own).ok_or(Undefined::NoOtherParts)?;
        let both = own.into_iter().zip(&of_other);
        let of_runs: Vec<OfRun> =
            both.map(|(own, other)| combined(own, other, |own, other| own - other)).collect();
        Ok(self.together(&of_runs))
    }

    /// The stratified difference of the wholes of one run by the parts of another, with the influences of clusters by the
    /// jackknife.
    fn difference(&self, of: [usize; 2], compared: ComparedParts) -> Result<OfRun, Undefined> {
        let clusters: Vec<(Vec<usize>, u64)> = self
            .clusters
            .iter()
            .map(|(originals, times)| {
                let place = |original| place(&self.strata, original, of, compared);
                (originals.iter().filter_map(place).collect(), *times)
            })
            .collect();
        Ok(stratified_influences(self.strata.len(), &clusters)?)
    }

    fn together(&self, of_runs: &[OfRun]) -> ByParts {
        let clusters = self.clusters.iter();
        let sizes: Vec<u64> = clusters
            .flat_map(|(originals, times)| {
                std::iter::repeat_n(originals.len() as u64, *times as usize)
            })
            .collect();
        let difference = of_runs.iter().map(|run| run.value).sum::<f64>() / of_runs.len() as f64;
        ByParts {
            difference,
            influences: RunInfluences::of_systems(&[of_runs], &sizes).map_err(NoInterval::from),
        }
    }
}

/// How nearly the parts of another system predict as well as a system's own.
pub(super) struct Closeness<'n> {
    /// The p-value of a difference above 0; of another one, 2 less its p-value.
    evidence: f64,
    difference: f64,
    name: &'n str,
}

impl<'n> Closeness<'n> {
    /// That of a system with a name, by the difference and its p-value.
    pub(super) fn new(name: &'n str, difference: f64, p: f64) -> Self {
        Self { evidence: if difference > 0.0 { p } else { 2.0 - p }, difference, name }
    }

    /// Whether this is the closer one, in whatever order the systems are given.
    pub(super) fn is_closer_than(&self, other: &Self) -> bool {
        let by_evidence = self.evidence.total_cmp(&other.evidence).reverse();
        let by_difference = self.difference.total_cmp(&other.difference);
        by_evidence.then(by_difference).then(self.name.cmp(other.name)).is_lt()
    }
}

/// The count of an original by its stratum, whether all parts are right for one run, and whether the whole is for another.
fn place(
    strata: &Strata,
    original: &JointOriginal,
    [wholes, parts]: [usize; 2],
    compared: ComparedParts,
) -> Option<usize> {
    // Kinds are in the order of their runs.
    let of = |run: usize| {
        let at = original.binary_search_by_key(&run, |(of, _)| *of).ok()?;
        Some(&original[at].1)
    };
    let (whole, parts) = (of(wholes)?, of(parts).filter(|kind| compared.counts(kind))?);
    let cell = cell(parts.all_parts_right()?, whole.whole_right);
    Some(4 * strata.place(whole)? + cell)
}

/// The mean of values and influences; nothing of none.
fn mean(values: impl Iterator<Item = OfRun>) -> Option<OfRun> {
    let mut number = 1.0;
    let mut sum = None;
    for one in values {
        sum = Some(match sum {
            None => one,
            Some(before) => {
                number += 1.0;
                combined(before, &one, |before, one| before + one)
            }
        });
    }
    sum.map(|sum: OfRun| OfRun {
        value: sum.value / number,
        influences: sum.influences.iter().map(|influence| influence / number).collect(),
    })
}

fn combined(mut one: OfRun, other: &OfRun, of: impl Fn(f64, f64) -> f64) -> OfRun {
    one.value = of(one.value, other.value);
    for (influence, other) in one.influences.iter_mut().zip(&other.influences) {
        *influence = of(*influence, *other);
    }
    one
}
