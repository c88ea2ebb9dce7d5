//! Systems against each other: those of a config or of two report folders, read and counted, and the gate that a new one
//! has to pass.

mod folders;
mod gate;
mod sides;

pub use folders::{AskedOfFolders, OfFolders, folders};
pub use gate::{HeldTo, decide_question, gate};
pub use sides::{Chosen, ReadPairs, Sides, chosen};
