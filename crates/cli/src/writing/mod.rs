//! How files are written: all or none, whenever the process ends.
//!
//! A folder is changed from a staging folder of one fixed name within it, so that this works where the
//! folder is a mount point or stands in a folder that cannot be written to:
//!
//! 1. A lock in the staging folder is taken. The kernel releases it when its process ends.
//! 2. What an interrupted run left is cleared up: a change that had begun is completed, any other is
//!    dropped.
//! 3. All files are written to the staging folder and synchronised with the disk, and every obstacle is
//!    looked for.
//! 4. A journal of the change is put beside them by one rename. From here on the change holds.
//! 5. The files are renamed into their places, stale ones are removed, and then the journal, the
//!    staging folder and the lock.
//!
//! A single file is written the same way, with a staging folder of its own beside it.

mod change;
mod file;
#[cfg(test)]
mod interrupted;
mod journal;
mod lock;
mod obstacles;
mod place;
mod state;
mod workplace;

pub(crate) use change::{NewFile, Seen, Stale, write};
pub(crate) use file::{Existing, check_file, write_file};
pub(crate) use journal::unfinished;
pub(crate) use obstacles::{check_folder, is_plain};
pub(crate) use place::Place;
