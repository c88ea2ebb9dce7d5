//! Figures as models: unrounded values, names, notes; no format and no place on a page.
//!
//! One kind of figure a file; [`contents`](crate::contents) has their order. [`render::svg`](crate::render::svg) and its siblings draw them.

pub(crate) mod accuracy_information;
mod common;
pub(crate) mod conditioned_accuracy;
pub(crate) mod contingency;
mod differences;
mod figure;
pub(crate) mod forest;
mod models;
pub(crate) mod pair_correlations;
pub(crate) mod parts_wholes;
pub(crate) mod phenomenon_map;
mod ranks;
mod width;

pub(crate) use common::{SYSTEMS, split};
pub use figure::{Figure, Plot};
pub use models::{
    AccuracyInformation, ConditionedAccuracy, ConditionedSystem, ContingencyMaps, ContingencyPanel,
    CorrelationRow, Difference, Forest, Interval, OriginalsShare, PairCorrelations, PartsWholes,
    PartsWholesPoint, PhenomenonCell, PhenomenonMap, PhenomenonRow, Point, PointKind, RankLine,
    Ranks, StageBudget, SystemBudget,
};
pub(crate) use ranks::LabelledRanks;
pub use ranks::{FIGURES_ON_PEOPLE, mean_ranks, rankings_by_key};
pub use width::{Room, Width};
