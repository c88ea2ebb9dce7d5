//! A contradiction-aware engine after VENSES: it looks for what speaks against entailment, and says what.
//!
//! Words of the hypothesis are aligned with words of the text, in the order of both, so that what differs stands side by
//! side: antonyms, numbers, dates, names, words that are different kinds of one thing. Beyond single words it looks at
//! negation and its reach, quantifiers, who does what to whom, and at what the text says only to be possible, planned or
//! believed. What it finds are signals with names. Rules that people can read (`data/contradiction-rules.txt`) make a
//! judgment of them; or the weight of each is learnt from examples. There is no parse: the reach of words and their roles
//! are told by order, marks and function words.
//!
//! A hypothesis that copies its text but for some places is judged place by place: what is the same is aligned with itself.
//!
//! # References
//! Delmonte, Bristot, Piccolino Boniforti and Tonelli 2007 (VENSES); de Marneffe, Rafferty and Manning 2008 (kinds of
//! contradiction).

mod alignment;
mod arguments;
mod compared;
mod dates;
mod descriptions;
mod engine;
mod evidence;
mod in_place;
mod model;
mod near_copy;
mod polarity;
mod quantifier;
mod quantity;
mod roles;
mod rules;
mod scope;
mod side;
mod signal;
mod signals;
#[cfg(test)]
mod tests;
mod tie;
mod times;
mod train;
mod word_lists;

pub use engine::{CONTRADICTION, ContradictionAware};
pub use model::{ContradictionError, ContradictionModel, SignalWeight, SignalWeights};
pub use rules::RuleError;
