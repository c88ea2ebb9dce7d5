//! Phenomena from the columns of a table.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::list_cells::{FirstCell, Lists};
use crate::problem::one_hot_number;
use crate::{Phenomenon, PhenomenonError, ProblemKind};

/// Where the phenomena of a pair stand, and how they are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhenomenonColumns {
    /// Columns of tags, each with the category of its tags, or nothing where they name their own.
    /// `@file` stands for the name of the file.
    pub tags: Vec<(String, Option<String>)>,
    /// Columns of zeros and ones, of `true` and `false`, of `yes` and `no`, or of `x` and nothing, each with the phenomenon
    /// that it stands for. An empty cell is a zero.
    pub one_hot: Vec<(String, Phenomenon)>,
    /// Whether to read any number but 0 in a one-hot column as 1.
    pub any_nonzero: bool,
    /// Whether cells of tags are lists in brackets.
    pub lists: Lists,
    /// What stands between the tags of a cell; nothing for one tag a cell.
    pub list_separator: Option<String>,
    /// What stands between the parts of a tag's path; `:` without it.
    pub path_separator: Option<String>,
    /// The category of tags without one.
    pub category: Option<String>,
    /// Other names for tags: as written (before any category is added), and the path that it
    /// becomes; an empty path drops the tag.
    pub rename: BTreeMap<String, String>,
}

/// Phenomena by category and name as cells have them, each made once for the pairs that another thread gets together: clones
/// of one phenomenon share a counter, which two threads would take from each other's caches all the time.
#[derive(Default)]
pub(super) struct KnownPhenomena(HashMap<String, HashMap<String, Phenomenon>>);

impl KnownPhenomena {
    /// That of a cell with one plain name; nothing where a cell may hold several, or what is no name.
    fn of(&mut self, category: &str, cell: &str) -> Result<Option<Phenomenon>, PhenomenonError> {
        let known = self.0.get(category).and_then(|names| names.get(cell));
        if known.is_some() {
            return Ok(known.cloned());
        }
        if !cell.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_ ".contains(&byte)) {
            return Ok(None);
        }
        let new = Phenomenon::of(category, cell)?;
        self.0.entry_ref(category).or_default().insert(cell.to_owned(), new.clone());
        Ok(Some(new))
    }
}

impl PhenomenonColumns {
    /// Whether nothing is said of where phenomena stand.
    pub(super) fn is_default(&self) -> bool {
        self.tags.is_empty() && self.one_hot.is_empty()
    }

    /// Adds the tags of a cell to the phenomena of a pair.
    pub(super) fn read_tags(
        &self,
        cell: &str,
        category: Option<&str>,
        first: &FirstCell,
        known: &mut KnownPhenomena,
        phenomena: &mut Vec<Phenomenon>,
    ) -> Result<(), ProblemKind> {
        if let (true, Some(category)) = (self.are_plain(first), category)
            && let Some(phenomenon) = known.of(category, cell)?
        {
            phenomena.push(phenomenon);
            return Ok(());
        }
        // A whole cell that has another name is no list, whatever it looks like.
        if self.rename.contains_key(cell) {
            phenomena.extend(self.tag(cell, category)?);
            return Ok(());
        }
        for tag in first.members(cell, self.lists, self.list_separator.as_deref())? {
            phenomena.extend(self.tag(&tag, category)?);
        }
        Ok(())
    }

    /// Whether plain names in a column mean themselves, as in most.
    fn are_plain(&self, first: &FirstCell) -> bool {
        self.list_separator.is_none()
            && self.path_separator.is_none()
            && self.rename.is_empty()
            && first.is_none_in_brackets()
    }

    fn tag(&self, tag: &str, category: Option<&str>) -> Result<Option<Phenomenon>, ProblemKind> {
        let tag = tag.trim();
        if tag.is_empty() {
            return Ok(None);
        }
        if let Some(path) = self.rename.get(tag) {
            return Ok(if path.is_empty() { None } else { Some(Phenomenon::parse(path)?) });
        }
        let path = match self.path_separator.as_deref() {
            None | Some(":") => tag.to_owned(),
            // A colon inside a part would cut it in two.
            Some(separator) => tag.replace(':', "-").replace(separator, ":"),
        };
        let path = match category.or(self.category.as_deref()) {
            Some(category) if category_is_needed(category, &path, self.category.as_deref()) => {
                format!("{category}:{path}")
            }
            _ => path,
        };
        Ok(Some(Phenomenon::parse(&path)?))
    }

    /// Whether a one-hot cell is a one; nothing where it is neither that nor a zero.
    fn is_set(&self, cell: &str) -> Option<bool> {
        let is = |words: &[&str]| words.iter().any(|word| cell.eq_ignore_ascii_case(word));
        if cell.is_empty() || is(&["false", "no", "n", "-"]) {
            return Some(false);
        }
        if is(&["true", "yes", "y", "x", "+"]) {
            return Some(true);
        }
        match one_hot_number(cell)? {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => self.any_nonzero.then_some(true),
        }
    }

    /// Adds the phenomenon of a one-hot column to those of a pair.
    pub(super) fn read_one_hot(
        &self,
        column: &str,
        cell: Option<&str>,
        phenomenon: &Phenomenon,
        phenomena: &mut Vec<Phenomenon>,
    ) -> Result<(), ProblemKind> {
        let cell = cell.unwrap_or_default().trim();
        let Some(is_set) = self.is_set(cell) else {
            let (column, found) = (column.to_owned(), cell.to_owned());
            return Err(ProblemKind::NotOneHot { column, found });
        };
        if is_set {
            phenomena.push(phenomenon.clone());
        }
        Ok(())
    }
}

/// A column's own category goes before every tag in it; the common one only before tags that have
/// no category.
fn category_is_needed(category: &str, path: &str, common: Option<&str>) -> bool {
    common != Some(category) || !path.contains(':')
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn paths(columns: &PhenomenonColumns, cell: &str, category: Option<&str>) -> Vec<String> {
        let mut phenomena = Vec::new();
        let (first, known) = (&FirstCell::default(), &mut KnownPhenomena::default());
        columns.read_tags(cell, category, first, known, &mut phenomena).unwrap();
        phenomena.iter().map(ToString::to_string).collect()
    }

    proptest! {
        /// What was read before changes nothing, with and without a category, whatever the first cell looks like.
        #[test]
        fn known_phenomena_are_those_that_would_be_made(
            cells in vec((proptest::option::of("[ab :]{0,2}"), "[ab:\\[\\], ]{0,4}"), 1..20),
        ) {
            let columns = PhenomenonColumns::default();
            let (first, other, mut known) = (FirstCell::default(), FirstCell::default(), KnownPhenomena::default());
            for (category, cell) in &cells {
                let read = |first: &FirstCell, known: &mut KnownPhenomena| {
                    let mut found = Vec::new();
                    let read = columns.read_tags(cell, category.as_deref(), first, known, &mut found);
                    (read.map_err(|kind| format!("{kind:?}")), found)
                };
                let expected = read(&other, &mut KnownPhenomena::default());
                prop_assert_eq!(read(&first, &mut known), expected);
            }
        }
    }

    #[test]
    fn lists_and_paths_with_separators_of_their_own() {
        let anli = PhenomenonColumns {
            list_separator: Some(", ".into()),
            path_separator: Some("-".into()),
            ..PhenomenonColumns::default()
        };
        assert_eq!(
            paths(&anli, "Tricky-Exhaustification, Basic-Coordination", None),
            ["Tricky:Exhaustification", "Basic:Coordination"]
        );
        let glue = PhenomenonColumns { list_separator: Some(";".into()), ..Default::default() };
        assert_eq!(
            paths(&glue, "Negation;Double negation", Some("logic")),
            ["logic:Negation", "logic:Double negation"]
        );
        assert_eq!(
            paths(&PhenomenonColumns::default(), "paper:FraCaS_GQ:upward_monotone", None),
            ["paper:FraCaS_GQ:upward_monotone"]
        );
    }

    #[test]
    fn tags_are_renamed_grouped_and_dropped() {
        let columns = PhenomenonColumns {
            list_separator: Some(";".into()),
            category: Some("misc".into()),
            rename: [("neg", "logic:negation"), ("junk", "")]
                .map(|(from, to)| (from.to_owned(), to.to_owned()))
                .into(),
            ..PhenomenonColumns::default()
        };
        assert_eq!(
            paths(&columns, "neg;junk;colour;a:b", None),
            ["logic:negation", "misc:colour", "a:b"]
        );
    }

    #[test]
    fn a_one_hot_cell_is_0_or_1_or_what_pandas_writes_for_them() {
        let (mut columns, mut found) = (PhenomenonColumns::default(), Vec::new());
        let tag = Phenomenon::parse("logic:negation").unwrap();
        assert!(columns.read_one_hot("negation", Some("0"), &tag, &mut found).is_ok());
        assert!(found.is_empty());
        assert!(columns.read_one_hot("negation", Some("2"), &tag, &mut found).is_err());
        // `DataFrame.to_csv` and `to_json` of what `pandas.get_dummies` makes, and of columns of floats with gaps.
        for zero in ["False", "false", "0.0", "", "no"] {
            columns.read_one_hot("negation", Some(zero), &tag, &mut found).unwrap();
        }
        columns.read_one_hot("negation", None, &tag, &mut found).unwrap();
        assert!(found.is_empty());
        for one in ["True", "true", "1.0", "yes", "X"] {
            columns.read_one_hot("negation", Some(one), &tag, &mut found).unwrap();
        }
        assert_eq!(std::mem::take(&mut found).len(), 5);
        let help = |cell: &str| {
            let read = columns.read_one_hot("negation", Some(cell), &tag, &mut Vec::new());
            read.unwrap_err().help().unwrap()
        };
        assert!(help("2").contains("any-nonzero"));
        assert!(!help("NaN").contains("any-nonzero") && !help("maybe").contains("any-nonzero"));
        columns.any_nonzero = true;
        assert!(columns.read_one_hot("negation", Some("NaN"), &tag, &mut found).is_err());
        assert!(columns.read_one_hot("negation", Some("2"), &tag, &mut found).is_ok());
        assert_eq!(found.len(), 1);
    }
}
