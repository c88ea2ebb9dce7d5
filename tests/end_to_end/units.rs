//! Tables whose pairs stand on several rows: however they are written down, the pairs, systems and runs are the same.

use std::fmt::Write;

use proptest::prelude::*;

use super::scene::Scene;

const LABELS: [&str; 3] = ["entailment", "neutral", "contradiction"];
const TAGS: [&str; 4] = ["negation", "synonymy", "quantification", "modality"];

/// A table of pairs with the answers of systems in several runs.
#[derive(Debug, Clone)]
struct World {
    pairs: usize,
    systems: usize,
    runs: usize,
    answers: Vec<usize>,
    order: Vec<usize>,
    has_ids: bool,
    index: bool,
}

fn worlds() -> impl Strategy<Value = World> {
    (12usize..40, 1usize..4, 1usize..4, any::<bool>(), any::<bool>()).prop_flat_map(
        |(pairs, systems, runs, has_ids, index)| {
            let rows = pairs * systems * runs;
            let order: Vec<usize> = (0..rows).collect();
            let answers = prop::collection::vec(0usize..3, rows);
            (answers, Just(order).prop_shuffle()).prop_map(move |(answers, order)| World {
                pairs,
                systems,
                runs,
                answers,
                order,
                has_ids,
                index,
            })
        },
    )
}

impl World {
    fn pair(&self, pair: usize) -> String {
        let id = if self.has_ids { format!("p{pair},") } else { String::new() };
        format!(
            "{id}Pavel saw {pair} boats at the mill.,Somebody saw {pair} boats.,{},{}",
            LABELS[pair % 3],
            TAGS[pair % 4]
        )
    }

    fn header(&self) -> String {
        let id = if self.has_ids { "item_id," } else { "" };
        format!("{id}premise,hypothesis,gold,phenomenon")
    }

    /// A row for each pair, system and run.
    fn long(&self, order: &[usize]) -> String {
        let index = |text: &str| if self.index { format!("{text},") } else { String::new() };
        let mut table = format!("{}{},model,seed,prediction\n", index(""), self.header());
        for (number, row) in order.iter().enumerate() {
            let (pair, rest) = (row % self.pairs, row / self.pairs);
            let (system, run) = (rest % self.systems, rest / self.systems);
            let answer = LABELS[self.answers[*row]];
            let start = index(&number.to_string());
            let _ = writeln!(table, "{start}{},m{system},{run},{answer}", self.pair(pair));
        }
        table
    }

    /// A row for each pair, and a column for each system, of the first runs.
    fn wide(&self) -> String {
        let mut table = self.header();
        (0..self.systems).for_each(|system| table += &format!(",m{system}_pred"));
        table.push('\n');
        for pair in 0..self.pairs {
            table += &self.pair(pair);
            for system in 0..self.systems {
                let _ = write!(table, ",{}", LABELS[self.answers[system * self.pairs + pair]]);
            }
            table.push('\n');
        }
        table
    }
}

/// What `phenom init` understood of a table, or why it did not.
fn understood(table: &str) -> String {
    let scene = Scene::new([("table.csv", table.as_bytes())]);
    let outcome = scene.phenom(&["init", "table.csv"]);
    assert_eq!(outcome.code, Some(0), "{}\n{}", outcome.stderr, scene.read("phenom.yaml"));
    let line = outcome.stdout.lines().find(|line| line.starts_with("Understood: "));
    line.unwrap_or_default().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Shuffled, copied or melted, a table has the same pairs, systems and runs.
    #[test]
    fn no_way_to_write_rows_changes_pairs_systems_or_runs(world in worlds()) {
        let in_order: Vec<usize> = (0..world.order.len()).collect();
        let plain = understood(&world.long(&in_order));
        let pairs = format!("Understood: {} original pairs, ", world.pairs);
        prop_assert!(plain.starts_with(&pairs), "{plain}");
        let systems = if world.systems == 1 { "1 system (".to_owned() } else { format!("{} systems (", world.systems) };
        prop_assert!(plain.contains(&systems), "{plain}");
        prop_assert_eq!(plain.contains(" runs"), world.runs > 1, "{}", plain);
        prop_assert_eq!(&understood(&world.long(&world.order)), &plain);
        let copied = [&world.order[..], &world.order[..]].concat();
        prop_assert_eq!(&understood(&world.long(&copied)), &plain);
        // One system alone has its name in the column of answers.
        if world.runs == 1 && world.systems > 1 {
            let wide = understood(&world.wide()).replace("_pred", "");
            prop_assert_eq!(&wide, &plain);
        }
    }
}

#[test]
fn a_table_of_several_systems_is_one_entry_beside_others() {
    let scene = Scene::new([
        ("long.csv", b"id,model,seed,prediction\n1,a,1,neutral\n2,a,1,neutral\n1,a,2,neutral\n2,a,2,entailment\n1,b,1,entailment\n2,b,1,entailment\n".as_slice()),
        ("pairs.csv", b"id,gold\n1,entailment\n2,neutral\n"),
        ("other.csv", b"id,label\n1,entailment\n2,neutral\n"),
    ]);
    let config = |entry: &str| {
        format!(
            "dataset: {{path: pairs.csv, labels: nli, columns: {{id: id, gold: gold}}}}\nsystems:\n  - {entry}\n  - {{name: other, \
             predictions: other.csv}}\n"
        )
    };
    let run = |entry: &str| {
        scene.write("c.yaml", config(entry).as_bytes());
        scene.phenom(&["check", "c.yaml", "--json"])
    };
    let table = "{from: long.csv, system: model, run: seed, answer: prediction}";
    let outcome = run(table);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let systems = said["systems"].as_array().unwrap().iter();
    let systems: Vec<&str> = systems.map(|system| system["system"].as_str().unwrap()).collect();
    assert_eq!(systems, ["a", "a", "b", "other"]);
    for (entry, expected) in [
        ("{from: long.csv, system: sistem, answer: prediction}", "sistem"),
        ("{from: long.csv, system: model, answer: prediction}", "pair `1`"),
        ("{from: long.csv, answer: prediction, name: x}", "needs the columns that name the system"),
        ("{from: long.csv, run: seed, answer: prediction}", "a system has a `name`"),
        ("{from: long.csv, system: model, name: x, answer: prediction}", "leave `name` out"),
        ("{from: long.csv, system: model, predictions: other.csv}", "leave one of the two out"),
        ("{name: x, predictions: other.csv, system: model}", "is for a table of several systems"),
        ("{predictions: other.csv}", "a system has a `name`"),
    ] {
        let outcome = run(entry);
        assert_eq!(outcome.code, Some(2), "{entry}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(expected), "{entry}: {}", outcome.stderr);
    }
}

#[test]
fn rows_that_differ_are_no_rows_of_one_pair() {
    let scene = Scene::new([
        ("t.csv", b"id,gold,model,pred\n1,entailment,a,neutral\n1,neutral,b,neutral\n".as_slice()),
        ("c.yaml", b"dataset: {path: t.csv, repeated: same, labels: nli, columns: {id: id, gold: gold}}\nsystems: [{from: t.csv, system: model, answer: pred}]\n"),
    ]);
    let outcome = scene.phenom(&["check", "c.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("has rows that differ, first on line 2"), "{}", outcome.stderr);
}

#[test]
fn what_is_no_phenomenon_is_none() {
    let mut table =
        "premise,hypothesis,label,prediction,correct,seed,epoch,one,gold_copy\n".to_owned();
    for pair in 0..20 {
        let (gold, answer) = (LABELS[pair % 3], LABELS[pair % 2]);
        let right = u8::from(gold == answer);
        let _ = writeln!(
            table,
            "The {pair} boats.,A {pair} boat.,{gold},{answer},{right},{},0,1,{gold}",
            pair % 2
        );
    }
    let said = understood(&table);
    assert_eq!(said, "Understood: 20 original pairs, 1 system (`prediction`), 0 phenomena.");
}

#[test]
fn outcomes_without_gold_labels_are_asked_about_and_read() {
    let mut table = "item,premise,hypothesis,model,passed\n".to_owned();
    for (pair, model) in (0..12).flat_map(|pair| [(pair, "a"), (pair, "b")]) {
        let right = u8::from(pair % 4 > usize::from(model == "b"));
        let _ = writeln!(table, "i{pair},The {pair} boats.,A {pair} boat.,{model},{right}");
    }
    let scene = Scene::new([("t.csv", table.as_bytes())]);
    let asked = scene.phenom(&["init", "t.csv", "-o", "asked.yaml"]);
    assert!(
        asked.code == Some(1) && asked.stderr.contains("`--outcome passed`"),
        "{}",
        asked.stderr
    );
    let outcome = scene.phenom(&["init", "t.csv", "--outcome", "passed"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let ran = scene.phenom(&["run", "phenom.yaml"]);
    // 9 and 6 of 12 are right.
    assert!(ran.stdout.contains("75.0") && ran.stdout.contains("50.0"), "{}", ran.stdout);
    let absent = scene.phenom(&["init", "t.csv", "--outcome", "won", "-o", "c.yaml"]);
    assert!(
        absent.code == Some(2) && absent.stderr.contains("no column `won`"),
        "{}",
        absent.stderr
    );
}

#[test]
fn tables_of_pandas_and_of_r_are_read() {
    let names = ["id", "premise", "hypothesis", "label", "bert"];
    let rows: Vec<[String; 5]> = (0..12)
        .map(|pair| {
            let label = |number: usize| LABELS[number % 3].to_owned();
            [
                format!("p{pair}"),
                format!("The {pair} boats."),
                format!("A {pair} boat."),
                label(pair),
                label(pair / 2),
            ]
        })
        .collect();
    let column = |at: usize| {
        let cells =
            rows.iter().enumerate().map(|(row, cells)| (row.to_string(), cells[at].clone().into()));
        serde_json::Value::Object(cells.collect())
    };
    let columns: serde_json::Map<_, _> =
        names.iter().enumerate().map(|(at, name)| ((*name).to_owned(), column(at))).collect();
    let split = serde_json::json!({"columns": names, "index": [0], "data": rows});
    let mut of_r = format!("\"{}\"\n", names.join("\" \"").replace(' ', ","));
    for (number, row) in (1..).zip(&rows) {
        let _ = writeln!(of_r, "\"{number}\",\"{}\"", row.join("\",\""));
    }
    for (name, text) in [
        ("columns.json", serde_json::Value::Object(columns).to_string()),
        ("split.json", split.to_string()),
        ("r.csv", of_r),
    ] {
        let scene = Scene::new([(name, text.as_bytes())]);
        let outcome = scene.phenom(&["init", name]);
        assert_eq!(outcome.code, Some(0), "{name}: {}", outcome.stderr);
        let understood = "Understood: 12 original pairs, 1 system (`bert`), 0 phenomena.";
        assert!(outcome.stdout.contains(understood), "{name}: {}", outcome.stdout);
        assert_eq!(scene.phenom(&["check", "phenom.yaml"]).code, Some(0), "{name}");
    }
}

/// What `phenom convert` writes is read without a question, and nothing of it is lost.
#[test]
fn the_tables_that_phenom_writes_are_known() {
    let scene = Scene::new([]);
    let pairs = super::scene::project().join("datasets/monothematic-en/pairs.jsonl");
    let pairs = pairs.to_str().unwrap();
    let mut summaries = Vec::new();
    for file in ["own.jsonl", "own.csv", "own.ndjson", "own.parquet"] {
        assert_eq!(scene.phenom(&["convert", pairs, file]).code, Some(0), "{file}");
        let config = format!("{file}.yaml");
        let outcome = scene.phenom(&["init", file, "-o", &config]);
        assert_eq!(outcome.code, Some(0), "{file}: {}", outcome.stderr);
        let outcome = scene.phenom(&["check", &config, "--json"]);
        assert_eq!(outcome.code, Some(0), "{file}: {}", outcome.stderr);
        summaries.push(outcome.stdout);
    }
    assert!(summaries.iter().all(|summary| *summary == summaries[0]), "{summaries:?}");
}

/// What `init` leaves open of a file.
fn asked(name: &str, content: &str) -> String {
    let scene = Scene::new([(name, content.as_bytes())]);
    let outcome = scene.phenom(&["init", name]);
    assert_eq!(outcome.code, Some(1), "{content}\n{}{}", outcome.stdout, outcome.stderr);
    outcome.stderr
}

#[test]
fn predictions_in_lists_are_neither_parts_nor_annotators() {
    for list in [
        r#""responses": [{"label": "GOLD", "text": "It is so."}, {"label": "neutral", "text": "It is not."}]"#,
        r#""predictions": ["GOLD", "neutral", "GOLD"]"#,
    ] {
        let line = |pair: usize| {
            let gold = LABELS[pair % 3];
            let list = list.replace("GOLD", gold);
            format!(
                "{{\"id\": {pair}, \"premise\": \"The {pair} boats.\", \"hypothesis\": \"A {pair} boat.\", \"gold\": \"{gold}\", \
                 {list}}}\n"
            )
        };
        let said = asked("t.jsonl", &(0..30).map(line).collect::<String>());
        assert!(said.contains("a config cannot read predictions in lists"), "{list}: {said}");
    }
}

#[test]
fn outcomes_beside_gold_labels_and_no_predictions_are_asked_about() {
    let rows = (0..30).flat_map(|item| {
        let gold = LABELS[item % 3];
        ["a", "b"].map(|model| format!("{item},{model},{gold},{}\n", item % 2))
    });
    let table = "item,model,label,correct\n".to_owned() + &rows.collect::<String>();
    assert!(asked("t.csv", &table).contains("`--outcome correct`"));
}

#[test]
fn annotators_on_rows_of_their_own_stand_beside_a_system() {
    let mut table = "id,premise,hypothesis,gold,worker,answer,roberta\n".to_owned();
    for (pair, worker) in (0..30).flat_map(|pair| [(pair, "x"), (pair, "y")]) {
        let (gold, answer) = (LABELS[pair % 3], LABELS[(pair + usize::from(worker == "y")) % 3]);
        let _ = writeln!(
            table,
            "{pair},The {pair} boats.,A {pair} boat.,{gold},{worker},{answer},{}",
            LABELS[pair % 2]
        );
    }
    let said = understood(&table);
    let expected =
        "Understood: 30 original pairs, 1 system (`roberta`), 0 phenomena, 2 annotators.";
    assert_eq!(said, expected);
}

#[test]
fn files_that_hold_a_part_of_the_answers_each_are_one_system() {
    let line = |pair: usize| format!("{pair},The boats.,A boat.,{}\n", LABELS[pair % 3]);
    let answers = |pairs: std::ops::Range<usize>| {
        let lines = pairs.map(|pair| format!("{pair},{}\n", LABELS[pair % 2]));
        "id,prediction\n".to_owned() + &lines.collect::<String>()
    };
    let pairs = "id,premise,hypothesis,gold\n".to_owned() + &(0..60).map(line).collect::<String>();
    let understood = |second: std::ops::Range<usize>| {
        let scene = Scene::new([
            ("d.csv", pairs.as_bytes()),
            ("bert-1-of-2.csv", answers(0..30).as_bytes()),
            ("bert-2-of-2.csv", answers(second).as_bytes()),
        ]);
        let outcome = scene.phenom(&["init", "d.csv", "bert-1-of-2.csv", "bert-2-of-2.csv"]);
        outcome.stdout + &outcome.stderr
    };
    let said = understood(30..60);
    assert!(said.contains("1 system (`bert`)"), "{said}");
    // Where ids stand in both, they are no parts of one.
    let said = understood(0..30);
    assert!(said.contains("`--missing wrong`"), "{said}");
}
