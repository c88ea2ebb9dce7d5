//! A row that is one JSON object, read with serde_json without a tree of its values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use hashbrown::HashSet;
use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};

use super::path::{Step, found, path};
use super::value::Value;
use crate::ProblemKind;
use crate::json::malformed;
use crate::json_keys::{AnyValue, FEW, Text, Unread, stands_twice};
use crate::tables::{ColumnRequest, Flawed, cells_of};

/// Reads rows that are objects, of which only the keys at their top and paths below are asked for.
pub(super) struct FlatRows<'r> {
    requests: &'r [ColumnRequest],
    columns: Columns,
    order: KeyOrder,
}

impl<'r> FlatRows<'r> {
    pub(super) fn new(requests: &'r [ColumnRequest]) -> Self {
        Self { requests, columns: Columns::new(requests), order: KeyOrder::default() }
    }

    /// The cells of the row that a text is.
    pub(super) fn cells<'a>(
        &mut self,
        text: &'a str,
    ) -> Result<Vec<Option<Cow<'a, str>>>, Flawed<'a>> {
        let mut json = serde_json::Deserializer::from_str(text);
        let row = Row { columns: &self.columns, order: &mut self.order }.deserialize(&mut json);
        let row = row.and_then(|row| json.end().map(|()| row));
        let row = row.map_err(|error| malformed(&error, text))?;
        let cells = self.columns.cells(row, self.requests);
        cells.map_err(|flawed| Flawed { kind: Box::new(with_keys(*flawed.kind, text)), ..flawed })
    }
}

/// For a key that is missing, the keys that the object has.
fn with_keys(kind: ProblemKind, text: &str) -> ProblemKind {
    match kind {
        ProblemKind::MissingColumns { missing, by_name, .. } => {
            let object: HashMap<String, IgnoredAny> =
                serde_json::from_str(text).unwrap_or_default();
            let mut available: Vec<String> = object.into_keys().collect();
            available.sort_unstable();
            ProblemKind::MissingColumns { missing, available, by_name }
        }
        kind => kind,
    }
}

/// What is wanted of an object: the keys at its top, and for each request where it is found.
struct Columns {
    /// The number of each wanted key.
    numbers: HashMap<String, usize>,
    /// For each wanted key whether some request looks inside its value.
    nested: Vec<bool>,
    requests: Vec<Place>,
}

/// Where the value of a request is found.
struct Place {
    /// The number of its key.
    key: usize,
    /// Its path below that.
    steps: Vec<Step>,
    /// Whether no later request is for the same key, so that the value may be taken away.
    last: bool,
}

/// The keys of the last object in their order, no two alike, each with its number where it is wanted.
/// Most files have the same keys on every line, and then no key is looked up.
#[derive(Default)]
struct KeyOrder(Vec<(String, Option<usize>)>);

impl Columns {
    fn new(requests: &[ColumnRequest]) -> Self {
        let mut columns =
            Self { numbers: HashMap::new(), nested: Vec::new(), requests: Vec::new() };
        for request in requests {
            let (name, steps) = path(&request.name);
            let next = columns.nested.len();
            let key = *columns.numbers.entry(name.to_owned()).or_insert(next);
            if key == next {
                columns.nested.push(false);
            }
            columns.nested[key] |= !steps.is_empty();
            columns.requests.push(Place { key, steps, last: false });
        }
        let mut later = vec![false; columns.nested.len()];
        for place in columns.requests.iter_mut().rev() {
            place.last = !std::mem::replace(&mut later[place.key], true);
        }
        columns
    }

    fn cells<'a>(
        &self,
        mut values: Values<'a>,
        requests: &[ColumnRequest],
    ) -> Result<Vec<Option<Cow<'a, str>>>, Flawed<'a>> {
        let cell = |(request, Place { key, steps, last }): (&ColumnRequest, &Place)| {
            let value = if *last { values[*key].take() } else { values[*key].clone() };
            let value = match value {
                Some(Value::Nested(json)) => {
                    found(&json, steps).map(|json| Value::from_json(&json))
                }
                value => value.filter(|_| steps.is_empty()),
            };
            match value {
                Some(value) => value.into_cell(request),
                None if request.required => {
                    let (missing, by_name) = (vec![request.missing()], Vec::new());
                    let available = Vec::new();
                    Err(ProblemKind::MissingColumns { missing, available, by_name })
                }
                None => Ok(None),
            }
        };
        cells_of(requests.iter().zip(&self.requests).map(cell))
    }
}

/// The values of the wanted keys.
type Values<'a> = Vec<Option<Value<'a>>>;

struct Row<'r> {
    columns: &'r Columns,
    order: &'r mut KeyOrder,
}

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = Values<'de>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = Values<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let Columns { numbers, nested, .. } = self.columns;
        let order = &mut self.order.0;
        let mut values: Values<'de> = nested.iter().map(|_| None).collect();
        // How many keys stand as in the last object, and from the first other one on all keys so far.
        let mut alike = 0;
        let mut many: Option<HashSet<String>> = None;
        let mut differs = false;
        while let Some(Text(key)) = map.next_key()? {
            let number = match order.get(alike).filter(|_| !differs) {
                Some((known, number)) if *known == key => {
                    alike += 1;
                    *number
                }
                _ => {
                    if !differs {
                        order.truncate(alike);
                        differs = true;
                    }
                    let known = if order.len() < FEW {
                        order.iter().any(|(known, _)| *known == key)
                    } else {
                        let names = || order.iter().map(|(name, _)| name.clone()).collect();
                        !many.get_or_insert_with(names).insert(key.clone().into_owned())
                    };
                    if known {
                        return Err(stands_twice(&key));
                    }
                    let number = numbers.get(key.as_ref()).copied();
                    order.push((key.into_owned(), number));
                    number
                }
            };
            match number {
                None => {
                    map.next_value::<Unread>()?;
                }
                Some(at) if nested[at] => {
                    let AnyValue(value) = map.next_value()?;
                    values[at] = Some(Value::Nested(value));
                }
                Some(at) => values[at] = Some(map.next_value()?),
            }
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::CellKind;

    /// For each line the cells `a` and `b.c`, or what is wrong.
    fn rows(text: &str) -> Vec<String> {
        let request = |name: &str| {
            let kind = CellKind::Text;
            ColumnRequest { name: name.to_owned(), role: "id", required: false, kind }
        };
        let requests = [request("a"), request("b.c")];
        let mut flat = FlatRows::new(&requests);
        let mut rows = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            rows.push(match flat.cells(text) {
                Ok(cells) => {
                    cells.iter().map(|cell| cell.as_deref().unwrap_or("-")).collect::<String>()
                }
                Err(flawed) => format!("{line}: {}", flawed.kind),
            });
        }
        rows
    }

    #[test]
    fn keys_may_come_and_go_and_change_their_order() {
        let lines = "{\"x\": 0, \"a\": 1, \"b\": {\"c\": 2}}\n{\"x\": 0, \"a\": 3, \"b\": {\"c\": 4}}\n\
                     {\"a\": 5, \"x\": 0}\n{\"a\": 6}\n{}\n{\"b\": {\"c\": 7}, \"a\": 8, \"y\": 0}\n";
        assert_eq!(rows(lines), ["12", "34", "5-", "6-", "--", "87"]);
    }

    #[test]
    fn a_key_that_stands_twice_is_an_error_wherever_it_is() {
        for twice in [
            r#"{"a": 1, "b": 1, "a": 1}"#,
            r#"{"a": 1, "x": 1, "x": 1}"#,
            r#"{"a": 1, "x": {"y": 1, "y": 1}}"#,
            r#"{"a": {"y": 1, "y": 1}}"#,
            r#"{"b": {"c": 1, "c": 1}}"#,
            r#"{"b": [{"d": 1, "d": 1}]}"#,
        ] {
            // Also where the last line had the same keys up to there.
            for before in ["", "{\"a\": 1, \"b\": 1}\n", "{\"a\": 1, \"x\": 1}\n"] {
                let said = rows(&format!("{before}{twice}\n{{\"a\": 1, \"b\": 1}}\n"));
                let [.., bad, good] = said.as_slice() else { panic!("{said:?}") };
                assert!(bad.contains("appears twice in the object"), "{twice}: {bad}");
                assert_eq!(good, "1-");
            }
        }
    }

    #[test]
    fn a_key_that_stands_twice_among_many_is_an_error() {
        let keys: Vec<String> = (0..1_000).map(|key| format!("\"{key}\": 0")).collect();
        let keys = keys.join(", ");
        let said = rows(&format!("{{{keys}}}\n{{{keys}, \"999\": 1}}\n{{\"a\": 1, {keys}}}\n"));
        assert_eq!(said[0], "--");
        assert!(said[1].starts_with("2: `999` appears twice"), "{}", said[1]);
        assert_eq!(said[2], "1-");
    }
}
