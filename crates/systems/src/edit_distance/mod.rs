//! An engine after EDITS (Kouylekov & Magnini 2005): a text entails a hypothesis that is cheap to make of it.

mod ordered_tree;
mod script;
mod tokens;
mod tree;

pub use ordered_tree::OrderedTree;
pub use script::{Edit, EditCosts, Rewrite, total_cost};
pub use tokens::{token_distance, token_script};
pub use tree::{TreesTooLarge, tree_distance, tree_script};
