//! Captions that the config gives tables and figures.

use std::collections::BTreeMap;

use phenom_dataset::nearest;
use phenom_report::{SafeName, Table, figures::Figure};

use crate::config::{Config, caption_place, listed, stands_for};
use crate::failure::{ConfigProblem, Failure};

/// What has a title that a caption may take the place of.
pub(super) trait Captioned {
    /// How a config calls one, and the captions of all.
    const NAMED: (&'static str, &'static str);
    /// The captions of a config.
    fn captions(config: &Config) -> &BTreeMap<String, String>;
    /// Its key.
    fn key(&self) -> &SafeName;
    /// Its title.
    fn title(&mut self) -> &mut String;
}

impl Captioned for Table {
    const NAMED: (&'static str, &'static str) = ("table", "captions");

    fn captions(config: &Config) -> &BTreeMap<String, String> {
        &config.report.captions
    }

    fn key(&self) -> &SafeName {
        &self.key
    }

    fn title(&mut self) -> &mut String {
        &mut self.title
    }
}

impl Captioned for Figure {
    const NAMED: (&'static str, &'static str) = ("figure", "figure-captions");

    fn captions(config: &Config) -> &BTreeMap<String, String> {
        &config.report.figure_captions
    }

    fn key(&self) -> &SafeName {
        &self.key
    }

    fn title(&mut self) -> &mut String {
        &mut self.title
    }
}

/// Puts the captions of the config in the place of titles. Fails where one is for a table or figure that is not there.
/// Gives a note on those that are of a kind that the data has nothing for, which are no mistake.
pub(super) fn give_captions<T: Captioned>(
    config: &Config,
    all: &mut [T],
) -> Result<Option<String>, Failure> {
    let (what, list) = T::NAMED;
    let (mut problems, mut absent) = (Vec::new(), Vec::new());
    for (name, caption) in T::captions(config) {
        let mut given = false;
        for one in all.iter_mut().filter(|one| is_of(name, one.key())) {
            *one.title() = caption.trim().to_owned();
            given = true;
        }
        if given {
            continue;
        }
        if !name.contains('-') && !all.iter().any(|one| stands_for(name, one.key())) {
            absent.push(name.as_str());
            continue;
        }
        let keys: Vec<&str> = all.iter().map(|one| one.key().as_str()).collect();
        let help = match nearest(name, keys.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("here are {}", listed(&keys)),
        };
        problems.push(ConfigProblem {
            place: config.document.place(&caption_place(list, name)),
            message: format!("there is no {what} `{name}` here"),
            help: Some(help),
        });
    }
    if !problems.is_empty() {
        return Err(config.document.failure(problems));
    }
    let absent = (!absent.is_empty()).then(|| absent.join(", "));
    Ok(absent.map(|keys| {
        format!(
            "The config has captions for the {what}s {keys}, and the data has no values for them."
        )
    }))
}

/// Whether a name is the key of a table or figure, or of the one that it goes on with (`phenomena-2`).
fn is_of(name: &str, key: &SafeName) -> bool {
    let part = key.as_str().strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    *key == SafeName::new(name)
        || part.is_some_and(|part| {
            !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit())
        })
}
