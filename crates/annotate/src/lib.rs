//! Decomposing pairs: entailment rules and their checks, and the steps of annotators.
//!
//! A text-hypothesis pair is decomposed by rules: each replaces some words of T, its left-hand side, by others, its
//! right-hand side, and so makes a monothematic pair [T, H_i]; all of them, one after the other, lead from T to H.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "what tests open is their own"))]

pub mod agreement;
pub mod api;
pub mod lease;
pub mod page;
pub mod queue;
pub mod refusal;
pub mod request;
pub mod security;
pub mod server;
pub mod session;
pub mod shipped;
pub mod view;

mod assignment;
mod batch;
mod draft;
mod index;
mod opinions;
mod others;
mod resent;
mod saving;
mod settling;
mod steps;

mod chain;
mod compared;
mod event;
mod findings;
mod form;
mod inventory;
mod journal;
mod originals;
mod part;
mod plan;
mod records;
mod rule;
mod words;
mod work;

use phenom_dataset::instant;

pub use self::assignment::Assignment;
pub use self::chain::{Chain, Link, Reach, Step, chain};
pub use self::compared::compared_work;
pub use self::event::{Check, DATASET, Event, Header, On, Taken, VERSION, What, wording};
pub use self::findings::{Finding, FindingKind, Looked, findings};
pub use self::form::is_name;
pub use self::inventory::{Category, Entry, Example, Inventory, InventoryError, Neighbour};
pub use self::journal::{Journal, Refused, Steps, read_steps, steps_of};
pub use self::opinions::{Opinion, Standing, labelled};
pub use self::originals::{Given, Original, Originals, Place, UNSUPPORTED, Unsettled};
pub use self::part::{Candidate, Checked, Other, Remark, changed_words, check};
pub use self::plan::Plan;
pub use self::records::{Called, Folding, made_hypotheses, records, with_work};
pub use self::rule::{Applied, Rule, RuleError, apply, places};
pub use self::words::{Word, folded, folded_but_articles, sentences, shared, words};
pub use self::work::{
    Annotator, Aside, Decomposition, Done, Note, Part, Reading, SetAside, Settled, Work,
};
