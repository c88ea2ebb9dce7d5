//! From a config, or from pairs and answers, to results and a report.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "what tests open is their own"))]

pub mod comparing;
pub mod config;
mod content;
pub mod decomposition;
pub mod evaluation;
mod failure;
mod hashes;
mod headed_words;
mod host;
pub mod inspect;
pub mod label_forecast;
pub mod labelling;
mod lay_out;
pub mod load;
pub mod memory;
pub mod output;
mod pictures;
pub mod provenance;
pub mod report_folder;
mod side_by_side;
mod study;
pub mod trust;
pub mod verification;
pub mod writing;

pub use content::{Content, Writing};
pub use failure::{ConfigProblem, Failure};
pub use host::{Host, Meter, Step, Unattended};
pub use study::{Compared, Evaluated, Needs, Study, StudyBuilder, results_of};
