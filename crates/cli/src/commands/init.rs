//! `phenom init`: a config to start from.

use super::print;
use crate::arguments::InitArguments;
use crate::failure::Failure;
use crate::writing::{Existing, write_file};

/// The starter config.
pub(crate) const STARTER: &str = include_str!("starter.yaml");

/// Writes the starter config, never over a file that is there.
pub(crate) fn init(arguments: &InitArguments) -> Result<(), Failure> {
    let path = &arguments.path;
    let existing = Existing::Kept { help: "name another file" };
    write_file(path, existing, |out| out.write_all(STARTER.as_bytes()))?;
    print(&format!("Wrote {}. Name your files in it, then: phenom check {0}\n", path.display()))
}
