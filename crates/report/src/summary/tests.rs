use super::words::named_or_counted;
use super::*;
use crate::testing::{Scene, compared, plain, told_apart, two_systems};

fn of(scene: &Scene) -> Vec<String> {
    summary(&scene.results())
}

#[test]
fn systems_and_pairs_are_counted_first() {
    let first = "2 systems on 2 original pairs and 4 monothematic pairs, three-way.";
    assert_eq!(of(&two_systems())[0], first);
    let one = Scene::new(plain(), &["A"], "1 E - E\n2 N - N");
    assert_eq!(of(&one)[0], "1 system on 2 original pairs, two-way.");
}

#[test]
fn the_most_accurate_system_is_named_with_its_counts() {
    assert_eq!(of(&two_systems())[1], "B judges the most original pairs right: 100.0 % (2 of 2).");
    let one = Scene::new(plain(), &["A"], "1 E - E\n2 U - E");
    assert_eq!(of(&one)[1], "A judges 50.0 % of the original pairs right (1 of 2).");
}

#[test]
fn a_system_that_reads_gold_is_never_the_best() {
    let scene = Scene::new(plain(), &["A", "B", "G!"], "1 E - E U E\n2 U - E U U\n3 U - E U U");
    let best = "B judges the most original pairs right, of the systems that do not read gold: 66.7 % \
                (2 of 3).";
    assert_eq!(of(&scene)[1], best);
}

#[test]
fn the_interval_is_that_of_the_row() {
    let mut settings = plain();
    settings.statistics.intervals = true;
    let scene = Scene::new(settings, &["A"], "1 E - E\n2 E - E\n3 U - E");
    let said = &of(&scene)[1];
    assert!(said.ends_with("(2 of 3, 95 % interval 20.2 to 94.4)."), "{said}");
}

#[test]
fn the_best_baseline_is_named_once() {
    let sentences = of(&two_systems());
    let said = "A is not above the best baseline, always entailment, which gets 50.0 %; B is above it, and \
                no test supports it.";
    assert_eq!(sentences[2], said);
    assert_eq!(sentences.iter().filter(|sentence| sentence.contains("baseline")).count(), 1);
}

#[test]
fn where_all_or_none_are_above_the_baseline_no_name_is_said() {
    let above = Scene::new(plain(), &["A", "B"], "1 E - E E\n2 U - U U");
    let untested = "which gets 50.0 %, and no test supports it.";
    assert!(of(&above)[2].starts_with("All of them are above the best baseline"));
    assert!(of(&above)[2].ends_with(untested), "{}", of(&above)[2]);
    let below = Scene::new(plain(), &["A", "B"], "1 E - U U\n2 U - E E");
    assert!(of(&below)[2].starts_with("None of them is above the best baseline"));
    let one = Scene::new(plain(), &["A"], "1 E - E\n2 U - U");
    assert!(of(&one)[2].starts_with("It is above the best baseline"));
}

#[test]
fn a_system_is_above_the_best_baseline_where_its_interval_is() {
    let mut settings = plain();
    settings.statistics.intervals = true;
    let pairs = |right: usize| -> String {
        let of = |n: usize| {
            let gold = ["E", "U"][n % 2];
            let other = ["U", "E"][n % 2];
            format!("{n} {gold} - {}\n", if n < right { gold } else { other })
        };
        (0..40).map(of).collect()
    };
    let said = |right| {
        let mut scene = Scene::new(settings, &["A"], &pairs(right));
        scene.comparisons.clear();
        of(&scene)[2].clone()
    };
    assert_eq!(said(38), "It is above the best baseline, always entailment, which gets 50.0 %.");
    let untested = "It is above the best baseline, always entailment, which gets 50.0 %, and no test supports it.";
    assert_eq!(said(21), untested);
    assert!(said(20).starts_with("It is not above the best baseline"), "{}", said(20));
}

#[test]
fn a_single_answer_to_everything_is_named() {
    let scene = Scene::new(plain(), &["A", "B", "C"], "1 E - E E U\n1.1 E - E U U\n2 U - E E U");
    let said = "A single answer to everything: A answers entailment, C answers unknown.";
    assert_eq!(of(&scene)[2], said);
}

#[test]
fn differences_that_can_be_told_are_named_with_both_accuracies() {
    let said = of(&told_apart(&["A", "B", "C"]));
    let told = "On the original pairs, A (100.0 %) and C (100.0 %) are more accurate than B (0.0 %); A and C cannot be \
                told apart.";
    assert!(said.contains(&told.to_owned()), "{said:?}");
}

#[test]
fn two_systems_that_cannot_be_told_apart_are_named() {
    let scene = Scene::new(compared(), &["A", "B"], "1 E - E U");
    let told = "On the original pairs, A (100.0 %) and B (0.0 %) cannot be told apart.";
    assert!(of(&scene).contains(&told.to_owned()), "{:?}", of(&scene));
}

#[test]
fn differences_on_phenomena_are_counted_and_few_are_named() {
    let said = of(&told_apart(&["A", "B", "C"]));
    let told = "Exploratory: of 3 differences on single phenomena (original pairs), 2 are significant: A is better than B \
                on lex:syn; C is better than B on lex:syn.";
    assert!(said.contains(&told.to_owned()), "{said:?}");
}

#[test]
fn how_systems_stand_to_the_best_constant_is_said_of_both_kinds_of_pairs() {
    let pairs = "1 E - E U\n1.1 E - E U\n2 U - U U\n2.1 U - U U\n2.2 E - E E";
    let said = of(&Scene::new(compared(), &["A", "B"], pairs));
    let constant = "No system is shown to be better than the best constant answer (50.0 % of the original, 66.7 % of the \
                    monothematic pairs).";
    assert!(said.contains(&constant.to_owned()), "{said:?}");
}

#[test]
fn each_figure_of_a_sentence_names_the_pairs_that_it_is_of() {
    let pairs = "1 E - E E\n2 E - U E\n3 E - E -\n4 E - E -\n5 U - E U\n6 U - U -";
    let said = of(&Scene::new(compared(), &["full", "part~"], pairs)).join(" ");
    assert!(said.contains("part (100.0 % of 3 of 6)"), "{said}");
    let constant = "(always entailment, 66.7 %; 66.7 % of the 3 that part answers)";
    assert!(said.contains(constant), "{said}");
    let untested = of(&Scene::new(plain(), &["full", "part~"], pairs)).join(" ");
    let best = "part is right on the largest share of the original pairs that it answers: 100.0 % (3 of 3).";
    assert!(untested.contains(best), "{untested}");
    assert!(untested.contains("gets 66.7 % of all original pairs"), "{untested}");
}

#[test]
fn every_correlation_is_read_up_to_six_systems() {
    let said = of(&two_systems());
    assert!(said[3].starts_with("The Correlation Index of A is 0.67"), "{said:?}");
    assert!(said[4].starts_with("The Correlation Index of B is 2.00"), "{said:?}");
    let systems = ["A", "B", "C", "D", "F", "G", "H"];
    let scene = Scene::new(plain(), &systems, "1 E - E E E E E E E\n1.1 E - E E E E E E E");
    assert!(of(&scene).iter().all(|sentence| !sentence.contains("Correlation Index of A")));
}

#[test]
fn names_are_listed_and_many_are_counted() {
    assert_eq!(named_or_counted(&["A"]), "A");
    assert_eq!(named_or_counted(&["A", "B", "C"]), "A, B and C");
    assert_eq!(named_or_counted(&["A"; 7]), "7 systems");
}
