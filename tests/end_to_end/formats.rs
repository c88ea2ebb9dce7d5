//! One small decomposed dataset in every format gives the same scores.

use std::io::Write;

use polars::prelude::{Column, DataFrame, NamedFrom, ParquetWriter, Series};

use super::scene::{Scene, scores};

const JSONL: &str = r#"{"id": "a", "text": "T", "hypothesis": "H", "gold": "entailment", "task": "QA", "monothematic": [{"id": "a.1", "gold": "entailment", "phenomena": ["lexical:synonymy"]}, {"id": "a.2", "gold": "contradiction", "phenomena": ["syntactic:negation"]}]}
{"id": "b", "gold": "contradiction", "task": "IE", "monothematic": [{"id": "b.1", "gold": "contradiction", "phenomena": ["syntactic:negation"]}]}
"#;

const CSV: &str = "\
id,origin,text,hypothesis,gold,category,phenomenon,task
a,,T,H,entailment,,,QA
b,,,,contradiction,,,IE
a.1,a,T,,entailment,lexical,synonymy,
a.2,a,T,,contradiction,syntactic,negation,
b.1,b,,,contradiction,syntactic,negation,
";

const ANSWERS: &str = "\
id,label,confidence
a,entailment,0.9
b,entailment,0.8
a.1,entailment,0.7
a.2,entailment,0.6
b.1,contradiction,0.5
";

const CONFIG: &str = "\
dataset: {path: pairs.EXT}
systems: [{name: A, predictions: answers.csv}]
output: report
report: {figures: [], formats: [csv]}
";

fn cells(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect()).collect()
}

fn ndjson(csv: &str) -> String {
    let rows = cells(csv);
    let (header, rows) = rows.split_first().unwrap();
    rows.iter()
        .map(|row| {
            let object: serde_json::Map<String, serde_json::Value> = header
                .iter()
                .zip(row)
                .filter(|(_, cell)| !cell.is_empty())
                .map(|(name, cell)| {
                    let number = (*name == "confidence").then(|| cell.parse::<f64>().unwrap());
                    ((*name).to_owned(), number.map_or((*cell).into(), Into::into))
                })
                .collect();
            // A row without an origin is an original, whether the key is absent or null.
            format!("{}\n", serde_json::Value::Object(object))
        })
        .collect()
}

fn parquet(csv: &str) -> Vec<u8> {
    let rows = cells(csv);
    let (header, rows) = rows.split_first().unwrap();
    let columns = header.iter().enumerate().map(|(at, name)| {
        if *name == "confidence" {
            let values: Vec<f64> = rows.iter().map(|row| row[at].parse().unwrap()).collect();
            return Column::from(Series::new((*name).into(), values));
        }
        let values: Vec<Option<&str>> =
            rows.iter().map(|row| Some(row[at]).filter(|cell| !cell.is_empty())).collect();
        Column::from(Series::new((*name).into(), values))
    });
    let mut frame = DataFrame::new(rows.len(), columns.collect()).unwrap();
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
    bytes
}

fn scene(extension: &str, pairs: &[u8], answers: (&str, &[u8])) -> Scene {
    let config = CONFIG.replace("EXT", extension).replace("answers.csv", answers.0);
    let pairs = (format!("pairs.{extension}"), pairs);
    Scene::new([("c.yaml", config.as_bytes()), (&pairs.0, pairs.1), answers])
}

fn scores_of(scene: &Scene) -> String {
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    scene.read("report/scores.csv")
}

#[test]
fn every_format_gives_the_same_scores() {
    let expected =
        scores_of(&scene("jsonl", JSONL.as_bytes(), ("answers.csv", ANSWERS.as_bytes())));
    let tsv = |csv: &str| csv.replace(',', "\t").into_bytes();
    let cases: [(&str, Vec<u8>, &str, Vec<u8>); 6] = [
        ("csv", CSV.into(), "answers.tsv", tsv(ANSWERS)),
        ("tsv", tsv(CSV), "answers.ndjson", ndjson(ANSWERS).into()),
        ("ndjson", ndjson(CSV).into(), "answers.parquet", parquet(ANSWERS)),
        ("parquet", parquet(CSV), "answers.csv", ANSWERS.into()),
        // A byte-order mark and the line ends of Windows.
        (
            "csv",
            [b"\xEF\xBB\xBF", CSV.replace('\n', "\r\n").as_bytes()].concat(),
            "answers.jsonl",
            ndjson(ANSWERS).replace('\n', "\r\n").into(),
        ),
        (
            "jsonl",
            [b"\xEF\xBB\xBF", JSONL.replace('\n', "\r\n").as_bytes()].concat(),
            "answers.csv",
            [b"\xEF\xBB\xBF", ANSWERS.as_bytes()].concat(),
        ),
    ];
    for (extension, pairs, answers, content) in cases {
        let ours = scores_of(&scene(extension, &pairs, (answers, &content)));
        assert_eq!(ours, expected, "{extension} {answers}");
    }
}

/// The rows of a table as a JSON list, as an object with ids as keys, and as a list of lists.
fn documents(csv: &str) -> [String; 3] {
    let rows: Vec<serde_json::Value> =
        ndjson(csv).lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let by_id: serde_json::Map<String, serde_json::Value> =
        rows.iter().map(|row| (row["id"].as_str().unwrap().to_owned(), row.clone())).collect();
    let lists: Vec<Vec<&str>> = cells(csv);
    [
        serde_json::to_string_pretty(&rows).unwrap(),
        serde_json::to_string(&by_id).unwrap(),
        serde_json::to_string(&lists).unwrap(),
    ]
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn json_documents_and_compressed_files_give_the_same_scores() {
    let expected =
        scores_of(&scene("jsonl", JSONL.as_bytes(), ("answers.csv", ANSWERS.as_bytes())));
    let answers = documents(ANSWERS);
    let cases = documents(CSV).into_iter().zip(["answers.json", "answers.jsonl", "answers.ndjson"]);
    for (pairs, name) in cases {
        let ours = scores_of(&scene("json", pairs.as_bytes(), (name, answers[0].as_bytes())));
        assert_eq!(ours, expected, "{name}");
    }
    // Objects come in the order of their keys, and so do parts.
    let [list, by_id, _] = answers;
    for answers in [list, by_id] {
        let pairs = gzipped(JSONL);
        let ours = scores_of(&scene("jsonl.gz", &pairs, ("answers.json.gz", &gzipped(&answers))));
        assert_eq!(ours, expected);
    }
    let layout = "\
dataset:
  path: pairs.txt
  format: csv
  delimiter: \";\"
  header: none
  skip-rows: 1
  skip-lines-starting: [\"#\", \"//\"]
  ragged: fill
  columns: {id: \"@1\", origin: \"@2\", text: \"@3\", hypothesis: \"@4\", gold: \"@5\", category: \"@6\", phenomenon: \"@7\", task: \"@8\"}
systems: [{name: A, predictions: answers.csv}]
output: report
report: {figures: [], formats: [csv]}
";
    let pairs = CSV.replace("id,", "Exported by hand\r\n# ").replace(",\n", "\n").replace(',', ";");
    let pairs = pairs.replace('\n', "\r\n// a comment\r\n");
    let files: [(&str, &[u8]); 3] = [
        ("c.yaml", layout.as_bytes()),
        ("pairs.txt", pairs.as_bytes()),
        ("answers.csv", ANSWERS.as_bytes()),
    ];
    assert_eq!(scores_of(&Scene::new(files)), expected);
}

/// What a student has: a gold CSV with list cells, and three files of answers, one with probabilities.
#[test]
fn list_cells_and_probabilities_in_a_list_give_right_figures() {
    let config = "\
dataset: {path: gold.csv, phenomena: {columns: [tags], category: logic}}
systems:
  - {name: Labels, predictions: a.csv}
  - {name: Cells, predictions: b.csv, columns: {id: id, probabilities: {column: p, order: [unknown, entailment, contradiction]}}}
  - {name: Lists, predictions: c.ndjson, columns: {id: id, log-likelihoods: {column: p.all, order: [unknown, entailment, contradiction]}}}
output: report
report: {figures: [], formats: [csv]}
";
    let gold = "id,gold,tags\r\n1,entailment,\"['negation', 'modality']\"\r\n2,unknown,[]\r\n\
                3,contradiction,\"['negation']\"\r\n";
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("gold.csv", gold.as_bytes()),
        ("a.csv", b"id,label\n1,entailment\n2,entailment\n3,entailment\n"),
        ("b.csv", b"id,p\n1,\"[0.1, 0.8, 0.1]\"\n2,[0.7 0.2 0.1]\n3,0.4 0.5 0.1\n"),
        (
            "c.ndjson",
            b"{\"id\": 1, \"p\": {\"all\": [-9, -1.5, -3]}}\n{\"id\": 2, \"p\": {\"all\": [-2, -1, -3]}}\n\
              {\"id\": 3, \"p\": {\"all\": [-9, -9, -3]}}\n",
        ),
    ]);
    let scores = scores(&scores_of(&scene));
    let right = |system: &str, kind: &str, slice: &str| {
        let key = [system, "original", kind, slice, "accuracy"].map(str::to_owned);
        format!("{}/{}", scores[&key]["numerator"], scores[&key]["denominator"])
    };
    assert_eq!(
        ["Labels", "Cells", "Lists"].map(|name| right(name, "all", "")),
        ["1/3", "2/3", "2/3"]
    );
    let negation =
        ["Labels", "Cells", "Lists"].map(|name| right(name, "phenomenon", "logic:negation"));
    assert_eq!(negation, ["1/2", "1/2", "2/2"]);
    assert_eq!(right("Lists", "phenomenon", "logic:modality"), "1/1");
}

#[test]
fn lists_and_truth_values_of_parquet_are_read() {
    let list = |members: &[&str]| Series::new("".into(), members);
    let tags = [list(&["negation", "modality"]), list(&[]), list(&["negation"])];
    let columns = vec![
        Column::from(Series::new("id".into(), [1i64, 2, 3])),
        Column::from(Series::new("gold".into(), [true, false, true])),
        Column::from(Series::new("tags".into(), tags)),
    ];
    let mut bytes = Vec::new();
    let mut frame = DataFrame::new(3, columns).unwrap();
    ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
    let config = "\
dataset:
  path: pairs.parquet
  labels: {true: entailment, false: unknown}
  phenomena: {columns: [tags], category: logic}
systems: [{name: A, algorithm: linguistic-biased}]
";
    let scene = Scene::new([("c.yaml", config.as_bytes()), ("pairs.parquet", &bytes)]);
    let outcome = scene.phenom(&["check", "c.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("3: 2 entailment, 1 unknown"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("2 negation, 1 modality"), "{}", outcome.stdout);
}

#[test]
fn check_warns_where_most_tags_are_on_one_pair() {
    let warned = |tags: &dyn Fn(u32) -> String| {
        let rows: String =
            (1..=24).map(|row| format!("{row},entailment,x:{}\n", tags(row))).collect();
        let scene = Scene::new([("pairs.csv", format!("id,gold,phenomenon\n{rows}").as_bytes())]);
        let outcome = scene.phenom(&["check", "pairs.csv"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        outcome.stdout.contains("24 of 24 phenomena occur on one pair only, such as `note 1`")
    };
    assert!(warned(&|row| format!("note {row}")));
    assert!(!warned(&|row| format!("note {}", row % 3)));
}

#[test]
fn the_scores_are_those_by_hand() {
    let scene = scene("jsonl", JSONL.as_bytes(), ("answers.csv", ANSWERS.as_bytes()));
    let scores = scores(&scores_of(&scene));
    let value = |population: &str, kind: &str, slice: &str, measure: &str| {
        let key = ["A", population, kind, slice, measure].map(str::to_owned);
        scores[&key]["value"].parse::<f64>().ok()
    };
    // Right: a, a.1, b.1; wrong: b, a.2. One of two originals, two of three parts.
    assert_eq!(value("original", "all", "", "accuracy"), Some(0.5));
    assert_eq!(value("monothematic", "all", "", "accuracy"), Some(2.0 / 3.0));
    assert_eq!(value("decomposition", "all", "", "correlation_index"), Some(0.75));
    // Negation: originals a (right) and b (wrong), parts a.2 (wrong) and b.1 (right).
    let negation = value("decomposition", "phenomenon", "syntactic:negation", "correlation_index");
    assert_eq!(negation, Some(1.0));
    // A monothematic pair is of its original's task.
    assert_eq!(value("monothematic", "task", "QA", "accuracy"), Some(0.5));
    // Originals: gold E C, answers E E. I = 0; kappa = (1/2 - 1/2) / (1 - 1/2) = 0.
    assert_eq!(value("original", "all", "", "mutual_information"), Some(0.0));
    assert_eq!(value("original", "all", "", "kappa"), Some(0.0));
    // b: the pair is wrong and its part right: 0; a: right, and one of two parts right: 2.
    assert_eq!(value("decomposition", "pair", "b", "correlation_index"), Some(0.0));
    assert_eq!(value("decomposition", "pair", "a", "correlation_index"), Some(2.0));
}

#[test]
fn originals_and_monothematic_pairs_may_stand_in_two_files_with_other_columns() {
    let expected =
        scores_of(&scene("jsonl", JSONL.as_bytes(), ("answers.csv", ANSWERS.as_bytes())));
    let config = "\
dataset:
  originals: {path: o.csv, labels: nli, columns: {id: pair, gold: label, task: kind}}
  monothematic:
    path: m.tsv
    columns: {id: nr, origin: parent, gold: judgment, phenomenon: tag}
systems:
  - name: A
    predictions: [answers-o.csv, answers-m.csv]
    columns: {id: nr, label: says, confidence: score}
output: report
report: {figures: [], formats: [csv]}
";
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("o.csv", b"label,pair,kind\nentailment,a,QA\ncontradiction,b,IE\n".as_slice()),
        (
            "m.tsv",
            b"nr\tparent\tjudgment\ttag\na.1\ta\tentailment\tlexical:synonymy\n\
              a.2\ta\tcontradiction\tsyntactic:negation\nb.1\tb\tcontradiction\tsyntactic:negation\n",
        ),
        ("answers-o.csv", b"nr,says,score\na,entailment,0.9\nb,entailment,0.8\n"),
        ("answers-m.csv", b"nr,says,score\na.1,entailment,0.7\na.2,entailment,0.6\nb.1,contradiction,0.5\n"),
    ]);
    assert_eq!(scores_of(&scene), expected);
}

#[test]
fn a_corrupted_parquet_file_is_an_error_and_no_panic() {
    let whole = parquet(CSV);
    let mut mutated = 0;
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0xFF;
        let scene = scene("parquet", &bytes, ("answers.csv", ANSWERS.as_bytes()));
        let outcome = scene.phenom(&["check", "pairs.parquet"]);
        assert!(
            matches!(outcome.code, Some(0 | 2)),
            "byte {at}: {:?} {}",
            outcome.code,
            outcome.stderr
        );
        assert!(!outcome.stderr.contains("panicked"), "byte {at}: {}", outcome.stderr);
        mutated += u32::from(outcome.code == Some(2));
    }
    assert!(mutated > 0, "no mutation was noticed");
}

#[test]
fn a_parquet_file_that_claims_more_than_it_has_is_refused() {
    let refused = |bytes: &[u8], message: &str| {
        let scene = scene("parquet", bytes, ("answers.csv", ANSWERS.as_bytes()));
        let outcome = scene.phenom(&["check", "pairs.parquet"]);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    };
    let list = include_bytes!("../fuzz/corpus/pairs-parquet/a-list-longer-than-the-footer.parquet");
    refused(list, "the list of its columns, at its end, is damaged");
    // The number of rows as the footer has it, twice as large, between its type and that of the list of
    // row groups.
    let mut bytes = parquet(CSV);
    let rows = u8::try_from(2 * (CSV.lines().count() - 1)).unwrap();
    let place = bytes.windows(3).position(|field| field == [0x16, rows, 0x19]).unwrap();
    bytes[place + 1] += 2;
    refused(&bytes, "it does not contain as many rows as it declares");
}

#[test]
fn missing_answers_count_as_the_config_says_and_coverage_is_told() {
    let answers = "id,label\na,entailment\na.1,entailment\na.2,\nb.1,contradiction\n";
    let run = |missing: &str| {
        let scene = scene("jsonl", JSONL.as_bytes(), ("answers.csv", answers.as_bytes()));
        let config = scene
            .read("c.yaml")
            .replace("answers.csv", &format!("answers.csv, missing: {missing}"));
        scene.write("c.yaml", config.as_bytes());
        let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let scores = scores(&scene.read("report/scores.csv"));
        let key = ["A", "original", "all", "", "accuracy"].map(str::to_owned);
        let row = &scores[&key];
        let said = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        (format!("{}/{}", row["numerator"], row["denominator"]), said)
    };
    let (wrong, said) = run("wrong");
    assert_eq!(wrong, "1/2");
    let told = "A has predictions for 1 of 2 original and 3 of 3 monothematic pairs. The others count as wrong.";
    assert!(said.contains(told), "{said}");
    let (skipped, said) = run("skip");
    assert_eq!(skipped, "1/1");
    assert!(said.contains("The others are excluded from its scores."), "{said}");
}
