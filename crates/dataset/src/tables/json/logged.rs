//! Logs: JSON whose samples are turned into rows.

use std::io::BufRead;
use std::ops::ControlFlow;

use serde_json::Value as Json;

use super::record::{Finder, Row};
use super::sampled::Sampled;
use super::{File, Rows, Sink, Visit, is_ndjson};
use crate::ProblemKind;
use crate::input::{Fatal, Input, unreadable};
use crate::logs::log::{Log, LogRows};
use crate::tables::sample::Sampler;
use crate::tables::{ColumnRequest, TableOptions};

/// Calls `visit` for each row of the samples, with the line of its sample, and returns how many rows there were.
pub(in crate::tables) fn for_each_row(
    input: Input,
    log: &'static Log,
    requests: &[ColumnRequest],
    visit: &mut Visit<'_>,
) -> Result<u64, Fatal> {
    let options = options(log);
    let mut rows = Rows {
        requests,
        finder: Finder::of_ragged(requests),
        parts: None,
        lists: super::ListRows::new(&options.header),
        seen: 0,
        visit,
    };
    let mut samples = Samples { rows: LogRows::new(log), sink: &mut rows };
    open(input, log)?.rows(&options, &mut samples)?;
    Ok(rows.seen)
}

/// Hands rows with all columns to a sampler.
pub(in crate::tables) fn sample(
    input: Input,
    log: &'static Log,
    sampler: &mut Sampler<'_>,
) -> Result<(), Fatal> {
    let options = options(log);
    let mut sampled = Sampled::new(sampler, &options);
    let mut samples = Samples { rows: LogRows::new(log), sink: &mut sampled };
    open(input, log)?.rows(&options, &mut samples)
}

/// The first sample of a file that may be a log.
pub(crate) fn first_sample(input: Input, log: &'static Log) -> Option<Json> {
    struct First(Option<Json>);

    impl Sink for First {
        fn row(&mut self, _: u64, row: Row<'_>) -> ControlFlow<()> {
            self.0 = Some(row.value.clone());
            ControlFlow::Break(())
        }

        fn refuse(&mut self, _: u64, _: ProblemKind) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }

    let mut first = First(None);
    open(input, log).ok()?.rows(&options(log), &mut first).ok()?;
    first.0
}

fn options(log: &Log) -> TableOptions {
    let rows = Some(log.samples).filter(|path| !path.is_empty()).map(str::to_owned);
    TableOptions { rows, ..TableOptions::default() }
}

/// A log is a list of samples, or one object that holds it, or has a sample on each line.
fn open(input: Input, log: &Log) -> Result<File, Fatal> {
    let mut text = input.text()?;
    let start = text.fill_buf().map_err(|error| unreadable(&error))?;
    let list = start.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    let lines = !list && (log.samples.is_empty() || is_ndjson(start));
    let path = if list { "" } else { log.samples };
    let path = path.split('.').filter(|key| !key.is_empty()).map(str::to_owned).collect();
    Ok(File { text, lines, path, within: None, head: log.head })
}

/// Turns samples into rows.
struct Samples<'s> {
    rows: LogRows,
    sink: &'s mut dyn Sink,
}

impl Sink for Samples<'_> {
    fn row(&mut self, line: u64, sample: Row<'_>) -> ControlFlow<()> {
        let rows = self.rows.of(sample.value);
        rows.iter().enumerate().try_for_each(|(at, value)| {
            self.sink
                .row(line, Row { value, holder: None, key: None, index: at + 1, of: rows.len() })
        })
    }

    fn refuse(&mut self, line: u64, kind: ProblemKind) -> ControlFlow<()> {
        self.sink.refuse(line, kind)
    }

    fn head(&mut self, value: Json) {
        self.rows.head = value;
    }
}

/// All rows of a log, for tests.
#[cfg(test)]
pub(crate) fn rows_of_log(input: Input, log: &'static Log) -> Vec<serde_json::Map<String, Json>> {
    struct All(Vec<serde_json::Map<String, Json>>);

    impl Sink for All {
        fn row(&mut self, _: u64, row: Row<'_>) -> ControlFlow<()> {
            self.0.extend(row.value.as_object().cloned());
            ControlFlow::Continue(())
        }

        fn refuse(&mut self, line: u64, kind: ProblemKind) -> ControlFlow<()> {
            panic!("line {line}: {kind}")
        }
    }

    let mut all = All(Vec::new());
    let mut samples = Samples { rows: LogRows::new(log), sink: &mut all };
    open(input, log).unwrap().rows(&options(log), &mut samples).unwrap();
    all.0
}
