//! Pairs whose answers are due.

use std::collections::HashMap;

use super::error::{CommandProblem, Left};
use crate::TextPair;
use crate::excerpt::excerpt;

/// How many characters of an id that nobody knows are shown.
const SHOWN: usize = 60;

/// Pairs by their ids, and which of them have no answer yet.
pub(super) struct Due<'a> {
    numbers: HashMap<&'a str, usize>,
    ids: Vec<&'a str>,
    answered: Vec<bool>,
    left: usize,
}

impl<'a> Due<'a> {
    /// All of some pairs, which need an id each.
    pub(super) fn of(pairs: &[TextPair<'a>]) -> Result<Self, CommandProblem> {
        let mut numbers = HashMap::with_capacity(pairs.len());
        for (number, pair) in pairs.iter().enumerate() {
            if numbers.insert(pair.id, number).is_some() {
                return Err(CommandProblem::SharedId(pair.id.to_owned()));
            }
        }
        let ids = pairs.iter().map(|pair| pair.id).collect();
        Ok(Self { numbers, ids, answered: vec![false; pairs.len()], left: pairs.len() })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The number of the pair with an id, whose answer stands on a line and is due no longer.
    pub(super) fn take(&mut self, line: usize, id: &str) -> Result<usize, CommandProblem> {
        let number = self.numbers.get(id).copied();
        match number.and_then(|number| Some((number, self.answered.get_mut(number)?))) {
            None => Err(CommandProblem::UnknownId { line, id: excerpt(id, SHOWN) }),
            Some((_, true)) => Err(CommandProblem::Twice { line, id: id.to_owned() }),
            Some((number, answered)) => {
                *answered = true;
                self.left -= 1;
                Ok(number)
            }
        }
    }

    /// The pairs without an answer.
    pub(super) fn left(&self) -> Left {
        let open = self.ids.iter().zip(&self.answered).filter(|(_, answered)| !**answered);
        Left {
            pairs: self.ids.len(),
            unanswered: self.left,
            first: open.take(Left::NAMED).map(|(id, _)| (*id).to_owned()).collect(),
        }
    }
}
