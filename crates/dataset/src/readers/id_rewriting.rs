//! Ids as one file writes them, rewritten so that they are those of another.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::{Pattern, ProblemKind};

/// What is done to each id of a file, step after step; nothing where there is no step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IdRewriting(pub Vec<IdStep>);

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdStep {
    /// All that a regular expression finds is replaced; `$1` or `${name}` in the replacement stand for
    /// groups.
    Replace {
        /// The expression.
        pattern: Pattern,
        /// What stands in the place of what it finds.
        with: String,
    },
    /// In lower case.
    Lower,
    /// In upper case.
    Upper,
}

impl IdRewriting {
    fn apply(&self, id: &str) -> String {
        let id = id.trim().to_owned();
        self.0.iter().fold(id, |id, step| match step {
            IdStep::Replace { pattern, with } => {
                pattern.expression().replace_all(&id, with.as_str()).into_owned()
            }
            IdStep::Lower => id.to_lowercase(),
            IdStep::Upper => id.to_uppercase(),
        })
    }
}

/// Rewrites the ids of one file, and tells where two of them become one.
pub(super) struct Rewriter<'r> {
    rewriting: &'r IdRewriting,
    /// What each rewritten id was before.
    before: HashMap<String, String>,
}

impl<'r> Rewriter<'r> {
    pub(super) fn new(rewriting: &'r IdRewriting) -> Self {
        Self { rewriting, before: HashMap::new() }
    }

    /// An id as it shall be.
    ///
    /// # Errors
    /// [`ProblemKind::IdsBecomeEqual`] where another id of the file became the same.
    pub(super) fn rewritten<'a>(&mut self, id: Cow<'a, str>) -> Result<Cow<'a, str>, ProblemKind> {
        if self.rewriting.0.is_empty() {
            return Ok(id);
        }
        let rewritten = self.rewriting.apply(&id);
        match self.before.get(&rewritten) {
            None => {
                self.before.insert(rewritten.clone(), id.trim().to_owned());
            }
            Some(first) if first == id.trim() => {}
            Some(first) => {
                let (first, second) = (first.clone(), id.into_owned());
                return Err(ProblemKind::IdsBecomeEqual { first, second, id: rewritten });
            }
        }
        Ok(Cow::Owned(rewritten))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(pattern: &str, with: &str) -> IdStep {
        IdStep::Replace { pattern: Pattern::new(pattern).unwrap(), with: with.to_owned() }
    }

    #[test]
    fn steps_are_made_one_after_the_other() {
        let rewriting =
            IdRewriting(vec![replace("^dev-0*", ""), replace(r"(\d+)([a-z])$", "$2:$1")]);
        assert_eq!(rewriting.apply("dev-0012b"), "b:12");
        assert_eq!(IdRewriting(vec![IdStep::Lower]).apply("Pair-É"), "pair-é");
        assert_eq!(IdRewriting(vec![IdStep::Upper]).apply("a1"), "A1");
    }

    #[test]
    fn two_ids_that_become_one_are_told_with_both() {
        let rewriting = IdRewriting(vec![replace("^0+", "")]);
        let mut rewriter = Rewriter::new(&rewriting);
        let mut ids = |id: &'static str| rewriter.rewritten(Cow::Borrowed(id));
        assert_eq!(ids("007").unwrap(), "7");
        assert_eq!(ids("007").unwrap(), "7");
        assert_eq!(
            ids("07").unwrap_err().to_string(),
            "the ids `007` and `07` both become `7` as `ids` rewrites them"
        );
    }
}
