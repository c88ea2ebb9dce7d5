//! What all commands share that evaluate the systems of a config: reading and counting, what cannot be
//! evaluated, what is said of it, and the report that comes of it.

mod agreement;
mod announcement;
mod answers;
mod budget;
mod captions;
mod counted;
mod dependence;
mod judged;
mod made;
mod notes;
mod originals;
mod presented;
mod refusals;
mod settings_file;
mod signature;
mod tables;

pub(crate) use agreement::Agreement;
pub(crate) use announcement::announce;
pub(crate) use budget::{Plan, Pool, keep_within};
pub(crate) use counted::{Counted, counted, without_statistics};
pub(crate) use dependence::{note_on_clusters, warnings_of_dependence};
pub(crate) use judged::Judged;
pub(crate) use made::{Made, evaluated, judged_alone, results_of};
pub(crate) use notes::warning_of_values;
pub(crate) use refusals::{
    refuse_coarse_composition, refuse_fine_scores, refuse_three_way, refuse_unmeasurable, uneven,
};
pub(crate) use signature::{signature, statistics_parameters};
pub(crate) use tables::Tables;
