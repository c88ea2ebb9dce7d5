//! Judges' scores of the justifications of runs.

use phenom_dataset::Justifications;
use phenom_metrics::people::{Aspect, JustificationRow, justification_rows};
use phenom_report::figures::{Figure, mean_ranks};
use phenom_report::{File, Report, ReportFile, Signature, Table, justification_tables, render};

use crate::config::Config;
use crate::failure::Failure;
use crate::load;
use crate::output::Files;

/// Judges' scores of justifications, and all that follows from them.
pub(crate) struct Judged {
    justifications: Justifications,
    pub(crate) rows: Vec<JustificationRow>,
    pub(crate) files: Vec<File>,
}

impl Judged {
    /// Nothing where the config names none.
    pub(crate) fn of(config: &Config) -> Result<Option<Self>, Failure> {
        let Some(judged) = &config.justifications else { return Ok(None) };
        let (justifications, files) = load::justifications(judged)?;
        let rows = justification_rows(&justifications);
        Ok(Some(Self { justifications, rows, files }))
    }

    pub(crate) fn tables(&self) -> Vec<Table> {
        justification_tables(&self.justifications, &self.rows)
    }

    /// The mean ranks of the runs by judge, for each of what was scored.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        Aspect::ALL.map(|aspect| mean_ranks(&self.rows, aspect)).to_vec()
    }

    /// The tidy files that a config wants.
    pub(crate) fn tidy(&self, config: &Config) -> std::io::Result<Files> {
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
    pub(crate) fn report(self, config: &Config) -> Report {
        let signature = Signature {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: "justifications".to_owned(),
            dataset: self.files.clone(),
            systems: Vec::new(),
            parameters: Vec::new(),
        };
        let (title, notes) = (config.title.clone(), config.notes.clone());
        Report {
            title,
            summary: Vec::new(),
            notes,
            tables: self.tables(),
            how_to_report: Vec::new(),
            signature,
        }
    }
}
