//! What a config asks for that could harm its user: as a list that a person can read, remembered if they trust it, and
//! held to it before anything is started or sent.

mod consent;
mod demands;
mod list;
mod memory;
mod named_files;
mod quoted;

pub use crate::host::{Request, nobody_is_asked};
pub use consent::Consent;
pub use demands::{list_of, needs_trust, trusts_folder};
pub(crate) use list::List;
pub use memory::{Remembered, all, forget, refuse_forgetful, remember, remembered};
pub(crate) use named_files::named_files;
