//! How sure: intervals, tests and comparisons for pairs that are not independent.
//!
//! The monothematic pairs of one original depend on each other, and a system's answers on an original
//! and on its parts do too. So what is sampled is the *cluster*: an original pair with everything that
//! is derived from it. A cluster is a short vector of counts, and clusters with the same counts are
//! pooled ([`PooledClusters`]), so that the cost of everything here grows with the number of distinct
//! vectors and never with the number of pairs. Any measure that is a function of summed counts can be
//! resampled: it is handed over as a [`Statistic`].
//!
//! - one figure: [`clustered_share()`] for a share of pairs, [`ratio()`] and [`difference_of()`] for what is
//!   made of shares, [`divergence_interval()`] for information and entropies, [`jackknife_interval()`] for
//!   kappa and its like, `RunInfluences` for rankings, [`bootstrap()`] for what people said; `logistic_intervals` for a ridge
//!   logistic regression;
//! - two properties within strata: [`independence_in_strata()`], [`stratified_difference()`];
//! - two systems: `compare`, which is the cluster sign-flip test for the p-value and the interval of the
//!   difference, and Student's t where runs are a sample or a distance is compared; [`mcnemar()`] for
//!   independent pairs; [`design_effect()`] says how much the clusters matter;
//! - many comparisons: [`holm()`], [`benjamini_hochberg()`], and [`letters()`] for a table of systems;
//! - several runs of one system: `over_runs`; rare phenomena: `empirical_bayes`; how many pairs
//!   would be enough: [`Pilot`], and [`attenuation()`] by erring annotators.
//!
//! Why these and no others: `docs/statistics.md`, with the figures of the simulation that chose them.
//!
//! ```
//! use phenom_metrics::Proportion;
//! use phenom_metrics::statistics::{ConfidenceLevel, PooledClusters, Resampling, Statistic, bootstrap};
//!
//! // Originals right, originals, monothematic pairs right, monothematic pairs; and how many clusters.
//! let clusters = [([1, 1, 3, 3], 30), ([1, 1, 1, 2], 5), ([0, 1, 2, 3], 25), ([0, 1, 0, 1], 4)];
//! let clusters = PooledClusters::new(4, clusters)?;
//! let ci: &Statistic = &|sums| {
//!     let proportion = |at: usize| Proportion { numerator: sums[at], denominator: sums[at + 1] };
//!     Ok(proportion(0).value()? / proportion(2).value()?)
//! };
//! let replicates = bootstrap(&clusters, &[ci], &Resampling::default())?;
//! let interval = replicates[0].interval(ConfidenceLevel::new(0.95)?);
//! assert!(interval.is_some_and(|interval| interval.lower < 0.7 && 0.7 < interval.upper));
//! # Ok::<(), phenom_metrics::statistics::UncertaintyError>(())
//! ```

mod attenuation;
mod beta;
mod binomial;
mod bootstrap;
mod by_runs;
mod cluster_sizes;
mod clustered_mean;
mod clustered_share;
mod compare;
mod correction;
mod design_effect;
mod distances;
mod divergence;
mod drop_interval;
mod empirical_bayes;
mod error;
mod fisher;
mod flips;
mod hyper_prior;
mod influence;
mod integer_sum;
mod interval;
mod jackknife;
mod largest_drop;
mod letters;
mod linearised;
mod logistic;
mod logistic_bootstrap;
mod mcnemar;
mod no_interval;
mod noncentral;
mod normal;
mod odds_ratio;
mod over_runs;
mod pilot;
mod pooled;
mod question;
mod recovered;
mod resampling;
mod rising;
mod rounding;
mod run_influences;
mod share;
mod side_by_side;
mod sign_flip;
mod strata;
mod stratified;
mod stratified_influences;
mod studentised;
mod tail;
mod tested;
#[cfg(test)]
mod testing;
mod two_by_two;
mod wilson;

pub use attenuation::attenuation;
pub(crate) use bootstrap::bootstrap_each;
pub use bootstrap::{Replicates, bootstrap};
pub(crate) use by_runs::{ByRuns, RunSpread};
pub use cluster_sizes::{ClusterSizes, FEWEST_CLUSTERS};
pub use clustered_mean::{ClusteredMean, clustered_mean};
pub(crate) use clustered_share::weighted_share;
pub use clustered_share::{ClusteredShare, clustered_share};
pub(crate) use compare::{ComparedBy, Comparison, compare, compare_two_ways};
pub(crate) use correction::{BENJAMINI_HOCHBERG, HOLM};
pub use correction::{CORRECTIONS, Correction, benjamini_hochberg, holm};
pub(crate) use design_effect::Cluster;
pub use design_effect::design_effect;
pub use divergence::{Divergence, divergence_interval};
pub(crate) use drop_interval::drop_interval;
pub(crate) use empirical_bayes::{NoPrior, empirical_bayes};
pub use error::UncertaintyError;
pub use interval::{ConfidenceLevel, Interval, IntervalMethod};
pub use jackknife::jackknife_interval;
pub use largest_drop::largest_drop;
pub use letters::letters;
pub(crate) use linearised::{Combination, Linearised, linearised};
pub(crate) use logistic::{NoFit, Pattern, logistic_regression};
pub(crate) use logistic_bootstrap::{ClusterOutcomes, LogisticIntervals, logistic_intervals};
pub(crate) use mcnemar::least_discordant;
pub use mcnemar::{McNemar, mcnemar};
pub use no_interval::NoInterval;
pub use odds_ratio::{is_corrected, odds_ratio, odds_ratio_interval};
pub(crate) use over_runs::OverRuns;
pub use pilot::{PairsNeeded, Pilot};
pub use pooled::{PooledClusters, Statistic};
pub use question::Question;
pub use recovered::{Recovered, difference_of, ratio};
pub use resampling::Resampling;
pub(crate) use run_influences::{OfRun, RunInfluences};
pub(crate) use share::{share, sign_flip_of_shares};
pub(crate) use side_by_side::SideBySide;
pub use sign_flip::{SignFlip, sign_flip};
pub use strata::{
    StrataMethod, StrataTest, independence_in_strata, strata_of, stratified_difference,
};
pub(crate) use stratified::StratifiedTest;
pub(crate) use stratified_influences::stratified_influences;
pub use studentised::Studentised;
pub use tail::Tail;
pub(crate) use tested::{Tested, stratified_test};
pub use two_by_two::TwoByTwo;
pub use wilson::wilson;
