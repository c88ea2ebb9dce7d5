//! Pairs that a config leaves out, rows that could not be read, and what is not told of them a second
//! time.

use super::DatasetBuilder;
use super::kept::LeftOut;
use crate::problem::ProblemKind;
use crate::readers::Rewriter;
use crate::string_table::Interner;
use crate::{PairRow, Pattern};

impl DatasetBuilder {
    /// Leaves out original pairs with their monothematic pairs, by id.
    pub fn exclude(&mut self, originals: impl IntoIterator<Item = String>) {
        self.left_out.ids.extend(originals.into_iter().map(|id| (id, false)));
    }

    /// Leaves out the original pairs whose id fits a pattern, with their monothematic pairs.
    pub fn exclude_fitting(&mut self, patterns: impl IntoIterator<Item = Pattern>) {
        self.left_out.patterns.extend(patterns.into_iter().map(|pattern| (pattern, false)));
    }

    /// Leaves out a row of the pair with an id, which `where` did not keep; where no other row has the pair, that is
    /// left out with its monothematic pairs.
    pub(crate) fn leave_out(&mut self, id: &str) {
        self.left_out.rows.intern(id.trim());
    }

    /// Leaves out the pairs of which `where` kept no row.
    pub(super) fn leave_out_pairs(&mut self) {
        for id in self.left_out.rows.iter() {
            if self.ids.find(id).is_none() && self.left_out.pairs.intern(id).1 {
                self.left_out.by_where += 1;
            }
        }
    }

    /// Notes that the row of a pair could not be read, so that what refers to the pair is no problem of
    /// its own; nothing for a row or file of which not even the ids are known.
    pub(crate) fn lose(&mut self, id: Option<&str>) {
        match id {
            Some(id) => {
                self.left_out.lost.intern(id.trim());
            }
            None => self.left_out.lost_some = true,
        }
    }

    /// Notes what became of the ids of the file that is being read.
    pub(crate) fn ids_were_rewritten(&mut self, rewriter: &Rewriter<'_>) {
        let file = self.files.get(self.file as usize).map_or("", String::as_str);
        self.unfit.add(file, rewriter);
    }

    /// Whether rows were lost of which not even the ids are known.
    pub(super) fn lost_some(&self) -> bool {
        self.left_out.lost_some
    }

    /// Whether the pair with an id may have been lost with its row.
    pub(super) fn may_be_lost(&self, id: &str) -> bool {
        self.left_out.lost_some || self.left_out.lost.find(id).is_some()
    }

    /// Whether a pair is left out.
    pub(super) fn leaves_out(&mut self, pair: &PairRow<'_>) -> bool {
        let out = &mut self.left_out;
        if let Some(seen) = out.ids.get_mut(pair.id) {
            *seen = true;
        } else if pair.origin.is_some_and(|origin| out.ids.contains_key(origin)) {
        } else if let Some((_, seen)) = out.patterns.iter_mut().find(|(pattern, _)| {
            pattern.fits(pair.id) || pair.origin.is_some_and(|origin| pattern.fits(origin))
        }) {
            *seen = true;
        } else {
            return false;
        }
        out.pairs.intern(pair.id);
        true
    }

    /// Finds ids and patterns that leave nothing out.
    pub(super) fn check_excluded(&mut self) {
        if self.lost_some() {
            return;
        }
        // Where no row is kept, nothing is left to exclude.
        let rows = self.left_out.by_where as u64;
        if self.is_empty() && rows > 0 && self.problems.is_empty() {
            self.config_problem("where", ProblemKind::NoRowFits { rows });
            return;
        }
        let unseen = self.left_out.ids.iter().filter(|(_, seen)| !**seen);
        let mut unseen: Vec<String> = unseen.map(|(id, _)| id.clone()).collect();
        unseen.sort_unstable();
        for id in unseen {
            let LeftOut { pairs, lost, .. } = &self.left_out;
            if pairs.find(&id).is_some() || lost.find(&id).is_some() {
                continue;
            }
            let nearest = self.nearest_id(&id, |_| true);
            self.config_problem("exclude", ProblemKind::ExcludesNothing { id, nearest });
        }
        let patterns = self.left_out.patterns.iter().filter(|(_, seen)| !seen);
        let unseen: Vec<String> = patterns.map(|(fits, _)| fits.written().to_owned()).collect();
        for id in unseen {
            self.config_problem("exclude", ProblemKind::ExcludesNothing { id, nearest: None });
        }
    }

    /// Says how many pairs `where` left out, and how many ids of pairs it and `exclude` did.
    pub(super) fn note_left_out(&mut self) {
        let count = self.left_out.by_where;
        if count > 0 {
            let are = if count == 1 { "pair is" } else { "pairs are" };
            self.notes.push(format!("{count} {are} excluded, as `where` in the config states."));
        }
    }
}

impl LeftOut {
    /// The ids of the pairs that were left out, and how many of these were named by `exclude`.
    pub(super) fn finish(self) -> (Interner, usize) {
        let named = self.pairs.len().saturating_sub(self.by_where);
        (self.pairs, named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KeepTexts;

    #[test]
    fn where_no_row_is_kept_that_is_the_one_problem() {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        builder.start_file("tags.csv");
        builder.config_has("where", "c.yaml", 3);
        builder.exclude(["a".to_owned()]);
        builder.exclude_fitting([Pattern::with_stars("dev-*").unwrap()]);
        builder.leave_out("a");
        builder.leave_out("b");
        let problems = builder.finish().unwrap_err();
        let kinds: Vec<&ProblemKind> =
            problems.kept().iter().map(|problem| &problem.kind).collect();
        assert!(problems.to_string().starts_with("c.yaml:3: no row"), "{problems}");
        assert!(matches!(kinds.as_slice(), [ProblemKind::NoRowFits { rows: 2 }]), "{problems}");
    }
}
