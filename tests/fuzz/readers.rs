//! The readers, in the process of the worker. What they accept is written in every format and read
//! back: nothing may be lost.

use std::collections::BTreeMap;
use std::io::ErrorKind;

use phenom_dataset::{
    AnnotationColumns, AnnotationSource, AnswerColumns, Dataset, DatasetBuilder, GoldSets, Input,
    Judgment, JustificationBuilder, JustificationColumns, JustificationSource, KeepTexts,
    LabelScheme, Missing, PairColumns, PairFormat, PairSource, Phenomenon, PhenomenonColumns,
    PredictionColumns, PredictionSource, Problems, RankingColumn, RankingKind, RatingRules,
    RunBuilder, TableFormat, TableOptions, TagColumns, TagSource, ThresholdLearner, WriteFormat,
    read_annotations, read_justifications, read_pairs, read_predictions, read_tags, write_dataset,
};

/// Larger inputs are not written and read back: what is timed is the reading.
const SMALL: usize = 1 << 14;

pub(crate) fn pairs_jsonl(input: &[u8]) {
    read_pair_file(&PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments()), input);
}

pub(crate) fn pairs_rte(input: &[u8]) {
    read_pair_file(&PairSource::new(PairFormat::RteXml, scheme("rte-three-way")), input);
}

pub(crate) fn pairs_csv(input: &[u8]) {
    pair_tables(TableFormat::Csv, input);
}

pub(crate) fn pairs_tsv(input: &[u8]) {
    pair_tables(TableFormat::Tsv, input);
}

pub(crate) fn pairs_ndjson(input: &[u8]) {
    pair_tables(TableFormat::Ndjson, input);
    read_pair_file(&nested(), input);
}

pub(crate) fn pairs_parquet(input: &[u8]) {
    pair_tables(TableFormat::Parquet, input);
}

pub(crate) fn pairs_xml(input: &[u8]) {
    let mut source = PairSource::new(PairFormat::Table(TableFormat::Xml), scheme("nli"));
    source.options.rows = Some("problem".to_owned());
    source.columns = PairColumns {
        id: vec!["@id".to_owned()],
        text: vec!["p".to_owned()],
        hypothesis: Some("h".to_owned()),
        gold: Some("@fracas_answer".to_owned()),
        category: Some("preceding comment[class=section]".to_owned()),
        phenomenon: Some("preceding comment[class=subsection]".to_owned()),
        ..PairColumns::default()
    };
    read_pair_file(&source, input);
}

/// A table read by the names that columns have without a mapping, and through one.
fn pair_tables(format: TableFormat, input: &[u8]) {
    let format = PairFormat::Table(format);
    read_pair_file(&PairSource::new(format, LabelScheme::judgments()), input);
    read_pair_file(&mapped(format), input);
}

/// Everything that a mapping of columns can say.
fn mapped(format: PairFormat) -> PairSource {
    let named = |name: &str| Some(name.to_owned());
    let mut source = PairSource::new(format, scheme("nli"));
    source.columns = PairColumns {
        id: vec!["id".to_owned(), "@row".to_owned()],
        origin: named("id"),
        origin_before: named("."),
        text: vec!["text".to_owned(), "more".to_owned()],
        hypothesis: named("hypothesis"),
        gold: named("gold"),
        gold_separator: named("|"),
        annotators: vec!["ann".to_owned(), "bob".to_owned()],
        weight: named("weight"),
        task: named("task"),
        attributes: vec![("genre".to_owned(), "genre".to_owned())],
        ..PairColumns::default()
    };
    source.phenomena = PhenomenonColumns {
        tags: vec![("tags".to_owned(), None), ("logic".to_owned(), named("Logic"))],
        one_hot: vec![("negation".to_owned(), Phenomenon::parse("logic:negation").unwrap())],
        any_nonzero: true,
        list_separator: named(";"),
        path_separator: named("-"),
        category: named("misc"),
        rename: BTreeMap::from([("Junk".to_owned(), String::new())]),
    };
    source.gold_sets = GoldSets::Any;
    source
}

/// Paths into JSON objects.
fn nested() -> PairSource {
    let named = |name: &str| Some(name.to_owned());
    let mut source = PairSource::new(PairFormat::Table(TableFormat::Ndjson), scheme("nli"));
    source.columns = PairColumns {
        id: vec!["doc.id".to_owned()],
        text: vec!["doc.text".to_owned()],
        gold: named("doc.gold[0]"),
        annotator_labels: named("votes"),
        annotator_counts: vec![
            (Judgment::Entailment, "n.e".to_owned()),
            (Judgment::Unknown, "n.u".to_owned()),
        ],
        ..PairColumns::default()
    };
    source.phenomena.tags = vec![("tags".to_owned(), None)];
    source.gold_sets = GoldSets::Exclude;
    source
}

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

pub(crate) fn answers_csv(input: &[u8]) {
    answers(TableFormat::Csv, &TableOptions::default(), input);
}

pub(crate) fn answers_ndjson(input: &[u8]) {
    answers(TableFormat::Ndjson, &TableOptions::default(), input);
}

pub(crate) fn answers_parquet(input: &[u8]) {
    answers(TableFormat::Parquet, &TableOptions::default(), input);
}

pub(crate) fn answers_blanks(input: &[u8]) {
    let options = TableOptions {
        header: ["id", "label", "confidence"].map(str::to_owned).to_vec(),
        skip_lines_starting: Some("ranked:".to_owned()),
        ..TableOptions::default()
    };
    answers(TableFormat::Blanks, &options, input);
}

/// The output of EDITS.
pub(crate) fn answers_edits(input: &[u8]) {
    let header = ["id", "gold", "label", "confidence"].map(str::to_owned).to_vec();
    let options = TableOptions { header, ..TableOptions::default() };
    let columns = PredictionColumns { gold: Some("gold".to_owned()), ..Default::default() };
    read_answers(TableFormat::Tsv, &options, scheme("edits"), columns, input);
}

/// Every way in which rows can be made answers.
fn answers(format: TableFormat, options: &TableOptions, input: &[u8]) {
    let score = AnswerColumns::Score {
        column: "score".to_owned(),
        threshold: 0.5,
        monothematic_threshold: 0.6,
        positive: Judgment::Entailment,
        negative: Judgment::NotEntailment,
        above: false,
    };
    let judgments = [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction];
    let columns = judgments.into_iter().zip(["e", "n", "c"].map(str::to_owned));
    let highest = |probabilities| AnswerColumns::Highest {
        columns: columns.clone().collect(),
        probabilities,
    };
    let confidence = || "confidence".to_owned();
    for (answer, ranking) in [
        (AnswerColumns::default(), RankingColumn::OfAnswer),
        (AnswerColumns::default(), RankingColumn::Confidence(confidence())),
        (AnswerColumns::default(), RankingColumn::EntailmentScore(confidence())),
        (AnswerColumns::default(), RankingColumn::Rank(RankingKind::Entailment, confidence())),
        (AnswerColumns::default(), RankingColumn::Order(RankingKind::Confidence)),
        (score, RankingColumn::OfAnswer),
        (highest(true), RankingColumn::OfAnswer),
        (highest(false), RankingColumn::OfAnswer),
    ] {
        let columns = PredictionColumns { answer, ranking, ..PredictionColumns::default() };
        read_answers(format, options, LabelScheme::judgments(), columns, input);
    }
}

fn read_answers(
    format: TableFormat,
    options: &TableOptions,
    labels: LabelScheme,
    columns: PredictionColumns,
    input: &[u8],
) {
    let dataset = with_pairs().finish().unwrap();
    let source = PredictionSource { format, options: options.clone(), labels, columns };
    let mut builder = RunBuilder::new(&dataset, "system", Missing::Skip);
    read_predictions(&source, "answers", opened(format, input), &mut builder);
    if let Err(problems) = builder.finish() {
        told(&problems);
    }
    if let AnswerColumns::Score { column, .. } = &source.columns.answer {
        let mut learner = ThresholdLearner::new(&dataset, Judgment::Entailment);
        learner.read(&source, column, "answers", opened(format, input));
        match learner.finish("answers") {
            Ok(learnt) => assert!(learnt.value.is_finite() && learnt.right <= learnt.pairs),
            Err(problems) => told(&problems),
        }
    }
}

/// The pairs that tags, annotations and answers are for.
fn with_pairs() -> DatasetBuilder {
    let lines: &[u8] = br#"{"id": "1", "gold": "entailment", "monothematic": [{"id": "1.1", "gold": "entailment"}, {"id": "1.2", "gold": "unknown"}]}
{"id": "2", "gold": "contradiction", "monothematic": [{"id": "2.1", "gold": "contradiction"}]}
{"id": "3"}
"#;
    let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    read_pairs(&source, "pairs.jsonl", stream(lines), &mut builder);
    builder
}

fn read_pair_file(source: &PairSource, input: &[u8]) {
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    let opened = match source.format {
        PairFormat::Table(format) => opened(format, input),
        _ => stream(input),
    };
    read_pairs(source, "pairs", opened, &mut builder);
    judge(builder.finish(), input);
}

/// A dataset is held to what it is when written and read back, problems to their messages.
fn judge(read: Result<Dataset, Problems>, input: &[u8]) {
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
fn told(problems: &Problems) {
    assert!(!problems.is_empty(), "refused without a reason");
    for problem in problems.kept() {
        assert!(!problem.message().is_empty(), "a problem without a message");
    }
}

fn scheme(name: &str) -> LabelScheme {
    LabelScheme::named(name).unwrap()
}

fn stream(bytes: &[u8]) -> Input {
    Input::Stream(Box::new(std::io::Cursor::new(bytes.to_vec())))
}

/// Parquet is read from a file.
fn opened(format: TableFormat, bytes: &[u8]) -> Input {
    if format == TableFormat::Parquet {
        std::fs::write("input.parquet", bytes).unwrap();
        return Input::File("input.parquet".into());
    }
    stream(bytes)
}
