//! Logs of evaluation harnesses and of annotation tools. A log is one value, which says where its samples stand and which rows
//! a sample makes. The rows are those of a table whose columns are called after what they hold, so that whatever reads tables
//! reads logs.

mod every_eval_ever;
mod inspect_ai;
mod label_studio;
mod lm_eval;
pub(crate) mod log;
mod openai_batch;
mod prodigy;
mod promptfoo;
mod rows;
mod texts;

use std::io::BufRead;

use crate::input::Input;
pub use log::Log;

/// All logs, in the order in which `phenom formats` shows them.
pub const LOGS: &[Log] = &[
    inspect_ai::INSPECT_AI,
    lm_eval::LM_EVAL,
    every_eval_ever::EVERY_EVAL_EVER,
    promptfoo::PROMPTFOO,
    openai_batch::OPENAI_BATCH,
    label_studio::LABEL_STUDIO,
    prodigy::PRODIGY,
];

/// How much of the beginning of a file is searched for what tells its log.
const BEGINNING: usize = 1 << 16;

impl Log {
    /// The log of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        LOGS.iter().find(|log| log.name == name)
    }

    /// The log that a file is, if it is one: by its beginning, and by its first sample.
    #[must_use]
    pub fn of(open: impl Fn() -> Input) -> Option<&'static Self> {
        let mut text = open().text().ok()?;
        let start = text.fill_buf().ok()?;
        let start = String::from_utf8_lossy(&start[..start.len().min(BEGINNING)]).into_owned();
        if !start.trim_start().starts_with(['{', '[']) {
            return None;
        }
        LOGS.iter().find(|log| {
            log.begins_with.iter().all(|text| start.contains(text))
                && crate::tables::first_sample(open(), log)
                    .is_some_and(|sample| (log.is_sample)(&sample))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn each_example_is_known_for_its_log_and_has_the_columns_that_are_named() {
        for log in LOGS {
            let open = || Input::Stream(Box::new(Cursor::new(log.example.as_bytes())));
            assert_eq!(Log::of(open).map(|found| found.name), Some(log.name), "{}", log.name);
            let rows = crate::tables::rows_of_log(open(), log);
            assert!(!rows.is_empty(), "{}", log.name);
            for (column, _) in log.columns {
                let is_there =
                    rows.iter().any(|row| row.get(*column).is_some_and(|cell| !cell.is_null()));
                assert!(is_there || column.starts_with('@'), "{}: {column}", log.name);
            }
        }
    }

    #[test]
    fn no_other_json_is_taken_for_a_log() {
        for text in [
            "{\"id\": 1, \"text\": \"a\", \"hypothesis\": \"b\", \"gold\": \"entailment\"}\n",
            "[{\"id\": 1, \"premise\": \"a\", \"label\": 0}]",
            "{\"data\": [{\"id\": 1}]}",
            "id,label\n1,2\n",
            "{",
        ] {
            let open = || Input::Stream(Box::new(Cursor::new(text.as_bytes())));
            assert!(Log::of(open).is_none(), "{text}");
        }
    }
}
