//! `phenom schema`: the JSON Schema of the config.

use super::print_json;
use phenom_study::Failure;
use phenom_study::config;

/// Prints the schema.
pub(crate) fn schema() -> Result<(), Failure> {
    print_json(&config::schema())
}
