//! Files and folders, opened so that nothing that a stranger prepared leads elsewhere.
//!
//! A [`Folder`] is a handle. What is beneath it is named by paths of plain names, and each of their folders is opened
//! from the handle of the one above it: a symbolic link among them is an error, whenever it was put there. Only
//! regular files are opened, so that a pipe cannot hang and a device cannot fill the memory, and what is changed in
//! place has one name only.
//!
//! On Linux and macOS this holds against programs that change the folders meanwhile. On Windows the same calls refuse
//! reparse points; a hard link is found there as well.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "what tests open is their own"))]

mod folder;
mod named;
mod nameless;
mod start;
mod stat;
mod state;

pub use folder::Folder;
pub use named::{
    LONGEST_TEXT, bounded, is_plain, open_device, open_regular, random_name, read_bounded,
    read_of_system, read_text,
};
pub use nameless::Nameless;
pub use start::{Start, project_of, tidy};
pub use stat::{Identity, Kind, Stat};
pub use state::State;
