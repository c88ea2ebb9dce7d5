//! Every answer, as people who fit models of their own read it.

use super::scene::Scene;

const PAIRS: &str = "id,origin,gold,also_gold,phenomena\n1,,entailment,,\n1.1,1,entailment,,a:x;a:y\n\
                     2,,unknown,contradiction,\n3,,,,a:x\n";

const CONFIG: &str = "dataset: {path: d.csv}
systems:
  - {name: A, runs: [a1.csv, a2.csv], missing: skip}
  - {name: B, predictions: b.csv, missing: wrong, columns: {id: id, label: label, confidence: sure}}
output: report
statistics: {compare: none, resamples: 20}
";

fn scene(report: &str) -> Scene {
    let config = format!("{CONFIG}report: {{figures: [], {report}}}\n");
    let files = [
        ("c.yaml", config.as_str()),
        ("d.csv", PAIRS),
        ("a1.csv", "id,label\n1,entailment\n1.1,entailment\n2,contradiction\n3,unknown\n"),
        ("a2.csv", "id,label\n1,unknown\n1.1,\n3,unknown\n"),
        ("b.csv", "id,label,sure\n1,entailment,0.75\n1.1,contradiction,0.5\n3,unknown,1\n"),
    ];
    Scene::new(files.map(|(name, content)| (name, content.as_bytes())))
}

fn ran(scene: &Scene) -> String {
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome.stdout
}

#[test]
fn every_answer_is_a_row() {
    let scene = scene("formats: [csv]");
    ran(&scene);
    let expected = "\
pair,population,original,cluster,phenomena,gold,system,run,reads_gold,answer,right,confidence,entailment_score
1,original,1,1,,entailment,A,1,0,entailment,1,,
1,original,1,1,,entailment,A,2,0,unknown,0,,
1,original,1,1,,entailment,B,1,0,entailment,1,0.75,
2,original,2,2,,unknown;contradiction,A,1,0,contradiction,1,,
2,original,2,2,,unknown;contradiction,A,2,0,missing,,,
2,original,2,2,,unknown;contradiction,B,1,0,missing,0,,
3,original,3,3,a:x,,A,1,0,unknown,,,
3,original,3,3,a:x,,A,2,0,unknown,,,
3,original,3,3,a:x,,B,1,0,unknown,,1.0,
1.1,monothematic,1,1,a:x;a:y,entailment,A,1,0,entailment,1,,
1.1,monothematic,1,1,a:x;a:y,entailment,A,2,0,abstained,0,,
1.1,monothematic,1,1,a:x;a:y,entailment,B,1,0,contradiction,0,0.5,
";
    assert_eq!(scene.read("report/answers.csv"), expected);
}

#[test]
fn justifications_stand_beside_their_answers() {
    let answers = concat!(
        r#"{"id":"1","label":"entailment","justification":"It says so: \"x\"."}"#,
        "\n",
        r#"{"id":"2","label":"unknown","justification":null}"#,
    );
    let config = "dataset: {path: d.csv}\nsystems:\n  - {name: LLM, predictions: llm.jsonl}\n  \
                  - {name: Other, predictions: other.csv, columns: {id: id, label: label, justification: why}}\n\
                  output: report\nstatistics: {compare: none}\nreport: {figures: [], formats: [csv, html]}\n";
    let files = [
        ("c.yaml", config),
        ("d.csv", "id,gold,text,hypothesis\n1,entailment,T,H\n2,unknown,U,H\n"),
        ("llm.jsonl", answers),
        ("other.csv", "id,label,why\n1,unknown,=1+1\n2,unknown,\n"),
    ];
    let scene = Scene::new(files.map(|(name, content)| (name, content.as_bytes())));
    ran(&scene);
    let expected = "\
pair,population,original,cluster,phenomena,gold,system,run,reads_gold,answer,right,confidence,entailment_score,justification
1,original,1,1,,entailment,LLM,1,0,entailment,1,,,\"It says so: \"\"x\"\".\"
1,original,1,1,,entailment,Other,1,0,unknown,0,,,'=1+1
2,original,2,2,,unknown,LLM,1,0,unknown,1,,,
2,original,2,2,,unknown,Other,1,0,unknown,1,,,
";
    assert_eq!(scene.read("report/answers.csv"), expected);
    let absent = config.replace("why}", "reason}");
    let scene = Scene::new(
        [("c.yaml", absent.as_str()), files[1], files[2], files[3]]
            .map(|(name, content)| (name, content.as_bytes())),
    );
    let outcome = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("reason"), "{}", outcome.stderr);
}

#[test]
fn parquet_holds_the_same_where_it_is_asked_for() {
    use polars::prelude::{ParquetReader, SerReader};
    let scene = scene("formats: [csv, parquet]");
    ran(&scene);
    let file = std::fs::File::open(scene.path().join("report/answers.parquet")).unwrap();
    let frame = ParquetReader::new(file).finish().unwrap();
    let csv = scene.read("report/answers.csv");
    let mut lines = csv.lines();
    let names: Vec<&str> = frame.get_column_names().iter().map(|name| name.as_str()).collect();
    assert_eq!(lines.next().unwrap().split(',').collect::<Vec<_>>(), names);
    assert_eq!(frame.height(), lines.clone().count());
    let right = frame.column("right").unwrap().i32().unwrap();
    let of_csv = lines.map(|line| line.split(',').nth(10).unwrap().parse().ok());
    assert_eq!(right.iter().collect::<Vec<_>>(), of_csv.collect::<Vec<_>>());
    assert_eq!(frame.column("confidence").unwrap().f64().unwrap().get(2), Some(0.75));
}

#[test]
fn a_config_can_decline_them_and_must_have_pairs_to_ask_for_them() {
    let declined = scene("formats: [csv], answers: false");
    ran(&declined);
    assert!(!declined.path().join("report/answers.csv").exists());
    let scene = scene("formats: [csv], answers: true");
    assert_eq!(scene.phenom(&["counts", "c.yaml", "--output", "t"]).code, Some(0));
    scene.write(
        "t.yaml",
        b"counts: t/counts.parquet\nmissing: wrong\noutput: report\nreport: {answers: true}\n",
    );
    let outcome = scene.phenom(&["run", "t.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("`answers` needs the pairs"), "{}", outcome.stderr);
}

#[test]
fn many_answers_are_written_where_the_config_says_so() {
    // One more than are written unasked.
    let rows: String = (0..=200_000).map(|id| format!("{id},e\n")).collect();
    let files = |report: &str| {
        let config = format!(
            "dataset: {{path: d.csv, labels: {{e: entailment}}}}\nsystems: [{{name: A, predictions: a.csv}}]\noutput: \
             report\nstatistics: {{intervals: false, compare: none}}\nmeasures: [accuracy]\nreport: {{tables: [], \
             figures: [], formats: [csv]{report}}}\n"
        );
        let (pairs, answers) = (format!("id,gold\n{rows}"), format!("id,label\n{rows}"));
        let files = [("c.yaml", &config), ("d.csv", &pairs), ("a.csv", &answers)];
        let scene = Scene::new(files.map(|(name, content)| (name, content.as_bytes())));
        let said = ran(&scene).split_whitespace().collect::<Vec<_>>().join(" ");
        (scene.path().join("report/answers.csv").exists(), said)
    };
    let (written, said) = files("");
    assert!(!written && said.contains("it would contain 200001 predictions"), "{said}");
    let (written, said) = files(", answers: true");
    assert!(written && !said.contains("it would contain"), "{said}");
}
