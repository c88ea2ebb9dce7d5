//! Systems that decompose for themselves: parts of a system, and the stage at which originals become wrong.

use std::process::Command;

use super::real_data::real_data;
use super::scene::{Scene, project};

/// The gold labels of ten originals, and of their reference parts.
const ORIGINALS: [(&str, &str); 10] = [
    ("t", "tt"),
    ("f", "tf"),
    ("t", "tt"),
    ("f", "ft"),
    ("f", "ttf"),
    ("t", "t"),
    // The gold label is not what the rule makes of its parts.
    ("t", "tf"),
    ("t", "tt"),
    ("f", "f"),
    ("t", "ttt"),
];

fn pairs() -> String {
    let mut text = String::from("id,origin,gold,claim\n");
    for (number, (gold, parts)) in ORIGINALS.iter().enumerate() {
        text += &format!("o{number},,{},\n", word(gold));
        for (part, gold) in parts.chars().enumerate() {
            text += &format!(
                "o{number}.{part},o{number},{},claim {number} {part}\n",
                word(&gold.to_string())
            );
        }
    }
    text
}

fn word(letter: &str) -> &'static str {
    if letter == "t" { "entailment" } else { "not-entailment" }
}

/// Parts of a pipeline: groups of reference parts of each original; the verdicts on some groups are wrong.
fn parts(groups: &[&[&[usize]]], wrong: &[(usize, usize)]) -> String {
    let mut text = String::from("of,verdict,claim,faithful,covers\n");
    for (number, groups) in groups.iter().enumerate() {
        for (at, group) in groups.iter().enumerate() {
            let gold = group.iter().all(|part| ORIGINALS[number].1.as_bytes()[*part] == b't');
            let verdict = gold != wrong.contains(&(number, at));
            let covers: Vec<String> =
                group.iter().map(|part| format!("o{number}.{part}")).collect();
            let verdict = word(if verdict { "t" } else { "f" });
            text += &format!("o{number},{verdict},part {number} {at},yes,{}\n", covers.join(";"));
        }
    }
    text
}

const CONFIG: &str =
    "dataset: {path: pairs.csv, columns: {id: id, origin: origin, gold: gold, hypothesis: claim}}
systems:
  - name: merges
    parts: &parts
      path: merges.csv
      columns: {origin: of, answer: verdict, text: claim, faithful: faithful, covers: covers}
  - name: drops
    parts: {<<: *parts, path: drops.csv}
output: report
";

/// Two pipelines with equally good verdicts: one merges neighbouring parts, one drops two of twenty.
fn two_pipelines() -> Scene {
    let merges: &[&[&[usize]]] = &[
        &[&[0, 1]],
        &[&[0, 1]],
        &[&[0, 1]],
        &[&[0, 1]],
        &[&[0, 1], &[2]],
        &[&[0]],
        &[&[0, 1]],
        &[&[0, 1]],
        &[&[0]],
        &[&[0, 1], &[2]],
    ];
    let drops: &[&[&[usize]]] = &[
        &[&[0], &[1]],
        &[&[0]],
        &[&[0], &[1]],
        &[&[1]],
        &[&[0], &[1], &[2]],
        &[&[0]],
        &[&[0], &[1]],
        &[&[0], &[1]],
        &[&[0]],
        &[&[0], &[1], &[2]],
    ];
    Scene::new([
        ("pairs.csv", pairs().as_bytes()),
        ("merges.csv", parts(merges, &[(2, 0), (4, 1)]).as_bytes()),
        ("drops.csv", parts(drops, &[(2, 0), (4, 2), (9, 1)]).as_bytes()),
        ("config.yaml", CONFIG.as_bytes()),
    ])
}

/// Numerator and denominator of a figure in `stages.csv`; nothing if it has no such row.
fn counts(stages: &str, system: &str, figure: &str, order: &str) -> Option<(u64, u64)> {
    let mut rows = csv::Reader::from_reader(stages.as_bytes());
    let header = rows.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let found = rows.records().map(Result::unwrap).find(|row| {
        &row[at("system")] == system
            && row[at("versus")].is_empty()
            && &row[at("figure")] == figure
            && &row[at("order")] == order
            && row[at("from")].is_empty()
    })?;
    Some((found[at("numerator")].parse().ok()?, found[at("denominator")].parse().ok()?))
}

/// The originals of each stage that has some.
fn budget(stages: &str, system: &str, order: &str) -> Vec<(String, u64)> {
    let mut rows = csv::Reader::from_reader(stages.as_bytes());
    let header = rows.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let rows = rows.records().map(Result::unwrap).filter(|row| {
        &row[at("system")] == system
            && row[at("versus")].is_empty()
            && &row[at("section")] == "budget"
            && &row[at("order")] == order
            && &row[at("numerator")] != "0"
    });
    rows.map(|row| (row[at("figure")].to_owned(), row[at("numerator")].parse().unwrap())).collect()
}

fn run(scene: &Scene, config: &str) -> String {
    let outcome = scene.phenom(&["run", config, "--quiet", "--overwrite"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome.stdout
}

fn named<const N: usize>(budget: [(&str, u64); N]) -> Vec<(String, u64)> {
    budget.into_iter().map(|(stage, originals)| (stage.to_owned(), originals)).collect()
}

#[test]
fn ten_originals_by_hand() {
    assert!(CONFIG.lines().count() <= 15);
    let scene = two_pipelines();
    let said = run(&scene, "config.yaml");
    let stages = scene.read("report/stages.csv");
    let of = |system: &str, figure: &str| counts(&stages, system, figure, "");
    // Ten of twelve verdicts, and fifteen of eighteen: equally good.
    assert_eq!(of("merges", "right_parts"), Some((10, 12)));
    assert_eq!(of("drops", "right_parts"), Some((15, 18)));
    assert_eq!(of("merges", "composed"), Some((7, 10)));
    assert_eq!(of("drops", "composed"), Some((4, 10)));
    assert_eq!(of("drops", "covered"), Some((18, 20)));
    assert_eq!(of("merges", "granularity"), Some((20, 12)));
    // Both verdicts on what a merged part covers are right, or none is.
    assert_eq!(of("merges", "right_references"), Some((17, 20)));
    assert_eq!(of("drops", "right_references"), Some((15, 20)));
    assert_eq!(budget(&stages, "merges", "verdicts_first"), named([("misjudged", 2), ("rule", 1)]));
    let of_drops = named([("missing", 2), ("misjudged", 3), ("rule", 1)]);
    assert_eq!(budget(&stages, "drops", "verdicts_first"), of_drops);
    assert_eq!(budget(&stages, "drops", "parts_first"), of_drops);
    let originals = scene.read("report/stage-originals.csv");
    assert!(originals.contains("drops,o1,not-entailment,entailment,missing,missing,1,0,0,0,o1.1"));
    assert!(
        said.contains("\"drops\", 6 wrong as composed: 3 misjudged part, 2 missing part, 1 rule."),
        "{said}"
    );
    let verified = scene.phenom(&["run", "config.yaml", "--verify"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
}

/// A pipeline that fails on hard parts looks no better if it leaves them out.
#[test]
fn leaving_hard_parts_out_helps_nobody() {
    let label = |is_entailed: bool| word(if is_entailed { "t" } else { "f" });
    let (mut pairs, mut fails, mut leaves) =
        (String::from("id,origin,gold\n"), String::new(), String::new());
    for number in 0..60 {
        let (easy, hard) = (number % 5 != 0, number % 3 != 0);
        pairs += &format!("{number},,{}\n", label(easy && hard));
        pairs +=
            &format!("{number}.e,{number},{}\n{number}.h,{number},{}\n", label(easy), label(hard));
        let judged = format!("{number},{},{number}.e\n", label(easy));
        fails += &format!("{judged}{number},,{number}.h\n");
        leaves += &judged;
    }
    let header = "of,verdict,covers\n";
    let columns = "columns: {origin: of, answer: verdict, covers: covers}";
    let config = format!(
        "dataset: {{path: pairs.csv}}\nsystems:\n  - {{name: fails, parts: {{path: fails.csv, {columns}}}}}\n  - {{name: leaves, \
         parts: {{path: leaves.csv, {columns}}}}}\noutput: report\n"
    );
    let scene = Scene::new([
        ("pairs.csv", pairs.as_bytes()),
        ("fails.csv", format!("{header}{fails}").as_bytes()),
        ("leaves.csv", format!("{header}{leaves}").as_bytes()),
        ("config.yaml", config.as_bytes()),
    ]);
    let said = run(&scene, "config.yaml");
    assert!(
        !said.contains("\"leaves\" beats") && !said.contains("\"leaves\" (20.0 %) beats"),
        "{said}"
    );
    let stages = scene.read("report/stages.csv");
    for figure in ["complete", "right_references"] {
        let of = |system: &str| counts(&stages, system, figure, "");
        assert!(of("fails").is_some());
        assert_eq!(of("fails"), of("leaves"), "{figure}");
    }
    assert_eq!(counts(&stages, "fails", "failed", ""), Some((60, 120)));
    // Both are right only where the easy part decides.
    let scores = scene.read("report/scores.csv");
    let accuracies: Vec<&str> = scores
        .lines()
        .filter(|line| line.contains(",original,all,,accuracy,") && !line.starts_with("baseline"))
        .map(|line| line.split(",accuracy,").nth(1).unwrap().split(',').next().unwrap())
        .collect();
    assert_eq!(accuracies, ["0.2", "0.2"], "{scores}");
}

/// What tools write, with invented texts: three responses, the second of which has no claims.
const WRITTEN: [(&str, &str, &str, [u64; 3]); 7] = [
    (
        "factscore-output",
        "json",
        r#"{"score": 0.5, "decisions": [[{"atom": "Ada is a potter.", "is_supported": true},
            {"atom": "Ada is old.", "is_supported": false}], null, [{"atom": "x", "is_supported": true}]]}"#,
        [1, 3, 0],
    ),
    (
        "refchecker-output",
        "json",
        r#"[{"claims": [["Ada", "lit", "it"], ["Ada", "was", "late"]], "Y": "Neutral", "ys": ["Entailment", "Neutral"]},
            {"claims": [], "ys": []}, {"claims": ["A ran."], "ys": ["Contradiction"]}]"#,
        [1, 3, 0],
    ),
    (
        "ragchecker",
        "json",
        r#"{"results": [{"query_id": "1", "response_claims": [["Ada", "lit", "it"]], "answer2response": ["Contradiction"]},
            {"query_id": "2", "response_claims": [], "answer2response": []},
            {"query_id": "3", "response_claims": [["a", "b", "c"]], "answer2response": ["Entailment"]}]}"#,
        [1, 2, 0],
    ),
    (
        "ragas",
        "json",
        r#"[{"faithfulness": {"n_l_i_statement_prompt": {"output": {"statements": [
            {"statement": "Ada lit it.", "verdict": 1}, {"statement": "It rained.", "verdict": 0}]}}}},
            {"faithfulness": {"statement_generator_prompt": {"output": {"statements": []}}}},
            {"faithfulness": {"n_l_i_statement_prompt": {"output": {}}}}]"#,
        [2, 2, 0],
    ),
    (
        "veriscore",
        "jsonl",
        "{\"claim_verification_result\": [{\"claim\": \"A.\", \"verification_result\": \" supported\"}, {\"claim\": \"B.\", \
         \"verification_result\": null}]}\n{\"claim_verification_result\": []}\n{\"claim_verification_result\": [{\"claim\": \"C\", \
         \"verification_result\": \"unsupported\"}]}\n",
        [1, 3, 1],
    ),
    (
        "wice-subclaims",
        "jsonl",
        "{\"label\": \"supported\", \"claim\": \"c\", \"meta\": {\"id\": \"1-0\"}}\n{\"label\": \"not_supported\", \"claim\": \"d\", \
         \"meta\": {\"id\": \"1-1\"}}\n{\"label\": \"supported\", \"claim\": \"c\", \"meta\": {\"id\": \"3-0\"}}\n",
        [1, 3, 0],
    ),
    (
        "factbench",
        "jsonl",
        "{\"claims\": [\"a\", \"b\"], \"claim_labels\": [true, \"unknown\"]}\n{\"claims\": [], \"claim_labels\": []}\n{\"claims\": \
         [\"c\"], \"claim_labels\": [false]}\n",
        [1, 3, 1],
    ),
];

#[test]
fn presets_read_what_tools_write() {
    for (preset, ending, written, [empty, parts, failed]) in WRITTEN {
        let file = format!("parts.{ending}");
        let config = format!(
            "dataset: {{path: gold.csv}}\ntask: two-way\nsystems:\n  - {{name: s, parts: {{path: {file}, format: {preset}}}}}\noutput: \
             report\n"
        );
        let scene = Scene::new([
            ("gold.csv", "id,gold\n1,entailment\n2,not-entailment\n3,entailment\n".as_bytes()),
            (file.as_str(), written.as_bytes()),
            ("config.yaml", config.as_bytes()),
        ]);
        run(&scene, "config.yaml");
        let systems = scene.read("report/stage-systems.csv");
        let row = systems.lines().nth(1).unwrap();
        assert!(row.ends_with(&format!(",{empty},{parts},{failed}")), "{preset}: {row}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_remedy() {
    let parts = "of,verdict,covers,f\n1,entailment,1.1,yes\n1,maybe,1.7,no\n7,entailment,,\n";
    let of = |system: &str| {
        format!(
            "dataset: {{path: pairs.csv}}\nsystems:\n  - {{name: s, {system}}}\noutput: report\n"
        )
    };
    let cases = [
        ("parts: {path: parts.csv, columns: {origin: of, answer: verdict}}", "`maybe`"),
        (
            "parts: {path: parts.csv, columns: {origin: of, answer: verdict}}",
            "`7` is not an original",
        ),
        (
            "parts: {path: parts.csv, columns: {origin: of, answer: verdict, covers: covers}}",
            "`covers` names `1.7`, which is no part of the dataset",
        ),
        (
            "parts: {path: parts.csv, columns: {origin: of}}",
            "the column `answer` of the parts is missing",
        ),
        ("parts: {columns: {origin: of, answer: verdict}}", "no file of parts is named"),
        (
            "composition: own, parts: {path: parts.csv, columns: {origin: of, answer: verdict}}",
            "needs the `predictions` that the system composed",
        ),
        ("predictions: parts.csv, composition: any", "goes with its `parts`"),
        (
            "composition: {weighted: {pass-at: 7}}, parts: {path: parts.csv, columns: {origin: of, answer: verdict}}",
            "`pass-at` is a share of the weight of the parts",
        ),
        (
            "parts: {path: parts.csv, columns: {origin: of, answer: verdict, covers: {words: 2}}}",
            "a share of words is above 0 and at most 1",
        ),
        (
            "parts: {path: parts.csv, columns: {origin: of, answer: verdict, gold: {words: 0.5}}}",
            "`words` is for `faithful` and `covers`",
        ),
        (
            "parts: {path: parts.csv, columns: {origin: of, answer: nothing}}",
            "`nothing` (asked for by `columns.answer`)",
        ),
        (
            "parts: {path: parts.csv, threshold: 0.5, columns: {origin: of, answer: verdict}}",
            "`entailment` is not a number",
        ),
    ];
    for (system, expected) in cases {
        let scene = Scene::new([
            ("pairs.csv", "id,origin,gold\n1,,entailment\n1.1,1,entailment\n".as_bytes()),
            ("parts.csv", parts.as_bytes()),
            ("config.yaml", of(system).as_bytes()),
        ]);
        let outcome = scene.phenom(&["run", "config.yaml"]);
        assert_eq!(outcome.code, Some(2), "{system}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(expected), "{system}: {}", outcome.stderr);
        assert!(!scene.path().join("report").exists());
    }
}

/// Direct predictions beside composed ones, and a system that composes in its own way.
#[test]
fn direct_and_own_predictions() {
    let scene = two_pipelines();
    let wholes: String = ORIGINALS
        .iter()
        .enumerate()
        .map(|(number, (gold, _))| {
            format!("o{number},{}\n", word(if number < 2 { "f" } else { gold }))
        })
        .collect();
    scene.write("wholes.csv", format!("id,label\n{wholes}").as_bytes());
    let of = |how: &str| {
        CONFIG.replace(
            "  - name: drops\n",
            &format!("  - name: drops\n    predictions: wholes.csv\n{how}"),
        )
    };
    scene.write("direct.yaml", of("").as_bytes());
    run(&scene, "direct.yaml");
    let stages = scene.read("report/stages.csv");
    // The first is wrong, the second is rightly not entailed.
    assert_eq!(counts(&stages, "drops", "direct", ""), Some((9, 10)));
    assert_eq!(counts(&stages, "drops", "composed", ""), Some((4, 10)));
    assert!(stages.contains("drops,,wholes,direct_minus_composed,,,,0.5,"), "{stages}");
    scene.write("own.yaml", of("    composition: own\n").as_bytes());
    run(&scene, "own.yaml");
    let stages = scene.read("report/stages.csv");
    assert_eq!(counts(&stages, "drops", "composed", ""), Some((9, 10)));
    // Its verdicts make the first right under the rule: what it made of them is at fault.
    assert_eq!(budget(&stages, "drops", "verdicts_first"), named([("rule", 1)]));
}

/// A rubric: criteria with weights, judged by a system that has its own.
#[test]
fn criteria_with_weights() {
    let scene = Scene::new([
        ("answers.csv", "id,gold\na,entailment\nb,not-entailment\nc,entailment\n".as_bytes()),
        (
            "criteria.csv",
            "of,met,points\na,yes,3\na,no,1\nb,yes,1\nb,no,3\nc,yes,2\nc,no,1\n".as_bytes(),
        ),
        (
            "config.yaml",
            "dataset: {path: answers.csv}\ntask: two-way\nsystems:\n  - name: s\n    composition: {weighted: {pass-at: 0.7}}\n    \
             parts: {path: criteria.csv, labels: {'yes': entailment, 'no': not-entailment}, columns: {origin: of, answer: met, \
             weight: points}}\noutput: report\n"
                .as_bytes(),
        ),
    ]);
    run(&scene, "config.yaml");
    let stages = scene.read("report/stages.csv");
    // 3 of 4, 1 of 4, and 2 of 3, which is less than 0.7.
    assert_eq!(counts(&stages, "s", "composed", ""), Some((2, 3)));
}

/// Without reference parts and gold labels, stages are joined, and the report says so.
#[test]
fn stages_that_cannot_be_told_apart_are_joined() {
    let scene = two_pipelines();
    let only = |columns: &str| {
        CONFIG.replace(", text: claim, faithful: faithful, covers: covers", columns)
    };
    scene.write("bare.yaml", only("").as_bytes());
    let said = run(&scene, "bare.yaml");
    let stages = scene.read("report/stages.csv");
    // Reference parts with gold labels are there all the same: what is left is the rule.
    assert_eq!(
        budget(&stages, "drops", "verdicts_first"),
        // Gold labels for its parts might have mended the one that breaks the rule, too.
        named([("missing+unfaithful+misjudged+divided", 5), ("unfaithful+misjudged+rule", 1)])
    );
    assert!(said.contains("not distinguished"), "{said}");
    let table = scene.phenom(&["run", "bare.yaml", "--table", "stages", "--overwrite"]).stdout;
    assert!(table.contains("The data do not distinguish these stages"), "{table}");
    assert!(table.contains("coverage unknown"), "{table}");
    // Texts that share all words say which part covers which.
    let claims = scene.read("drops.csv").replace("part 4 2", "claim 4 2");
    scene.write("drops.csv", claims.as_bytes());
    scene.write("words.yaml", only(", text: claim, covers: {words: 1.0}").as_bytes());
    run(&scene, "words.yaml");
    let systems = scene.read("report/stage-systems.csv");
    assert!(systems.contains(",references,,words,"), "{systems}");
    let stages = scene.read("report/stages.csv");
    assert_eq!(counts(&stages, "drops", "covered", ""), Some((1, 20)));
}

/// A judge says too often that parts are entailed, and people correct it.
#[test]
fn people_correct_what_a_judge_says_of_parts() {
    let mut wholes = String::from("id,gold\n");
    let mut parts = String::from("of,verdict,people,judge\n");
    for number in 0..400 {
        let label = |is_entailed: bool| word(if is_entailed { "t" } else { "f" });
        let gold = number % 4 != 0;
        let verdict = gold != (number % 10 == 0);
        let judge = gold || number % 3 == 0;
        let people = if number % 7 < 2 { label(gold) } else { "" };
        wholes += &format!("{number},{}\n", label(gold));
        parts += &format!("{number},{},{people},{}\n", label(verdict), label(judge));
    }
    let config = "dataset: {path: wholes.csv}\nsystems:\n  - name: s\n    parts: {path: parts.csv, columns: {origin: of, answer: \
                  verdict, gold: {people: people, judge: judge}}}\noutput: report\n";
    let scene = Scene::new([
        ("wholes.csv", wholes.as_bytes()),
        ("parts.csv", parts.as_bytes()),
        ("config.yaml", config.as_bytes()),
    ]);
    run(&scene, "config.yaml");
    let stages = scene.read("report/stages.csv");
    let mut rows = csv::Reader::from_reader(stages.as_bytes());
    let header = rows.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let row =
        rows.records().map(Result::unwrap).find(|row| &row[at("figure")] == "right_parts").unwrap();
    assert_eq!(&row[at("corrected")], "true");
    let number = |name: &str| row[at(name)].parse::<f64>().unwrap();
    // Nine of ten verdicts are right; by the judge alone fewer.
    assert!(number("numerator") / number("denominator") < 0.86, "{row:?}");
    assert!((number("lower")..=number("upper")).contains(&0.9), "{row:?}");
    let systems = scene.read("report/stage-systems.csv");
    assert!(systems.contains(",corrected,"), "{systems}");
}

/// Two pipelines made from the claims of FactBench.
#[test]
fn pipelines_of_factbench() {
    let Some(data) = real_data("pipelines_of_factbench") else { return };
    let scene = Scene::new([]);
    let factbench = data.join("factbench/Factbench.jsonl");
    let script = project().join("examples/stages/pipelines.py");
    let made = Command::new("python3").args([&script, &factbench]).arg(scene.path()).status();
    assert!(made.unwrap().success());
    let config = std::fs::read_to_string(project().join("examples/stages/factbench.yaml")).unwrap();
    assert!(config.lines().filter(|line| !line.starts_with('#')).count() <= 15);
    let config = config.replace("Factbench.jsonl", factbench.to_str().unwrap());
    scene.write("factbench.yaml", config.as_bytes());
    run(&scene, "factbench.yaml");
    let stages = scene.read("report/stages.csv");
    let of = |system: &str, figure: &str| counts(&stages, system, figure, "").unwrap();
    let share = |(right, all): (u64, u64)| right as f64 / all as f64;
    assert!((share(of("merges", "right_parts")) - share(of("drops", "right_parts"))).abs() < 0.005);
    assert_eq!(budget(&stages, "merges", "verdicts_first")[..], [("misjudged".to_owned(), 41)]);
    let of_drops = named([("missing", 11), ("missing+rule", 1), ("misjudged", 46)]);
    assert_eq!(budget(&stages, "drops", "verdicts_first"), of_drops);
}
