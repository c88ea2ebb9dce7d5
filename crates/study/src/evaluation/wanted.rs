//! The tables and figures that a config asks for, under its captions.

use std::collections::BTreeMap;
use std::ops::Range;

use phenom_dataset::nearest;
use phenom_report::contents::FIGURES;
use phenom_report::figures::Figure;
use phenom_report::{SafeName, Table};

use crate::config::{Config, caption_place, listed, stands_for};
use crate::failure::{ConfigProblem, Failure};

/// What a config says of tables, or of figures.
struct Asked<'c, T> {
    config: &'c Config,
    /// How messages call one.
    what: &'static str,
    /// Those that are wanted, below their key in the config; all if there is no list.
    names: (&'static str, Option<&'c [String]>),
    /// Their captions, below their key.
    captions: (&'static str, &'c BTreeMap<String, String>),
    key: fn(&T) -> &SafeName,
    title: fn(&mut T) -> &mut String,
}

/// The tables that the config asks for, under its captions, and a note on those that are not there.
pub(crate) fn wanted_tables(
    config: &Config,
    tables: Vec<Table>,
) -> Result<(Vec<Table>, Option<String>), Failure> {
    let asked = Asked {
        config,
        what: "table",
        names: ("tables", config.report.tables.as_deref()),
        captions: ("captions", &config.report.captions),
        key: |table: &Table| &table.key,
        title: |table| &mut table.title,
    };
    asked.wanted(tables)
}

/// The figures that the config asks for, under its captions, and a note on those that are not there.
pub(crate) fn wanted_figures(
    config: &Config,
    figures: Vec<Figure>,
) -> Result<(Vec<Figure>, Option<String>), Failure> {
    let asked = Asked {
        config,
        what: "figure",
        names: ("figures", config.report.figures.as_deref()),
        captions: ("figure-captions", &config.report.figure_captions),
        key: |figure: &Figure| &figure.key,
        title: |figure| &mut figure.title,
    };
    asked.wanted(figures)
}

impl<T> Asked<'_, T> {
    fn wanted(&self, mut all: Vec<T>) -> Result<(Vec<T>, Option<String>), Failure> {
        let (what, document, (list, captions)) = (self.what, &self.config.document, self.captions);
        let mut unused = Vec::new();
        for (name, caption) in captions {
            let named = all.iter_mut().filter(|one| is_of(name, (self.key)(one)));
            let captioned = named.map(|one| *(self.title)(one) = caption.trim().to_owned());
            if captioned.count() == 0 {
                unused.push((name.as_str(), document.place(&caption_place(list, name))));
            }
        }
        let uncaptioned = self.without_values(&all, unused)?.map(|keys| {
            format!("The config has captions for the {what}s {keys}, and the data has no values for them.")
        });
        let (list, Some(names)) = self.names else { return Ok((all, uncaptioned)) };
        let is_there = |name: &str| all.iter().any(|one| stands_for(name, (self.key)(one)));
        let unknown = names.iter().enumerate().filter(|(_, name)| !is_there(name));
        let unknown = unknown
            .map(|(at, name)| {
                (name.as_str(), document.place(&["report".into(), list.into(), at.into()]))
            })
            .collect();
        let absent = self.without_values(&all, unknown)?;
        all.retain(|one| names.iter().any(|name| stands_for(name, (self.key)(one))));
        let absent = absent.map(|keys| format!("The data has no values for the {list} {keys}."));
        let notes: Vec<String> = absent.into_iter().chain(uncaptioned).collect();
        Ok((all, (!notes.is_empty()).then(|| notes.join(" "))))
    }

    /// Of names that nothing here has, those of kinds that the data has nothing for, which are no mistake. Fails where a
    /// name is of no kind.
    fn without_values(
        &self,
        all: &[T],
        names: Vec<(&str, Range<usize>)>,
    ) -> Result<Option<String>, Failure> {
        let keys: Vec<&SafeName> = all.iter().map(self.key).collect();
        let (mut absent, mut problems) = (Vec::new(), Vec::new());
        for (name, place) in names {
            let is_kind = !name.contains('-') || FIGURES.iter().any(|kind| kind.key == name);
            if is_kind && !keys.iter().any(|key| stands_for(name, key)) {
                absent.push(name);
                continue;
            }
            let keys: Vec<&str> = keys.iter().map(|key| key.as_str()).collect();
            let help = match nearest(name, keys.iter().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("here are {}", listed(&keys)),
            };
            problems.push(ConfigProblem {
                place,
                message: format!("there is no {} `{name}` here", self.what),
                help: Some(help),
            });
        }
        if !problems.is_empty() {
            return Err(self.config.document.failure(problems));
        }
        Ok((!absent.is_empty()).then(|| absent.join(", ")))
    }
}

/// Whether a name is the key of a table or figure, or of the one that it goes on with (`phenomena-2`).
fn is_of(name: &str, key: &SafeName) -> bool {
    let part = key.as_str().strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    *key == SafeName::new(name) || part.is_some_and(is_number)
}
