//! Every error that a user can provoke: one clear message each, exit code 2, nothing written.
//!
//! A case is a name, the arguments, and the files that differ from those of a good evaluation. Its
//! message is a snapshot: read it as the user would.

use super::scene::{Scene, assert_snapshot};

const CONFIG: &str = "\
dataset:
  path: pairs.csv
systems:
  - name: A
    predictions: a.csv
output: report
";

const PAIRS: &str = "\
id,origin,gold,category,phenomenon
1,,entailment,,
2,,contradiction,,
1.1,1,entailment,lexical,synonymy
2.1,2,contradiction,lexical,antonymy
";

const ANSWERS: &str = "id,label\n1,entailment\n2,entailment\n1.1,entailment\n2.1,contradiction\n";

fn case(name: &str, files: &[(&str, &[u8])]) {
    case_with(name, &["run", "c.yaml", "--all"], files);
}

fn case_with(name: &str, arguments: &[&str], files: &[(&str, &[u8])]) {
    let good: [(&str, &[u8]); 3] = [
        ("c.yaml", CONFIG.as_bytes()),
        ("pairs.csv", PAIRS.as_bytes()),
        ("a.csv", ANSWERS.as_bytes()),
    ];
    let scene = Scene::new(good.into_iter().chain(files.iter().copied()));
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(2), "{name}: {}{}", outcome.stdout, outcome.stderr);
    assert_eq!(outcome.stdout, "", "{name}");
    assert!(!scene.path().join("report").is_dir(), "{name}: something was written");
    let message = outcome.stderr.replace(scene.path().to_str().unwrap(), "FOLDER");
    assert_snapshot!(name, message);
}

/// The good config with one text in it changed.
fn config(from: &str, to: &str) -> Vec<u8> {
    assert!(CONFIG.contains(from), "{from}");
    CONFIG.replace(from, to).into_bytes()
}

#[test]
fn the_good_evaluation_is_good() {
    let scene = Scene::new([
        ("c.yaml", CONFIG.as_bytes()),
        ("pairs.csv", PAIRS.as_bytes()),
        ("a.csv", ANSWERS.as_bytes()),
    ]);
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
}

#[test]
fn configs() {
    case("config_unknown_keys", &[("c.yaml", &config("name: A", "nmae: A\n    lables: nli"))]);
    let measures = "measures: [accuracy, mutual_informaton]\noutput";
    case("config_unknown_measure", &[("c.yaml", &config("output", measures))]);
    case("config_unknown_format", &[("c.yaml", &config("pairs.csv", "pairs.csv\n  format: cvs"))]);
    case("config_unknown_scheme", &[("c.yaml", &config("pairs.csv", "pairs.csv\n  labels: rte5"))]);
    case(
        "config_unknown_judgment",
        &[("c.yaml", &config("pairs.csv", "pairs.csv\n  labels: {NO: contradicted}"))],
    );
    case(
        "config_wrong_types",
        &[("c.yaml", b"dataset: pairs.csv\nsystems: {name: A}\noutput: 3\n")],
    );
    case("config_nothing_said", &[("c.yaml", b"dataset:\nsystems: []\n")]);
    case("config_no_files", &[("c.yaml", b"dataset: {labels: nli}\nsystems: [{name: A}]\n")]);
    case(
        "config_duplicate_key",
        &[("c.yaml", b"dataset: {path: pairs.csv}\ndataset: {path: b.csv}\n")],
    );
    case("config_not_yaml", &[("c.yaml", b"dataset: {path: pairs.csv\nsystems: x\n")]);
    case("config_empty", &[("c.yaml", b"\n")]);
    case("config_not_utf8", &[("c.yaml", b"title: caf\xE9\n")]);
    let bomb: String = (1..10)
        .map(|level| {
            format!("k{level}: &k{level} [{}]\n", vec![format!("*k{}", level - 1); 9].join(", "))
        })
        .collect();
    case("config_alias_bomb", &[("c.yaml", format!("k0: &k0 [x]\n{bomb}").as_bytes())]);
    case_with("config_missing", &["run", "d.yaml"], &[]);
    case_with("config_is_a_folder", &["run", "."], &[]);
    let twice = "name: A\n    predictions: a.csv\n  - name: A";
    case("config_two_systems_with_one_name", &[("c.yaml", &config("name: A", twice))]);
    let misplaced = "predictions: a.csv\n    algorithm: linguistic-biased";
    case(
        "config_predictions_and_algorithm",
        &[("c.yaml", &config("predictions: a.csv", misplaced))],
    );
    let misplaced = "algorithm: linguistic-biased\n    missing: skip\n    columns: {id: x}";
    case("config_keys_out_of_place", &[("c.yaml", &config("predictions: a.csv", misplaced))]);
    let both = "pairs.csv\n  originals: {path: pairs.csv}";
    case("config_path_and_originals", &[("c.yaml", &config("pairs.csv", both))]);
}

#[test]
fn values_that_a_key_does_not_have() {
    let more = |lines: &str| config("output: report\n", lines);
    case("value_format", &[("c.yaml", &more("report: {formats: [html5]}\n"))]);
    case("value_order", &[("c.yaml", &more("report: {order: alphabetic, shares: percentage}\n"))]);
    case("value_rank_by", &[("c.yaml", &more("rank-by: acuracy\ntask: 2way\nweighting: rank\n"))]);
    case("value_no_text", &[("c.yaml", &more("task: 2\nreport: {formats: [3]}\n"))]);
    case(
        "value_statistics",
        &[("c.yaml", &more("statistics: {compare: some, correction: bonferroni}\n"))],
    );
    let system = "a.csv\n    ranking: entail\n    positive: yes\n    missing: ignore";
    case("value_system", &[("c.yaml", &config("a.csv", system))]);
    let percent = "a.csv\n    columns: {score: s}\n    threshold: 83%";
    let percent = config("a.csv", percent);
    case(
        "value_percent",
        &[("c.yaml", &[&percent[..], b"statistics: {confidence-level: 95%}\n"].concat())],
    );
    case("value_gold_sets", &[("c.yaml", &config("pairs.csv", "pairs.csv\n  gold-sets: all"))]);
    let systems: String =
        (0..30).map(|n| format!("  - {{name: S{n}, predictions: a.csv}}\n")).collect();
    let many = config("  - name: A\n    predictions: a.csv\n", &systems);
    let unknown = [many.as_slice(), b"statistics: {baseline: unknown}\n"].concat();
    case("value_of_many_systems", &[("c.yaml", &unknown)]);
}

#[test]
fn slips_in_yaml() {
    let path = |path: &str| config("path: pairs.csv", path);
    case("yaml_backslash", &[("c.yaml", &path(r#"path: "C:\Users\me\pairs.csv""#))]);
    case("yaml_backslash_that_is_an_escape", &[("c.yaml", &path(r#"path: "C:\temp\pairs.csv""#))]);
    case("yaml_backslash_as_a_tab", &[("c.yaml", &path(r#"path: "C:\temp\new.csv""#))]);
    case("yaml_no_blank", &[("c.yaml", &path("path:pairs.csv"))]);
    case("yaml_no_blank_in_braces", &[("c.yaml", &path("{path:pairs.csv}"))]);
    case("yaml_equals", &[("c.yaml", &path("path = pairs.csv"))]);
    case("yaml_no_blank_at_the_end", &[("c.yaml", &config("output: ", "output:"))]);
    case("yaml_no_blank_in_a_list", &[("c.yaml", &config("name: A", "name:A"))]);
    case("yaml_hyphen", &[("c.yaml", &config("- name", "-name"))]);
    case("yaml_no_colon", &[("c.yaml", &config("dataset:", "dataset"))]);
    case("yaml_tab", &[("c.yaml", &config("  path", "\tpath"))]);
    case("yaml_special", &[("c.yaml", &path("path: *.csv"))]);
    case("yaml_tag", &[("c.yaml", &config("name: A", "name: !A"))]);
    case("yaml_colon_in_a_text", &[("c.yaml", &config("name: A", "name: A: B"))]);
    case("yaml_apostrophe", &[("c.yaml", &config("name: A", "name: 'it's'"))]);
    case("yaml_quote_not_closed", &[("c.yaml", &config("name: A", "name: \"A"))]);
    case("yaml_bracket_not_closed", &[("c.yaml", &config("name: A", "name: [A"))]);
    case("yaml_under_a_value", &[("c.yaml", &config("dataset:", "dataset: pairs.csv"))]);
    case("yaml_out_of_column", &[("c.yaml", &config("    predictions", "   predictions"))]);
    case("yaml_two_documents", &[("c.yaml", &config("output", "---\noutput"))]);
}

#[test]
fn data_where_a_config_is_expected() {
    let json_lines = b"{\"id\": \"1\", \"gold\": \"entailment\"}\n{\"id\": \"2\"}\n";
    case_with("no_config_jsonl", &["power", "p.jsonl"], &[("p.jsonl", json_lines)]);
    case_with("no_config_one_line", &["power", "p.jsonl"], &[("p.jsonl", b"{\"id\": \"1\"}\n")]);
    case_with("no_config_csv", &["compare", "pairs.csv"], &[]);
    case_with("no_config_xml", &["agree", "p.xml"], &[("p.xml", b"<?xml version=\"1.0\"?>")]);
    case_with("no_config_parquet", &["power", "p.dat"], &[("p.dat", b"PAR1\0\xff")]);
    case_with("no_config_tabs", &["justify", "p.txt"], &[("p.txt", b"id\tlabel\n1\tYES\n")]);
    case_with("no_config_zip", &["run", "p.yaml"], &[("p.yaml", b"PK\x03\x04\0\xff")]);
    case_with("no_config_binary", &["run", "p"], &[("p", b"\x7fELF\0\xff")]);
}

#[test]
fn score_with_its_arguments_swapped() {
    case_with("score_swapped", &["score", "a.csv", "pairs.csv"], &[]);
    let jsonl = b"{\"id\": \"1\", \"gold\": \"YES\"}\n";
    case_with(
        "score_swapped_among_several",
        &["score", "a.csv", "b.csv", "p.jsonl", "--labels", "YES=entailment,NO=not-entailment"],
        &[("p.jsonl", jsonl), ("a.csv", b"id,label\n1,NO\n"), ("b.csv", b"id,label\n1,YES\n")],
    );
    // Not swapped: the first file is a gold file with a mistake in it.
    case_with(
        "score_not_swapped",
        &["score", "b.csv", "pairs.csv"],
        &[("b.csv", b"id,gold\n1,entialment\n")],
    );
}

#[test]
fn files() {
    case("file_missing", &[("c.yaml", &config("pairs.csv", "pair.csv"))]);
    case(
        "file_is_a_folder",
        &[("c.yaml", &config("pairs.csv", "folder.csv")), ("folder.csv/x", b"")],
    );
    case("file_empty", &[("pairs.csv", b"")]);
    case("file_header_only", &[("pairs.csv", b"id,gold\n")]);
    case("file_not_utf8", &[("pairs.csv", b"id,gold\n1,entailment\n2,contradi\xE7\xE3o\n")]);
    case("file_utf16", &[("pairs.csv", b"\xFF\xFEi\0d\0")]);
    case(
        "file_ending_unknown",
        &[("c.yaml", &config("pairs.csv", "pairs.dat")), ("pairs.dat", b"x")],
    );
    case("csv_ragged", &[("pairs.csv", b"id,gold\n1,entailment,more\n2\n")]);
    case("csv_column_missing", &[("pairs.csv", b"id,glod\n1,entailment\n")]);
    case("csv_column_misspelt", &[("pairs.csv", b"id,orgin,gold\n1,,entailment\n")]);
    case("csv_column_twice", &[("pairs.csv", b"id,gold,id\n1,entailment,1\n")]);
    let tags = config("pairs.csv", "pairs.csv\n  phenomena: {columns: [tags], category: logic}");
    for (name, cells) in [
        ("csv_tags_in_one_cell", ["negation", "negation;modality"]),
        ("csv_tags_in_brackets_later", ["negation", "\"['negation', 'modality']\""]),
        ("csv_tags_in_brackets_first", ["\"['negation', 'modality']\"", "negation"]),
    ] {
        let [first, second] = cells;
        let pairs = format!("id,gold,tags\r\n1,entailment,{first}\r\n2,contradiction,{second}\r\n");
        case(name, &[("c.yaml", &tags), ("pairs.csv", pairs.as_bytes())]);
    }
    let place =
        config("pairs.csv", "pairs.csv\n  header: none\n  columns: {id: \"@1\", gold: \"@9\"}");
    case("csv_without_that_many_columns", &[("c.yaml", &place)]);
    case("csv_id_empty", &[("pairs.csv", b"id,gold\n,entailment\n")]);
    let jsonl = config("pairs.csv", "pairs.jsonl");
    let cut_off = br#"{"id": "1", "gold": "entailment", "monothem"#;
    case("jsonl_cut_off", &[("c.yaml", &jsonl), ("pairs.jsonl", cut_off)]);
    let unknown = br#"{"id": "1", "gold": "entailment", "phenomenon": ["a:b"]}"#;
    case("jsonl_unknown_field", &[("c.yaml", &jsonl), ("pairs.jsonl", unknown)]);
    let deep = format!("{{\"id\": {}1{}}}", "[".repeat(3000), "]".repeat(3000));
    case("jsonl_deep", &[("c.yaml", &jsonl), ("pairs.jsonl", deep.as_bytes())]);
    let ndjson = config("pairs.csv", "pairs.ndjson");
    let wrong = b"{\"id\": 1.5, \"gold\": \"entailment\"}\n{\"id\": 2, \"gold\": [\"entailment\"]}\n{\"id\": 3}\n[1]\n";
    case("ndjson_wrong_values", &[("c.yaml", &ndjson), ("pairs.ndjson", wrong)]);
    let deep = format!(
        "{{\"id\": \"1\", \"gold\": \"entailment\", \"x\": {}1{}}}",
        "[".repeat(3000),
        "]".repeat(3000)
    );
    case("ndjson_deep", &[("c.yaml", &ndjson), ("pairs.ndjson", deep.as_bytes())]);
    let parquet = config("pairs.csv", "pairs.parquet");
    case("parquet_is_something_else", &[("c.yaml", &parquet), ("pairs.parquet", b"id,gold\n")]);
    case("parquet_empty", &[("c.yaml", &parquet), ("pairs.parquet", b"")]);
}

/// Files that are something else than their name or the config says.
#[test]
fn other_files() {
    let ndjson = config("pairs.csv", "pairs.ndjson");
    let list = b"[{\"id\": \"1\", \"gold\": \"entailment\"},\n{\"id\": \"2\", \"gold";
    case("ndjson_is_a_list_cut_off", &[("c.yaml", &ndjson), ("pairs.ndjson", list)]);
    let list = config("pairs.csv", "pairs.jsonl\n  format: phenom-jsonl");
    case("jsonl_is_a_list", &[("c.yaml", &list), ("pairs.jsonl", b"[\n{}\n]")]);
    let json = config("pairs.csv", "pairs.json");
    case("json_is_one_row", &[("c.yaml", &json), ("pairs.json", b"{\"id\": \"1\"}\n")]);
    let by_columns =
        br#"{"id": {"0": "1", "1": "2"}, "gold": {"0": "entailment", "1": "contradiction"}}"#;
    case("json_by_columns", &[("c.yaml", &json), ("pairs.json", by_columns)]);
    let rows = config("pairs.csv", "pairs.json\n  rows: data.row");
    let data = b"{\"data\":\n{\"rows\": []}}";
    case("json_without_its_rows", &[("c.yaml", &rows), ("pairs.json", data)]);
    let parts =
        "pairs.json\n  parts: {list: claims, columns: {hypothesis: \".\", gold: \"labels[*]\"}}";
    let uneven =
        br#"[{"id": "1", "gold": "entailment", "claims": ["a", "b"], "labels": ["entailment"]}]"#;
    let parts = config("pairs.csv", parts);
    case("json_lists_of_two_lengths", &[("c.yaml", &parts), ("pairs.json", uneven)]);
    let no_key = br#"[{"id": "1", "gold": "entailment", "claims": ["a", "b"]}]"#;
    case("json_parts_without_labels", &[("c.yaml", &parts), ("pairs.json", no_key)]);
    let jsonl = config("pairs.csv", "pairs.jsonl");
    let twice = br#"{"id": "1", "gold": "entailment", "attributes": {"a": "x", "a": "y"}}"#;
    case("jsonl_key_twice", &[("c.yaml", &jsonl), ("pairs.jsonl", twice)]);
    let twice = br#"{"id": "1", "gold": "entailment", "more": [{"a": 1, "a": 2}]}"#;
    case("ndjson_key_twice", &[("c.yaml", &ndjson), ("pairs.ndjson", twice)]);
    case("csv_is_a_spreadsheet", &[("pairs.csv", b"PK\x03\x04\x14\0\x06\0")]);
    case("csv_is_compressed", &[("pairs.csv", b"\x1F\x8B\x08\0\0\0")]);
    case("csv_is_parquet", &[("pairs.csv", b"PAR1\x15\x04")]);
    case("csv_is_utf16", &[("pairs.csv", b"i\0d\0,\0")]);
    case("csv_has_semicolons", &[("pairs.csv", PAIRS.replace(',', ";").as_bytes())]);
    case("csv_has_tabs", &[("a.csv", ANSWERS.replace(',', "\t").as_bytes())]);
    case("csv_without_a_header", &[("a.csv", ANSWERS.trim_start_matches("id,label\n").as_bytes())]);
    let list = config(
        "predictions: a.csv",
        "predictions: a.csv\n    columns: {id: id, probabilities: {column: p, order: [entailment, unknown, contradiction]}}",
    );
    let two = b"id,p\n1,\"[0.5, 0.5]\"\n2,\"[0.5, 0.5, x]\"\n1.1,\"[0.5, 0.4, 0.3]\"\n";
    case("answers_list_of_numbers", &[("c.yaml", &list), ("a.csv", two)]);
    let percent = "id,label,confidence\n1,entailment,83%\n2,entailment,\"0,7\"\n";
    case("answers_percent", &[("a.csv", percent.as_bytes())]);
    let weights = b"id,gold,weight\n1,entailment,83%\n2,contradiction,1\n";
    case("pairs_percent", &[("pairs.csv", weights)]);
    let long = format!("id,label\n{},entailment\n", "x".repeat(1_000_000));
    case("answers_long_id", &[("a.csv", long.as_bytes())]);
}

#[test]
fn xml() {
    let xml = |labels: &str| config("pairs.csv", &format!("pairs.xml\n  labels: {labels}"));
    let two_way = xml("rte-two-way");
    case(
        "xml_without_a_scheme",
        &[("c.yaml", &config("pairs.csv", "pairs.xml")), ("pairs.xml", b"<a/>")],
    );
    let ampersand = b"<c>\n<pair id=\"1\" entailment=\"YES\">\n<t>V&A</t><h>H</h></pair>\n</c>";
    case("xml_not_well_formed", &[("c.yaml", &two_way), ("pairs.xml", ampersand)]);
    case(
        "xml_cut_off",
        &[("c.yaml", &two_way), ("pairs.xml", b"<c>\n<pair id=\"1\" entailment=\"YES\">\n<t>")],
    );
    let entity = b"<!DOCTYPE c [\n<!ENTITY x SYSTEM \"file:///etc/passwd\">\n]>\n<c>&x;</c>";
    case("xml_entity", &[("c.yaml", &two_way), ("pairs.xml", entity)]);
    case("xml_no_pair", &[("c.yaml", &two_way), ("pairs.xml", b"<c></c>")]);
    let shapes = b"<c>\n<pair id=\"1\" entailment=\"YES\"><t>T</t><t>U</t><h>H</h></pair>\n\
                   <pair id=\"2\" entailment=\"YES\" Task=\"IE\"><t>T</t><H>H</H></pair>\n\
                   <pair id=\"3\" entailment=\"YES\" value=\"NO\"><t>T</t><h>H</h></pair>\n\
                   <pair id=\"4\" entailment=\"YES\">oops<t>T</t></pair>\n</c>";
    case("xml_other_shapes", &[("c.yaml", &two_way), ("pairs.xml", shapes)]);
    let many: String = (0..50_000).map(|at| format!(" a{at}='1'")).collect();
    let many = format!("<c>\n<pair id='1' entailment='YES'{many}><t>T</t><h>H</h></pair></c>");
    case("xml_many_attributes", &[("c.yaml", &two_way), ("pairs.xml", many.as_bytes())]);
    let no_gold = b"<c>\n<pair id=\"1\" task=\"QA\"><t/><h/></pair>\n<pair entailment=\"NO\"/></c>";
    case("xml_attributes_missing", &[("c.yaml", &two_way), ("pairs.xml", no_gold)]);
}

#[test]
fn pairs() {
    case(
        "pairs_duplicate_id",
        &[("pairs.csv", b"id,gold\n1,entailment\n2,entailment\n1,contradiction\n")],
    );
    let two_files = "dataset:\n  originals: {path: pairs.csv}\n  monothematic: {path: b.csv}\nsystems: [{name: A, predictions: a.csv}]\n";
    let again = b"id,origin,gold\n2.1,2,entailment\n";
    case("pairs_duplicate_in_two_files", &[("c.yaml", two_files.as_bytes()), ("b.csv", again)]);
    case(
        "pairs_dangling_origin",
        &[("pairs.csv", b"id,origin,gold\nT-01,,entailment\nT-01.1,T-1,entailment\n")],
    );
    case(
        "pairs_nested",
        &[("pairs.csv", b"id,origin,gold\n1,,entailment\n2,1,entailment\n3,2,entailment\n")],
    );
    case("pairs_unmapped_label", &[("pairs.csv", b"id,gold\n1,YES\n2,NO\n3,YES\n")]);
    case("pairs_empty_part", &[("pairs.csv", b"id,gold,phenomenon\n1,entailment,lexical:\n")]);
    case(
        "pairs_no_phenomenon",
        &[("pairs.csv", b"id,gold,category,phenomenon\n1,entailment,lexical,\n")],
    );
    let many: String = (0..30).map(|id| format!("{id},entailment,lexical:\n")).collect();
    case("pairs_many_problems", &[("pairs.csv", format!("id,gold,phenomenon\n{many}").as_bytes())]);
}

#[test]
fn answers() {
    let rest = "2,entailment\n1.1,entailment\n2.1,contradiction\n";
    let answers = |first: &str| format!("id,label\n{first}{rest}").into_bytes();
    case(
        "answers_for_unknown_pairs",
        &[("a.csv", &answers("1,entailment\n1.l,entailment\n9,entailment\n"))],
    );
    case("answers_missing", &[("a.csv", b"id,label\n1,entailment\n2,entailment\n")]);
    case("answers_twice", &[("a.csv", &answers("1,entailment\n1,contradiction\n"))]);
    case("answers_unmapped_label", &[("a.csv", &answers("1,ENTAILMENT\n"))]);
    case("answers_bad_confidence", &[("a.csv", b"id,label,confidence\n1,entailment,NaN\n2,entailment,high\n1.1,entailment,1\n2.1,entailment,inf\n")]);
    case("answers_some_confidences", &[("a.csv", b"id,label,confidence\n1,entailment,1\n2,entailment,\n1.1,entailment,1\n2.1,entailment,1\n")]);
    let three_way = config("output", "task: three-way\noutput");
    case(
        "answers_two_way_for_three_way",
        &[("c.yaml", &three_way), ("a.csv", &answers("1,not-entailment\n"))],
    );
    let two_way_gold = b"id,gold\n1,entailment\n2,not-entailment\n1.1,entailment\n2.1,entailment\n";
    case("gold_two_way_for_three_way", &[("c.yaml", &three_way), ("pairs.csv", two_way_gold)]);
    let edits = config("a.csv", "a.txt\n    format: edits");
    case(
        "edits_malformed",
        &[("c.yaml", &edits), ("a.txt", b"1\tENTAILMENT\tEntailment\n2\tYES\tEntailment\t0.1\n")],
    );
    let b = "predictions: a.csv\n  - name: B\n    predictions: b.csv";
    case(
        "answers_of_two_systems",
        &[
            ("c.yaml", &config("predictions: a.csv", b)),
            ("a.csv", b"id,label\n9,entailment\n"),
            ("b.csv", b"id,lable\n1,entailment\n"),
        ],
    );
}

#[test]
fn commands() {
    case_with("output_is_a_file", &["run", "c.yaml", "--all", "--output", "pairs.csv"], &[]);
    case_with(
        "output_cannot_be_made",
        &["run", "c.yaml", "--all", "--output", "pairs.csv/report"],
        &[],
    );
    case_with(
        "verify_without_a_folder",
        &["run", "c.yaml", "--verify"],
        &[("c.yaml", &config("output: report\n", ""))],
    );
    case_with("check_missing", &["check", "nothing.csv"], &[]);
    case_with("check_folder", &["check", "."], &[]);
    case_with("check_ending_unknown", &["check", "x.dat"], &[("x.dat", b"x")]);
    case_with("check_labels_unknown", &["check", "pairs.csv", "--labels", "rte-2way"], &[]);
    case_with("check_labels_malformed", &["check", "pairs.csv", "--labels", "YES=true"], &[]);
    case_with("check_xml_without_labels", &["check", "x.xml"], &[("x.xml", b"<a/>")]);
    case_with("check_config_with_labels", &["check", "c.yaml", "--labels", "nli"], &[]);
    case_with("measure_unknown", &["measures", "acuracy"], &[]);
    case_with("init_no_folder", &["init", "-o", "nowhere/phenom.yaml"], &[]);
}
