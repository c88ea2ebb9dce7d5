//! Ids as one file writes them, rewritten so that they are those of another.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

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
        /// The regular expression; all of its matches are replaced.
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
#[derive(Debug)]
pub(crate) struct Rewriter<'r> {
    rewriting: &'r IdRewriting,
    /// What each rewritten id was before.
    before: HashMap<String, String>,
    /// The first id that no expression changed, as long as none changed any.
    unchanged: Option<String>,
    changed: bool,
}

/// Expressions that changed no id of a file, which they may do in another one.
#[derive(Debug, Default)]
pub(crate) struct UnfitExpressions {
    changing: BTreeSet<Vec<String>>,
    /// By their file.
    unfit: Vec<(String, ProblemKind)>,
}

impl UnfitExpressions {
    /// Takes up what became of a file's ids.
    pub(crate) fn add(&mut self, file: &str, rewriter: &Rewriter<'_>) {
        if rewriter.changed {
            self.changing.insert(rewriter.patterns());
        }
        self.unfit.extend(rewriter.problem().map(|kind| (file.to_owned(), kind)));
    }

    /// A problem for each file in which expressions changed nothing that changed nothing anywhere.
    pub(crate) fn problems(self) -> impl Iterator<Item = (String, ProblemKind)> {
        let Self { changing, unfit } = self;
        unfit.into_iter().filter(move |(_, kind)| match kind {
            ProblemKind::RewritesNothing { patterns, .. } => !changing.contains(patterns),
            _ => true,
        })
    }
}

impl<'r> Rewriter<'r> {
    pub(super) fn new(rewriting: &'r IdRewriting) -> Self {
        Self { rewriting, before: HashMap::new(), unchanged: None, changed: false }
    }

    /// Whether ids stay as they are.
    pub(super) fn is_idle(&self) -> bool {
        self.rewriting.0.is_empty()
    }

    /// What is wrong where the expressions changed no id.
    pub(super) fn problem(&self) -> Option<ProblemKind> {
        let (patterns, first) = (self.patterns(), self.unchanged.clone()?);
        (!self.changed && !patterns.is_empty())
            .then_some(ProblemKind::RewritesNothing { patterns, first })
    }

    /// The expressions as they are written; none where the case of letters is changed as well.
    fn patterns(&self) -> Vec<String> {
        let written = self.rewriting.0.iter().map(|step| match step {
            IdStep::Replace { pattern, .. } => Some(pattern.written().to_owned()),
            IdStep::Lower | IdStep::Upper => None,
        });
        written.collect::<Option<Vec<String>>>().unwrap_or_default()
    }

    /// An id as it shall be.
    ///
    /// # Errors
    /// [`ProblemKind::IdsBecomeEqual`] where another id of the file became the same.
    pub(super) fn rewritten<'a>(&mut self, id: Cow<'a, str>) -> Result<Cow<'a, str>, ProblemKind> {
        if self.is_idle() {
            return Ok(id);
        }
        let rewritten = self.rewriting.apply(&id);
        if !self.changed {
            self.changed = rewritten != id.trim();
            if self.unchanged.is_none() {
                self.unchanged = Some(id.trim().to_owned());
            }
        }
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
