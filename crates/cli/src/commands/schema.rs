//! `phenom schema`: the JSON Schema of the config.

use super::print_json;
use crate::config;
use crate::failure::Failure;

/// Prints the schema.
pub(crate) fn schema() -> Result<(), Failure> {
    print_json(&config::schema())
}
