//! Intervals, comparisons and plans from the command line, and what can be wrong with them.

use serde_json::Value;

use super::scene::{Outcome, Scene, phenom_in, project, scores, shipped_report};

fn json(outcome: &Outcome) -> Vec<Value> {
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    serde_json::from_str(&outcome.stdout).unwrap()
}

fn row<'a>(rows: &'a [Value], population: &str, slice: &str, measure: &str) -> &'a Value {
    let is = |row: &&Value, key: &str, value: &str| row[key] == value;
    rows.iter()
        .find(|row| {
            is(row, "population", population)
                && is(row, "slice", slice)
                && is(row, "measure", measure)
        })
        .unwrap()
}

#[test]
fn edits_against_venses() {
    // The old system is named first, and subtracted from the new one.
    let arguments = ["compare", "configs/rte5-pilot.yaml", "VENSES", "EDITS", "--json"];
    let rows = json(&phenom_in(&project(), &arguments));
    let parts = row(&rows, "monothematic", "", "accuracy");
    // 133 and 89 of 167.
    assert!((parts["difference"].as_f64().unwrap() - 44.0 / 167.0).abs() < 1e-12);
    assert!((parts["value_a"].as_f64().unwrap() - 133.0 / 167.0).abs() < 1e-12);
    assert!((parts["value_b"].as_f64().unwrap() - 89.0 / 167.0).abs() < 1e-12);
    assert_eq!(parts["verdict"], "better");
    assert_eq!(parts["clusters"], 60);
    assert_eq!(
        (&parts["correction"], &parts["family"]),
        (&"holm".into(), &"primary_figures".into())
    );
    // CI differs, and which one is nearer to 1 is another question.
    let nearer = row(&rows, "decomposition", "", "ideal_distance");
    assert_eq!(
        (&nearer["verdict"], &nearer["family"]),
        (&"cannot tell".into(), &"primary_figures".into())
    );
    let index = row(&rows, "decomposition", "", "correlation_index");
    assert_eq!(
        (&index["correction"], &index["family"]),
        (&"benjamini_hochberg".into(), &"exploratory".into())
    );
    assert!(parts["p_adjusted"].as_f64().unwrap() < 0.01);
    let whole = row(&rows, "original", "", "accuracy");
    assert_eq!(whole["verdict"], "cannot tell");
    // One more right of 60, 39 discordant: by hand with the formula of docs/statistics.md.
    assert_eq!(
        whole["design_effect"].as_f64().map(|effect| (effect * 1e6).round() / 1e6),
        Some(1.0)
    );
    // For 5 points, and not for the difference seen: by hand in `how_many_pairs`, at a stricter level.
    let range = ["pairs_needed_from", "pairs_needed_to"].map(|key| whole[key].as_u64().unwrap());
    assert!(2039 < range[0] && range[0] < range[1] && range[1] < 8000, "{range:?}");
    // A single pair can never tell.
    let rare = row(&rows, "monothematic", "syntactic:negation", "accuracy");
    assert_eq!((&rare["p"], &rare["verdict"]), (&Value::Null, &"cannot tell".into()));
    // The other way round, the difference turns.
    let arguments = ["compare", "configs/rte5-pilot.yaml", "EDITS", "VENSES", "--json"];
    let turned = json(&phenom_in(&project(), &arguments));
    let parts = row(&turned, "monothematic", "", "accuracy");
    assert!((parts["difference"].as_f64().unwrap() + 44.0 / 167.0).abs() < 1e-12);
    assert_eq!(parts["verdict"], "worse");
}

#[test]
fn naming_two_systems_does_not_loosen_the_test_unless_asked_for() {
    let adjusted = |more: &[&str]| {
        let arguments = [&["compare", "configs/rte5-pilot.yaml"], more, &["--json"]].concat();
        let rows = json(&phenom_in(&project(), &arguments));
        let row = rows.into_iter().find(|row| {
            (&row["system_a"], &row["system_b"], &row["population"], &row["slice"], &row["measure"])
                == (
                    &"EDITS".into(),
                    &"VENSES".into(),
                    &"monothematic".into(),
                    &"".into(),
                    &"accuracy".into(),
                )
        });
        row.unwrap()["p_adjusted"].as_f64().unwrap()
    };
    let of_all = adjusted(&[]);
    assert!((adjusted(&["VENSES", "EDITS"]) - of_all).abs() < 1e-12);
    assert!(adjusted(&["VENSES", "EDITS", "--alone"]) < 0.5 * of_all);
}

#[test]
fn compare_and_report_show_the_same_interval_beside_a_verdict() {
    let report = shipped_report("rte5-pilot");
    let report =
        std::fs::read_to_string(report.join("tables.md")).unwrap().replace(['\\', '+'], "");
    let arguments = ["compare", "configs/rte5-pilot.yaml", "VENSES", "EDITS"];
    let printed = phenom_in(&project(), &arguments).stdout.replace('+', "");
    assert!(printed.contains("new − old [adjusted 95 % interval]"), "{printed}");
    let declared = report.lines().skip_while(|line| !line.starts_with("| EDITS against VENSES |"));
    let declared: Vec<&str> = declared.take(3).collect();
    for row in declared {
        let from = row.find('[').unwrap();
        let to = row.find(']').unwrap();
        let interval = &row[from..=to];
        assert!(printed.contains(interval), "{interval} of {row}:\n{printed}");
    }
}

#[test]
fn models_or_methods() {
    let said_of = |asked: &str| match asked {
        "models" => {
            "Compares trained models (runs of B: 2, of A: 2): pairs are a sample, runs are not."
        }
        _ => "Compares methods (runs of B: 2, of A: 2): pairs and runs are samples.",
    };
    let runs = |question: &str| {
        let config = format!(
            "dataset: {{path: d.csv}}\nsystems:\n  - {{name: A, runs: [a1.csv, a2.csv]}}\n  - {{name: B, runs: \
             [b1.csv, b2.csv]}}\nstatistics: {{question: {question}}}\n"
        );
        let pairs: String = (0..40).map(|id| format!("{id},,entailment,\n")).collect();
        let answers = |wrong: usize| -> String {
            let answer = |id| if id < wrong { "contradiction" } else { "entailment" };
            let lines: String = (0..40).map(|id| format!("{id},{}\n", answer(id))).collect();
            format!("id,label\n{lines}")
        };
        let scene = Scene::new([
            ("c.yaml", config.as_bytes()),
            ("d.csv", format!("id,origin,gold,phenomenon\n{pairs}").as_bytes()),
            ("a1.csv", answers(0).as_bytes()),
            ("a2.csv", answers(16).as_bytes()),
            ("b1.csv", answers(20).as_bytes()),
            ("b2.csv", answers(24).as_bytes()),
        ]);
        let rows = json(&scene.phenom(&["compare", "c.yaml", "--json"]));
        let row = row(&rows, "original", "", "accuracy");
        let asked = row["question"].as_str().unwrap().to_owned();
        let printed = scene.phenom(&["compare", "c.yaml", "A", "B"]).stdout;
        let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(printed.contains(said_of(&asked)), "{printed}");
        // Wrong in A's runs: 0 and 16, in B's: 20 and 24. Of 40 pairs, 16 go from 0 to 1/2, 4 from 0 to 1, 4 to 1/2.
        let mended = "14.0 pairs are newly correct on average over runs (24 pairs are correct in a larger share of runs)";
        let turned = scene.phenom(&["compare", "c.yaml", "B", "A"]).stdout;
        let turned = turned.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(turned.contains(mended), "{turned}");
        (asked, row["p"].as_f64().unwrap())
    };
    let (models, methods) = (runs("models"), runs("methods"));
    assert_eq!((models.0.as_str(), methods.0.as_str()), ("models", "methods"));
    // The runs of A are far apart.
    assert!(models.1 < 0.001 && methods.1 > 0.1, "{models:?} {methods:?}");
}

#[test]
fn scores_have_intervals() {
    let csv = std::fs::read_to_string(shipped_report("rte5-pilot").join("scores.csv")).unwrap();
    let header = csv.lines().next().unwrap();
    assert!(
        header.ends_with(
            "undefined_reason,lower,upper,confidence_level,interval_method,interval_note"
        )
    );
    let scores = scores(&csv);
    let of = |population: &str, measure: &str| {
        &scores[&["EDITS", population, "all", "", measure].map(str::to_owned)]
    };
    let number = |text: &str| text.parse::<f64>().unwrap();
    let whole = of("original", "accuracy");
    // statsmodels.stats.proportion.proportion_confint(35, 60, method="agresti_coull")
    assert!(
        (number(&whole["lower"]) - 0.457_183_233_726_728_75).abs() < 1e-12,
        "{}",
        whole["lower"]
    );
    assert!(
        (number(&whole["upper"]) - 0.699_454_790_916_256_3).abs() < 1e-12,
        "{}",
        whole["upper"]
    );
    assert_eq!(whole["interval_method"], "agresti_coull");
    assert_eq!(whole["confidence_level"], "0.95");
    let method = |population, measure| of(population, measure)["interval_method"].clone();
    assert_eq!(method("monothematic", "accuracy"), "agresti_coull");
    assert_eq!(method("monothematic", "mutual_information"), "noncentral_chi_squared");
    assert_eq!(method("original", "kappa"), "cluster_jackknife");
    assert_eq!(method("decomposition", "ideal_distance"), "mover");
    let correlation = of("decomposition", "correlation_index");
    let value = number(&correlation["value"]);
    assert!(number(&correlation["lower"]) < value && value < number(&correlation["upper"]));
}

const PAIRS: &str = "id,origin,gold,phenomenon\n1,,entailment,\n1.1,1,entailment,a:x\n2,,contradiction,\n\
                     2.1,2,contradiction,a:x\n3,,entailment,\n3.1,3,entailment,a:y\n";

fn answers(wrong: &[&str]) -> String {
    let gold = [("1", "e"), ("1.1", "e"), ("2", "c"), ("2.1", "c"), ("3", "e"), ("3.1", "e")];
    let answer = |(id, gold): (&str, &str)| {
        let right = if wrong.contains(&id) { if gold == "e" { "c" } else { "e" } } else { gold };
        format!("{id},{}\n", if right == "e" { "entailment" } else { "contradiction" })
    };
    format!("id,label\n{}", gold.map(answer).concat())
}

fn scene(more: &str) -> Scene {
    let config = format!(
        "dataset: {{path: d.csv}}\nsystems:\n  - {{name: A, predictions: a.csv, missing: skip}}\n  - \
         {{name: B, predictions: b.csv, missing: skip}}\n{more}\noutput: report\nreport: {{figures: [], formats: [csv]}}\n"
    );
    Scene::new([
        ("c.yaml", config.as_bytes()),
        ("d.csv", PAIRS.as_bytes()),
        ("a.csv", answers(&["1"]).as_bytes()),
        ("b.csv", answers(&["2", "2.1"]).as_bytes()),
    ])
}

#[test]
fn what_can_be_wrong_with_statistics() {
    for (more, message) in [
        ("statistics: {confidence-level: 95}", "for 95 % write 0.95"),
        ("statistics: {confidence-level: 1}", "must be between 0.01 and 0.9999"),
        ("statistics: {resamples: 0}", "`resamples` is 0, and must be between 1 and 1,000,000"),
        ("statistics: {baseline: C}", "there is no system `C`"),
        ("statistics: {baseline: A, compare: none}", "`compare: none` turns comparisons off"),
        ("statistics: {correction: bonferoni}", "correction"),
        (
            "statistics: {primary: [gold_entropy]}",
            "phenom does not compare systems by `gold_entropy`",
        ),
        ("statistics: {question: seeds}", "question"),
        ("statistics: {planned-difference: 5}", "planned-difference"),
    ] {
        let outcome = scene(more).phenom(&["run", "c.yaml", "--all"]);
        assert_eq!(outcome.code, Some(2), "{more}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{more}: {}", outcome.stderr);
    }
    let one = Scene::new([
        (
            "c.yaml",
            b"dataset: {path: d.csv}\nsystems: [{name: A, predictions: a.csv}]\n".as_slice(),
        ),
        ("d.csv", PAIRS.as_bytes()),
        ("a.csv", answers(&[]).as_bytes()),
    ]);
    let outcome = one.phenom(&["compare", "c.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("there is only one system"), "{}", outcome.stderr);
    let outcome = scene("").phenom(&["compare", "c.yaml", "A", "C"]);
    assert!(outcome.stderr.contains("there is no system `C`"), "{}", outcome.stderr);
    let outcome = scene("").phenom(&["compare", "c.yaml", "A", "A"]);
    assert!(outcome.stderr.contains("cannot be compared with itself"), "{}", outcome.stderr);
    let few = scene("");
    few.write("d.csv", b"id,origin,gold,phenomenon\n1,,entailment,\n");
    few.write("a.csv", b"id,label\n1,entailment\n");
    few.write("b.csv", b"id,label\n1,contradiction\n");
    let outcome = few.phenom(&["compare", "c.yaml"]);
    assert!(outcome.stderr.contains("fewer than two original pairs (1)"), "{}", outcome.stderr);
    assert_eq!(few.phenom(&["run", "c.yaml", "--all"]).code, Some(0), "a run needs no interval");
}

#[test]
fn systems_that_answer_different_pairs() {
    let uneven = scene("");
    uneven.write("b.csv", answers(&["2"]).replace("3.1,entailment\n", "").as_bytes());
    let outcome = uneven.phenom(&["compare", "c.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("`B` predicts 5 of 6"), "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("on the 5 pairs that all of them predict"),
        "{}",
        outcome.stderr
    );
    let outcome = uneven.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("The systems are not compared"), "{}", outcome.stdout);
    let common = scene("statistics: {common-pairs: true}");
    common.write("b.csv", answers(&["2"]).replace("3.1,entailment\n", "").as_bytes());
    let rows = json(&common.phenom(&["compare", "c.yaml", "--json"]));
    assert_eq!(row(&rows, "monothematic", "", "accuracy")["pairs"], 2);
}

#[test]
fn sentences_on_common_pairs_have_the_values_and_the_number_of_these() {
    let scene = Scene::new([]);
    let (mut pairs, mut all, mut some) =
        ("id,gold,text\n".to_owned(), "id,label\n".to_owned(), "id,label\n".to_owned());
    for pair in 0..60 {
        let gold = ["entailment", "unknown"][pair % 2];
        pairs.push_str(&format!("{pair},{gold},text {pair}\n"));
        let told = |right: bool| if right { gold } else { "contradiction" };
        all.push_str(&format!("{pair},{}\n", told(pair < 50)));
        if pair < 40 {
            some.push_str(&format!("{pair},{}\n", told(pair % 4 == 0)));
        }
    }
    for (name, text) in [("d.csv", &pairs), ("a.csv", &all), ("b.csv", &some)] {
        scene.write(name, text.as_bytes());
    }
    scene.write(
        "c.yaml",
        b"title: T\ndataset: {path: d.csv}\nsystems:\n  - {name: All, predictions: a.csv}\n  \
          - {name: Some, predictions: b.csv, missing: skip}\nstatistics: {common-pairs: true}\noutput: report\n",
    );
    let outcome = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    // Of the 40 pairs that both predict, 40 and 10 are correct; of all, 50 of 60.
    let line = "\"All\" (100.0 %) beats \"Some\" (25.0 %), n = 40, p < .001.";
    assert!(outcome.stdout.contains(line), "{}", outcome.stdout);
    let paragraph = scene.read("report/report.md");
    assert!(paragraph.contains("\"All\" (100.0 %) outperforms \"Some\" (25.0 %"), "{paragraph}");
}

#[test]
fn intervals_and_comparisons_can_be_switched_off() {
    let off = scene("statistics: {intervals: false, compare: none}");
    assert_eq!(off.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    assert!(!off.path().join("report/comparisons.csv").exists());
    let scores = off.read("report/scores.csv");
    assert!(!scores.contains("wilson") && !scores.contains("bootstrap"), "{scores}");
    let on =
        scene("statistics: {baseline: B, correction: benjamini-hochberg, confidence-level: 0.9}");
    assert_eq!(on.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    let comparisons = on.read("report/comparisons.csv");
    let header = comparisons.lines().next().unwrap();
    assert!(header.starts_with(
        "system_a,system_b,population,slice_kind,slice,measure,difference,lower,upper,p,p_adjusted,\
         correction,verdict,method,clusters,design_effect"
    ));
    let opponents = ["A,B,", "A,baseline:", "B,baseline:"];
    let expected = |line: &str| opponents.iter().any(|start| line.starts_with(start));
    assert!(comparisons.lines().skip(1).all(expected), "{comparisons}");
    assert!(comparisons.contains(",benjamini_hochberg,"), "{comparisons}");
}

#[test]
fn several_runs_of_one_system() {
    let config = "dataset: {path: d.csv}\nsystems:\n  - {name: A, runs: [a1.csv, a2.csv, a3.csv]}\noutput: report\n\
                  report: {figures: [], formats: [csv]}\n";
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("d.csv", PAIRS.as_bytes()),
        ("a1.csv", answers(&["1"]).as_bytes()),
        ("a2.csv", answers(&["1", "2"]).as_bytes()),
        ("a3.csv", answers(&[]).as_bytes()),
    ]);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let table = scene.read("report/tables/runs.csv");
    // 2/3, 1/3 and 3/3: mean 2/3, standard deviation 1/3.
    let line = table.lines().find(|line| line.contains("\"accuracy, original pairs\"")).unwrap();
    let cells: Vec<&str> = line.split(',').collect();
    let number = |at: usize| cells[at].parse::<f64>().unwrap();
    assert_eq!(cells[3], "3", "{line}");
    assert!((number(4) - 2.0 / 3.0).abs() < 1e-12, "{line}");
    assert!(table.contains(",0.3333333333333"), "{table}");
    let made = scores(&scene.read("report/scores.csv"));
    let accuracy = &made[&["A", "original", "all", "", "accuracy"].map(str::to_owned)];
    assert_eq!((accuracy["numerator"].as_str(), accuracy["denominator"].as_str()), ("6", "9"));
    scene.write(
        "c.yaml",
        config.replace("runs: [a1.csv, a2.csv, a3.csv]", "runs: [a1.csv]").as_bytes(),
    );
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert!(outcome.stderr.contains("`runs` needs at least two runs"), "{}", outcome.stderr);
}

#[test]
fn how_many_pairs() {
    let pilot = |more: &[&str]| {
        let arguments = [&["power", "configs/rte5-pilot.yaml", "EDITS", "VENSES"], more].concat();
        phenom_in(&project(), &arguments)
    };
    let tables = json(&pilot(&["--json"]));
    assert_eq!(tables.len(), 1, "the pilot's systems are two-way");
    let rows = tables[0]["rows"].as_array().unwrap();
    let cells = rows[0]["cells"].as_array().unwrap();
    assert_eq!((cells[1].as_str(), cells[2].as_u64()), (Some("all pairs, original"), Some(60)));
    // Mean square 39/60 and its standard error sqrt(.65 * .35 / 59); a difference of .05 at the level that
    // Holm leaves to the first of 18 declared figures, a third of the family's level each:
    // ((z sqrt(q) + .841621 sqrt(q - .0025)) / .05)^2 for q = .65 exp(-+1.959964 * .0955), z = 3.32
    let needed = |tables: &[Value]| -> [f64; 2] {
        let text = tables[0]["rows"][0]["cells"][5].as_str().unwrap().to_owned();
        let (least, most) = text.split_once(" to ").unwrap();
        [least, most].map(|number| number.parse().unwrap())
    };
    let [least, most] = needed(&tables);
    assert!(2039.0 < least && least < most && most < 8000.0, "{least} {most}");
    assert!((most / least).ln() - 2.0 * 1.959_964 * 0.095_5 < 0.02, "{least} {most}");
    // Half the pairs disagreed on leave little to be seen.
    let [noisy, _] = needed(&json(&pilot(&["--disagreement", "0.1", "--json"])));
    // 1 - 2 * 0.1 = 0.8 of the squared difference is left.
    assert!((noisy / least - 1.0 / 0.8).abs() < 0.01, "{noisy} {least}");
    // By themselves the two have more of the level left.
    let [alone, _] = needed(&json(&pilot(&["--alone", "--json"])));
    assert!(alone < 0.9 * least, "{alone} {least}");
    for (arguments, message) in [
        (["--difference", "1.5"], "'--difference <SHARE>': expected a number from 0.0001 to 1"),
        (["--power", "0"], "'--power <SHARE>': expected a number from 0.01 to 0.9999"),
        (["--disagreement", "0.6"], "the disagreement of annotators is 0.6"),
    ] {
        let outcome = pilot(&arguments);
        assert_eq!(outcome.code, Some(2), "{message}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

/// Eight originals with two parts each, and 21 systems, each of which is wrong about another pair.
fn many_systems(more: &str) -> (String, String) {
    let ids: Vec<String> =
        (0..8).flat_map(|at| [at.to_string(), format!("{at}.1"), format!("{at}.2")]).collect();
    let gold = |at: usize| if at.is_multiple_of(5) { "unknown" } else { "entailment" };
    let pair = |(at, id): (usize, &String)| {
        let origin = id.split_once('.').map_or("", |(origin, _)| origin);
        format!("{id},{origin},{}\n", gold(at))
    };
    let pairs: String = ids.iter().enumerate().map(pair).collect();
    let scene = Scene::new([("pairs.csv", format!("id,origin,gold\n{pairs}").as_bytes())]);
    let mut systems = String::new();
    for number in 0..21 {
        let label = |at: usize| if at == number { "contradiction" } else { gold(at) };
        let rows: String =
            ids.iter().enumerate().map(|(at, id)| format!("{id},{}\n", label(at))).collect();
        scene.write(&format!("{number}.csv"), format!("id,label\n{rows}").as_bytes());
        systems += &format!("  - {{name: S{number}, predictions: {number}.csv}}\n");
    }
    let config = format!("dataset: {{path: pairs.csv}}\nsystems:\n{systems}{more}\n");
    scene.write("phenom.yaml", config.as_bytes());
    let run = scene.phenom(&["run", "phenom.yaml", "--output", "report"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    (scene.read("report/report.md"), scene.read("report/comparisons.csv"))
}

#[test]
fn many_systems_are_compared_by_what_is_named_and_the_report_says_so() {
    const NOTE: &str = "More than 20 systems are not compared by ";
    const CSV: &str = "report: {formats: [csv, md], figures: []}\nstatistics: {resamples: 200";
    let (report, rows) = many_systems(&format!("{CSV}}}"));
    assert!(
        report.contains(NOTE) && report.contains("distances from 1 were not tested"),
        "{report}"
    );
    assert!(!rows.contains(",kappa,") && !rows.contains(",ideal_distance,"));
    let (report, rows) = many_systems(&format!("{CSV}, primary: [accuracy, kappa]}}"));
    assert!(
        report.contains(NOTE) && rows.contains(",kappa,") && !rows.contains(",ideal_distance,")
    );
    let (report, rows) = many_systems(&format!("{CSV}}}\nmeasures: [accuracy, ideal_distance]"));
    assert!(!report.contains(NOTE) && rows.contains(",ideal_distance,"), "{report}");
    assert!(
        rows.lines()
            .filter(|row| row.contains(",ideal_distance,"))
            .all(|row| row.contains("primary_figures"))
    );
}
