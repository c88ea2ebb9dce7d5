//! The pairs that `phenom label` drew for people, in the file that it wrote, and the labels that people gave them in
//! `phenom annotate`.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use phenom_annotate::{Originals, Standing, Work, labelled};
use phenom_dataset::{
    AnnotationColumns, AnnotationSource, CHOOSE_FROM, Condition, Dataset, DatasetBuilder, Input,
    Judgment, LabelScheme, LabelledBy, PairColumns, PairFormat, PairSource, ProblemKind, Problems,
    Subset, TableFormat, TableOptions, Task, Wanted, read_annotations,
};
use phenom_files::open_regular;
use phenom_report as report;

use super::annotated::{Sources, in_problems, named, notes, one, sources, steps};
use crate::config::{DataFile, PairFile, Pairs};
use crate::host::Host;

/// A header is no longer than this.
const LONGEST_HEADER: u64 = 1 << 16;

/// The pairs of a file that `phenom label` wrote which were drawn for people, with nothing but their texts and the labels
/// to choose from; `None` if the file has no such columns.
#[must_use]
pub fn drawn_pairs(path: &Path) -> Option<Pairs> {
    let mut header = String::new();
    let start = open_regular(path).ok()?.take(LONGEST_HEADER);
    BufReader::new(start).read_line(&mut header).ok()?;
    let names: Vec<&str> = header
        .trim_start_matches('\u{feff}')
        .split(',')
        .map(|name| name.trim().trim_matches('"'))
        .collect();
    let is_drawn = ["id", "text", "hypothesis", "label", "probability", CHOOSE_FROM]
        .iter()
        .all(|name| names.contains(name));
    let mut source = pair_source(&csv_source(AnnotationColumns::default()));
    source.columns.gold = None;
    let empty = || vec![Wanted::Text(String::new())];
    let drawn = Condition { none_of: empty(), ..Condition::default() };
    let unlabelled = Condition { one_of: Some(empty()), ..Condition::default() };
    source.columns.keep =
        Subset(vec![(CHOOSE_FROM.to_owned(), drawn), ("label".to_owned(), unlabelled)]);
    let file = DataFile { named: path.display().to_string(), path: path.to_owned(), frame: None };
    is_drawn.then(|| Pairs { files: vec![PairFile { file, source }], ..Pairs::default() })
}

/// Reads pairs of a file that `phenom label` wrote, to be labelled.
pub fn drawn_sources(host: &dyn Host, pairs: &Pairs) -> Result<Sources, Problems> {
    let Sources { dataset, mut originals, files } = sources(host, pairs)?;
    let of_task = |value: &str| value.contains(Judgment::NotEntailment.name());
    let is_two_way = dataset
        .attributes()
        .iter()
        .any(|attribute| attribute.name() == CHOOSE_FROM && attribute.values().any(of_task));
    originals.task = if is_two_way { Task::TwoWay } else { Task::ThreeWay };
    originals.label_only = true;
    Ok(Sources { dataset, originals, files })
}

/// A file with people's labels as pairs, with their texts.
fn pair_source(labels: &AnnotationSource) -> PairSource {
    let column = |name: &str| Some(name.to_owned());
    let mut source = PairSource::new(PairFormat::Table(labels.format), labels.labels.clone());
    source.options = labels.options.clone();
    source.columns = PairColumns {
        only_named: true,
        ids: labels.columns.ids.clone(),
        id: match labels.columns.id.is_empty() {
            true => vec!["id".to_owned()],
            false => labels.columns.id.clone(),
        },
        text: vec!["text".to_owned()],
        hypothesis: column("hypothesis"),
        gold: labels.columns.label.clone().or_else(|| column("label")),
        attributes: vec![(CHOOSE_FROM.to_owned(), CHOOSE_FROM.to_owned())],
        ..PairColumns::default()
    };
    source
}

/// Adds the labels that people gave in `phenom annotate` to the pairs of a config, and returns the files of the annotators.
pub(super) fn add_labels(
    host: &dyn Host,
    pairs: &Pairs,
    builder: &mut DatasetBuilder,
) -> Result<Vec<report::File>, Problems> {
    let mut files = Vec::new();
    for labels in &pairs.annotations {
        let Some(work) = &labels.work else { continue };
        let (steps, of_annotators) = steps(work)?;
        files.extend(of_annotators);
        let file = PairFile { file: labels.file.clone(), source: pair_source(&labels.source) };
        let pairs = Pairs { files: vec![file], ..Pairs::default() };
        let Sources { dataset, originals, .. } = drawn_sources(host, &pairs)?;
        let work = Work::new(steps, &originals, None).map_err(|refused| in_problems(&refused))?;
        for note in notes(&work, &originals) {
            builder.say(note);
        }
        let file = labels.file.shown();
        let found = labels_of(&work, (&originals, &is_drawn(&dataset)), &file)?;
        let rows = rows(&originals, &found)
            .map_err(|error| one(&file, ProblemKind::Unreadable { reason: error.to_string() }))?;
        let columns = AnnotationColumns {
            labelled_by: LabelledBy::People(None),
            extra: labels.source.columns.extra,
            ..AnnotationColumns::default()
        };
        let source = csv_source(columns);
        read_annotations(&source, &file, Input::Stream(Box::new(Cursor::new(rows))), builder);
    }
    Ok(files)
}

/// A CSV file of labels in phenom's own words.
fn csv_source(columns: AnnotationColumns) -> AnnotationSource {
    AnnotationSource {
        format: TableFormat::Csv,
        options: TableOptions::default(),
        labels: LabelScheme::judgments(),
        columns,
    }
}

/// The labels as CSV: a row for each row of the file of pairs, so that messages name its lines.
fn rows(originals: &Originals, labels: &[Option<Judgment>]) -> std::io::Result<Vec<u8>> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(["id", "label"])?;
    for (original, label) in originals.all().iter().zip(labels) {
        rows.write_record([original.id.as_str(), label.map_or("", Judgment::name)])?;
    }
    rows.into_inner().map_err(|error| error.into_error())
}

/// Whether the pair of each row was drawn for people.
fn is_drawn(dataset: &Dataset) -> Vec<bool> {
    let attribute = dataset.attributes().iter().find(|one| one.name() == CHOOSE_FROM);
    let of_row = |row: usize| attribute.is_some_and(|attribute| attribute.code(row).is_some());
    (0..dataset.len()).map(of_row).collect()
}

/// For each pair the label that people gave it in `phenom annotate`, if the file has none: what was adjudicated, or else what
/// all who labelled it say.
fn labels_of(
    work: &Work,
    (originals, is_drawn): (&Originals, &[bool]),
    file: &str,
) -> Result<Vec<Option<Judgment>>, Problems> {
    let (mut unsettled, mut contradicted, mut undrawn) = (Vec::new(), Vec::new(), Vec::new());
    let mut labels = Vec::new();
    for (original, is_drawn) in originals.all().iter().zip(is_drawn) {
        let label = match labelled(work, original) {
            Standing::Settled(settled) => settled.judgment,
            Standing::Agreed(label) => Some(label),
            Standing::Silent => None,
            Standing::Majority(_) | Standing::Open => {
                unsettled.push(original.id.clone());
                None
            }
        };
        if original.gold.is_some() && label.is_some() && label != original.gold {
            contradicted.push(original.id.clone());
        }
        if !is_drawn && label.is_some() {
            undrawn.push(original.id.clone());
        }
        labels.push(label.filter(|_| original.gold.is_none()));
    }
    let mut problems = Problems::new();
    for (pairs, what, help) in [
        (
            unsettled,
            "people who labelled these pairs disagree",
            format!(
                "complete the open batches, and adjudicate them: phenom annotate {file} --annotator NAME"
            ),
        ),
        (
            contradicted,
            "people labelled these pairs differently here and in `phenom annotate`",
            "correct the label in the file, or remove it there".to_owned(),
        ),
        (
            undrawn,
            "people labelled these pairs in `phenom annotate`, and the file does not have them as drawn, so that their \
             probabilities are of another draw",
            "name the file of the draw that they labelled".to_owned(),
        ),
    ] {
        if !pairs.is_empty() {
            let message = format!("{what}: {}", named(&pairs));
            problems.push(file, None, ProblemKind::Malformed { message, help: Some(help) });
        }
    }
    problems.or(labels)
}
