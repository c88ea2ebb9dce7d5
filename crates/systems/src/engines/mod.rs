//! All engines that a config can name. What the program knows of one is a value in the engine's own file.

mod kinds;
mod model_file;
mod option;
mod untrained;

pub use kinds::{ENGINES, EngineKind};
pub use option::EngineOption;
pub use untrained::{MissingSetting, Settings, Untrained, UntrainedEngine};
