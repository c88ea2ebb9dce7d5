//! `phenom justify`: how judges scored the justifications of runs, and how far they agree.

use phenom_report::render;

use super::print;
use crate::arguments::JustifyArguments;
use crate::config::Config;
use crate::evaluation::Judged;
use crate::failure::{ConfigProblem, Failure};
use crate::terminal::shown;

/// Prints the tables, or the tidy rows.
pub(crate) fn justify(arguments: &JustifyArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    let Some(judged) = Judged::of(&config)? else {
        let help = "name the judges' scores, `justifications: {path: scores.csv}` with the columns \
                    run, pair, judge, understandability, correctness (docs/formats.md)";
        let problem = ConfigProblem {
            place: config.document.place(&[]),
            message: "this config has no justifications".to_owned(),
            help: Some(help.to_owned()),
        };
        return Err(config.document.failure(vec![problem]));
    };
    if arguments.json {
        let mut text = Vec::new();
        render::justifications_json(&judged.rows, &mut text)
            .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
        return print(&String::from_utf8_lossy(&text));
    }
    print(&shown(&judged.report(&config))?)
}
