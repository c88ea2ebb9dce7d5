//! Judges' scores of the justifications of runs.

use phenom_dataset::Justifications;
use phenom_metrics::people::{Aspect, JustificationRow, justification_rows};
use phenom_report::figures::{Figure, mean_ranks};
use phenom_report::tidy::{At, JUSTIFICATIONS};
use phenom_report::{File, Report, Signature, Table, justification_tables};

use super::signature::VERSION;
use crate::config::Config;
use crate::failure::Failure;
use crate::host::Host;
use crate::load;
use crate::output::{Work, tidy_files};

/// Judges' scores of justifications, and all that follows from them.
pub struct Judged {
    justifications: Justifications,
    /// Every figure on justifications.
    pub rows: Vec<JustificationRow>,
    pub(crate) files: Vec<File>,
}

impl Judged {
    /// Nothing where the config names none.
    pub fn of(config: &Config, host: &dyn Host) -> Result<Option<Self>, Failure> {
        let Some(judged) = &config.justifications else { return Ok(None) };
        let (justifications, files) = load::justifications(host, judged)?;
        let rows = justification_rows(&justifications);
        Ok(Some(Self { justifications, rows, files }))
    }

    pub(crate) fn tables(&self) -> Vec<Table> {
        justification_tables(&self.justifications, &self.rows)
    }

    /// The mean ranks of the runs by judge, for each of what was scored. `systems` are those of the evaluation.
    pub(crate) fn figures(&self, systems: &[&str]) -> Vec<Figure> {
        Aspect::ALL.map(|aspect| mean_ranks(&self.rows, systems, aspect)).to_vec()
    }

    /// The tidy files that a config wants.
    pub(crate) fn files(&self, config: &Config) -> Vec<Work<'_>> {
        tidy_files(&JUSTIFICATIONS, &self.rows, At::default(), &config.report)
    }

    /// A report of them alone.
    pub fn report(&self, config: &Config) -> Report {
        let signature = Signature {
            version: VERSION.to_owned(),
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
