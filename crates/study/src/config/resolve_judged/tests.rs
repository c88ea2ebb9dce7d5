use phenom_dataset::{Dataset, Judgment, KeepTexts, Problems};
use phenom_metrics::Undefined;

use crate::config::{Config, Source, SystemsNeeded};
use crate::failure::Failure;
use crate::host::Unattended;
use crate::load::dataset;
use crate::study::Study;
use Judgment::{Contradiction, Entailment, Unknown};

const PAIRS: &str = "\
id,origin,human,gpt,pi
a,,entailment,neutral,0.5
b,,,entailment,1
a.1,a,,contradiction,
";

/// A folder with pairs, files of labels, and the config with this under `dataset` and the other keys.
fn config(dataset: &str, others: &str) -> Result<(Config, tempfile::TempDir), Failure> {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("pairs.csv", PAIRS),
        ("flat.csv", "id,origin\na,\nb,\na.1,a\n"),
        ("flat.jsonl", "{\"id\": \"a\", \"monothematic\": [{\"id\": \"a.1\"}]}\n{\"id\": \"b\"}\n"),
        ("originals.csv", "id,human,gpt\na,entailment,neutral\nb,,entailment\n"),
        ("parts.csv", "id,origin,human,gpt\na.1,a,,contradiction\n"),
        ("human.csv", "id,label\na,entailment\n"),
        ("qwen.csv", "id,label\na,neutral\na.1,entailment\n"),
        ("other.csv", "pair,answer,who\na,YES,me\nb,NO,me\n"),
        ("s.csv", "id,label\na,neutral\nb,neutral\na.1,neutral\n"),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let labels = if dataset.contains("labels: nli") || others.contains("outcome") {
        ""
    } else {
        "  labels: nli\n"
    };
    let labels = if dataset.contains("originals") { "" } else { labels };
    let systems = "systems: [{name: Qwen, predictions: s.csv, labels: nli}]\n";
    let systems = if others.contains("systems") { "" } else { systems };
    let text = format!("dataset:\n{labels}{dataset}\n{systems}{others}");
    let path = folder.path().join("c.yaml");
    Config::of_text(text, &path, SystemsNeeded::Always).map(|config| (config, folder))
}

fn load(under_dataset: &str) -> Result<Dataset, Problems> {
    let (config, _folder) = config(under_dataset, "").unwrap();
    let Source::Data { pairs, .. } = &config.source else { panic!("no pairs") };
    dataset(&Unattended, pairs, KeepTexts::No).map(|(dataset, _)| dataset)
}

/// The problems of a config, each with its help.
fn refused(under_dataset: &str, others: &str) -> String {
    config(under_dataset, others).map(|_| ()).unwrap_err().to_string()
}

/// The config of `PAIRS` with this description of people and these judges.
fn judged(people: &str, judges: &str) -> String {
    format!("  path: pairs.csv\n  judged: {{people: {{{people}}}, judges: [{judges}]}}")
}

const PEOPLE: &str = "labels: human, chosen: random";
const JUDGE: &str = "{name: GPT, labels: gpt}";

fn assert_refused(under_dataset: &str, expected: &[&str]) {
    let message = refused(under_dataset, "");
    for expected in expected {
        assert!(message.contains(expected), "{message}\ndoes not contain\n{expected}");
    }
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn columns_give_gold_labels_and_the_labels_of_judges() {
    let dataset = load(&judged(
        "labels: human, chosen: probability, probability: pi, blind: false",
        "{name: GPT, labels: gpt}, {name: Qwen 7B, labels: qwen.csv, also: Qwen}",
    ))
    .unwrap();
    assert_eq!(dataset.gold(), [Some(Entailment), None, None]);
    let gpt = [Some(Unknown), Some(Entailment), Some(Contradiction)];
    assert_eq!(dataset.labels_of_judge(0), gpt);
    assert_eq!(dataset.labels_of_judge(1), [Some(Unknown), None, Some(Entailment)]);
    let judged = dataset.judged().unwrap();
    assert!(!judged.blind);
    assert_eq!(judged.judges[1].also.as_deref(), Some("Qwen"));
    assert_eq!([0, 1, 2].map(|row| judged.probability(row)), [Some(0.5), Some(1.0), None]);
    assert_eq!(dataset.annotators().collect::<Vec<_>>(), ["GPT", "Qwen 7B"]);
}

#[test]
fn columns_may_be_named_and_gold_may_name_peoples_column_again() {
    for columns in ["{id: id, origin: origin}", "{id: id, origin: origin, gold: human}"] {
        let dataset = load(&format!("{}\n  columns: {columns}", judged(PEOPLE, JUDGE))).unwrap();
        assert_eq!(dataset.gold(), [Some(Entailment), None, None], "{columns}");
    }
}

#[test]
fn labels_are_in_files_beside_any_format() {
    let judged = "  judged:\n    people: {labels: human.csv, chosen: all-of}\n    judges: [{name: Q, labels: qwen.csv}]";
    let ways = [
        "  path: flat.csv",
        "  path: flat.csv\n  columns: {id: id, origin: origin}",
        "  path: flat.csv\n  columns: {id: id, origin: origin, gold: none}",
        "  path: flat.jsonl",
    ];
    for pairs in ways {
        let dataset = load(&format!("{pairs}\n{judged}")).unwrap();
        assert_eq!(dataset.gold(), [Some(Entailment), None, None], "{pairs}");
        let labels = dataset.labels_of_judge(0);
        assert_eq!(labels, [Some(Unknown), None, Some(Entailment)], "{pairs}");
    }
}

#[test]
fn a_mapping_describes_a_file() {
    let file = "{path: other.csv, columns: {id: pair, label: answer}, labels: {YES: entailment, NO: unknown}}";
    let dataset = load(&judged(PEOPLE, &format!("{{name: O, labels: {file}}}"))).unwrap();
    assert_eq!(dataset.labels_of_judge(0), [Some(Entailment), Some(Unknown), None]);
    let named = file.replace("label:", "annotator: who, label:");
    assert_refused(
        &judged(PEOPLE, &format!("{{name: O, labels: {named}}}")),
        &["`annotator` is for files of several annotators"],
    );
    let half = file.replace("id: pair, ", "");
    assert_refused(
        &judged(PEOPLE, &format!("{{name: O, labels: {half}}}")),
        &["`columns` does not name `id`"],
    );
    assert_refused(&judged(PEOPLE, "{name: O, labels: nowhere.csv}"), &["nowhere.csv"]);
}

#[test]
fn originals_and_monothematic_pairs_have_the_same_columns() {
    let file = |path: &str| format!("{{path: {path}, labels: nli}}");
    let judged = format!("  judged: {{people: {{{PEOPLE}}}, judges: [{JUDGE}]}}");
    let files =
        format!("  originals: {}\n  monothematic: {}\n", file("originals.csv"), file("parts.csv"));
    let dataset = load(&format!("{files}{judged}")).unwrap();
    assert_eq!(dataset.gold(), [Some(Entailment), None, None]);
    assert_eq!(dataset.labels_of_judge(0)[2], Some(Contradiction));
    let within =
        files.replace("labels: nli}\n  mono", &format!("labels: nli, {}}}\n  mono", judged.trim()));
    assert_refused(&within, &["`judged` belongs to the dataset, not to a part of it"]);
}

#[test]
fn a_config_states_how_pairs_were_chosen() {
    assert_refused(
        &judged("labels: human", JUDGE),
        &[
            "how were the pairs chosen that people read?",
            "`chosen: random`",
            "`chosen: probability`",
            "`chosen: all-of`",
            "`chosen: by-label`",
            "`chosen: unknown`",
        ],
    );
    assert_refused(&judged("labels: human, chosen: hard", JUDGE), &["`hard`", "all-of"]);
    assert_refused(
        &judged("labels: human, chosen: probability", JUDGE),
        &["needs the column of the probabilities", "write `probability: COLUMN`"],
    );
    assert_refused(
        &judged("labels: human, chosen: random, probability: pi", JUDGE),
        &["`probability` is for `chosen: probability`"],
    );
}

#[test]
fn judges_have_names_and_labels_of_their_own() {
    assert_refused(&judged(PEOPLE, ""), &["`judged` needs a judge"]);
    assert_refused(
        &format!("  path: pairs.csv\n  judged: {{people: {{{PEOPLE}}}}}"),
        &["`judged` needs a judge"],
    );
    assert_refused(
        &judged(PEOPLE, &format!("{JUDGE}, {{name: \" GPT\", labels: qwen.csv}}")),
        &["two judges have the name `GPT`"],
    );
    assert_refused(&judged(PEOPLE, "{name: \"\", labels: gpt}"), &["the name is empty"]);
    assert_refused(&judged(PEOPLE, "{name: GPT}"), &["the key `labels` is missing"]);
    assert_refused(
        &judged(PEOPLE, "{name: GPT, labels: human}"),
        &["`human` has the labels of both people and judge `GPT`"],
    );
    assert_refused(
        &judged(PEOPLE, &format!("{JUDGE}, {{name: Q, labels: gpt}}")),
        &["`gpt` has the labels of both judge `GPT` and judge `Q`"],
    );
    for annotator in ["gpt", "GPT"] {
        assert_refused(
            &format!("{}\n  columns: {{id: id, annotators: [{annotator}]}}", judged(PEOPLE, JUDGE)),
            &["is an annotator, and judge `GPT` is one, too"],
        );
    }
}

#[test]
fn a_judge_is_a_system_of_the_config() {
    assert_refused(
        &judged(PEOPLE, "{name: Q, labels: gpt, also: qwen}"),
        &["`also` names the system `qwen`, but there is no such system", "did you mean `Qwen`?"],
    );
    assert_refused(
        &judged(PEOPLE, "{name: Q, labels: gpt, also: EDITS}"),
        &["name one of the `systems`, or leave `also` out"],
    );
}

#[test]
fn gold_labels_are_those_of_people() {
    let columns = "\n  columns: {id: id, gold: gpt}";
    assert_refused(
        &format!("{}{columns}", judged(PEOPLE, "{name: Q, labels: qwen.csv}")),
        &["`gold` names another column, `gpt`", "write `gold: human`, or leave `gold` out"],
    );
    assert_refused(
        &format!(
            "{}{columns}",
            judged("labels: human.csv, chosen: random", "{name: Q, labels: qwen.csv}")
        ),
        &["`gold` names another column, `gpt`", "write `gold: none`"],
    );
    assert_refused(
        &format!("{}\n  gold: composed", judged(PEOPLE, JUDGE)),
        &["`gold` computes gold labels"],
    );
}

#[test]
fn judged_gold_is_for_a_dataset_with_pairs_and_labels() {
    let judged_gold = judged(PEOPLE, JUDGE);
    assert_refused(
        &judged_gold.replace("pairs.csv", "flat.jsonl"),
        &["`human` is a column, and this format has no columns of the labels"],
    );
    let outcomes = refused(
        &judged_gold,
        "task: outcome\nsystems: [{name: S, predictions: s.csv, columns: {id: id, outcome: label}}]\n",
    );
    assert!(
        outcomes.contains("with `judged` the outcomes are those by people, in the column `human`"),
        "{outcomes}"
    );
    assert_eq!(outcomes.lines().count(), 1, "{outcomes}");
    let by_label = judged("labels: human, chosen: by-label", "{name: Q, labels: qwen}");
    let outcomes = refused(
        &by_label,
        "task: outcome\nsystems: [{name: S, predictions: s.csv, columns: {id: id}}]\n",
    );
    assert!(outcomes.contains("`by-label` is about labels"), "{outcomes}");
    let learnt = refused(
        "  path: pairs.csv\n  columns: {id: id, gold: human}",
        &format!(
            "systems:\n  - name: M\n    engine:\n      name: features\n      learn-on:\n      {}\n",
            judged_gold.replace('\n', "\n      ")
        ),
    );
    assert!(learnt.contains("`judged` is for the `dataset`, and not for other pairs"), "{learnt}");
    let worked = refused(&format!("{judged_gold}\n  work: w.annotations"), "");
    assert!(worked.contains("`work` cannot be combined with `judged`"), "{worked}");
}

#[test]
fn peoples_work_is_for_one_file_of_their_labels() {
    assert_refused(
        &judged(&format!("{PEOPLE}, work: w.annotations"), JUDGE),
        &["`work` is for people's labels in a file", "labels: {path: FILE"],
    );
    let people = "labels: {path: [human.csv, qwen.csv]}, work: w.annotations, chosen: random";
    assert_refused(
        &judged(people, JUDGE),
        &["`work` is for one file of labels, and there are several"],
    );
}

#[test]
fn wrong_probabilities_are_in_their_rows() {
    let people = "labels: human, chosen: probability, probability: pi";
    let (config, folder) = config(&judged(people, "{name: Q, labels: qwen.csv}"), "").unwrap();
    let wrong = "id,human,pi\na,entailment,\nb,neutral,0\na.1,neutral,2\n";
    std::fs::write(folder.path().join("pairs.csv"), wrong).unwrap();
    let Source::Data { pairs, .. } = &config.source else { panic!("no pairs") };
    let problems = dataset(&Unattended, pairs, KeepTexts::No).unwrap_err().to_string();
    for expected in [
        ":2: people read pair `a`, and it has no probability",
        ":3: people were to read pair `b` with probability 0,",
        ":4: people were to read pair `a.1` with probability 2,",
    ] {
        assert!(problems.contains(expected), "{problems}");
    }
}

#[test]
fn a_study_corrects_nothing_by_a_single_pair_that_people_read() {
    let (config, _folder) = config(&judged(PEOPLE, JUDGE), "").unwrap();
    let study = Study::from_config(config, &Unattended).unwrap().evaluate(&Unattended).unwrap();
    let accuracy = study.scores().iter().find(|score| score.measure == "accuracy").unwrap();
    assert_eq!(accuracy.value, Err(Undefined::FewRead));
}
