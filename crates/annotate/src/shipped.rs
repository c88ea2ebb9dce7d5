//! What comes with phenom for annotators, as YAML.

/// The phenomena that annotators choose from unless they name an inventory of their own.
pub const INVENTORY: &str = include_str!("../data/inventory.yaml");

/// What annotators read before they begin.
pub const GUIDELINES: &str = include_str!("../data/guidelines.yaml");
