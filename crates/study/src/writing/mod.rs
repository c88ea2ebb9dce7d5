//! How files are written: all or none, whenever the process ends, and never elsewhere.
//!
//! A folder is opened once, and everything beneath it from its handle ([`phenom_files::Folder`]): no symbolic link leads
//! out of it. It is changed from a staging folder of one fixed name within it, so that this works if the folder is a
//! mount point or is in a folder that cannot be written to:
//!
//! 1. A lock in the staging folder is taken. The kernel releases it when its process ends.
//! 2. What an interrupted run of the same user left is cleared up: a change that had begun is completed, any other is
//!    dropped. A journal without the user's seal is reported and left alone.
//! 3. All files are written to a folder of a random name in the staging folder and synchronised with the disk, and every
//!    obstacle is looked for.
//! 4. A journal of the change, with the hashes of all files, is sealed with the user's key and put beside them by one
//!    rename. From here on the change holds.
//! 5. The files are renamed into their places and stale ones out of theirs, with nothing between these renames; then the
//!    journal, the staging folder and the lock are removed.
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

pub use change::{NewFile, Seen, Stale, write};
pub use file::{Existing, check_file, write_file};
pub use journal::unfinished;
pub use obstacles::check_folder;
pub use place::Place;
