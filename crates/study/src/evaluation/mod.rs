//! What all commands share that evaluate the systems of a config: reading and counting, what cannot be
//! evaluated, what is said of it, and the report that comes of it.

mod agreement;
mod analyses;
mod announcement;
mod answers;
mod budget;
mod counted;
mod dependence;
mod judged;
mod notes;
mod presented;
mod refusals;
mod settings_file;
mod signature;
mod tables;
mod wanted;
mod written;

pub use agreement::{Agreement, judge_tables};
pub(crate) use analyses::analysis_files;
pub use announcement::announcement;
pub use budget::{Plan, Pool, keep_within};
pub use counted::{Counted, counted, without_statistics};
pub(crate) use counted::{ForReport, Given, counted_for_report, of_pairs};
pub use dependence::{notes_on_tests, warnings_of_dependence};
pub use judged::Judged;
pub use notes::notes_on_data;
pub use notes::warning_of_values;
pub(crate) use presented::order_slices;
pub use refusals::{refuse_fine_scores, refuse_three_way, refuse_unfit, refuse_unsettled, uneven};
pub(crate) use signature::VERSION;
pub use signature::{signature, statistics_parameters};
pub use tables::Tables;
pub(crate) use wanted::{wanted_figures, wanted_tables};
pub(crate) use written::Written;
