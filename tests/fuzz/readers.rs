//! Readers of what belongs to pairs, in the process of the worker, and what is held of every reader: what
//! it accepts is written in every format and read back, and nothing may be lost.

use std::io::ErrorKind;

use phenom_dataset::{
    AnnotationColumns, AnnotationSource, Dataset, DatasetBuilder, Input, Judgment,
    JustificationBuilder, JustificationColumns, JustificationSource, KeepTexts, LabelScheme,
    PairFormat, PairSource, PhenomenonColumns, Problems, RatingRules, TableFormat, TableOptions,
    TagColumns, TagSource, WriteFormat, read_annotations, read_justifications, read_pairs,
    read_tags, write_dataset,
};
use phenom_systems::TextPair;
use phenom_systems::conllu::{PairTrees, read_conllu};
use phenom_systems::edit_distance::LexicalRules;

/// Larger inputs are not written and read back: what is timed is the reading.
const SMALL: usize = 1 << 14;

pub(crate) fn tags(input: &[u8]) {
    for (format, columns) in [
        (TableFormat::Csv, TagColumns::default()),
        (TableFormat::Tsv, TagColumns { phenomenon: Some("tag".into()), ..TagColumns::default() }),
    ] {
        let phenomena =
            PhenomenonColumns { list_separator: Some(";".to_owned()), ..Default::default() };
        let source = TagSource { format, options: TableOptions::default(), columns };
        let mut builder = with_pairs();
        read_tags(&source, &phenomena, "tags", stream(input), &mut builder);
        judge(builder.finish(), input);
    }
}

pub(crate) fn annotations(input: &[u8]) {
    let source = AnnotationSource {
        format: TableFormat::Csv,
        options: TableOptions::default(),
        labels: scheme("nli"),
        columns: AnnotationColumns::default(),
    };
    let mut builder = with_pairs();
    read_annotations(&source, "annotations", stream(input), &mut builder);
    judge(builder.finish(), input);
}

pub(crate) fn justifications(input: &[u8]) {
    let source = JustificationSource {
        format: TableFormat::Csv,
        options: TableOptions::default(),
        columns: JustificationColumns::default(),
    };
    let mut builder = JustificationBuilder::new(RatingRules::default());
    read_justifications(&source, "scores", stream(input), &mut builder);
    if let Err(problems) = builder.finish() {
        told(&problems);
    }
}

pub(crate) fn parses(input: &[u8]) {
    let pair =
        TextPair { id: "1", text: "Vámonos al mar. The boat left.", hypothesis: "It left." };
    let read = read_conllu("parses.conllu", stream(input));
    let trees =
        read.and_then(|read| PairTrees::new(&[("parses.conllu".to_owned(), read)], &[pair]));
    if let Err(error) = trees {
        assert!(!error.problem.to_string().is_empty(), "refused without a reason");
    }
}

pub(crate) fn lexical_rules(input: &[u8]) {
    if let Err(error) = LexicalRules::default().read("rules.tsv", stream(input)) {
        assert!(!error.problem.to_string().is_empty(), "refused without a reason");
    }
}

/// The pairs that tags, annotations and answers are for.
pub(super) fn with_pairs() -> DatasetBuilder {
    let lines: &[u8] = br#"{"id": "1", "gold": "entailment", "monothematic": [{"id": "1.1", "gold": "entailment"}, {"id": "1.2", "gold": "unknown"}]}
{"id": "2", "gold": "contradiction", "monothematic": [{"id": "2.1", "gold": "contradiction"}]}
{"id": "3"}
"#;
    let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    read_pairs(&source, "pairs.jsonl", stream(lines), &mut builder);
    builder
}

/// A dataset is held to what it is when written and read back, problems to their messages.
pub(super) fn judge(read: Result<Dataset, Problems>, input: &[u8]) {
    match read {
        Ok(dataset) if input.len() <= SMALL => loses_nothing(&dataset),
        Ok(_) => {}
        Err(problems) => told(&problems),
    }
}

fn loses_nothing(dataset: &Dataset) {
    let whole = written(dataset, WriteFormat::PhenomJsonl).unwrap();
    let two_way = dataset.gold().contains(&Some(Judgment::NotEntailment));
    let rte = scheme(if two_way { "rte-two-way" } else { "rte-three-way" });
    let table = |format| (WriteFormat::Flat(format), PairFormat::Table(format));
    for (format, (write, read)) in [
        ("phenom JSONL", (WriteFormat::PhenomJsonl, PairFormat::PhenomJsonl)),
        ("CSV", table(TableFormat::Csv)),
        ("TSV", table(TableFormat::Tsv)),
        ("NDJSON", table(TableFormat::Ndjson)),
        ("RTE XML", (WriteFormat::RteXml, PairFormat::RteXml)),
    ] {
        // A format that cannot hold the dataset refuses it.
        let Some(bytes) = written(dataset, write) else { continue };
        let labels = if read == PairFormat::RteXml { &rte } else { &LabelScheme::judgments() };
        let mut builder = DatasetBuilder::new(KeepTexts::Yes);
        let source = PairSource::new(read, labels.clone());
        read_pairs(&source, "written", stream(&bytes), &mut builder);
        let again = builder.finish();
        assert!(again.is_ok(), "{format} written by phenom is refused");
        let again = written(&again.unwrap(), WriteFormat::PhenomJsonl);
        assert!(again.as_ref() == Some(&whole), "{format} and back is another dataset");
    }
}

fn written(dataset: &Dataset, format: WriteFormat) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    match write_dataset(dataset, format, &mut bytes) {
        Ok(()) => Some(bytes),
        Err(error) => {
            assert!(error.kind() == ErrorKind::InvalidInput, "a writer fails");
            None
        }
    }
}

/// Problems say something.
pub(super) fn told(problems: &Problems) {
    assert!(!problems.is_empty(), "refused without a reason");
    for problem in problems.kept() {
        assert!(!problem.message().is_empty(), "a problem without a message");
    }
}

pub(super) fn scheme(name: &str) -> LabelScheme {
    LabelScheme::named(name).unwrap()
}

pub(super) fn stream(bytes: &[u8]) -> Input {
    Input::Stream(Box::new(std::io::Cursor::new(bytes.to_vec())))
}

/// Parquet is read from a file.
pub(super) fn opened(format: TableFormat, bytes: &[u8]) -> Input {
    if format.needs_a_file() {
        std::fs::write("input.parquet", bytes).unwrap();
        return Input::File("input.parquet".into());
    }
    stream(bytes)
}
