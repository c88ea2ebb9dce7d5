//! Systems against each other: those of a config or of two report folders, read and counted, and the gate that a new one
//! has to pass.

mod folders;
mod gate;
mod sides;

pub use folders::{AskedOfFolders, OfFolders, folders};
pub use gate::{HeldTo, any_slice, decide_question, gate};
pub(crate) use sides::of_kept;
pub use sides::{Chosen, ReadPairs, Sides, chosen};
