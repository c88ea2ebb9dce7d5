//! Captions that the config gives tables.

use phenom_dataset::nearest;
use phenom_report::{SafeName, Table};

use crate::config::{Config, caption_place, listed, stands_for};
use crate::failure::{ConfigProblem, Failure};

/// Puts the captions of the config in the place of titles. Fails where one is for a table that is not there; the keys of
/// those that are of a kind that the data has nothing for are no mistake, and are given back.
pub(super) fn give_captions<'c>(
    config: &'c Config,
    tables: &mut [Table],
) -> Result<Vec<&'c str>, Failure> {
    let (mut problems, mut absent) = (Vec::new(), Vec::new());
    for (name, caption) in &config.report.captions {
        let mut given = false;
        for table in tables.iter_mut().filter(|table| is_of(name, &table.key)) {
            table.title = caption.trim().to_owned();
            given = true;
        }
        if given {
            continue;
        }
        if !name.contains('-') && !tables.iter().any(|table| stands_for(name, &table.key)) {
            absent.push(name.as_str());
            continue;
        }
        let keys: Vec<&str> = tables.iter().map(|table| table.key.as_str()).collect();
        let help = match nearest(name, keys.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("here are {}", listed(&keys)),
        };
        problems.push(ConfigProblem {
            place: config.document.place(&caption_place(name)),
            message: format!("there is no table `{name}` here"),
            help: Some(help),
        });
    }
    if problems.is_empty() { Ok(absent) } else { Err(config.document.failure(problems)) }
}

/// Whether a name is the key of a table, or of the table that it goes on with (`phenomena-2`).
fn is_of(name: &str, key: &SafeName) -> bool {
    let part = key.as_str().strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    *key == SafeName::new(name)
        || part.is_some_and(|part| {
            !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit())
        })
}
