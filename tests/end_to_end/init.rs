//! `phenom init FILE...`: configs made of files, without editing.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::scene::{Scene, scores};

const JUDGMENTS: [&str; 3] = ["entailment", "neutral", "contradiction"];
const PHENOMENA: [&str; 4] = ["negation", "modality", "quantifier", "double negation"];

/// What a student has: a gold file as pandas writes it and the answers of three systems, one with probabilities; and
/// gold, phenomena and answers for a second route.
struct Student {
    gold: Vec<&'static str>,
    phenomena: Vec<Vec<&'static str>>,
    answers: BTreeMap<&'static str, Vec<&'static str>>,
}

const PAIRS: usize = 90;

fn student(scene: &Scene) -> Student {
    let of = |number: usize| JUDGMENTS[number % 3];
    let gold: Vec<&str> = (0..PAIRS).map(|row| of(row * row + row / 5)).collect();
    let has = |row: usize, at: usize| (row / (at + 1)).is_multiple_of(at + 3);
    let phenomena =
        (0..PAIRS).map(|row| (0..4).filter(|at| has(row, *at)).map(|at| PHENOMENA[at]).collect());
    let phenomena: Vec<Vec<&str>> = phenomena.collect();
    let mut csv = "pair_id,premise,hypothesis,label,phenomena\n".to_owned();
    for (row, gold) in gold.iter().enumerate() {
        let tags: Vec<String> = phenomena[row].iter().map(|tag| format!("'{tag}'")).collect();
        let text = "\"The man, it is said, didn't \"\"win\"\".\",A man won.";
        let _ = writeln!(csv, "p{row:03},{text},{gold},\"[{}]\"", tags.join(", "));
    }
    scene.write("gold.csv", csv.as_bytes());
    let right = |row: usize, every: usize| {
        let at = JUDGMENTS.iter().position(|judgment| *judgment == gold[row]).unwrap();
        if row.is_multiple_of(every) { of(at + 1) } else { gold[row] }
    };
    let answers: BTreeMap<&str, Vec<&str>> = [("bert", 3), ("gpt-4", 7), ("roberta", 4)]
        .map(|(name, every)| (name, (0..PAIRS).map(|row| right(row, every)).collect()))
        .into();
    for name in ["bert", "gpt-4"] {
        let rows = (0..PAIRS).rev().map(|row| format!("p{row:03},{}\n", answers[name][row]));
        scene.write(
            &format!("preds_{name}.csv"),
            ("pair_id,prediction\n".to_owned() + &rows.collect::<String>()).as_bytes(),
        );
    }
    let mut csv = "pair_id,prob_contradiction,prob_entailment,prob_neutral\n".to_owned();
    for (row, answer) in answers["roberta"].iter().enumerate() {
        let of = |judgment: &str| if judgment == *answer { "0.7" } else { "0.15" };
        let _ = writeln!(
            csv,
            "p{row:03},{},{},{}",
            of("contradiction"),
            of("entailment"),
            of("neutral")
        );
    }
    scene.write("preds_roberta.csv", csv.as_bytes());
    Student { gold, phenomena, answers }
}

#[test]
fn a_students_files_give_right_figures_without_editing() {
    let scene = Scene::new([]);
    let Student { gold, phenomena, answers } = student(&scene);
    let files = ["gold.csv", "preds_bert.csv", "preds_gpt-4.csv", "preds_roberta.csv"];
    let outcome = scene.phenom(&[&["init"], &files[..]].concat());
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stderr, scene.read("phenom.yaml"));
    assert!(outcome.stdout.contains("passes the check"), "{}", outcome.stdout);
    assert_eq!(scene.phenom(&["check", "phenom.yaml"]).code, Some(0));
    let outcome = scene.phenom(&["run", "phenom.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let scores = scores(&scene.read("report/scores.csv"));
    let accuracy = |system: &str, kind: &str, slice: &str| {
        let key = [system, "original", kind, slice, "accuracy"].map(str::to_owned);
        scores.get(&key).unwrap_or_else(|| panic!("{key:?}"))["value"].parse::<f64>().unwrap()
    };
    let share = |answers: &[&str], rows: &dyn Fn(usize) -> bool| {
        let rows: Vec<usize> = (0..PAIRS).filter(|row| rows(*row)).collect();
        let right = rows.iter().filter(|row| answers[**row] == gold[**row]).count();
        right as f64 / rows.len() as f64
    };
    for (system, answers) in &answers {
        assert!((accuracy(system, "all", "") - share(answers, &|_| true)).abs() < 1e-12);
        for tag in PHENOMENA {
            let slice = scores
                .keys()
                .map(|key| key[3].as_str())
                .find(|slice| slice.rsplit(':').next() == Some(tag));
            let slice = slice.unwrap();
            let expected = share(answers, &|row| phenomena[row].contains(&tag));
            assert!(
                (accuracy(system, "phenomenon", slice) - expected).abs() < 1e-12,
                "{system} {tag}"
            );
        }
    }
    // Probabilities rank the pairs as well.
    let key = ["roberta", "original", "all", "", "average_precision"].map(str::to_owned);
    assert!(scores.contains_key(&key));
}

#[test]
fn what_labels_mean_is_said_or_stays_open() {
    let gold = b"id,label\n1,0\n2,1\n3,2\n4,0\n";
    let run = b"id,pred\n1,0\n2,1\n3,0\n4,0\n";
    let scene = Scene::new([("gold.csv", gold.as_slice()), ("run.csv", run)]);
    let outcome = scene.phenom(&["init", "gold.csv", "run.csv"]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("--labels '0=MEANING,1=MEANING,2=MEANING'"),
        "{}",
        outcome.stderr
    );
    let config = scene.read("phenom.yaml");
    assert!(config.contains("# labels: {\"0\": \"MEANING\""), "{config}");
    let labels = "0=entailment,1=unknown,2=contradiction";
    let outcome =
        scene.phenom(&["init", "gold.csv", "run.csv", "--labels", labels, "-o", "b.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let outcome = scene.phenom(&["check", "b.yaml"]);
    assert!(
        outcome.stdout.contains("2 entailment, 1 unknown, 1 contradiction"),
        "{}",
        outcome.stdout
    );
    assert!(outcome.stdout.contains("3 entailment, 1 unknown"), "{}", outcome.stdout);
}

#[test]
fn what_is_said_of_columns_must_be_there_and_is_heeded() {
    let gold = b"key,one,two\na,entailment,neutral\nb,neutral,neutral\n";
    let run = b"key,x,y\na,neutral,entailment\n";
    let scene = Scene::new([("gold.csv", gold.as_slice()), ("run.csv", run)]);
    for (arguments, said) in [
        (["--gold", "tow"], "gold.csv has no column `tow`, which --gold names"),
        (["--id", "id"], "gold.csv has no column `id`, which --id names"),
        (["--label", "z"], "run.csv has no column `z`, which --label names"),
        (["--pairs", "c.csv"], "the file of --pairs is not among the files"),
    ] {
        let files = ["init", "gold.csv", "run.csv", "--pairs", "gold.csv"];
        let files = if arguments[0] == "--pairs" { &files[..3] } else { &files };
        let outcome = scene.phenom(&[files, &arguments].concat());
        assert_eq!(outcome.code, Some(2), "{arguments:?}");
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
    let all =
        ["init", "gold.csv", "run.csv", "--pairs", "gold.csv", "--gold", "two", "--label", "y"];
    let outcome = scene.phenom(&[&all[..], &["-o", "a.yaml"]].concat());
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("has no prediction: `--missing wrong`"), "{}", outcome.stderr);
    let outcome = scene.phenom(&[&all[..], &["--missing", "wrong"]].concat());
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = scene.phenom(&["check", "phenom.yaml"]).stdout;
    assert!(said.contains("2: 2 unknown") && said.contains("1 entailment, 1 missing"), "{said}");
}

#[test]
fn nothing_is_written_over_a_file_and_a_name_that_is_not_there_is_no_place_to_write_to() {
    let scene =
        Scene::new([("gold.csv", b"id,gold\n1,entailment\n".as_slice()), ("phenom.yaml", b"mine")]);
    let outcome = scene.phenom(&["init", "gold.csv"]);
    assert_eq!((outcome.code, scene.read("phenom.yaml").as_str()), (Some(2), "mine"));
    let outcome = scene.phenom(&["init", "mine.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("`phenom init -o mine.yaml`"), "{}", outcome.stderr);
    assert!(!scene.path().join("mine.yaml").exists());
}

#[test]
fn files_that_are_no_text_in_utf_8_are_named_with_advice() {
    let scene = Scene::new([
        ("latin.csv", b"id,gold\n1,caf\xE9\n".as_slice()),
        ("utf16.csv", b"\xFF\xFEi\0d\0,\0"),
        ("sheet.xlsx", b"PK\x03\x04rest"),
        ("empty.csv", b""),
        ("words.csv", b"some words\nand more\n"),
    ]);
    for (file, said) in [
        ("latin.csv", "iconv -f WINDOWS-1252"),
        ("utf16.csv", "iconv -f UTF-16"),
        ("sheet.xlsx", "not a readable spreadsheet"),
        ("empty.csv", "empty"),
        ("words.csv", "phenom finds no rows"),
    ] {
        let outcome = scene.phenom(&["init", file]);
        assert_eq!(outcome.code, Some(2), "{file}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(said), "{file}: {}", outcome.stderr);
        assert!(!scene.path().join("phenom.yaml").exists());
    }
}

#[test]
fn layouts_that_people_have_are_read_without_editing() {
    let e = "entailment";
    let hans = "gold_label\tsentence1_parse\tsentence1\tsentence2\tpairID\theuristic\tsubcase\n\
                non-entailment\t(S)\tThe \"man.\tA man.\tex0\tlexical_overlap\tln_subject\n\
                entailment\t(S)\tThe man.\tA \"man.\tex1\tsubsequence\tse_adj\n\
                entailment\t(S)\tThe dog.\tA dog.\tex2\tsubsequence\tse_adj\n";
    let snli = format!(
        "{{\"annotator_labels\": [\"{e}\", \"neutral\"], \"gold_label\": \"{e}\", \"pairID\": \"1\", \"sentence1\": \"A \
         man.\", \"sentence2\": \"Some man.\"}}\n{{\"annotator_labels\": [\"{e}\"], \"gold_label\": \"-\", \"pairID\": \
         \"2\", \"sentence1\": \"B\", \"sentence2\": \"C\"}}\n"
    );
    let sheet = "pair;gold;Text;Hypothesis\n1;ENTAILMENT;\"A; b\";c d\n2;UNKNOWN;d e f;e g\n3;ENTAILMENT;f g;g h\n";
    let without = "1\tENTAILMENT\tUNKNOWN\n2\tUNKNOWN\tUNKNOWN\n3\tENTAILMENT\tENTAILMENT\n4\tUNKNOWN\tENTAILMENT\n";
    let array = "[{\"id\": 7, \"gold\": \"entailment\", \"tags\": [\"a\", \"b\"]},\n {\"id\": 8, \"gold\": \"neutral\", \
                 \"tags\": [\"a\"]}]";
    let one_hot = "id,gold,neg,modal,bert,gpt\n1,entailment,0,1,neutral,entailment\n2,neutral,1,0,neutral,neutral\n\
                   3,contradiction,1,1,entailment,neutral\n";
    let cases: [(&str, &[u8], &str); 6] = [
        ("hans.txt", hans.as_bytes(), "2 se_adj"),
        ("snli.jsonl", snli.as_bytes(), "2: 1 entailment"),
        ("sheet.csv", sheet.as_bytes(), "3: 2 entailment, 1 unknown"),
        ("without.tsv", without.as_bytes(), "4: 2 entailment, 2 unknown"),
        ("array.json", array.as_bytes(), "2: 1 entailment, 1 unknown"),
        ("one-hot.csv", one_hot.as_bytes(), "system bert"),
    ];
    let scene = Scene::new(cases.map(|(name, content, _)| (name, content)));
    for (name, _, said) in cases {
        let config = format!("{name}.yaml");
        let gold: &[&str] = if name == "without.tsv" { &["--gold", "column-2"] } else { &[] };
        let outcome = scene.phenom(&[&["init", name, "-o", &config], gold].concat());
        assert_eq!(outcome.code, Some(0), "{name}: {}{}", outcome.stderr, scene.read(&config));
        let outcome = scene.phenom(&["check", &config]);
        assert_eq!(outcome.code, Some(0), "{name}: {}", outcome.stderr);
        assert!(outcome.stdout.contains(said), "{name}: {}", outcome.stdout);
    }
}

#[test]
fn lists_with_labels_are_parts_of_their_rows() {
    let objects = "[{\"id\": \"a\", \"response\": \"One thing. Two.\", \"claims\": [{\"triplet\": [\"x\", \"is\", \"y\"], \
                   \"human_label\": \"Entailment\"}, {\"triplet\": [\"x\", \"is\", \"z\"], \"human_label\": \
                   \"Neutral\"}]}, {\"id\": \"b\", \"response\": \"One thing.\", \"claims\": [{\"triplet\": [\"u\", \
                   \"is\", \"v\"], \"human_label\": \"Entailment\"}]}]";
    let lists = "{\"id\": 1, \"gold\": \"entailment\", \"claims\": [\"A b.\", \"C d.\"], \"claim_labels\": [\"entailment\", \
                 \"entailment\"]}\n{\"id\": 2, \"gold\": \"neutral\", \"claims\": [\"E f.\"], \"claim_labels\": \
                 [\"neutral\"]}\n";
    let scene =
        Scene::new([("objects.json", objects.as_bytes()), ("lists.ndjson", lists.as_bytes())]);
    for (file, originals, parts) in [
        ("objects.json", "2: 1 entailment, 1 unknown", "3: 2 entailment, 1 unknown"),
        ("lists.ndjson", "2: 1 entailment, 1 unknown", "3: 2 entailment, 1 unknown"),
    ] {
        let config = format!("{file}.yaml");
        let outcome = scene.phenom(&["init", file, "-o", &config]);
        assert_eq!(outcome.code, Some(0), "{}{}", outcome.stderr, scene.read(&config));
        let said = scene.phenom(&["check", &config]).stdout;
        let lines = |start: &str, text: &str| {
            said.lines().any(|line| line.starts_with(start) && line.ends_with(text))
        };
        assert!(lines("original pairs", originals) && lines("monothematic pairs", parts), "{said}");
    }
}

#[test]
fn parts_with_ids_of_any_form_have_their_predictions() {
    let (mut pairs, mut answers) = (String::new(), "id,label\n".to_owned());
    for pair in 0..20 {
        let gold = ["entailment", "contradiction"][pair % 2];
        let part = |id: &str| {
            format!("{{\"id\": \"{id}\", \"hypothesis\": \"H {id}\", \"gold\": \"{gold}\"}}")
        };
        let ids = [format!("o{pair}.0"), format!("part-{pair}")];
        let parts = ids.each_ref().map(|id| part(id)).join(", ");
        pairs.push_str(&format!(
            "{{\"id\": \"o{pair}\", \"text\": \"T {pair}\", \"hypothesis\": \"H {pair}\", \"gold\": \"{gold}\", \
             \"monothematic\": [{parts}]}}\n"
        ));
        for id in ids.iter().chain([&format!("o{pair}")]) {
            answers
                .push_str(&format!("{id},{}\n", if pair % 3 == 0 { "entailment" } else { gold }));
        }
    }
    let (_, code, said, _) = made(&[("pairs.jsonl", &pairs), ("answers.csv", &answers)], &[]);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn wholes_and_parts_in_files_of_their_own_are_held_together() {
    let scene = Scene::new([
        ("parts.csv", b"pair,parent,gold,category,type\n1.1,1,entailment,lexical,synonymy\n2.1,2,neutral,syntactic,x\n"
            .as_slice()),
        ("run.csv", b"id,label\n1,entailment\n2,neutral\n1.1,entailment\n2.1,entailment\n"),
        ("wholes.csv", b"id,gold\n1,entailment\n2,neutral\n"),
    ]);
    let outcome = scene.phenom(&["init", "parts.csv", "run.csv", "wholes.csv"]);
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stderr, scene.read("phenom.yaml"));
    let said = scene.phenom(&["check", "phenom.yaml"]).stdout;
    assert!(
        said.contains("pairs per original          1.00 (1 to 1), 2 originals decomposed"),
        "{said}"
    );
    assert!(said.contains("1 synonymy") && said.contains("3 entailment, 1 unknown"), "{said}");
}

#[test]
fn answers_without_ids_stand_in_the_order_of_the_pairs_or_are_doubted() {
    let long = "A text that is long enough to be no id because it goes on and on.";
    let gold = format!("premise,label\n{long},entailment\n{long},neutral\n{long} More.,neutral\n");
    let run =
        format!("premise,prediction\n{long},entailment\n{long},neutral\n{long} More.,entailment\n");
    let shuffled =
        format!("premise,prediction\n{long} More.,entailment\n{long},neutral\n{long},entailment\n");
    let files = [
        ("gold.csv", gold.as_bytes()),
        ("run.csv", run.as_bytes()),
        ("shuffled.csv", shuffled.as_bytes()),
    ];
    let scene = Scene::new(files);
    let outcome = scene.phenom(&["init", "gold.csv", "run.csv"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(scene.read("phenom.yaml").contains("in the order of the pairs"));
    let outcome = scene.phenom(&["init", "gold.csv", "shuffled.csv", "-o", "b.yaml"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stderr.contains("in the order of the pairs: it has no column of ids"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn hostile_names_make_valid_configs() {
    let scene = Scene::new([]);
    let files = ["a: b.csv", "- x\n'\".csv", "# {*}[1].csv", "é\u{2028}.csv"];
    for (number, name) in files.into_iter().enumerate() {
        scene.write(name, b"\"id: #1\",\"gold\",\"- 'x\n\"\n1,entailment,a\n2,neutral,b\n");
        let config = format!("{number}.yaml");
        let outcome = scene.phenom(&["init", "-o", &config, "--", name]);
        assert_eq!(outcome.code, Some(0), "{name}: {}", outcome.stderr);
        assert_eq!(scene.phenom(&["check", &config]).code, Some(0), "{name}");
    }
}

#[test]
fn paths_are_relative_to_the_config() {
    let scene = Scene::new([("data/gold.csv", b"id,gold\n1,entailment\n2,neutral\n".as_slice())]);
    std::fs::create_dir(scene.path().join("configs")).unwrap();
    let outcome = scene.phenom(&["init", "data/gold.csv", "-o", "configs/a.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(scene.read("configs/a.yaml").contains("path: \"../data/gold.csv\""));
}

#[test]
fn score_and_agree_look_at_files_that_are_not_as_phenom_has_them() {
    let scene = Scene::new([]);
    let Student { gold, answers, .. } = student(&scene);
    let outcome = scene.phenom(&["score", "gold.csv", "preds_bert.csv"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let right = answers["bert"].iter().zip(&gold).filter(|(answer, gold)| answer == gold).count();
    assert!(outcome.stdout.contains(&format!("({right}/{PAIRS})")), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("as the config of"), "{}", outcome.stdout);
    let annotated =
        "id,gold,annotator1,annotator2\n1,YES,YES,NO\n2,NO,NO,NO\n3,YES,YES,YES\n4,NO,NO,NO\n"
            .replace("YES", "entailment")
            .replace("NO", "not_entailment");
    scene.write("annotated.csv", annotated.as_bytes());
    let outcome = scene.phenom(&["agree", "annotated.csv", "--json"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let rows: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let rows = rows.as_array().unwrap();
    // 3 of 4 pairs are judged alike.
    let agreed = rows.iter().any(|row| row["value"] == 0.75);
    assert!(agreed, "{}", outcome.stdout);
}

const GOLD: &str = "id,gold\n1,entailment\n2,neutral\n3,contradiction\n4,entailment\n";

/// What `phenom init` makes of some files: its code, what it says, and the config.
fn made(files: &[(&str, &str)], options: &[&str]) -> (Scene, Option<i32>, String, String) {
    let scene = Scene::new([]);
    for (name, content) in files {
        scene.write(name, content.as_bytes());
    }
    let names = files.iter().map(|(name, _)| *name);
    let arguments: Vec<&str> =
        ["init"].into_iter().chain(names).chain(options.iter().copied()).collect();
    let outcome = scene.phenom(&arguments);
    let written = scene.path().join("phenom.yaml").exists();
    let config = if written { scene.read("phenom.yaml") } else { String::new() };
    (scene, outcome.code, outcome.stdout + &outcome.stderr, config)
}

#[test]
fn one_label_a_line_answers_the_pairs_in_their_order() {
    let labels = "entailment\nneutral\nneutral\nentailment\n";
    let (_, code, said, _) = made(&[("gold.csv", GOLD), ("run.txt", labels)], &[]);
    assert!(code == Some(1) && said.contains("`--in-order`"), "{said}");
    let files = [("gold.csv", GOLD), ("run.txt", labels)];
    let (scene, code, said, config) = made(&files, &["--in-order"]);
    assert_eq!(code, Some(0), "{said}{config}");
    assert!(config.contains("id: \"@pair\"") && config.contains("header: [label]"), "{config}");
    let outcome = scene.phenom(&["check", "phenom.yaml"]);
    assert!(outcome.stdout.contains("2 entailment, 2 unknown"), "{}", outcome.stdout);
    // Each row is to answer the next pair.
    scene.write("run.txt", b"entailment\nneutral\n");
    let outcome = scene.phenom(&["check", "phenom.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("there are 2 rows and 4 pairs"), "{}", outcome.stderr);
    scene.write("run.txt", labels.as_bytes());
    let without = config.replace("dataset:\n", "dataset:\n  exclude: [\"2\"]\n");
    scene.write("phenom.yaml", without.as_bytes());
    let outcome = scene.phenom(&["check", "phenom.yaml"]);
    assert!(outcome.stderr.contains("pairs are excluded, so that the order"), "{}", outcome.stderr);
}

#[test]
fn columns_called_by_the_letters_of_the_judgments_are_probabilities() {
    let run = "id,p_e,p_n,p_c\n1,0.7,0.2,0.1\n2,0.1,0.8,0.1\n3,0.2,0.2,0.6\n4,0.5,0.3,0.2\n";
    let (_, code, said, config) = made(&[("gold.csv", GOLD), ("run.csv", run)], &[]);
    assert_eq!(code, Some(0), "{said}");
    let expected = "probabilities: {contradiction: p_c, entailment: p_e, unknown: p_n}";
    assert!(config.contains(expected), "{config}");
}

#[test]
fn what_cannot_be_told_is_said_and_where_it_is_to_be_said() {
    let three = "id,gold\n1,yes\n2,no\n3,maybe\n4,yes\n";
    let (_, code, said, config) = made(&[("gold.csv", three)], &[]);
    assert_eq!(code, Some(1));
    assert!(said.contains("set the option, or edit the file"), "{said}");
    assert!(config.contains("\"no\": \"MEANING\""), "{config}");
    let labels = ["--labels", "yes=entailment,no=contradiction"];
    let (_, code, said, _) = made(&[("gold.csv", three)], &labels);
    assert_eq!(code, Some(1));
    assert!(said.contains("the meanings of `maybe` in the column `gold` of gold.csv"), "{said}");
    let commas = "id;score\n1;0,83\n2;0,5\n3;0,7\n4;0,9\n";
    let (_, code, said, _) = made(&[("gold.csv", GOLD), ("run.csv", commas)], &[]);
    assert_eq!(code, Some(1));
    assert!(said.contains("write 0.83 for 0,83") && said.contains("edit the file"), "{said}");
    let parts = "id,gold\n1,entailment\n1.1,entailment\n1.2,neutral\n2,neutral\n";
    let (_, code, said, config) = made(&[("gold.csv", parts)], &[]);
    assert_eq!(code, Some(1));
    assert!(said.contains("whether `1.1` of `gold.csv` is a monothematic pair of `1`"), "{said}");
    assert!(config.contains("# origin-before: \".\""), "{config}");
}

#[test]
fn answers_are_not_taken_for_gold_unless_that_is_said() {
    let run = "id,label,confidence\n1,entailment,0.8\n2,neutral,0.9\n";
    let (_, code, said, _) = made(&[("run.csv", run)], &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("run.csv looks like the predictions of a system"), "{said}");
    assert_eq!(made(&[("run.csv", run)], &["--pairs", "run.csv"]).1, Some(0));
}

#[test]
fn tags_stand_in_a_file_of_their_own_or_on_rows_of_their_own() {
    let tags = "pair,phenomenon\n1,negation\n1,modality\n2,negation\n4,numeral\n";
    let (scene, code, said, config) = made(&[("gold.csv", GOLD), ("tags.csv", tags)], &[]);
    assert_eq!(code, Some(0), "{said}{config}");
    let outcome = scene.phenom(&["check", "phenom.yaml"]);
    assert!(outcome.stdout.contains("2 negation"), "{}", outcome.stdout);
    let rows = "id,gold,phenomenon\n1,entailment,a\n1,entailment,b\n2,neutral,a\n";
    let (scene, code, said, config) = made(&[("gold.csv", rows)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(config.contains("repeated: gather-tags"), "{config}");
    let outcome = scene.phenom(&["check", "phenom.yaml"]);
    assert!(outcome.stdout.contains("2 a, 1 b"), "{}", outcome.stdout);
}

#[test]
fn lines_before_the_header_comments_and_origins_by_their_names_are_found() {
    let lead = "Results of today\nby me\n# c\nnum,origin_of,gold\n1,,entailment\n# x\n2,,neutral\n11,1,neutral\n";
    let (scene, code, said, config) = made(&[("gold.csv", lead)], &[]);
    assert_eq!(code, Some(0), "{said}{config}");
    assert!(config.contains("skip-rows: 2") && config.contains("origin: origin_of"), "{config}");
    assert!(
        said.contains("those with a value in `origin_of` (1) are monothematic pairs"),
        "{said}"
    );
    let outcome = scene.phenom(&["check", "phenom.yaml"]);
    assert!(outcome.stdout.contains("1 originals decomposed"), "{}", outcome.stdout);
    // A column that may hold anything else is asked about.
    let lead = lead.replace("origin_of", "duplicate_of");
    let (_, code, said, config) = made(&[("gold.csv", &lead)], &[]);
    assert_eq!(code, Some(1), "{said}");
    let asked = "whether the 1 rows of `gold.csv` with a value in `duplicate_of`, which is the id of another row";
    assert!(said.contains(asked), "{said}");
    assert!(
        config.contains("# origin: \"duplicate_of\"") || config.contains("# origin: duplicate_of"),
        "{config}"
    );
}

#[test]
fn lists_are_never_single_tags_because_of_how_a_file_begins() {
    let rows = |cells: [&str; 3]| {
        let of = |(row, cell): (usize, &str)| format!("{row},{},\"{cell}\"\n", JUDGMENTS[row % 3]);
        let rows: String = (0..9).map(|row| of((row, cells[row % 3]))).collect();
        "id,gold,tags\n".to_owned() + &rows
    };
    for cells in [
        ["['a' 'b']", "['a']", "[]"],
        ["('a', 'b')", "('a',)", "()"],
        ["{'a', 'b'}", "{'a'}", "set()"],
    ] {
        let (scene, code, said, config) = made(&[("gold.csv", &rows(cells))], &[]);
        assert_eq!(code, Some(0), "{said}{config}");
        assert!(config.contains("lists: bracketed"), "{config}");
        let outcome = scene.phenom(&["check", "phenom.yaml"]);
        assert!(outcome.stdout.contains("6 a, 3 b"), "{}", outcome.stdout);
    }
    let (_, code, _, config) = made(&[("gold.csv", &rows(["a", "b", "c"]))], &[]);
    assert!(code == Some(0) && !config.contains("lists:"), "{config}");
    // Some cells are lists and some are not: the reader says so.
    let (_, code, said, config) = made(&[("gold.csv", &rows(["['a', 'b']", "b", "c"]))], &[]);
    assert!(code == Some(1) && said.contains("is not a list in brackets"), "{said}");
    assert!(!config.contains("lists:") && !config.contains("list-separator"), "{config}");
}

#[test]
fn yes_and_no_are_asked_about() {
    let files =
        [("gold.csv", "id,gold\n1,YES\n2,NO\n"), ("run.csv", "id,answer\n1,NO\n2,UNKNOWN\n")];
    let (_, code, said, config) = made(&files, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("--labels 'NO=MEANING,YES=MEANING'"), "{said}");
    assert!(!config.contains("rte-"), "{config}");
}

#[test]
fn slips_of_a_file_are_named_with_their_line() {
    let mut twice = "id,premise,gold\n".to_owned();
    for row in 1..=20 {
        let id = if row == 20 { 19 } else { row };
        let _ = writeln!(twice, "{id},text {row},{}", JUDGMENTS[row % 3]);
    }
    let answers: String = (1..=20).map(|row| format!("{row},neutral\n")).collect();
    let answers = "id,answer\n".to_owned() + &answers;
    let (_, _, said, config) = made(&[("gold.csv", &twice), ("run.csv", &answers)], &[]);
    assert!(config.contains("id: id\n"), "{config}");
    assert!(said.contains("gold.csv:21") && said.contains("19"), "{said}");
    let ragged =
        "id,answer,confidence\n1,entailment,0.5\n2,neutral\n3,neutral,0.4\n4,neutral,0.2\n";
    let (_, _, said, _) = made(&[("gold.csv", GOLD), ("run.csv", ragged)], &[]);
    assert!(said.contains("run.csv:3") && !said.contains("which pairs"), "{said}");
}

#[test]
fn ids_are_rewritten_where_that_changes_them() {
    let padded = GOLD.replace("\n1,", "\n001,").replace("\n2,", "\n002,");
    let run = "id,answer\n1,neutral\n2,neutral\n3,neutral\n4,neutral\n";
    let (_, code, said, config) = made(&[("gold.csv", &padded), ("run.csv", run)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(config.matches("ids: {match:").count(), 1, "{config}");
    let named = padded.replace("\n001,", "\np1,").replace("\n002,", "\np2,");
    let named = named.replace("\n3,", "\np3,").replace("\n4,", "\np4,");
    let (_, _, _, config) = made(&[("gold.csv", &named), ("run.csv", run)], &[]);
    assert!(config.contains("write this under `dataset` instead"), "{config}");
    let floats = run.replace(",neutral", ".0,neutral");
    let (_, code, said, config) = made(&[("gold.csv", GOLD), ("run.csv", &floats)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(config.contains("whole numbers."), "{config}");
    let numbered = run.replace('\n', "\nq-").replace("\nq-\n", "\n");
    let numbered = numbered.strip_suffix("q-").unwrap_or(&numbered);
    let (scene, _, _, config) = made(&[("gold.csv", GOLD), ("run.csv", numbered)], &[]);
    assert!(config.contains("the number at their end: remove the #."), "{config}");
    let refused = scene.phenom(&["run", "phenom.yaml"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("contains an open decision"), "{}", refused.stderr);
    let decided = config.replace("# ids:", "ids:");
    let open = decided.find("open:").unwrap()..decided.find("# `phenom check FILE`").unwrap();
    let decided = [&decided[..open.start], &decided[open.end..]].concat();
    scene.write("phenom.yaml", decided.as_bytes());
    let outcome = scene.phenom(&["check", "phenom.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn what_is_said_of_labels_adds_to_what_is_known() {
    let letters = "id,answer\n1,E\n2,N\n3,C\n4,E\n";
    let words = "id,answer\n1,Entailment\n2,neutral\n3,contradiction\n4,Entailment\n";
    let files = [("gold.csv", GOLD), ("letters.csv", letters), ("words.csv", words)];
    let mapping = "C=contradiction,E=entailment,N=unknown";
    let (_, code, said, _) = made(&files, &["--run-labels", mapping]);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn numbers_for_the_judgments_are_no_scores() {
    let run = |rows: [&str; 4]| {
        let rows: String =
            rows.iter().enumerate().map(|(at, row)| format!("{},{row}\n", at + 1)).collect();
        "id,entailment,neutral,contradiction\n".to_owned() + &rows
    };
    let rounded = run(["0.34,0.34,0.33", "0.2,0.6,0.2", "0.33,0.33,0.33", "0.9,0.05,0.05"]);
    let (_, code, said, config) = made(&[("gold.csv", GOLD), ("run.csv", &rounded)], &[]);
    assert!(code == Some(0) && config.contains("probabilities: {"), "{said}{config}");
    let logits = run(["3.1,-2,1", "0.2,0.6,-9", "0.3,0.2,5", "4,0.05,0.05"]);
    let (_, code, said, config) = made(&[("gold.csv", GOLD), ("run.csv", &logits)], &[]);
    assert!(code == Some(0) && config.contains("log-likelihoods: {"), "{said}{config}");
    let percent = run(["50,25,25", "20,60,20", "33,33,34", "90,5,5"]);
    let (_, code, said, config) = made(&[("gold.csv", GOLD), ("run.csv", &percent)], &[]);
    assert!(code == Some(1) && said.contains("divide them by 100"), "{said}{config}");
    assert!(!config.contains("score") && !said.contains("threshold"), "{said}{config}");
}

#[test]
fn annotators_are_compared_without_gold() {
    let wide = |names: &str| format!("id,{names}\n1,0,1,0\n2,1,1,1\n3,0,0,0\n4,1,1,1\n");
    let words = |table: String| table.replace(",0", ",neutral").replace(",1", ",entailment");
    let long = "id,worker,answer\n1,x,0\n1,y,1\n2,x,1\n2,y,1\n3,x,0\n3,y,0\n4,x,1\n4,y,1\n";
    let scene = Scene::new([
        ("numbers.csv", wide("annotator1,annotator2,annotator3").as_bytes()),
        ("names.csv", words(wide("ann,bob,cat")).as_bytes()),
        ("long.csv", long.as_bytes()),
        ("gold.csv", GOLD.as_bytes()),
    ]);
    let labels = ["--labels", "0=unknown,1=entailment"];
    for (files, options) in
        [(&["numbers.csv"][..], &labels[..]), (&["names.csv"], &[]), (&["long.csv"], &labels)]
    {
        let outcome = scene.phenom(&[&["agree", "--json"], files, options].concat());
        assert_eq!(outcome.code, Some(0), "{files:?}: {}", outcome.stderr);
        // The first two judge 3 of 4 pairs alike.
        let rows: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
        let agreed = rows.as_array().unwrap().iter().any(|row| row["value"] == 0.75);
        assert!(agreed, "{files:?}: {}", outcome.stdout);
    }
    let words = long.replace(",0", ",neutral").replace(",1\n", ",entailment\n");
    scene.write("words.csv", words.as_bytes());
    let outcome = scene.phenom(&["agree", "gold.csv", "words.csv"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let outcome = scene.phenom(&["agree", "numbers.csv"]);
    assert!(outcome.code == Some(2) && outcome.stderr.contains("`--labels"), "{}", outcome.stderr);
    let outcome = scene.phenom(&["init", "names.csv"]);
    assert!(outcome.stderr.contains("`--gold ann` or `--gold bob`"), "{}", outcome.stderr);
    let outcome = scene.phenom(&[&["init", "numbers.csv", "-o", "n.yaml"], &labels[..]].concat());
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("phenom agree n.yaml"), "{}", outcome.stdout);
}

#[test]
fn files_that_a_preset_knows_are_read_by_it() {
    let claims = |id: &str| {
        format!(
            "[{{\"id\": \"{id}\", \"response\": \"One. Two.\", \"claude2_response_kg\": [{{\"triplet\": [\"x\", \"is\", \
             \"y\"], \"human_label\": \"Entailment\"}}, {{\"triplet\": [\"x\", \"is\", \"z\"], \"human_label\": \
             \"Neutral\"}}]}}]"
        )
    };
    let (one, other) = (claims("1"), claims("1"));
    let (_, code, said, config) = made(&[("nq_a.json", &one), ("nq_b.json", &other)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(config.contains("path: [\"nq_a.json\", \"nq_b.json\"]"), "{config}");
    assert!(config.contains("format: refchecker"), "{config}");
    let sick = "pair_ID\tsentence_A\tsentence_B\tentailment_label\trelatedness_score\tSemEval_set\n\
                1\tA b\tC d\tNEUTRAL\t4.5\tTRIAL\n2\tA b\tC d\tENTAILMENT\t3\tTRIAL\n3\tA b\tC d\tCONTRADICTION\t3\tTEST\n";
    let run = "pair_ID,prediction\n1,NEUTRAL\n2,NEUTRAL\n3,NEUTRAL\n";
    let (_, code, said, config) = made(&[("SICK.txt", sick), ("run.csv", run)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(config.contains("format: sick\n"), "{config}");
    // Labels that the preset does not know.
    let (_, _, _, config) = made(&[("SICK.txt", &sick.replace("NEUTRAL", "NONE"))], &[]);
    assert!(!config.contains("format: sick"), "{config}");
    let event = |id: u32| {
        format!(
            "{{\"sample_id\": \"{id}\", \"type\": \"match\", \"data\": {{\"picked\": \"neutral\"}}}}\n"
        )
    };
    let events: String = (1..5).map(event).collect();
    let log = format!("{{\"spec\": {{\"split\": \"dev\"}}}}\n{events}{{\"final_report\": {{}}}}\n");
    let (_, code, said, config) = made(&[("gold.csv", GOLD), ("log.jsonl", &log)], &[]);
    assert_eq!(code, Some(0), "{said}{config}");
    assert!(config.contains("format: openai-evals"), "{config}");
}

#[test]
fn elements_of_xml_are_rows_and_fracas_is_known_by_its_attributes() {
    let item = |number: usize, gold: &str, answer: &str| {
        format!(
            "<item><premise>A man has {number} dogs.</premise><claim>It is so.</claim><label>{gold}</label>\
             <bert>{answer}</bert></item>"
        )
    };
    let items = item(1, "entailment", "neutral") + &item(2, "neutral", "neutral");
    let text =
        format!("<set><part>{items}</part><part>{}</part></set>", item(3, "neutral", "neutral"));
    let (scene, code, said, config) = made(&[("items.xml", &text)], &[]);
    assert_eq!(code, Some(0), "{said}{config}");
    let said = scene.phenom(&["check", "phenom.yaml"]).stdout;
    assert!(said.contains("3: 1 entailment, 2 unknown") && said.contains("system bert"), "{said}");
    let problem = |id: usize, answer: &str| {
        format!(
            "<problem id=\"{id}\" fracas_answer=\"{answer}\"><p>A.</p><q>B?</q><h>B {id}.</h></problem>"
        )
    };
    let fracas = format!(
        "<fracas-problems><comment class=\"section\">1 PLURALS</comment><comment class=\"subsection\">1.1 \
         Definite</comment>{}{}</fracas-problems>",
        problem(1, "yes"),
        problem(2, "undef")
    );
    let (scene, code, said, config) = made(&[("f.xml", &fracas)], &[]);
    assert_eq!(code, Some(0), "{said}{config}");
    assert!(config.contains("format: fracas"), "{config}");
    let said = scene.phenom(&["check", "phenom.yaml"]).stdout;
    assert!(said.contains("2 1.1 Definite") && said.contains("without gold"), "{said}");
}

#[test]
fn files_without_rows_are_refused_with_what_to_do() {
    let (_, code, said, _) = made(&[("x.xml", "<root>text</root>")], &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("no element of this XML has attributes"), "{said}");
    assert!(said.contains("`format: xml`"), "{said}");
    let (_, code, said, _) =
        made(&[("x.xml", "<root><item id='1'/><item id='2' a='&'/></root>")], &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("write a bare `&` as"), "{said}");
    let scene = Scene::new([("a.pkl", b"\x80\x03}q\x00(\xe9".as_slice())]);
    let outcome = scene.phenom(&["init", "a.pkl"]);
    assert!(outcome.stderr.contains("a.pkl: this is not text"), "{}", outcome.stderr);
}

#[test]
fn parquet_is_looked_into() {
    let pairs = "id,text,hypothesis,gold\n1,A b,C d,entailment\n2,E f,G h,unknown\n";
    let scene = Scene::new([("pairs.csv", pairs.as_bytes())]);
    let outcome = scene.phenom(&["convert", "pairs.csv", "pairs.parquet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let outcome = scene.phenom(&["init", "pairs.parquet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = scene.phenom(&["check", "phenom.yaml"]).stdout;
    assert!(said.contains("2: 1 entailment, 1 unknown"), "{said}");
    // A column can be an id and a text at once.
    let config = "dataset: {path: pairs.parquet, columns: {id: [text, hypothesis], text: text, hypothesis: hypothesis, gold: gold}}\n\
                  systems: [{name: M, algorithm: linguistic-biased}]\n";
    scene.write("texts.yaml", config.as_bytes());
    let outcome = scene.phenom(&["check", "texts.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn several_lists_of_one_layout_in_a_document_are_refused() {
    let rows = |first: usize| {
        let row = |id: usize| format!("{{\"id\": {id}, \"pred\": \"neutral\"}}");
        (first..first + 3).map(row).collect::<Vec<_>>().join(", ")
    };
    let lists = format!("{{\"bert\": [{}], \"roberta\": [{}]}}", rows(1), rows(2));
    let (_, code, said, _) = made(&[("gold.csv", GOLD), ("p.json", &lists)], &[]);
    assert!(code == Some(2) && said.contains("p.json: phenom finds no rows"), "{said}");
}
