//! The files of systems that decompose for themselves.

use phenom_dataset::{Aggregation, KnownFrom};
use phenom_metrics::stages::{Order, StageAbout, StageOriginal, StageRow, StagedSystem};

use crate::tidy::{Tidy, TidyColumn, Value, defined, lower, one, reason, upper};

/// The rows of `stages.csv`.
pub const STAGE_ROWS: Tidy<StageRow> = Tidy {
    name: "stages",
    parts: one,
    columns: &[
        TidyColumn {
            name: "system",
            meaning: "the system's name",
            value: |row, _| row.system.as_str().into(),
        },
        TidyColumn {
            name: "versus",
            meaning: "of a difference, the system whose value is subtracted",
            value: |row, _| row.versus.as_deref().into(),
        },
        TidyColumn {
            name: "section",
            meaning: "wholes, verdicts, decomposition, budget, sizes or changes",
            value: |row, _| row.about.section().name().into(),
        },
        TidyColumn {
            name: "figure",
            meaning: "the figure; of the budget, the stage, or stages that the data do not distinguish, joined by +",
            value: |row, _| row.about.name().into(),
        },
        TidyColumn {
            name: "order",
            meaning: "of the budget, the order of replacement: verdicts_first or parts_first",
            value: |row, _| match row.about {
                StageAbout::Budget(_, order) => order.name().into(),
                _ => Value::Absent,
            },
        },
        TidyColumn {
            name: "from",
            meaning: "of sizes, the smallest number of parts",
            value: |row, _| match row.about {
                StageAbout::Size(band, _) => band.from.into(),
                _ => Value::Absent,
            },
        },
        TidyColumn {
            name: "to",
            meaning: "of sizes, the largest number of parts",
            value: |row, _| match row.about {
                StageAbout::Size(band, _) => band.to.into(),
                _ => Value::Absent,
            },
        },
        TidyColumn {
            name: "value",
            meaning: "the share, the mean or the difference, unrounded",
            value: |row, _| defined(&row.value),
        },
        TidyColumn {
            name: "undefined_reason",
            meaning: "why there is no value",
            value: |row, _| reason(&row.value),
        },
        TidyColumn {
            name: "lower",
            meaning: "the lower end of the confidence interval",
            value: |row, _| lower(row.interval),
        },
        TidyColumn { name: "upper", meaning: "its upper end", value: |row, _| upper(row.interval) },
        TidyColumn {
            name: "numerator",
            meaning: "what counts; by the judge, if the value is corrected",
            value: |row, _| counts(row, row.counts.numerator),
        },
        TidyColumn {
            name: "denominator",
            meaning: "all originals, parts or reference parts that could count",
            value: |row, _| counts(row, row.counts.denominator),
        },
        TidyColumn {
            name: "originals",
            meaning: "of changes, the originals that it concerns",
            value: |row, _| row.change.map(|[originals, ..]| originals).into(),
        },
        TidyColumn {
            name: "gained",
            meaning: "of changes, the originals that would become correct",
            value: |row, _| row.change.map(|[_, gained, _]| gained).into(),
        },
        TidyColumn {
            name: "lost",
            meaning: "of changes, the originals that would become wrong",
            value: |row, _| row.change.map(|[.., lost]| lost).into(),
        },
        TidyColumn {
            name: "p",
            meaning: "of differences, the p-value of no difference",
            value: |row, _| row.p.into(),
        },
        TidyColumn {
            name: "p_adjusted",
            meaning: "the same, adjusted by Holm's method for all differences of the section",
            value: |row, _| row.p_adjusted.into(),
        },
        TidyColumn {
            name: "enough",
            meaning: "of differences, whether enough originals differ for a significant result",
            value: |row, _| row.p.map(|_| row.has_enough).into(),
        },
        TidyColumn {
            name: "corrected",
            meaning: "whether people correct what a judge says",
            value: |row, _| row.is_corrected.into(),
        },
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
        TidyColumn {
            name: "system",
            meaning: "the system's name",
            value: |row, _| row.system.as_str().into(),
        },
        TidyColumn {
            name: "composition",
            meaning: "how it composes its verdicts",
            value: |row, _| match row.aggregation {
                Aggregation::Rule(rule) => rule.to_string().into(),
                Aggregation::Own => "own".into(),
            },
        },
        TidyColumn {
            name: "gold",
            meaning: "from whom the gold labels of its parts are: people, judge, corrected, or references (covered reference parts)",
            value: |row, _| known(row.knowledge.gold),
        },
        TidyColumn {
            name: "faithful",
            meaning: "from whom it is known which parts are faithful: people, judge, corrected or words",
            value: |row, _| known(row.knowledge.faithful),
        },
        TidyColumn {
            name: "covers",
            meaning: "from whom it is known which reference parts its parts cover: people, judge, corrected or words",
            value: |row, _| known(row.knowledge.covers),
        },
        TidyColumn {
            name: "originals",
            meaning: "the originals with a gold label",
            value: |row, _| row.originals.into(),
        },
        TidyColumn {
            name: "unnamed",
            meaning: "the originals that its files do not name",
            value: |row, _| row.unnamed.into(),
        },
        TidyColumn {
            name: "empty",
            meaning: "the originals without parts, those that are not named included",
            value: |row, _| row.empty.into(),
        },
        TidyColumn { name: "parts", meaning: "its parts", value: |row, _| row.parts.into() },
        TidyColumn {
            name: "failed",
            meaning: "its parts without a verdict",
            value: |row, _| row.failed.into(),
        },
    ],
};

/// The rows of `stage-originals.csv`.
pub const STAGE_ORIGINALS: Tidy<StageOriginal> = Tidy {
    name: "stage-originals",
    parts: one,
    columns: &[
        TidyColumn {
            name: "system",
            meaning: "the system's name",
            value: |row, _| row.system.as_str().into(),
        },
        TidyColumn {
            name: "original",
            meaning: "the id of an original that it has wrong",
            value: |row, _| row.original.as_str().into(),
        },
        TidyColumn {
            name: "gold",
            meaning: "its gold label",
            value: |row, _| row.gold.map(phenom_dataset::Judgment::name).into(),
        },
        TidyColumn {
            name: "composed",
            meaning: "the composed prediction; empty if it depends on failed verdicts, or there are no parts",
            value: |row, _| row.composed.map(phenom_dataset::Judgment::name).into(),
        },
        TidyColumn {
            name: "stage",
            meaning: "the stage at which it became wrong, verdicts first",
            value: |row, _| row.stages[Order::VerdictsFirst as usize].name().into(),
        },
        TidyColumn {
            name: "stage_parts_first",
            meaning: "the same, parts first",
            value: |row, _| row.stages[Order::PartsFirst as usize].name().into(),
        },
        TidyColumn { name: "parts", meaning: "its parts", value: |row, _| row.parts.into() },
        TidyColumn {
            name: "failed",
            meaning: "its parts without a verdict",
            value: |row, _| row.failed.into(),
        },
        TidyColumn {
            name: "misjudged",
            meaning: "its parts with a wrong or failed verdict, of those with a gold label",
            value: |row, _| row.misjudged.into(),
        },
        TidyColumn {
            name: "unfaithful",
            meaning: "its unfaithful parts",
            value: |row, _| row.unfaithful.into(),
        },
        TidyColumn {
            name: "missing",
            meaning: "the reference parts that no part covers, with ; between them; empty if not known",
            value: |row, _| row.missing.as_ref().map(|ids| ids.join(";")).into(),
        },
    ],
};
