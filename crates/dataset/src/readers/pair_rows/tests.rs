use super::*;
use crate::{
    Dataset, Judgment, KeepTexts, LabelScheme, PairFormat, Problems, TableOptions, WriteFormat,
    read_pairs, write_dataset,
};

fn load(format: PairFormat, text: &str, counts: &[(Judgment, &str)]) -> Result<Dataset, Problems> {
    let mut source = PairSource::new(format, LabelScheme::judgments());
    source.options = TableOptions::default();
    source.columns.annotator_counts =
        counts.iter().map(|(judgment, name)| (*judgment, (*name).to_owned())).collect();
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    let input = Input::Stream(Box::new(std::io::Cursor::new(text.to_owned())));
    read_pairs(&source, "pairs", input, &mut builder);
    builder.finish()
}

const COUNTER: [(Judgment, &str); 3] = [
    (Judgment::Entailment, "label_counter.e"),
    (Judgment::Unknown, "label_counter.n"),
    (Judgment::Contradiction, "label_counter.c"),
];

#[test]
fn counts_of_annotators_are_read_from_a_counter_and_written_without_loss() {
    let lines = r#"{"id": "a", "gold": "unknown", "label_counter": {"n": 70, "e": 30}}
{"id": "b", "gold": "unknown", "label_counter": {"c": 100}}
{"id": "c", "gold": "unknown"}
"#;
    let ndjson = PairFormat::Table(TableFormat::Ndjson);
    let dataset = load(ndjson, lines, &COUNTER).unwrap();
    let expected = [Some([30, 70, 0, 0]), Some([0, 0, 100, 0]), None];
    assert_eq!([0, 1, 2].map(|row| dataset.annotator_counts(row)), expected);
    assert!(dataset.is_annotated());
    let written = [
        (WriteFormat::PhenomJsonl, PairFormat::PhenomJsonl),
        (WriteFormat::Flat(TableFormat::Csv), PairFormat::Table(TableFormat::Csv)),
        (WriteFormat::Flat(TableFormat::Ndjson), ndjson),
    ];
    for (write, read) in written {
        let mut text = Vec::new();
        write_dataset(&dataset, write, &mut text).unwrap();
        let back = load(read, &String::from_utf8(text).unwrap(), &[]).unwrap();
        assert_eq!([0, 1, 2].map(|row| back.annotator_counts(row)), expected);
    }
}

#[test]
fn further_judgments_need_a_first_one() {
    let csv = PairFormat::Table(TableFormat::Csv);
    let problems = load(csv, "id,gold,also_gold\na,,unknown\n", &[]).unwrap_err();
    assert_eq!(problems.to_string(), "pairs:2: `a` has `also_gold` and no `gold`");
}

#[test]
fn bad_counts_are_told() {
    let ndjson = PairFormat::Table(TableFormat::Ndjson);
    let lines = "{\"id\": \"a\", \"gold\": null, \"label_counter\": {\"n\": -7, \"e\": 30}}\n";
    assert_eq!(
        load(ndjson, lines, &COUNTER).unwrap_err().to_string(),
        "pairs:1: `label_counter.n` (asked for by `columns.annotator-counts`) contains `-7`, expected a whole number from 0 to 65535\n\
         pairs: no pair has a count in `label_counter.c`"
    );
    let csv = PairFormat::Table(TableFormat::Csv);
    let counts = [(Judgment::Entailment, "e"), (Judgment::Unknown, "n")];
    let missing = load(csv, "id,gold,e\na,unknown,3\n", &counts).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "pairs:1: there is no column `n` (asked for by `columns.annotator-counts`); the columns are `id`, `gold`, `e`"
    );
}
