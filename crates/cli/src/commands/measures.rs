//! `phenom measures`: what the measures mean.

use phenom_dataset::nearest;
use phenom_metrics::measures::{MEASURES, Measure, measure_named, other_names};
use phenom_metrics::people;
use serde::Serialize;
use tabled::builder::Builder;

use super::{in_columns, print, print_json};
use crate::arguments::MeasuresArguments;
use phenom_study::Failure;

#[derive(Serialize)]
struct Definition {
    key: &'static str,
    name: &'static str,
    definition: &'static str,
    formula: &'static str,
    range: &'static str,
    undefined: &'static str,
    source: &'static str,
}

impl From<&Measure> for Definition {
    fn from(measure: &Measure) -> Self {
        let Measure { key, name, definition, formula, range, undefined, source, .. } = *measure;
        Self { key, name, definition, formula, range, undefined, source }
    }
}

/// Lists the measures, or tells of one.
pub(crate) fn measures(arguments: &MeasuresArguments) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        if arguments.json {
            let all: Vec<Definition> = all().map(Definition::from).collect();
            return print_json(&all);
        }
        return print(&list());
    };
    let named = all().find(|measure| measure.key == name).or_else(|| measure_named(name));
    let Some(measure) = named else {
        let others = MEASURES.iter().flat_map(|measure| other_names(measure));
        let keys = all().map(|measure| measure.key).chain(others);
        let help = match nearest(name, keys) {
            Some(key) => format!("did you mean `{key}`? `phenom measures` lists them all"),
            None => "`phenom measures` lists them all".to_owned(),
        };
        return Err(Failure::input(format!("unknown measure `{name}`"), Some(help)));
    };
    if arguments.json {
        print_json(&Definition::from(measure))
    } else {
        print(&measure.described())
    }
}

/// The measures of systems, then those of people.
fn all() -> impl Iterator<Item = &'static Measure> {
    MEASURES.iter().chain(people::MEASURES).copied()
}

fn list() -> String {
    let mut rows = Builder::default();
    for measure in all() {
        rows.push_record([measure.key, measure.name, measure.range]);
    }
    format!("{}\n\n`phenom measures KEY` defines a measure.\n", in_columns(rows))
}
