//! Tags of pairs in a file of their own: rows with an id and a phenomenon.

use std::collections::BTreeSet;
use std::path::Path;

use super::draft::Draft;
use super::lists;
use super::looked::Looked;
use super::names::{Role, is_answer};
use super::phenomena::CATEGORY;
use super::place::named;
use super::table::Column;

/// A file of tags.
#[derive(Debug)]
pub(super) struct TagFile {
    pub(super) looked: Looked,
    id: String,
    phenomenon: String,
    category: Option<String>,
}

impl TagFile {
    /// The tags in a file, of pairs with these ids; nothing where it holds none, or anything else.
    pub(super) fn of(looked: &Looked, pairs: &BTreeSet<String>) -> Option<Self> {
        let table = &looked.table;
        if super::looked::holds_texts(looked) {
            return None;
        }
        let named = |role: Role| role.best(&table.columns).map(|(_, column)| column);
        let judges =
            |column: &Column| is_answer(&column.name) || Role::Gold.rank(&column.name).is_some();
        let phenomenon = named(Role::Phenomenon).filter(|column| column.holds_texts())?;
        let id = named(Role::Id)
            .filter(|column| column.is_text() && column.texts().all(|id| pairs.contains(id)))?;
        let category = named(Role::Category).map(|column| column.name.clone());
        (!table.columns.iter().any(judges)).then(|| Self {
            looked: looked.clone(),
            id: id.name.clone(),
            phenomenon: phenomenon.name.clone(),
            category,
        })
    }

    /// Says it under `phenomena`.
    pub(super) fn say(&self, folder: &Path, draft: &mut Draft) {
        let column = self.looked.table.column(&self.phenomenon);
        let paths = column.is_some_and(|column| column.texts().all(|tag| tag.contains(':')));
        if self.category.is_none() && !paths && !draft.has("category") {
            draft.comment(
                "The category of tags without one; tags with a category are written CATEGORY:NAME.",
            );
            draft.set("category", CATEGORY);
        }
        if let Some(separator) =
            column.and_then(lists::separator).filter(|_| !draft.has("list-separator"))
        {
            draft.set("list-separator", lists::written(separator));
        }
        let mut file = Draft::default();
        file.comment(format!("{}: the phenomena of the pairs.", self.looked.rows()));
        file.set("path", named(folder, &self.looked.path));
        self.looked.layout.say(&mut file);
        let mut columns = Draft::default();
        columns.set("id", self.id.as_str());
        columns.set("phenomenon", self.phenomenon.as_str());
        if let Some(category) = &self.category {
            columns.set("category", category.as_str());
        }
        file.mapping("columns", columns);
        draft.mapping("file", file);
    }
}
