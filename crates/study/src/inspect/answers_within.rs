//! Answers of several systems in a list within each row, each with the name of its system: rows of their own, as a config
//! reads them by `rows:` and the id of the pair by `^id`.

use super::answer_lists::of_systems;
use super::ids;
use super::looked::Looked;
use super::names::Over;
use super::table::{Cell, Column, Table};

/// The lists of answers within the rows of a file, each as if it were a file of its own; the columns of the file are left
/// without them.
pub(super) fn taken_from(looked: &mut Looked) -> Vec<Looked> {
    if looked.layout.rows.is_some() {
        return Vec::new();
    }
    let Some(id) = ids::columns(&looked.table) else { return Vec::new() };
    let mut lists: Vec<String> = Vec::new();
    for column in &looked.table.nested {
        let Some((list, key)) = column.name.split_once("[*].") else { continue };
        if Over::Systems.names(key) && !list.contains("[*]") && of_systems(&looked.table, list) {
            lists.push(list.to_owned());
        }
    }
    lists.into_iter().filter_map(|list| taken(looked, &list, &id)).collect()
}

fn taken(looked: &mut Looked, list: &str, id: &[String]) -> Option<Looked> {
    let within = format!("{list}[*].");
    let of_list = |name: &str| name.starts_with(&within);
    let columns: Vec<&Column> = looked.table.nested.iter().filter(|it| of_list(&it.name)).collect();
    let mut members: Vec<(usize, usize)> = Vec::new();
    for row in 0..looked.table.rows {
        let count = |column: &&Column| match column.cells.get(row) {
            Some(Cell::List(members)) => members.len(),
            _ => 0,
        };
        let count = columns.iter().map(count).max().unwrap_or(0);
        members.extend((0..count).map(|member| (row, member)));
    }
    let own = columns.iter().map(|column| {
        let cell = |(row, member): &(usize, usize)| match column.cells.get(*row) {
            Some(Cell::List(cells)) => match cells.get(*member).map(|text| text.trim()) {
                Some(text) if !text.is_empty() => Cell::Text(text.to_owned()),
                _ => Cell::Empty,
            },
            _ => Cell::Empty,
        };
        let name = column.name.get(within.len()..).unwrap_or_default().to_owned();
        Column { name, cells: members.iter().map(cell).collect() }
    });
    let of_pairs = id.iter().filter_map(|name| looked.table.column(name)).map(|column| {
        let cells = members.iter().map(|(row, _)| column.cells[*row].clone()).collect();
        Column { name: format!("^{}", column.name), cells }
    });
    let columns: Vec<Column> = of_pairs.chain(own).collect();
    let table = Table {
        columns,
        nested: Vec::new(),
        rows: members.len(),
        whole: looked.table.whole,
        sampled: looked.table.sampled,
    };
    if table.rows == 0 || id.iter().any(|name| table.column(&format!("^{name}")).is_none()) {
        return None;
    }
    let mut layout = looked.layout.clone();
    layout.rows = Some(list.to_owned());
    let classes = looked.classes.iter().filter_map(|(name, classes)| {
        Some((name.strip_prefix(&within)?.to_owned(), classes.clone()))
    });
    let answers = Looked {
        path: looked.path.clone(),
        more: Vec::new(),
        layout,
        table,
        classes: classes.collect(),
    };
    looked.table.nested.retain(|column| !of_list(&column.name));
    looked.table.columns.retain(|column| column.name != list);
    Some(answers)
}

#[cfg(test)]
mod tests {
    use crate::inspect::looked::looked;

    use super::*;

    #[test]
    fn answers_in_a_list_are_rows_with_the_id_of_their_pair() {
        let row = |id: usize| {
            format!(
                "{{\"id\": \"p{id}\", \"gold\": \"neutral\", \"answers\": [{{\"model\": \"a\", \"prediction\": \"neutral\"}}, \
                 {{\"model\": \"b\", \"prediction\": \"entailment\"}}]}}\n"
            )
        };
        let mut pairs = looked(&(0..4).map(row).collect::<String>(), "jsonl").unwrap();
        let answers = taken_from(&mut pairs);
        assert_eq!(pairs.table.names(), ["gold", "id"]);
        let [answers] = answers.as_slice() else { panic!("{answers:?}") };
        assert_eq!(answers.layout.rows.as_deref(), Some("answers"));
        assert_eq!(answers.table.names(), ["^id", "model", "prediction"]);
        assert_eq!(answers.table.rows, 8);
        assert_eq!(answers.table.column("^id").unwrap().cells[3].text(), Some("p1"));
    }
}
