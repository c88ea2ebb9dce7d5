//! An engine after EDITS (Kouylekov & Magnini 2005): a text entails a hypothesis that is cheap to make of it.

mod costs;
mod engine;
mod frequencies;
mod justification;
mod learning;
mod model;
mod ordered_tree;
mod prepared;
mod rules;
mod script;
mod shipped;
mod threshold;
mod tokens;
mod tree;

pub use costs::{ByClass, Costs, Normalisation, SubstitutionShares, WordRelation};
pub use engine::{EDIT_DISTANCE, EditDistance};
pub use frequencies::DocumentFrequencies;
pub use learning::{EditDistanceTraining, Objective, Searched};
pub use model::{EditDistanceError, EditDistanceModel, ExampleCounts, Learnt};
pub use ordered_tree::OrderedTree;
pub use prepared::Resources;
pub use rules::{LexicalRules, RuleError, RuleProblem};
pub use script::{Edit, EditCosts, Rewrite, total_cost};
pub use threshold::Threshold;
pub use tokens::{token_distance, token_script};
pub use tree::{TreesTooLarge, tree_distance, tree_script};
