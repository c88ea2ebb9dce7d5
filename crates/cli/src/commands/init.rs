//! `phenom init`: a config to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};

use super::print;
use crate::arguments::InitArguments;
use crate::failure::Failure;

/// The starter config.
pub(crate) const STARTER: &str = include_str!("starter.yaml");

/// Writes the starter config, never over a file that is there.
pub(crate) fn init(arguments: &InitArguments) -> Result<(), Failure> {
    let path = &arguments.path;
    let failed = |error: std::io::Error| {
        let (reason, help) = match error.kind() {
            ErrorKind::AlreadyExists => {
                ("it is there already".to_owned(), Some("name another file".to_owned()))
            }
            ErrorKind::NotFound => ("there is no such folder".to_owned(), None),
            _ => (error.to_string(), None),
        };
        Failure::input(format!("{} was not written: {reason}", path.display()), help)
    };
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(STARTER.as_bytes())).map_err(failed)?;
    print(&format!("Wrote {}. Name your files in it, then: phenom check {0}\n", path.display()))
}
