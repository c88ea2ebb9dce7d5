//! The tables of systems that decompose for themselves.

use phenom_dataset::listed;
use phenom_metrics::stages::{Order, Section, StageAbout, StageRow, StagedSystem, Stages};
use phenom_metrics::{SizeBand, Undefined};

use super::staged::Staged;
use super::words::{REPLACEMENT, full, knowledge_in_words, short, whatif_in_words};
use crate::claims::quoted;
use crate::{Cell, Column, PairCounts, Results, Row, RowKind, SafeName, Style, Table};

/// The most changes of a system that are shown.
const SHOWN: usize = 8;

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let Some(staged) = Staged::of(results) else { return Vec::new() };
    let tables = [
        Some(budget(results, staged)),
        Some(wholes(results, staged)),
        Some(decomposition(results, staged)),
        sizes(results, staged),
        changes(results, staged),
        differences(results, staged),
    ];
    tables.into_iter().flatten().collect()
}

/// A share with its counts and its interval, or a mean.
fn cell(row: Option<&StageRow>) -> Cell {
    let Some(row) = row else { return Cell::Empty };
    let is_mean = matches!(row.about, StageAbout::Figure(figure) if figure.is_mean);
    let bare = match (&row.value, is_mean) {
        (Err(_), _) if row.counts.denominator == 0 => return Cell::Empty,
        (value, true) => Cell::value(value.clone(), Style::Ratio),
        (value, false) if row.is_corrected => Cell::value(value.clone(), Style::Percent),
        _ => Cell::share(PairCounts::over_runs(row.counts, 1)),
    };
    bare.between(row.interval)
}

/// Wrong originals by stage: a row for each stage, systems side by side.
fn budget(results: &Results<'_>, staged: Staged<'_>) -> Table {
    let stages = staged.stages();
    let differ = |system: &&StagedSystem| {
        stages.iter().any(|of| {
            let [one, other] = Order::ALL
                .map(|order| staged.budget(&system.system, *of, order).map(|row| row.counts));
            one != other
        })
    };
    let mut columns = vec![Column::new("wrong because of")];
    for system in staged.systems {
        let name = results.shown(&system.system);
        columns.push(Column::grouped(name, "originals"));
        columns.push(Column::grouped(name, "%"));
        if differ(&system) {
            columns.push(Column::grouped(name, "parts first"));
        }
    }
    // Of a corrected share there is no count.
    let count = |row: Option<&StageRow>| {
        let row = row.filter(|row| !row.is_corrected);
        row.map_or(Cell::Empty, |row| Cell::count(row.counts.numerator))
    };
    let mut total = vec![Cell::text("all wrong originals")];
    for system in staged.systems {
        let composed = staged.figure(&system.system, "composed");
        let wrong = composed.map(|row| row.counts.denominator - row.counts.numerator);
        total.push(wrong.map_or(Cell::Empty, Cell::count));
        total.push(wrong.map_or(Cell::Empty, |wrong| {
            Cell::share(PairCounts::over_runs(
                phenom_metrics::Proportion { numerator: wrong, denominator: system.originals },
                1,
            ))
        }));
        total.extend(differ(&system).then_some(Cell::Empty));
    }
    let mut rows = vec![Row { kind: RowKind::First, cells: total }];
    for (place, of) in stages.iter().enumerate() {
        let mut cells = vec![Cell::text(short(*of))];
        for system in staged.systems {
            let found = |order| staged.budget(&system.system, *of, order);
            cells.push(count(found(Order::VerdictsFirst)));
            cells.push(cell(found(Order::VerdictsFirst)));
            if differ(&system) {
                cells.push(count(found(Order::PartsFirst)));
            }
        }
        let kind = if place == 0 { RowKind::First } else { RowKind::Body };
        rows.push(Row { kind, cells });
    }
    rows.extend(depending(staged, differ));
    let mut notes = vec![REPLACEMENT.to_owned()];
    if staged.systems.iter().any(|system| differ(&system)) {
        notes.push(
            "Parts first: the same if missing reference parts are added first, then unfaithful parts are left out, and gold \
             labels come last."
                .to_owned(),
        );
    }
    notes.extend(on_joined(&stages));
    notes.extend(on_systems(results, staged.systems));
    notes.extend(results.interval_note(&rows));
    Table {
        key: SafeName::new("stages"),
        title: "Wrong originals by the stage at which they became wrong".to_owned(),
        columns,
        rows,
        notes,
    }
}

/// The originals that are correct, but depend on parts that were left out; none if nothing was.
fn depending(staged: Staged<'_>, differ: impl Fn(&&StagedSystem) -> bool) -> Option<Row> {
    let mut cells = vec![Cell::text("correct, but depends on missing parts")];
    let mut any = false;
    for system in staged.systems {
        let row = staged.figure(&system.system, "incomplete");
        any |= row.is_some_and(|row| row.counts.numerator > 0);
        cells.push(row.map_or(Cell::Empty, |row| Cell::count(row.counts.numerator)));
        cells.push(cell(row));
        cells.extend(differ(&system).then_some(Cell::Empty));
    }
    any.then_some(Row { kind: RowKind::First, cells })
}

/// Which stages the data do not distinguish.
fn on_joined(stages: &[Stages]) -> Option<String> {
    let joined: Vec<String> = stages
        .iter()
        .filter(|of| of.each().count() > 1)
        .map(|of| format!("\"{}\"", full(*of)))
        .collect();
    (!joined.is_empty())
        .then(|| format!("The data do not distinguish these stages: {}.", listed(&joined, "and")))
}

/// What is known of the parts of each system, and by which rule it composes.
fn on_systems(results: &Results<'_>, systems: &[StagedSystem]) -> Vec<String> {
    let of = |system: &StagedSystem| {
        let rule = match system.aggregation {
            phenom_dataset::Aggregation::Rule(rule) => rule.to_string(),
            phenom_dataset::Aggregation::Own => format!(
                "it composes in its own way, which is replaced by the rule of the config ({})",
                system.rule
            ),
        };
        format!(
            "{}: {}; {rule}.",
            quoted(results.shown(&system.system)),
            knowledge_in_words(system)
        )
    };
    systems.iter().map(of).collect()
}

/// Accuracy on originals and on parts, a row for each system.
fn wholes(results: &Results<'_>, staged: Staged<'_>) -> Table {
    let figures = [
        ("originals", "direct", "direct"),
        ("originals", "composed", "composed"),
        ("originals", "nothing left out", "complete"),
        ("originals", "by_chance", "by_chance"),
        ("verdicts", "own parts", "right_parts"),
        ("verdicts", "reference parts", "right_references"),
        ("verdicts", "failed", "failed"),
    ];
    let notes = vec![
        "Direct: the system's prediction for the original. Composed: what its rule makes of its verdicts. Nothing left out: the \
         same, with a failed verdict for each reference part that no part covers. By chance: composed predictions that are correct \
         and would be wrong with gold labels for the system's parts."
            .to_owned(),
        format!(
            "Originals without parts count as wrong ({}). A failed verdict counts as wrong, and leaves an original without a \
             prediction unless its other parts decide. Own parts: correct verdicts among parts with a gold label. Reference \
             parts: those that a part with a correct verdict covers, among all reference parts.",
            of_each(results, staged.systems, |system| system.empty)
        ),
    ];
    let title = "Accuracy on originals and parts of systems that decompose for themselves";
    by_system(results, staged, ("stages-wholes", title), &figures, notes)
}

/// How many of something each system has.
fn of_each(
    results: &Results<'_>,
    systems: &[StagedSystem],
    count: impl Fn(&StagedSystem) -> u64,
) -> String {
    let each: Vec<String> = systems
        .iter()
        .map(|system| format!("{}: {}", quoted(results.shown(&system.system)), count(system)))
        .collect();
    each.join(", ")
}

/// How originals were divided, a row for each system.
fn decomposition(results: &Results<'_>, staged: Staged<'_>) -> Table {
    let figures = [
        ("", "parts per original", "parts"),
        ("", "originals without parts", "empty"),
        ("parts", "not faithful", "unfaithful"),
        ("parts", "repeated", "repeated"),
        ("reference parts", "covered", "covered"),
        ("reference parts", "covered by none", "nothing"),
        ("reference parts", "per part", "granularity"),
    ];
    let figures = figures.map(|(group, name, key)| match key {
        "nothing" => ("parts", "cover nothing", key),
        _ => (group, name, key),
    });
    let notes = vec![
        "Covered: reference parts that a part expresses. Cover nothing: parts that express no reference part. Per part: \
         reference parts for each part that covers some. Repeated: parts that say the same as an earlier part of the original, \
         word for word."
            .to_owned(),
        format!(
            "Parts: {}. Originals that the files do not name count as originals without parts ({}).",
            of_each(results, staged.systems, |system| system.parts),
            of_each(results, staged.systems, |system| system.unnamed)
        ),
    ];
    let title = "How systems divide originals into parts";
    by_system(results, staged, ("stages-decomposition", title), &figures, notes)
}

/// A table with a row for each system and a column for each figure that some system has.
fn by_system(
    results: &Results<'_>,
    staged: Staged<'_>,
    (key, title): (&str, &str),
    figures: &[(&str, &str, &str)],
    mut notes: Vec<String>,
) -> Table {
    let has = |key: &str| {
        staged.systems.iter().any(|system| {
            staged.figure(&system.system, key).is_some_and(|row| row.counts.denominator > 0)
        })
    };
    let shown: Vec<_> = figures.iter().filter(|(_, _, key)| has(key)).collect();
    let mut columns = vec![Column::new("system")];
    columns.extend(shown.iter().map(|(group, name, _)| match *group {
        "" => Column::new(*name),
        group => Column::grouped(group, *name),
    }));
    let mut rows = Vec::new();
    for system in staged.systems {
        let mut cells = vec![Cell::text(results.shown(&system.system))];
        cells.extend(shown.iter().map(|(.., key)| cell(staged.figure(&system.system, key))));
        rows.push(Row { kind: RowKind::Body, cells });
    }
    notes.extend(results.interval_note(&rows));
    Table { key: SafeName::new(key), title: title.to_owned(), columns, rows, notes }
}

/// Direct against composed predictions by the number of parts.
fn sizes(results: &Results<'_>, staged: Staged<'_>) -> Option<Table> {
    let mut bands: Vec<SizeBand> = Vec::new();
    for row in staged.rows {
        if let StageAbout::Size(band, _) = row.about
            && !bands.contains(&band)
        {
            bands.push(band);
        }
    }
    if bands.len() < 2 {
        return None;
    }
    let has_direct = staged.systems.iter().any(|system| {
        staged.figure(&system.system, "direct").is_some_and(|row| row.counts.denominator > 0)
    });
    let mut columns =
        vec![Column::repeating("system"), Column::new("parts"), Column::new("originals")];
    columns.extend(has_direct.then(|| Column::grouped("accuracy", "direct")));
    columns.push(Column::grouped("accuracy", "composed"));
    let mut rows = Vec::new();
    for system in staged.systems {
        let mut kind = RowKind::First;
        for band in &bands {
            let of = |is_direct| {
                let about = StageAbout::Size(*band, is_direct);
                staged.of_system(&system.system, |other| *other == about)
            };
            let Some(composed) = of(false).filter(|row| row.counts.denominator > 0) else {
                continue;
            };
            let named = match band.from == band.to {
                true => band.from.to_string(),
                false => format!("{}–{}", band.from, band.to),
            };
            let mut cells = vec![
                Cell::text(results.shown(&system.system)),
                Cell::text(named),
                Cell::count(composed.counts.denominator),
            ];
            cells.extend(has_direct.then(|| cell(of(true))));
            cells.push(cell(Some(composed)));
            rows.push(Row { kind, cells });
            kind = RowKind::Body;
        }
    }
    let mut notes = vec![
        "Parts: those of the system. Originals without parts are in no row. Rows have ten originals or more of all systems \
         together."
            .to_owned(),
    ];
    notes.extend(results.interval_note(&rows));
    let title = "Accuracy on originals by the number of the system's parts".to_owned();
    Some(Table { key: SafeName::new("stages-sizes"), title, columns, rows, notes })
}

/// What would help most, the highest changes of each system.
fn changes(results: &Results<'_>, staged: Staged<'_>) -> Option<Table> {
    let columns = vec![
        Column::repeating("system"),
        Column::new("if"),
        Column::new("originals"),
        Column::new("change"),
        Column::grouped("originals", "gained"),
        Column::grouped("originals", "lost"),
    ];
    let mut rows = Vec::new();
    for system in staged.systems {
        let of_system = staged.rows.iter().filter(|row| row.system == system.system);
        let mut found: Vec<&StageRow> = of_system.filter(|row| row.change.is_some()).collect();
        let value = |row: &StageRow| row.value.clone().unwrap_or(f64::NEG_INFINITY);
        found.sort_by(|one, other| value(other).total_cmp(&value(one)));
        let mut kind = RowKind::First;
        for row in found.into_iter().take(SHOWN) {
            let (StageAbout::Change(what), Some([originals, gained, lost])) =
                (&row.about, row.change)
            else {
                continue;
            };
            let phenomenon =
                |path: &str| results.slice_named(&phenom_metrics::SliceKind::Phenomenon, path);
            rows.push(Row {
                kind,
                cells: vec![
                    Cell::text(results.shown(&system.system)),
                    Cell::text(whatif_in_words(what, phenomenon)),
                    Cell::count(originals),
                    Cell::value(row.value.clone(), Style::SignedPercent).between(row.interval),
                    if row.is_corrected { Cell::Empty } else { Cell::count(gained) },
                    if row.is_corrected { Cell::Empty } else { Cell::count(lost) },
                ],
            });
            kind = RowKind::Body;
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut notes = vec![format!(
        "Change: accuracy of composed predictions then minus now, in points, over all originals. Originals: those that the change \
         concerns; gained and lost: those that would become correct, or wrong. Correct verdicts are gold labels; a part without \
         one keeps its verdict. Shown: the {SHOWN} highest changes of each system. They were not tested, and the highest of many \
         is likely to be overestimated."
    )];
    notes.extend(results.interval_note(&rows));
    let title = "What would help: changes in the accuracy of composed predictions".to_owned();
    Some(Table { key: SafeName::new("stages-changes"), title, columns, rows, notes })
}

/// The differences of systems, and of direct and composed predictions.
fn differences(results: &Results<'_>, staged: Staged<'_>) -> Option<Table> {
    let columns = vec![
        Column::new("figure"),
        Column::new("first"),
        Column::new("minus"),
        Column::new("difference"),
        Column::new("adjusted p"),
    ];
    let sections = [Section::Wholes, Section::Verdicts, Section::Decomposition, Section::Budget];
    let mut rows = Vec::new();
    for section in sections {
        let of_section = staged.rows.iter().filter(|row| row.about.section() == section);
        for (place, row) in of_section.filter(|row| row.p.is_some()).enumerate() {
            let is_mean = matches!(row.about, StageAbout::Figure(figure) if figure.is_mean);
            let style = if is_mean { Style::Signed } else { Style::SignedPercent };
            let shown = |name: &str| results.shown(name).to_owned();
            let (first, minus) = match (&row.versus, &row.about) {
                (Some(versus), _) => (shown(&row.system), shown(versus)),
                (None, _) => (format!("{}, direct", shown(&row.system)), "composed".to_owned()),
            };
            let p = row.p_adjusted.ok_or(Undefined::NoPairs);
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row {
                kind,
                cells: vec![
                    Cell::text(figure(row)),
                    Cell::text(first),
                    Cell::text(minus),
                    Cell::value(row.value.clone(), style).between(row.interval),
                    Cell::value(p, Style::Probability),
                ],
            });
        }
    }
    if rows.is_empty() {
        return None;
    }
    let notes = vec![format!(
        "Differences in points, of means in their unit, with {} intervals, by the cluster sign-flip test over originals, exact for \
             shares of originals (corrected values: Student's t). p-values of each \
             group are adjusted together ({} method). A value that people correct is compared only with such values.",
        results.level(),
        results.evaluation.statistics.correction.method().unwrap_or("no"),
    )];
    let title = "Differences between systems that decompose for themselves".to_owned();
    Some(Table { key: SafeName::new("stages-comparisons"), title, columns, rows, notes })
}

/// A figure in words.
fn figure(row: &StageRow) -> String {
    match &row.about {
        StageAbout::Budget(stages, _) => format!("wrong: {}", short(*stages)),
        StageAbout::Figure(figure) => match figure.key {
            "direct" => "direct accuracy".to_owned(),
            "composed" => "composed accuracy".to_owned(),
            "complete" => "nothing left out".to_owned(),
            "right_parts" => "verdicts on own parts".to_owned(),
            "right_references" => "reference parts".to_owned(),
            "failed" => "failed verdicts".to_owned(),
            "empty" => "originals without parts".to_owned(),
            "parts" => "parts per original".to_owned(),
            "covered" => "reference parts covered".to_owned(),
            "nothing" => "parts that cover nothing".to_owned(),
            "unfaithful" => "unfaithful parts".to_owned(),
            "repeated" => "repeated parts".to_owned(),
            "granularity" => "reference parts per part".to_owned(),
            key => key.to_owned(),
        },
        _ => "accuracy on originals".to_owned(),
    }
}
