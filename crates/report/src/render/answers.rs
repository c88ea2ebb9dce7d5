//! The answers as CSV.

use std::io::{self, Write};

use super::csv::no_formula;
use crate::{AnswerRow, Answers};

pub(super) fn csv(answers: Answers<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    answers.for_each(|row| {
        let texts = [row.pair, row.original, row.cluster, row.phenomena, row.system];
        let [pair, original, cluster, phenomena, system] = texts.map(no_formula);
        let justification = row.justification.map(no_formula);
        let row = AnswerRow {
            pair: &pair,
            original: &original,
            cluster: &cluster,
            phenomena: &phenomena,
            system: &system,
            justification: justification.as_deref(),
            ..row.clone()
        };
        writer.serialize(row).map_err(io::Error::from)
    })?;
    writer.flush()
}
