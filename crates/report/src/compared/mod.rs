//! A new system against an old one: what is printed, and whether a gate lets it pass.

mod block;
mod changes;
mod every_two;
mod gate;
mod gate_json;
mod gate_words;
mod names;
mod on_slice;
mod outcome;
mod short;
mod table;

pub use block::{Block, ListedPairs};
pub use changes::{ShownChange, shown_changes};
pub use every_two::every_two_systems;
pub use gate::Gate;
pub(crate) use names::slice;
pub use on_slice::on_slice;
pub use outcome::{Outcome, Shown};
pub use short::two_systems;
