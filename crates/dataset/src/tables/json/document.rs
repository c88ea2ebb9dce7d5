//! A file that is one JSON document, read member by member: never more of it is held than one member.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

use hashbrown::HashSet;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::ProblemKind;
use crate::input::{Fatal, unreadable};
use crate::json_keys::{AnyValue, Text, Unread, stands_twice};
use crate::wording::{quoted, shown};

/// How many bytes of text a member may have, since it is held as a whole.
const MOST_BYTES: u64 = 64 << 20;

/// A member of the list, or of the object, that holds the rows.
pub(super) struct Member {
    pub(super) line: u64,
    /// Its key in an object.
    pub(super) key: Option<String>,
    pub(super) value: Value,
    /// Whether it is no member, but what stands before them under the key that was asked for.
    pub(super) is_head: bool,
}

/// What members are handed to; nothing more is read once it breaks.
type Visit<'v> = dyn FnMut(Member) -> ControlFlow<()> + 'v;

/// Calls `visit` for each member of the list or object at a path from the top of the document; at its top
/// where the path is empty, or where the document is a list. What stands before the list at the top under the key `head` is handed
/// over too.
pub(super) fn for_each_member(
    text: impl BufRead,
    path: &[String],
    head: Option<&str>,
    visit: &mut Visit<'_>,
) -> Result<(), Fatal> {
    members(text, path, head, MOST_BYTES, visit)
}

fn members(
    text: impl BufRead,
    path: &[String],
    head: Option<&str>,
    most_bytes: u64,
    visit: &mut Visit<'_>,
) -> Result<(), Fatal> {
    let counts = Counts { most_bytes, ..Counts::default() };
    counts.line.set(1);
    let mut json =
        serde_json::Deserializer::from_reader(Counted { inner: text, counts: counts.clone() });
    let read = Rows { path, head, top: true, counts: &counts, visit }.deserialize(&mut json);
    if counts.stopped.get() {
        return Ok(());
    }
    let line = counts.line.get();
    read.map_err(|error| failed(&error, &counts))?;
    json.end().map_err(|error| {
        if error.is_io() {
            return failed(&error, &counts);
        }
        let message = "the file continues after the end of the JSON document".to_owned();
        let help = "for a file with a JSON object on each line set `format: ndjson`".to_owned();
        (Some(line), ProblemKind::Malformed { message, help: Some(help) })
    })
}

fn failed(error: &serde_json::Error, counts: &Counts) -> Fatal {
    if counts.too_long.get() {
        let message =
            format!("a member of the list of rows is longer than {} MiB", counts.most_bytes >> 20);
        let help = "choose the list that contains the rows: `rows: PATH`, or write one row a line (NDJSON)";
        return (
            Some(counts.start.get()),
            ProblemKind::Malformed { message, help: Some(help.to_owned()) },
        );
    }
    if error.is_io() {
        let kind = error.io_error_kind().unwrap_or(io::ErrorKind::Other);
        return unreadable(&io::Error::new(kind, error.to_string()));
    }
    let said = error.to_string();
    let (message, _) = said.rsplit_once(" at line ").unwrap_or((&said, ""));
    let (message, help) = match message {
        "recursion limit exceeded" => {
            ("lists and objects are nested more than 128 deep", "leave out the deeply nested value")
        }
        _ if error.is_eof() => {
            ("the file ends in the middle of a JSON value", "check that the file is complete")
        }
        other => match other.split_once(HELP) {
            Some((message, help)) => (message, help),
            None => (other, ""),
        },
    };
    let message = format!("{} (column {})", shown(message), error.column().max(1));
    let help = (!help.is_empty()).then(|| help.to_owned());
    (Some(error.line().max(1) as u64), ProblemKind::Malformed { message, help })
}

/// What stands between a message of ours and its help on their way through serde_json.
const HELP: &str = "\u{1f}";

/// What was read so far: the line, the bytes of the member, and the line where it begins.
#[derive(Clone, Default)]
struct Counts {
    line: Rc<Cell<u64>>,
    bytes: Rc<Cell<u64>>,
    start: Rc<Cell<u64>>,
    too_long: Rc<Cell<bool>>,
    /// Whether no more members are wanted.
    stopped: Rc<Cell<bool>>,
    most_bytes: u64,
}

impl Counts {
    /// Begins a member, and returns its line.
    fn begin(&self) -> u64 {
        self.bytes.set(0);
        self.start.set(self.line.get());
        self.line.get()
    }

    /// Ends the reading by an error if no more members are wanted.
    fn go_on<E: Error>(&self, more: ControlFlow<()>) -> Result<(), E> {
        self.stopped.set(more.is_break());
        if more.is_break() { Err(E::custom("no more members are needed")) } else { Ok(()) }
    }
}

/// A stream whose line ends are counted.
struct Counted<R> {
    inner: R,
    counts: Counts,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let counts = &self.counts;
        counts
            .line
            .set(counts.line.get() + memchr::memchr_iter(b'\n', &buffer[..count]).count() as u64);
        counts.bytes.set(counts.bytes.get() + count as u64);
        if counts.bytes.get() > counts.most_bytes {
            counts.too_long.set(true);
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(count)
    }
}

/// The way down to the rows.
struct Rows<'r> {
    path: &'r [String],
    /// A key beside the rows whose value is wanted.
    head: Option<&'r str>,
    /// Whether this is the document itself.
    top: bool,
    counts: &'r Counts,
    visit: &'r mut Visit<'r>,
}

impl<'de> DeserializeSeed<'de> for Rows<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

/// A member, and the line where it begins.
struct Began<'r>(&'r Counts);

impl<'de> DeserializeSeed<'de> for Began<'_> {
    type Value = (u64, Value);

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(u64, Value), D::Error> {
        let line = self.0.begin();
        let AnyValue(value) = serde::Deserialize::deserialize(json)?;
        Ok((line, value))
    }
}

/// A value that is passed by, however long.
struct PassedBy<'r>(&'r Counts);

impl<'de> DeserializeSeed<'de> for PassedBy<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        self.0.begin();
        <Unread as serde::Deserialize>::deserialize(json).map(|_| ())
    }
}

impl<'de> Visitor<'de> for Rows<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list or an object that contains the rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if let (false, [key, ..]) = (self.top, self.path) {
            return Err(A::Error::custom(format!("there is no {} in a list", quoted(key))));
        }
        while let Some((line, value)) = list.next_element_seed(Began(self.counts))? {
            self.counts.go_on((self.visit)(Member { line, key: None, value, is_head: false }))?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { path, head, counts, visit, .. } = self;
        let mut keys: HashSet<String> = HashSet::new();
        let mut found = false;
        while let Some(Text(key)) = map.next_key()? {
            if !keys.insert(key.clone().into_owned()) {
                return Err(stands_twice(&key));
            }
            match path.split_first() {
                Some((wanted, path)) if *wanted == key => {
                    found = true;
                    let below = Rows { path, head: None, top: false, counts, visit: &mut *visit };
                    map.next_value_seed(below)?;
                }
                Some(_) if head == Some(&key) => {
                    let (line, value) = map.next_value_seed(Began(counts))?;
                    let key = Some(key.into_owned());
                    counts.go_on(visit(Member { line, key, value, is_head: true }))?;
                }
                Some(_) => map.next_value_seed(PassedBy(counts))?,
                None => {
                    let (line, value) = map.next_value_seed(Began(counts))?;
                    if !value.is_object() && !value.is_array() {
                        return Err(A::Error::custom(no_row(&key)));
                    }
                    let key = Some(key.into_owned());
                    counts.go_on(visit(Member { line, key, value, is_head: false }))?;
                }
            }
        }
        match path.first() {
            Some(wanted) if !found => {
                let mut keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                keys.sort_unstable();
                keys.truncate(12);
                let message = format!("there is no {} for `rows`", quoted(wanted));
                let help = format!("the keys here are {}", keys.join(", "));
                Err(A::Error::custom(format!("{message}{HELP}{help}")))
            }
            _ => Ok(()),
        }
    }
}

fn no_row(key: &str) -> String {
    format!(
        "the file is one JSON object, and {} in it is not a row{HELP}for one row a line set `format: ndjson`; if a list \
         in the object contains the rows, name it: `rows: PATH`",
        quoted(key)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_with_their_lines_and_a_long_one_is_refused() {
        let mut found = Vec::new();
        let text = "{\"a\": [1,\n2], \"rows\":\n[ {\"x\":\n1},\n\n {} ]}";
        let path = ["rows".to_owned()];
        let mut visit = |member: Member| {
            found.push((member.line, member.value.to_string()));
            ControlFlow::Continue(())
        };
        for_each_member(text.as_bytes(), &path, None, &mut visit).unwrap();
        assert_eq!(found, [(3, "{\"x\":1}".to_owned()), (6, "{}".to_owned())]);
        let long = format!("[1,\n\"{}\"]", "x".repeat(3 << 20));
        let mut go_on = |_| ControlFlow::Continue(());
        assert!(members(long.as_bytes(), &[], None, 4 << 20, &mut go_on).is_ok());
        let (line, kind) = members(long.as_bytes(), &[], None, 2 << 20, &mut go_on).unwrap_err();
        assert_eq!(line, Some(2));
        assert_eq!(kind.to_string(), "a member of the list of rows is longer than 2 MiB");
    }
}
