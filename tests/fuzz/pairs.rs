//! The readers of pairs, by the names that columns have and through mappings.

use std::collections::BTreeMap;

use phenom_dataset::{
    Condition, DatasetBuilder, DerivedAttributes, GoldBounds, GoldSets, Header, IdRewriting,
    IdStep, Judgment, KeepTexts, LabelScheme, Lists, PairColumns, PairFormat, PairSource,
    PartSource, Pattern, Phenomenon, PhenomenonColumns, Ragged, Subset, TableFormat, Wanted,
    WithoutParts, read_pairs,
};

use super::readers::{judge, opened, scheme, stream};

pub(crate) fn jsonl(input: &[u8]) {
    read_pair_file(&PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments()), input);
}

pub(crate) fn rte(input: &[u8]) {
    read_pair_file(&PairSource::new(PairFormat::RteXml, scheme("rte-three-way")), input);
}

pub(crate) fn csv(input: &[u8]) {
    pair_tables(TableFormat::Csv, input);
}

pub(crate) fn tsv(input: &[u8]) {
    pair_tables(TableFormat::Tsv, input);
}

pub(crate) fn ndjson(input: &[u8]) {
    pair_tables(TableFormat::Ndjson, input);
    read_pair_file(&nested(), input);
}

/// Documents, with lists of parts and rows within them.
pub(crate) fn json(input: &[u8]) {
    pair_tables(TableFormat::Json, input);
    let mut source = PairSource::new(PairFormat::Table(TableFormat::Json), scheme("nli"));
    let mut of_parts = source.clone();
    of_parts.columns = PairColumns {
        hypothesis: Some("said[*].text".to_owned()),
        gold: Some("claim_labels[*]".to_owned()),
        attributes: vec![("index".to_owned(), "@index".to_owned())],
        ..PairColumns::default()
    };
    source.columns = PairColumns {
        id: vec!["@key".to_owned(), "^topic".to_owned(), "@index".to_owned()],
        ..PairColumns::default()
    };
    let without = WithoutParts::Skip;
    let parts = PartSource { list: "claims".to_owned(), source: of_parts, without };
    source.parts = Some(Box::new(parts));
    read_pair_file(&source, input);
    source.options.rows = Some("rows".to_owned());
    read_pair_file(&source, input);
}

/// Lines before the table, comments, columns by their place, short rows.
pub(crate) fn layout(input: &[u8]) {
    let mut source = PairSource::new(PairFormat::Table(TableFormat::Csv), scheme("nli"));
    source.options.header = Header::Absent;
    source.options.skip_rows = 1;
    source.options.skip_lines_starting = vec!["#".to_owned(), "//".to_owned()];
    source.options.ragged = Ragged::Fill;
    source.columns = PairColumns {
        whole: vec!["@1".to_owned()],
        gold: Some("@2".to_owned()),
        ..PairColumns::default()
    };
    source.phenomena = PhenomenonColumns {
        tags: vec![("@3".to_owned(), None)],
        category: Some("misc".to_owned()),
        ..PhenomenonColumns::default()
    };
    read_pair_file(&source, input);
}

pub(crate) fn parquet(input: &[u8]) {
    pair_tables(TableFormat::Parquet, input);
}

pub(crate) fn arrow(input: &[u8]) {
    pair_tables(TableFormat::Arrow, input);
}

pub(crate) fn xlsx(input: &[u8]) {
    pair_tables(TableFormat::Xlsx, input);
}

pub(crate) fn xml(input: &[u8]) {
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
    read_pair_file(&chosen(format), input);
}

/// What is said of rows: a subset of them, ids rewritten, attributes and gold made of cells, rows gathered.
fn chosen(format: PairFormat) -> PairSource {
    let pattern = |expression: &str| Pattern::new(expression).unwrap();
    let mut source = PairSource::new(format, LabelScheme::judgments());
    let none_of = vec![Wanted::Text("9".to_owned()), Wanted::Number(3.0)];
    let range = Condition { from: Some(0.0), below: Some(1e9), ..Condition::default() };
    let replace = IdStep::Replace { pattern: pattern("^0+|[a-z]$"), with: "$0x".to_owned() };
    let judgments = vec![Judgment::Unknown, Judgment::Entailment];
    source.columns = PairColumns {
        only_named: true,
        id: vec!["id".to_owned()],
        origin: Some("origin".to_owned()),
        gold: Some("weight".to_owned()),
        keep: Subset(vec![
            ("id".to_owned(), Condition { none_of, ..Condition::default() }),
            ("@row".to_owned(), range),
        ]),
        ids: IdRewriting(vec![replace, IdStep::Lower]),
        derived: DerivedAttributes(vec![(
            "id".to_owned(),
            pattern("(?<letter>[a-z])|(?<digit>[0-9])"),
        )]),
        gold_bounds: GoldBounds::new(vec![0.5], judgments).ok(),
        repeated: phenom_dataset::Repeated::GatherTags,
        ..PairColumns::default()
    };
    source
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
        lists: Lists::AsFirstCell,
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

pub(super) fn read_pair_file(source: &PairSource, input: &[u8]) {
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    let opened = match source.format {
        PairFormat::Table(format) => opened(format, input),
        _ => stream(input),
    };
    read_pairs(source, "pairs", opened, &mut builder);
    judge(builder.finish(), input);
}
