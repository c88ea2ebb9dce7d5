//! `phenom justify`: how judges scored the justifications of runs, and how far they agree.

use phenom_dataset::Justifications;
use phenom_metrics::people::{
    Aspect, JudgeRanks, JustificationRow, judge_ranks, justification_rows,
};
use phenom_report::figures::{Figure, mean_ranks};
use phenom_report::{File, Report, ReportFile, Signature, Table, justification_tables, render};

use super::print;
use super::run::shown;
use crate::arguments::JustifyArguments;
use crate::config::{Config, ConfigProblem};
use crate::failure::Failure;
use crate::load;
use crate::output::Files;

/// Judges' scores of justifications, and all that follows from them.
pub(super) struct Judged {
    justifications: Justifications,
    rows: Vec<JustificationRow>,
    pub(super) files: Vec<File>,
}

impl Judged {
    /// Nothing where the config names none.
    pub(super) fn of(config: &Config) -> Result<Option<Self>, Failure> {
        let Some(judged) = &config.justifications else { return Ok(None) };
        let (justifications, files) = load::justifications(judged)?;
        let rows = justification_rows(&justifications);
        Ok(Some(Self { justifications, rows, files }))
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        justification_tables(&self.justifications, &self.rows)
    }

    /// The mean ranks of the runs by judge, for each of what was scored.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let figure = |aspect: Aspect| {
            let by_judge = judge_ranks(&self.justifications, aspect);
            let runs = self.justifications.runs().enumerate().map(|(run, name)| {
                let of_judge = |judge: &JudgeRanks| judge.mean_ranks.clone().map(|it| it[run]);
                (name.to_owned(), by_judge.iter().map(of_judge).collect())
            });
            let judges = self.justifications.judges().map(|it| format!("judge {it}"));
            mean_ranks(aspect.name(), judges.collect(), runs)
        };
        Aspect::ALL.map(figure).to_vec()
    }

    /// The tidy files that a config wants.
    pub(super) fn tidy(&self, config: &Config) -> std::io::Result<Files> {
        let mut files = Files::new();
        let mut bytes = Vec::new();
        render::justifications_csv(&self.rows, &mut bytes)?;
        files.insert(ReportFile::named("justifications.csv"), std::mem::take(&mut bytes));
        if config.report.tidy_json {
            render::justifications_json(&self.rows, &mut bytes)?;
            files.insert(ReportFile::named("justifications.json"), bytes);
        }
        Ok(files)
    }

    /// A report of them alone.
    pub(super) fn report(self, config: &Config) -> Report {
        let signature = Signature {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: "justifications".to_owned(),
            dataset: self.files.clone(),
            systems: Vec::new(),
            parameters: Vec::new(),
        };
        let (title, notes) = (config.title.clone(), config.notes.clone());
        Report { title, notes, tables: self.tables(), signature }
    }
}

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
        return Err(Failure::config(&config.document, vec![problem]));
    };
    if arguments.json {
        let mut text = Vec::new();
        render::justifications_json(&judged.rows, &mut text)
            .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
        return print(&String::from_utf8_lossy(&text));
    }
    print(&shown(&judged.report(&config))?)
}
