//! Own tables with lists of tags in an oddly named column, and three seeds of each system: from files to one phenomenon.

use std::fmt::Write;

use super::scene::{Outcome, Scene};

const LABELS: [&str; 3] = ["entailment", "neutral", "contradiction"];

const PAIRS: usize = 120;

/// Seven kinds of cells: `Neg` is in three of them, in two of these beside another tag.
const NEGATED: usize = 3 * PAIRS / 7 + 1;

fn gold(pair: usize) -> &'static str {
    LABELS[(pair * pair + pair / 7) % 3]
}

/// Cells with some separator: the first kind is negation alone.
fn cell(pair: usize, between: &str, tags: [&str; 4]) -> String {
    let [neg, quant, coref, lex] = tags;
    match pair % 7 {
        0 => neg.to_owned(),
        1 => quant.to_owned(),
        2 => format!("{neg}{between}{quant}"),
        3 => coref.to_owned(),
        4 => format!("{lex}{between}{neg}"),
        5 => lex.to_owned(),
        _ => String::new(),
    }
}

const SHORT: [&str; 4] = ["Neg", "Quant", "Coref", "Lex"];
const TOPICS: [&str; 4] = ["politics", "economy", "sports", "arts"];

/// Pairs with a column of cells, and three runs of `bert` and of `roberta`, which is better on negation.
fn scene(header: &str, cell: impl Fn(usize) -> String) -> Scene {
    let mut pairs = format!("pair_id,premise,hypothesis,label,{header}\n");
    for pair in 0..PAIRS {
        let label = gold(pair);
        let _ = writeln!(
            pairs,
            "p{pair},Premise {pair} .,Hypothesis {pair} .,{label},\"{}\"",
            cell(pair)
        );
    }
    let scene = Scene::new([("gold.csv", pairs.as_bytes())]);
    for seed in 1..4 {
        for (name, wrong) in [("bert", 3), ("roberta", 11)] {
            let mut run = "pair_id,prediction\n".to_owned();
            for pair in 0..PAIRS {
                let at = LABELS.iter().position(|label| *label == gold(pair)).unwrap();
                let is_wrong = (pair * 5 + seed + pair / 9).is_multiple_of(wrong);
                let _ = writeln!(run, "p{pair},{}", LABELS[(at + usize::from(is_wrong)) % 3]);
            }
            scene.write(&format!("{name}_seed{seed}.csv"), run.as_bytes());
        }
    }
    scene
}

fn init(scene: &Scene, options: &[&str]) -> (Option<i32>, String) {
    let seeds = ["bert_seed1.csv", "bert_seed2.csv", "bert_seed3.csv"];
    let others = ["roberta_seed1.csv", "roberta_seed2.csv", "roberta_seed3.csv"];
    let arguments =
        [&["init", "gold.csv"], seeds.as_slice(), &others, options, &["-o", "c.yaml"]].concat();
    let _ = std::fs::remove_file(scene.path().join("c.yaml"));
    let Outcome { code, stdout, stderr } = scene.phenom(&arguments);
    (code, stdout + &stderr)
}

fn compare(scene: &Scene, options: &[&str]) -> (Option<i32>, String) {
    let Outcome { code, stdout, stderr } =
        scene.phenom(&[&["compare", "c.yaml"], options].concat());
    (code, (stdout + &stderr).split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn lists_of_tags_are_phenomena_by_their_name_or_their_values() {
    for (header, between) in
        [("ling_cat", "; "), ("ling_cat", ","), ("what", ";"), ("what", " | "), ("what", "/")]
    {
        let scene = scene(header, |pair| cell(pair, between, SHORT));
        let (code, said) = init(&scene, &[]);
        assert_eq!(code, Some(0), "{header} {between}: {said}");
        assert!(said.contains(&format!("phenomena from `{header}`")), "{said}");
        assert!(said.contains("4 phenomena"), "{said}");
    }
    let scene = scene("ling_cat", |pair| cell(pair, "; ", SHORT));
    init(&scene, &[]);
    for name in ["Neg", "neg", "phenomenon:NEG"] {
        let (code, said) = compare(&scene, &["bert", "roberta", "--on", name]);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains(&format!("n = {NEGATED}")), "{said}");
        assert!(said.contains("Compares methods (runs of roberta: 3, of bert: 3)"), "{said}");
    }
}

#[test]
fn lists_of_other_tags_are_asked_about_and_never_slices() {
    for between in ["; ", ", ", "+", " & ", "/"] {
        let scene = scene("topic", |pair| cell(pair, between, TOPICS));
        let (code, said) = init(&scene, &[]);
        assert_eq!(code, Some(1), "{between}: {said}");
        assert!(said.contains("`--phenomena topic`"), "{said}");
        assert!(!said.contains("slices from"), "{said}");
        let (code, said) = init(&scene, &["--phenomena", "topic"]);
        assert_eq!(code, Some(0), "{between}: {said}");
        assert!(said.contains("4 phenomena"), "{said}");
    }
    // Names of places have commas.
    let places = ["Paris, France", "Rome, Italy", "Berlin, Germany"];
    let scene = scene("place", |pair| places[pair % 3].to_owned());
    let (code, said) = init(&scene, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("slices from `place`"), "{said}");
    let said = scene.phenom(&["check", "c.yaml"]).stdout;
    assert!(said.contains("40 \"Berlin, Germany\""), "{said}");
    let said = scene.phenom(&["run", "c.yaml"]);
    let said = (said.stdout + &said.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("No pair has a phenomenon: if a column has them, name it by `phenom init --phenomena COLUMN`"), "{said}");
}

#[test]
fn single_tags_are_slices_with_a_hint_unless_their_name_speaks_of_phenomena() {
    let tags = ["A1", "B2", "C3"];
    let linguistic = scene("ling_type", |pair| tags[pair % 3].to_owned());
    let (code, said) = init(&linguistic, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("phenomena from `ling_type`"), "{said}");
    let any = scene("category", |pair| tags[pair % 3].to_owned());
    let (code, said) = init(&any, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("slices from `category`"), "{said}");
    assert!(said.contains("--phenomena category"), "{said}");
}

#[test]
fn a_slice_has_its_pairs_and_the_reason_why_no_number_of_pairs_is_planned() {
    let scene = scene("genre", |pair| ["fiction", "news"][pair % 2].to_owned());
    assert_eq!(init(&scene, &[]).0, Some(0));
    let (code, said) = compare(&scene, &["bert", "roberta", "--on", "fiction", "--pairs"]);
    assert_eq!(code, Some(0), "{said}");
    let pairs = said.split("Pairs: ").nth(1).unwrap_or_default();
    assert!(pairs.contains("newly correct (p"), "{said}");
    let ids = pairs.split(|letter: char| !letter.is_alphanumeric());
    let ids = ids.filter_map(|word| word.strip_prefix('p')?.parse::<usize>().ok());
    assert!(ids.clone().count() > 0 && ids.clone().all(|id| id % 2 == 0), "{said}");
    assert!(!said.contains("0 primary comparisons"), "{said}");
    let (_, said) = compare(&scene, &["roberta", "roberta", "--on", "fiction"]);
    assert!(said.contains("itself"), "{said}");
    let planned = scene.phenom(&["power", "c.yaml", "bert", "roberta"]);
    assert_eq!((planned.code, planned.stdout.as_str()), (Some(2), ""));
    assert!(planned.stderr.contains("statistics: {question: models}"), "{}", planned.stderr);
}

#[test]
fn a_config_and_one_name_lack_the_second_system() {
    let scene = scene("genre", |pair| ["fiction", "news"][pair % 2].to_owned());
    init(&scene, &[]);
    let (code, said) = compare(&scene, &["roberta", "--on", "fiction"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("phenom compare c.yaml bert roberta"), "{said}");
    let (code, said) = compare(&scene, &["robert"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("did you mean `roberta`?"), "{said}");
    let config = scene.read("c.yaml");
    let one = config.split("  - name: roberta").next().unwrap();
    scene.write("c.yaml", one.as_bytes());
    for names in [&["bert"] as &[&str], &["--on", "fiction"], &[]] {
        let (code, said) = compare(&scene, names);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("one system"), "{said}");
    }
}
