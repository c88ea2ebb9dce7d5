//! The files of systems that decompose for themselves.

use phenom_dataset::{Aggregation, KnownFrom};
use phenom_metrics::stages::{Order, StageAbout, StageOriginal, StageRow, StagedSystem};

use crate::tidy::{Tidy, Value, column, defined, lower, one, reason, upper};

/// The rows of `stages.csv`.
pub const STAGE_ROWS: Tidy<StageRow> = Tidy {
    name: "stages",
    parts: one,
    columns: &[
        column("system", "the system's name", |row, _| row.system.as_str().into()),
        column("versus", "of a difference, the system whose value is subtracted", |row, _| {
            row.versus.as_deref().into()
        }),
        column("section", "wholes, verdicts, decomposition, budget, sizes or changes", |row, _| {
            row.about.section().name().into()
        }),
        column(
            "figure",
            "the figure; of the budget, the stage, or stages that the data do not distinguish, joined by +",
            |row, _| row.about.name().into(),
        ),
        column(
            "order",
            "of the budget, the order of replacement: verdicts_first or parts_first",
            |row, _| match row.about {
                StageAbout::Budget(_, order) => order.name().into(),
                _ => Value::Absent,
            },
        ),
        column("from", "of sizes, the smallest number of parts", |row, _| match row.about {
            StageAbout::Size(band, _) => band.from.into(),
            _ => Value::Absent,
        }),
        column("to", "of sizes, the largest number of parts", |row, _| match row.about {
            StageAbout::Size(band, _) => band.to.into(),
            _ => Value::Absent,
        }),
        column("value", "the share, the mean or the difference, unrounded", |row, _| {
            defined(&row.value)
        }),
        column("undefined_reason", "why there is no value", |row, _| reason(&row.value)),
        column("lower", "the lower end of the confidence interval", |row, _| lower(row.interval)),
        column("upper", "its upper end", |row, _| upper(row.interval)),
        column("numerator", "what counts; by the judge, if the value is corrected", |row, _| {
            counts(row, row.counts.numerator)
        }),
        column(
            "denominator",
            "all originals, parts or reference parts that could count",
            |row, _| counts(row, row.counts.denominator),
        ),
        column("originals", "of changes, the originals that it concerns", |row, _| {
            row.change.map(|[originals, ..]| originals).into()
        }),
        column("gained", "of changes, the originals that would become correct", |row, _| {
            row.change.map(|[_, gained, _]| gained).into()
        }),
        column("lost", "of changes, the originals that would become wrong", |row, _| {
            row.change.map(|[.., lost]| lost).into()
        }),
        column("p", "of differences, the p-value of no difference", |row, _| row.p.into()),
        column(
            "p_adjusted",
            "the same, adjusted by Holm's method for all differences of the section",
            |row, _| row.p_adjusted.into(),
        ),
        column(
            "enough",
            "of differences, whether enough originals differ for a significant result",
            |row, _| row.p.map(|_| row.has_enough).into(),
        ),
        column("corrected", "whether people correct what a judge says", |row, _| {
            row.is_corrected.into()
        }),
    ],
};

/// Counts of a single value that is a share or a mean.
fn counts<'r>(row: &StageRow, count: u64) -> Value<'r> {
    let has_counts = row.versus.is_none() && row.change.is_none() && row.p.is_none();
    has_counts.then_some(count).into()
}

fn known<'r>(known: Option<KnownFrom>) -> Value<'r> {
    let name = known.map(|known| match known {
        KnownFrom::People => "people",
        KnownFrom::Judge => "judge",
        KnownFrom::Corrected => "corrected",
        KnownFrom::Words => "words",
        KnownFrom::References => "references",
    });
    name.into()
}

/// The rows of `stage-systems.csv`.
pub const STAGED_SYSTEMS: Tidy<StagedSystem> = Tidy {
    name: "stage-systems",
    parts: one,
    columns: &[
        column("system", "the system's name", |row, _| row.system.as_str().into()),
        column("composition", "how it composes its verdicts", |row, _| match row.aggregation {
            Aggregation::Rule(rule) => rule.to_string().into(),
            Aggregation::Own => "own".into(),
        }),
        column(
            "gold",
            "from whom the gold labels of its parts are: people, judge, corrected, or references (covered reference parts)",
            |row, _| known(row.knowledge.gold),
        ),
        column(
            "faithful",
            "from whom it is known which parts are faithful: people, judge, corrected or words",
            |row, _| known(row.knowledge.faithful),
        ),
        column(
            "covers",
            "from whom it is known which reference parts its parts cover: people, judge, corrected or words",
            |row, _| known(row.knowledge.covers),
        ),
        column("originals", "the originals with a gold label", |row, _| row.originals.into()),
        column("unnamed", "the originals that its files do not name", |row, _| row.unnamed.into()),
        column(
            "empty",
            "the originals without parts, those that are not named included",
            |row, _| row.empty.into(),
        ),
        column("parts", "its parts", |row, _| row.parts.into()),
        column("failed", "its parts without a verdict", |row, _| row.failed.into()),
    ],
};

/// The rows of `stage-originals.csv`.
pub const STAGE_ORIGINALS: Tidy<StageOriginal> = Tidy {
    name: "stage-originals",
    parts: one,
    columns: &[
        column("system", "the system's name", |row, _| row.system.as_str().into()),
        column("original", "the id of an original that it has wrong", |row, _| {
            row.original.as_str().into()
        }),
        column("gold", "its gold label", |row, _| {
            row.gold.map(phenom_dataset::Judgment::name).into()
        }),
        column(
            "composed",
            "the composed prediction; empty if it depends on failed verdicts, or there are no parts",
            |row, _| row.composed.map(phenom_dataset::Judgment::name).into(),
        ),
        column("stage", "the stage at which it became wrong, verdicts first", |row, _| {
            row.stages[Order::VerdictsFirst as usize].name().into()
        }),
        column("stage_parts_first", "the same, parts first", |row, _| {
            row.stages[Order::PartsFirst as usize].name().into()
        }),
        column("parts", "its parts", |row, _| row.parts.into()),
        column("failed", "its parts without a verdict", |row, _| row.failed.into()),
        column(
            "misjudged",
            "its parts with a wrong or failed verdict, of those with a gold label",
            |row, _| row.misjudged.into(),
        ),
        column("unfaithful", "its unfaithful parts", |row, _| row.unfaithful.into()),
        column(
            "missing",
            "the reference parts that no part covers, with ; between them; empty if not known",
            |row, _| row.missing.as_ref().map(|ids| ids.join(";")).into(),
        ),
    ],
};
