//! The composition rule, the gold check, and attributes in bins, from a config to a report.

use super::scene::Scene;

const PAIRS: &str = "\
{\"id\":\"a\",\"text\":\"one two three\",\"hypothesis\":\"one two\",\"gold\":\"entailment\",\"attributes\":{\"length\":\"12\"},\
\"monothematic\":[{\"id\":\"a.1\",\"text\":\"one\",\"hypothesis\":\"two\",\"gold\":\"entailment\",\"phenomena\":[\"lex:syn\"]},\
{\"id\":\"a.2\",\"text\":\"one\",\"hypothesis\":\"one\",\"gold\":\"unknown\",\"phenomena\":[\"lex:ant\"]}]}
{\"id\":\"b\",\"text\":\"four\",\"hypothesis\":\"five\",\"gold\":\"contradiction\",\"attributes\":{\"length\":\"30.5\"},\
\"monothematic\":[{\"id\":\"b.1\",\"text\":\"x\",\"hypothesis\":\"x\",\"gold\":\"contradiction\",\"phenomena\":[\"lex:syn\"]},\
{\"id\":\"b.2\",\"text\":\"x\",\"hypothesis\":\"y\"}]}
{\"id\":\"c\",\"text\":\"six\",\"hypothesis\":\"six\",\"gold\":\"entailment\",\"attributes\":{\"length\":\"7\"},\
\"monothematic\":[{\"id\":\"c.1\",\"text\":\"x\",\"hypothesis\":\"y z\",\"gold\":\"entailment\",\"phenomena\":[\"lex:syn\"]},\
{\"id\":\"c.2\",\"text\":\"x\",\"hypothesis\":\"y\"}]}
";

const ANSWERS: &str = "id,label\na,entailment\na.1,entailment\na.2,entailment\nb,unknown\nb.1,contradiction\n\
                       b.2,\nc,entailment\nc.1,unknown\nc.2,entailment\n";

fn scene(more: &str) -> Scene {
    let config = format!(
        "dataset: {{path: d.jsonl}}\nsystems: [{{name: S, predictions: a.csv}}]\noutput: report\n\
         report: {{figures: [], formats: [csv, txt]}}\n{more}"
    );
    Scene::new([
        ("c.yaml", config.as_bytes()),
        ("d.jsonl", PAIRS.as_bytes()),
        ("a.csv", ANSWERS.as_bytes()),
    ])
}

#[test]
fn originals_without_gold_may_have_what_their_parts_make() {
    let scene = scene("");
    let pairs = scene
        .read("d.jsonl")
        .replace("\"hypothesis\":\"five\",\"gold\":\"contradiction\",", "\"hypothesis\":\"five\",");
    scene.write("d.jsonl", pairs.as_bytes());
    let run = |composed: bool| {
        let config = scene.read("c.yaml");
        if composed {
            let config = config.replace("{path: d.jsonl}", "{path: d.jsonl, gold: composed}");
            scene.write("c.yaml", config.as_bytes());
        }
        let outcome = scene.phenom(&["run", "c.yaml", "--all", "--overwrite"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let accuracy = score(&scene, "S,original,all,,accuracy");
        (accuracy, scene.path().join("report/readings.csv").exists(), outcome.stdout)
    };
    let (accuracy, readings, said) = run(false);
    // Gold of `a` breaks the rule, and there is one more.
    assert_eq!((accuracy.as_deref(), readings), (Some("1.0"), false), "{said}");
    let (accuracy, readings, said) = run(true);
    assert_eq!((accuracy.as_deref(), readings), (Some("0.6666666666666666"), false), "{said}");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("The composition rule computes the gold label of 1 original pairs"),
        "{said}"
    );
    assert!(said.contains("No Correlation Index has a reading: gold labels"), "{said}");
    // Gold that the rule made is held against nothing.
    assert!(!scene.read("report/gold_check.csv").contains(",b,"));
    let told = "In 0 of 2 originals with a gold label of their own the gold label equals the label composed from parts.";
    assert!(said.contains(told), "{said}");
    let checked = scene.phenom(&["check", "c.yaml"]).stdout;
    assert!(checked.contains("1 composed by the rule"), "{checked}");
    assert!(checked.contains("0 of 2 equal to the label composed from the parts"), "{checked}");
    assert!(!checked.contains("b: "), "{checked}");
}

#[test]
fn tables_of_counts_compose_by_number_and_not_in_order() {
    let scene = scene("");
    scene.write(
        "c.yaml",
        scene.read("c.yaml").replace("a.csv}", "a.csv, missing: wrong}").as_bytes(),
    );
    let counted = scene.phenom(&["counts", "c.yaml", "--output", "t"]);
    assert_eq!(counted.code, Some(0), "{}", counted.stderr);
    let tables =
        "counts: t/counts.parquet\nclusters: t/clusters.parquet\nmissing: wrong\noutput: r\n";
    let run = |more: &str| {
        scene.write("t.yaml", format!("{tables}{more}").as_bytes());
        scene.phenom(&["run", "t.yaml", "--overwrite"])
    };
    let outcome = run("composition: any\n");
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let scores = scene.read("r/scores.csv");
    assert!(scores.contains("S,decomposition,all,,composed_accuracy,0.66666"), "{scores}");
    let table = run("composition: {table: {}}\n");
    assert_eq!(table.code, Some(2));
    assert!(table.stderr.contains("needs the order of the parts"), "{}", table.stderr);
}

fn run(more: &str) -> Scene {
    let scene = scene(more);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    scene
}

fn score(scene: &Scene, start: &str) -> Option<String> {
    let scores = scene.read("report/scores.csv");
    let row = scores.lines().find(|line| line.starts_with(start))?;
    row.strip_prefix(start)?.trim_start_matches(',').split(',').next().map(str::to_owned)
}

#[test]
fn the_gold_check_names_what_the_rule_contradicts_and_what_it_cannot_tell() {
    let scene = run("");
    let found = scene.read("report/gold_check.csv");
    assert_eq!(
        found,
        "finding,original,gold,composed,part,part_gold\n\
         differs,a,entailment,unknown,a.1,entailment\n\
         differs,a,entailment,unknown,a.2,unknown\n\
         undecided,c,entailment,,c.1,entailment\n\
         undecided,c,entailment,,c.2,\n"
    );
    let said = scene.read("report/report.txt").split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "In 1 of 3 originals the gold label equals the label composed from parts. In 1 it differs. In 1 a part that decides has \
         no gold label.",
        "Composition rule: an original is entailed if all of its parts are.",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
    let check = scene.phenom(&["check", "c.yaml"]).stdout;
    for line in [
        "1 of 3 equal to the label composed from the parts",
        "a: entailment, but composed from its parts: unknown",
    ] {
        assert!(check.contains(line), "{check}");
    }
}

/// By hand. Under `all` gold of `a` breaks the rule, and of the composed answers on `b` and `c`, contradiction and unknown, the
/// first is right; under `any` they are entailment, contradiction or entailment by an abstention, so none, and entailment.
#[test]
fn the_rule_decides_what_is_composed() {
    let of = |scene: &Scene| score(scene, "S,decomposition,all,,composed_accuracy");
    assert_eq!(of(&run("")), Some("0.5".to_owned()));
    assert_eq!(of(&run("composition: any\n")), Some("0.6666666666666666".to_owned()));
    assert_eq!(of(&run("composition: {fraction: 0.5}\n")), Some("0.6666666666666666".to_owned()));
    let chain = "composition:\n  table:\n    \
         entailment: {entailment: entailment, unknown: unknown, contradiction: contradiction}\n    \
         unknown: {entailment: unknown, unknown: unknown, contradiction: unknown}\n    \
         contradiction: {entailment: unknown, unknown: unknown, contradiction: unknown}\n";
    // In the chain, too, gold of `a` breaks the rule; `b` and `c` become unknown.
    assert_eq!(of(&run(chain)), Some("0.0".to_owned()));
}

#[test]
fn rules_that_are_none_are_refused() {
    let two_way = "composition: {table: {entailment: {entailment: entailment, not-entailment: not-entailment}, \
                   not-entailment: {entailment: not-entailment, not-entailment: not-entailment}}}\n";
    let outcome = scene(two_way).phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("two-way, and the labels are three-way"), "{}", outcome.stderr);
    for (rule, message) in [
        ("composition: some\n", "composition"),
        ("composition: {fraction: 0}\n", "composition"),
        ("composition: {fraction: 1.2}\n", "composition"),
        (
            "composition: {table: {entailment: {entailment: entailment}}}\n",
            "lacks these combinations",
        ),
        ("composition: {table: {entailment: {entailment: perhaps}}}\n", "composition"),
    ] {
        let outcome = scene(rule).phenom(&["check", "c.yaml"]);
        assert_eq!(outcome.code, Some(2), "{rule}");
        assert!(
            outcome.stderr.contains(message) && outcome.stderr.contains("c.yaml"),
            "{}",
            outcome.stderr
        );
    }
}

#[test]
fn numbers_in_bins_are_slices() {
    let with = |bins: &str| {
        let scene = scene("");
        let text = scene.read("c.yaml");
        let binned =
            text.replace("{path: d.jsonl}", &format!("{{path: d.jsonl, bins: {{{bins}}}}}"));
        scene.write("c.yaml", binned.as_bytes());
        scene
    };
    let scene = with(
        "length: {bounds: [10, 20]}, word-overlap: {quantiles: 2}, parts: {quantiles: 2}, phenomena: {bounds: [2]}",
    );
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    let accuracy = |slice: &str| score(&scene, &format!("S,original,attribute:{slice},accuracy"));
    assert_eq!(accuracy("length,below 10"), Some("1.0".to_owned()));
    assert_eq!(accuracy("length,20 and more"), Some("0.0".to_owned()));
    // Overlaps: a, c and two parts 1; b and the other four parts 0.
    assert_eq!(accuracy("word-overlap,0"), Some("0.0".to_owned()));
    assert_eq!(accuracy("word-overlap,1"), Some("1.0".to_owned()));
    assert_eq!(accuracy("parts,2"), Some("0.6666666666666666".to_owned()));
    assert_eq!(accuracy("phenomena,2 and more"), Some("1.0".to_owned()));
    assert_eq!(accuracy("phenomena,below 2"), Some("0.5".to_owned()));
    for (bins, message) in [
        ("lenght: {quantiles: 2}", "did you mean `length`?"),
        ("length: {quantiles: 1}", "bins"),
        ("length: {bounds: [2, 1]}", "ascending"),
        ("length: {}", "either `quantiles` or `bounds`"),
    ] {
        let outcome = with(bins).phenom(&["check", "c.yaml"]);
        assert_eq!(outcome.code, Some(2), "{bins}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

#[test]
fn phenomena_may_differ_in_relevance() {
    let index = |more: &str| {
        let scene = run(more);
        let value = score(&scene, "S,decomposition,all,,weighted_correlation_index");
        (value.map(|value| value.parse::<f64>().unwrap()), scene.read("report/report.txt"))
    };
    // Two of three wholes; of the parts with gold two of three `lex:syn`, and not the one `lex:ant`.
    let wholes = 2.0 / 3.0;
    let near = |found: Option<f64>, parts: f64| (found.unwrap() - wholes / parts).abs() < 1e-12;
    let (found, said) = index("relevance: {lex: 2, \"lex:ant\": 0.5}\n");
    assert!(near(found, 4.0 / 6.5), "{found:?}");
    assert!(said.contains("weighted CI") && said.contains("lex:ant weighs 0.5"), "{said}");
    let (found, _) = index("relevance: frequency\n");
    assert!(near(found, 6.0 / 10.0), "{found:?}");
    assert_eq!(index("").0, None);
    let refused = |more: &str| {
        let scene = scene(more);
        let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
        assert!(!scene.path().join("report").exists());
        outcome.stderr
    };
    let said = refused("relevance: {ant: 2}\n");
    assert!(said.contains("`ant`") && said.contains("did you mean `lex:ant`?"), "{said}");
    let said = refused("relevance: {lex: 1.234}\n");
    assert!(said.contains("at most two decimals") && said.contains("c.yaml:"), "{said}");
    let said = refused("measures: [weighted_correlation_index]\n");
    assert!(said.contains("`relevance: frequency`"), "{said}");
}

#[test]
fn accuracy_is_shown_by_word_overlap_in_bins() {
    let scene = scene("");
    let config = scene.read("c.yaml");
    let bins = "{path: d.jsonl, bins: {word-overlap: {bounds: [0.5]}, parts: {bounds: [2]}}}";
    scene.write("c.yaml", config.replace("{path: d.jsonl}", bins).as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = scene.read("report/report.txt");
    assert!(said.contains("by binned property") && said.contains("2 and more"), "{said}");
}
