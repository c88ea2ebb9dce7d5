//! Some rows of a table with all of its columns, as the reader of its format reads them. No column is asked for: what a
//! config may name is found here.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

/// A cell of a sampled row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SampledCell {
    /// Nothing.
    Empty,
    /// A text, a number or a truth value, as it is written in text, without the blanks around it.
    Text(String),
    /// A list of these.
    List(Vec<String>),
    /// Anything else.
    Nested,
}

impl SampledCell {
    /// The text of a cell; nothing of an empty one, and of a list.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Empty | Self::List(_) | Self::Nested => None,
        }
    }

    pub(super) fn of_text(text: &str) -> Self {
        match text.trim() {
            "" => Self::Empty,
            text => Self::Text(text.to_owned()),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Empty | Self::Nested => 0,
            Self::Text(text) => text.len(),
            Self::List(members) => members.iter().map(String::len).sum(),
        }
    }
}

/// Which rows and columns of a table are sampled.
#[derive(Debug, Clone, Default)]
pub struct SampleBounds {
    /// The most rows, those that the reader refuses among them.
    pub rows: usize,
    /// The most columns.
    pub columns: usize,
    /// The most bytes of text in all cells.
    pub bytes: usize,
    /// If columns are named, all rows with the same cells in these are sampled or none of them is, from the whole file;
    /// otherwise the first rows are.
    pub together: Vec<String>,
}

/// The rows that were sampled.
#[derive(Debug, Clone, Default)]
pub struct SampledTable {
    /// The columns by the names that a config has for them, each with a cell for each row.
    pub columns: Vec<(String, Vec<SampledCell>)>,
    /// How many rows these are.
    pub rows: usize,
    /// Whether they are all rows of the file that can be read.
    pub whole: bool,
    /// How many rows the reader refuses, among those that were read.
    pub refused: usize,
    /// How many columns of the header were left out.
    pub unseen: usize,
}

/// Keeps rows that a reader hands to it.
pub(super) struct Sampler<'b> {
    bounds: &'b SampleBounds,
    columns: HashMap<String, usize>,
    names: Vec<String>,
    rows: Vec<Kept>,
    bytes: usize,
    refused: usize,
    unseen: usize,
    left_out: bool,
    /// Rows whose hash is above it are left out.
    highest: u64,
}

struct Kept {
    hash: u64,
    bytes: usize,
    /// Cells by the number of their column.
    cells: Vec<SampledCell>,
}

impl<'b> Sampler<'b> {
    pub(super) fn new(bounds: &'b SampleBounds) -> Self {
        Self {
            bounds,
            columns: HashMap::new(),
            names: Vec::new(),
            rows: Vec::new(),
            bytes: 0,
            refused: 0,
            unseen: 0,
            left_out: false,
            highest: u64::MAX,
        }
    }

    #[cfg(feature = "tables")]
    pub(super) fn most_columns(&self) -> usize {
        self.bounds.columns
    }

    /// Says which columns there are, whether rows follow or not.
    pub(super) fn header(&mut self, names: &[String]) {
        for name in names {
            self.unseen += usize::from(self.column(Cow::Borrowed(name)).is_none());
        }
    }

    /// The number of a column, which may be a new one; nothing if there are too many.
    fn column(&mut self, name: Cow<'_, str>) -> Option<usize> {
        if let Some(at) = self.columns.get(name.as_ref()) {
            return Some(*at);
        }
        let next = self.names.len();
        (next < self.bounds.columns).then(|| {
            self.names.push(name.clone().into_owned());
            self.columns.insert(name.into_owned(), next);
            next
        })
    }

    /// Takes a row by the names of its columns; breaks if no more rows are wanted.
    pub(super) fn row<'c>(
        &mut self,
        cells: impl IntoIterator<Item = (Cow<'c, str>, SampledCell)>,
    ) -> ControlFlow<()> {
        let first_rows = self.bounds.together.is_empty();
        if first_rows && self.is_full() {
            self.left_out = true;
            return ControlFlow::Break(());
        }
        let mut kept = Kept { hash: 0, bytes: 0, cells: Vec::with_capacity(self.names.len()) };
        for (name, cell) in cells {
            let Some(at) = self.column(name) else { continue };
            if kept.cells.len() <= at {
                kept.cells.resize(at + 1, SampledCell::Empty);
            }
            if kept.cells[at] == SampledCell::Empty {
                kept.bytes += cell.bytes();
                kept.cells[at] = cell;
            }
        }
        kept.hash = self.hash(&kept.cells);
        if kept.hash > self.highest {
            self.left_out = true;
            return ControlFlow::Continue(());
        }
        self.bytes += kept.bytes;
        self.rows.push(kept);
        while !first_rows && self.is_over() && self.rows.len() > 1 {
            self.thin_out();
        }
        ControlFlow::Continue(())
    }

    /// Counts a row that the reader refuses; breaks if no more rows are wanted.
    pub(super) fn refuse(&mut self) -> ControlFlow<()> {
        if self.bounds.together.is_empty() && self.is_full() {
            self.left_out = true;
            return ControlFlow::Break(());
        }
        self.refused += 1;
        ControlFlow::Continue(())
    }

    fn is_full(&self) -> bool {
        self.rows.len() + self.refused >= self.bounds.rows || self.bytes >= self.bounds.bytes
    }

    fn is_over(&self) -> bool {
        self.rows.len() > self.bounds.rows || self.bytes > self.bounds.bytes
    }

    fn hash(&self, cells: &[SampledCell]) -> u64 {
        let mut hasher = DefaultHasher::new();
        for name in &self.bounds.together {
            let cell = self.columns.get(name).and_then(|at| cells.get(*at));
            match cell {
                Some(SampledCell::Text(text)) => text.hash(&mut hasher),
                Some(SampledCell::List(members)) => members.hash(&mut hasher),
                _ => 0.hash(&mut hasher),
            }
        }
        hasher.finish()
    }

    /// Leaves out the half of the rows whose hashes are the highest.
    fn thin_out(&mut self) {
        self.left_out = true;
        self.highest /= 2;
        let highest = self.highest;
        self.rows.retain(|row| row.hash <= highest);
        self.bytes = self.rows.iter().map(|row| row.bytes).sum();
    }

    pub(super) fn table(self) -> SampledTable {
        let rows = self.rows.len();
        let mut columns: Vec<(String, Vec<SampledCell>)> =
            self.names.into_iter().map(|name| (name, Vec::with_capacity(rows))).collect();
        for row in self.rows {
            let missing = std::iter::repeat_with(|| SampledCell::Empty);
            for ((_, column), cell) in columns.iter_mut().zip(row.cells.into_iter().chain(missing))
            {
                column.push(cell);
            }
        }
        let Self { refused, unseen, left_out, .. } = self;
        SampledTable { columns, rows, whole: !left_out, refused, unseen }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use crate::tables::{Header, TableFormat, TableOptions, sample_table};

    fn sample(text: &str, format: TableFormat, rows: usize, together: &[&str]) -> SampledTable {
        let input = Input::Stream(Box::new(std::io::Cursor::new(text.to_owned())));
        let together = together.iter().map(ToString::to_string).collect();
        let bounds = SampleBounds { rows, columns: 3, bytes: 1 << 20, together };
        let header = match format {
            TableFormat::Blanks => Header::Names(vec!["a".to_owned(), "b".to_owned()]),
            _ => Header::FirstRow,
        };
        let options = TableOptions { header, ..TableOptions::default() };
        sample_table(input, format, &options, &bounds).unwrap()
    }

    #[test]
    fn every_format_of_text_gives_the_columns_that_its_reader_finds() {
        let text = |cell: &str| SampledCell::Text(cell.to_owned());
        for (format, written) in [
            (TableFormat::Csv, "a,b\n1, x\n2,\n3,y,z\n"),
            (TableFormat::Tsv, "a\tb\n1\tx \n2\t\n3\n"),
            (TableFormat::Ndjson, "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2, \"b\": null}\n{\n"),
            (TableFormat::Json, "[[\"a\", \"b\"], [1, \"x\"], [2, null], [3]]"),
        ] {
            let read = sample(written, format, 9, &[]);
            let columns = [
                ("a".to_owned(), vec![text("1"), text("2")]),
                ("b".to_owned(), vec![text("x"), SampledCell::Empty]),
            ];
            assert_eq!((read.columns.as_slice(), read.refused), (&columns[..], 1), "{format:?}");
            assert!(read.whole);
        }
        let read = sample("1 x\n2\n", TableFormat::Blanks, 9, &[]);
        assert_eq!(read.columns[1].1, [text("x"), SampledCell::Empty]);
        let read = sample(
            "<s><pair id='1'><h>x <b>y</b></h><h>z</h></pair></s>",
            TableFormat::Xml,
            9,
            &[],
        );
        assert_eq!(
            read.columns,
            [("@id".to_owned(), vec![text("1")]), ("h".to_owned(), vec![text("x y z")])]
        );
    }

    #[test]
    fn no_more_is_read_than_is_wanted_and_columns_of_one_name_go_by_their_place() {
        let read = sample("a,b,b,c\n1,2,3,4\n1,2,3,4\n1,2,3,4\n", TableFormat::Csv, 2, &[]);
        let names: Vec<&str> = read.columns.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!((names.as_slice(), read.unseen), (&["a", "@2", "@3"][..], 1));
        assert_eq!((read.rows, read.whole), (2, false));
        // A list that is damaged further on is read up to there.
        let read = sample("[{\"a\": 1}, {\"a\": 2}, {\"a\": 3}, {", TableFormat::Json, 2, &[]);
        assert_eq!((read.rows, read.whole), (2, false));
    }

    #[test]
    fn rows_that_belong_together_are_sampled_together_from_the_whole_file() {
        let mut text = "system,text\n".to_owned();
        for system in ["a", "b", "c"] {
            (0..1_000).for_each(|pair| text += &format!("{system},t{pair}\n"));
        }
        let read = sample(&text, TableFormat::Csv, 300, &["text"]);
        assert!(!read.whole && (100..=300).contains(&read.rows), "{}", read.rows);
        let mut systems: HashMap<&SampledCell, usize> = HashMap::new();
        for text in &read.columns[1].1 {
            *systems.entry(text).or_default() += 1;
        }
        assert!(systems.values().all(|rows| *rows == 3));
        assert!(sample(&text, TableFormat::Csv, 3_000, &["text"]).whole);
    }
}
