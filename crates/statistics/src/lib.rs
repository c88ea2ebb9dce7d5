//! Intervals, tests, corrections and plans for counts that come in clusters.
//!
//! The *units* of one *cluster* depend on each other: the pupils of a class, the sentences of a document, the items that
//! were derived from one item. Two *systems* that predict an outcome for the same units depend on each other, too. So
//! what is sampled is the cluster. Each cluster is a short vector of counts, and clusters with equal counts are pooled
//! ([`PooledClusters`]): time and memory grow with the number of different vectors, not with the number of units. A
//! statistic is any function of the summed counts ([`Statistic`]).
//!
//! | question | functions |
//! |---|---|
//! | How sure is a share of units? | [`clustered_share()`], [`weighted_share()`]; [`wilson()`] if units are independent |
//! | a ratio or a difference of shares? | [`ratio()`], [`difference_of()`]; [`odds_ratio_interval()`] |
//! | mutual information, an entropy? | [`divergence_interval()`] |
//! | kappa, F1, any function with a range? | [`jackknife_interval()`] |
//! | any other statistic? | [`bootstrap()`], [`bootstrap_each()`] |
//! | a mean of real values, a ratio of counts? | [`clustered_mean()`], [`clustered_ratio()`] |
//! | the shares of many small groups? | [`empirical_bayes()`] |
//! | Do two systems differ? | [`compare()`], [`compare_two_ways()`], [`sign_flip()`]; [`mcnemar()`] if units are independent |
//! | Is a system not worse by more than a margin? | [`drop_interval()`], [`largest_drop()`] |
//! | Are two properties independent within strata? | [`independence_in_strata()`], [`StratifiedTest`] |
//! | Which of many tests are significant? | [`CORRECTIONS`], [`holm()`], [`benjamini_hochberg()`]; [`letters()`] |
//! | How many units does a test need? | [`Pilot`]; [`design_effect()`] |
//! | How much do repeated runs vary? | [`ByRuns`], [`OverRuns`], [`Question`] |
//!
//! Every p-value is two-sided and above 0. An interval and the test beside it agree: the interval holds the null value if
//! and only if the test does not reject it. Nothing is returned as NaN: a statistic without a value is `None` or an
//! [`Undefined`], and a missing interval is a [`NoInterval`]. What is drawn at random depends on [`Resampling::seed`]
//! alone, to the last bit, on any number of threads.
//!
//! # One system
//!
//! The interval of a share of clustered units, and a bootstrap interval of a ratio of two shares:
//!
//! ```
//! use phenom_statistics::{
//!     ConfidenceLevel, PooledClusters, Resampling, Statistic, bootstrap, clustered_share, share,
//! };
//!
//! // Right units and units of a first kind, right units and units of a second kind; the number of such clusters.
//! let clusters = [([1, 1, 3, 3], 30), ([1, 1, 1, 2], 5), ([0, 1, 2, 3], 25), ([0, 1, 0, 1], 4)];
//! let clusters = PooledClusters::new(4, clusters)?;
//! let level = ConfidenceLevel::NINETY_FIVE;
//!
//! let second = |counts: &[u32]| [counts[2].into(), counts[3].into()];
//! let found = clustered_share(&clusters, second, level)?;
//! assert_eq!(found.estimate, 145.0 / 179.0);
//! assert!(0.74 < found.interval.lower && found.interval.upper < 0.87);
//! // 179 units, but those of one cluster resemble each other.
//! assert!((120.0..179.0).contains(&found.effective_units));
//!
//! let of_shares: &Statistic = &|sums| Some(share(sums)? / share(&sums[2..])?);
//! let replicates = bootstrap(&clusters, &[of_shares], &Resampling::default())?;
//! let interval = replicates[0].interval(level);
//! assert!(interval.is_some_and(|interval| interval.lower < 0.7 && 0.7 < interval.upper));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Two systems, and many tests
//!
//! Two systems on the same clusters are compared by exchanging their outcomes in whole clusters. Holm's correction then
//! allows for further tests of the same family:
//!
//! ```
//! use phenom_statistics::{
//!     ComparedBy, ConfidenceLevel, HOLM, PooledClusters, Question, Resampling, SideBySide, compare,
//! };
//!
//! // Right units and units of the first system, then of the second; the number of such clusters.
//! let clusters = [([2, 2, 1, 2], 14), ([1, 2, 2, 2], 3), ([2, 2, 2, 2], 40), ([1, 1, 0, 1], 5)];
//! let clusters = PooledClusters::new(4, clusters)?;
//! let sides = SideBySide::new(&clusters, [1, 1])?;
//! let level = ConfidenceLevel::NINETY_FIVE;
//! let resampling = Resampling::default();
//! let found = compare(&sides, ComparedBy::Share, Question::Models, level, &resampling)?;
//! assert!((found.difference - 16.0 / 119.0).abs() < 1e-12);
//! assert!(found.p() < 0.001);
//! assert!(found.interval(level.significance()).is_some_and(|interval| interval.lower > 0.0));
//!
//! let adjusted = HOLM.adjust(&[Some(found.p()), Some(0.04), Some(0.03)]);
//! assert_eq!(adjusted[1..], [Some(0.06), Some(0.06)]);
//! assert!(adjusted[0].is_some_and(|p| p < 0.05));
//! # Ok::<(), phenom_statistics::UncertaintyError>(())
//! ```
//!
//! [`Pilot`] has an example of sample size and power.

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
mod distinct;
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
mod mcnemar;
mod no_interval;
mod noncentral;
pub mod normal;
mod numbers_by_hash;
mod odds_ratio;
mod over_runs;
mod pilot;
mod pooled;
pub mod prediction_powered;
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
pub mod threads;
mod two_by_two;
mod undefined;
mod wilson;

pub use bootstrap::bootstrap_each;
pub use bootstrap::{Replicates, bootstrap};
pub use by_runs::{ByRuns, RunSpread};
pub use cluster_sizes::{ClusterSizes, FEWEST_CLUSTERS};
pub use clustered_mean::{ClusteredMean, clustered_mean, clustered_ratio};
pub use clustered_share::weighted_share;
pub use clustered_share::{ClusteredShare, clustered_share};
pub use compare::{ComparedBy, Comparison, compare, compare_two_ways};
pub use correction::{BENJAMINI_HOCHBERG, HOLM};
pub use correction::{CORRECTIONS, Correction, benjamini_hochberg, holm};
pub use design_effect::Cluster;
pub use design_effect::design_effect;
pub use distinct::DistinctClusters;
pub use divergence::{Divergence, divergence_interval};
pub use drop_interval::drop_interval;
pub use empirical_bayes::{NoPrior, empirical_bayes};
pub use error::UncertaintyError;
pub use interval::{ConfidenceLevel, Interval};
pub use jackknife::jackknife_interval;
pub use largest_drop::largest_drop;
pub use letters::letters;
pub(crate) use linearised::linearised;
pub use linearised::{Combination, Linearised};
pub(crate) use mcnemar::least_discordant;
pub use mcnemar::{McNemar, mcnemar};
pub use no_interval::NoInterval;
pub use numbers_by_hash::NumbersByHash;
pub use odds_ratio::{is_corrected, odds_ratio, odds_ratio_interval};
pub use over_runs::OverRuns;
pub use pilot::{Pilot, UnitsNeeded};
pub use pooled::{PooledClusters, Statistic};
pub use question::Question;
pub use recovered::{Recovered, difference_of, ratio};
pub use resampling::Resampling;
pub use run_influences::{OfRun, RunInfluences};
pub use share::share;
pub(crate) use share::sign_flip_of_shares;
pub use side_by_side::SideBySide;
pub use sign_flip::{SignFlip, sign_flip};
pub use strata::{
    StrataMethod, StrataTest, independence_in_strata, strata_of, stratified_difference,
};
pub use stratified::StratifiedTest;
pub use stratified_influences::stratified_influences;
pub use studentised::Studentised;
pub use tail::Tail;
pub use tested::{Tested, stratified_test};
pub use two_by_two::TwoByTwo;
pub use undefined::{Proportion, Undefined};
pub use wilson::wilson;
