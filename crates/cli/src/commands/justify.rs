//! `phenom justify`: how judges scored the justifications of runs, and how far they agree.

use crate::at_terminal::USER;

use super::print;
use crate::arguments::JustifyArguments;
use crate::terminal::shown;
use phenom_report::tidy::{At, JUSTIFICATIONS};
use phenom_study::config::Config;
use phenom_study::evaluation::Judged;
use phenom_study::{ConfigProblem, Failure};

/// Prints the tables, or the tidy rows.
pub(crate) fn justify(arguments: &JustifyArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    let Some(judged) = Judged::of(&config, &USER)? else {
        let help = "name the judges' scores with `justifications: {path: scores.csv}` and the columns run, pair, judge, \
                    understandability, correctness (docs/formats.md)";
        let problem = ConfigProblem {
            place: config.document.place(&[]),
            message: "this config has no justifications".to_owned(),
            help: Some(help.to_owned()),
        };
        return Err(config.document.failure(vec![problem]));
    };
    if arguments.json {
        let mut text = Vec::new();
        JUSTIFICATIONS
            .json(&judged.rows, At::default(), &mut text)
            .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
        return print(&String::from_utf8_lossy(&text));
    }
    print(&shown(&judged.report(&config))?)
}
