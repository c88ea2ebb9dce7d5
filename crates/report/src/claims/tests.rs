//! What must hold for the claims of every report.

use phenom_metrics::{Compared, ReadingRow, Settings, StatisticsSettings, readings};
use proptest::prelude::*;

use super::claim::{Claim, ClaimVerdict, Interval2};
use super::wording::{LINE, p_value};
use super::{ClaimKind, LINES, audit, claims, how_to_report, summary};
use crate::contents::tables;
use crate::testing::{Scene, compared, plain, report_of, told_apart};
use crate::{Report, Results, Standing};

fn with_intervals() -> Settings {
    let statistics = StatisticsSettings {
        intervals: true,
        compare: Compared::All,
        resamples: 200,
        ..plain().statistics
    };
    Settings { statistics, ..Settings::default() }
}

fn report(results: &Results<'_>) -> Report {
    let claims = claims(results);
    let mut report = report_of(tables(results).0);
    report.summary = summary(results, &claims);
    report.how_to_report = how_to_report(results, &claims, "1");
    report
}

fn line_of(results: &Results<'_>, kind: ClaimKind) -> String {
    let claims = claims(results);
    let found = claims.iter().find(|claim| claim.kind == kind);
    found.and_then(|claim| claim.wording.line.clone()).unwrap_or_default()
}

#[test]
fn a_system_that_beats_another_is_named_with_both_values() {
    let scene = told_apart(&["A", "B"]);
    let results = scene.results();
    let line = line_of(&results, ClaimKind::Groups);
    assert_eq!(line, "\"A\" (100.0 %) beats \"B\" (0.0 %), n = 12, p < .001.");
    let said = how_to_report(&results, &claims(&results), "1.2.3");
    assert!(
        said[0].plain().contains("\"A\" (100.0 %) outperforms \"B\" (0.0 %; adjusted p < .001)"),
        "{said:?}"
    );
    assert!(said[1].plain().contains("phenom 1.2.3, seed 1"), "{said:?}");
}

#[test]
fn equal_systems_have_no_significant_difference() {
    let few = Scene::new(compared(), &["A", "B"], "1 E - E U\n2 U - U U\n3 E - U E");
    let line = line_of(&few.results(), ClaimKind::Groups);
    assert!(line.starts_with("Not tested, differences rest on too few clusters: "), "{line}");
    // Each is correct on ten of twenty pairs on which the other is wrong.
    let pair = |id: usize| {
        if id.is_multiple_of(2) { format!("{id} E - E U") } else { format!("{id} E - U E") }
    };
    let pairs: Vec<String> = (0..20).map(pair).collect();
    let scene = Scene::new(compared(), &["A", "B"], &pairs.join("\n"));
    let results = scene.results();
    let line = line_of(&results, ClaimKind::Groups);
    assert!(line.starts_with("No significant differences: "), "{line}");
    let said = how_to_report(&results, &claims(&results), "1")[0].plain();
    assert!(
        said.contains("no difference is significant") && !said.contains("outperform"),
        "{said}"
    );
}

#[test]
fn an_oracle_is_in_no_claim() {
    let scene = Scene::new(compared(), &["A", "R!"], "1 E - E E\n2 U - U U\n");
    let results = scene.results();
    let claims = claims(&results);
    assert!(claims.iter().all(|claim| !claim.subjects.iter().any(|name| name == "R")));
    let said = how_to_report(&results, &claims, "1")[0].plain();
    assert!(
        said.starts_with("We evaluate \"A\" on 2 pairs (three-way labels, 1 entailed)"),
        "{said}"
    );
}

#[test]
fn p_values_are_never_zero_and_bounds_never_leave_out_a_value() {
    assert_eq!(p_value("=", 0.0321), "= .032");
    assert_eq!(p_value("=", 0.000_01), "< .001");
    assert_eq!(p_value("≤", 0.0321), "≤ .033");
    assert_eq!(p_value("≥", 0.3249), "≥ .324");
    assert_eq!(p_value("≥", 1.0), "= 1");
}

/// A report in which a part was changed after its claims were made.
fn audited(change: impl Fn(&mut Vec<Claim>, &mut Report)) -> Result<(), String> {
    let scene = told_apart(&["A", "B"]);
    let results = scene.results();
    let (mut claims, mut report) = (claims(&results), report(&results));
    change(&mut claims, &mut report);
    audit(&results, &claims, &report)
}

fn groups(claims: &mut [Claim]) -> &mut Claim {
    claims.iter_mut().find(|claim| claim.kind == ClaimKind::Groups).unwrap()
}

#[test]
fn the_audit_finds_each_planted_contradiction() {
    assert_eq!(audited(|_, _| {}), Ok(()));
    type Plant = fn(&mut Vec<Claim>, &mut Report);
    let planted: [(&str, Plant); 6] = [
        ("contradicts", |claims, _| {
            groups(claims).effects[0].adjusted_interval =
                Some(Interval2 { lower: -0.1, upper: 0.2 });
        }),
        ("not among the rows", |claims, _| {
            groups(claims).effects[0].verdict = ClaimVerdict::NotSignificant;
        }),
        ("not among the rows", |claims, _| groups(claims).effects[0].p_adjusted = Some(0.01)),
        ("not among the scores", |claims, _| groups(claims).estimates[0].value = 0.25),
        ("too long", |claims, _| groups(claims).wording.line = Some("x".repeat(LINE + 1))),
        ("marks in row 1", |_, report| {
            let table = report.tables.iter_mut().find(|table| table.key.as_str() == "overview");
            let row = &mut table.unwrap().rows[0];
            row.cells[3] =
                row.cells[3].clone().without_interval().standing(Some(Standing::NotTested));
        }),
    ];
    for (expected, change) in planted {
        let found = audited(change).unwrap_err();
        assert!(found.contains(expected), "{expected}: {found}");
    }
}

/// A system's predictions: how often it is correct, in percent.
fn predictions(correct: u64, seed: u64, pairs: usize) -> Vec<bool> {
    let mut state = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 100
    };
    (0..pairs).map(|_| next() < correct).collect()
}

/// A report on originals with parts or without, systems with runs, ties, predictions that are missing and names of any kind.
#[derive(Debug, Clone)]
struct Generated {
    /// How often each system is correct, a seed for its predictions, its runs, and whether some are missing.
    systems: Vec<(u64, u64, usize, bool)>,
    originals: usize,
    parts: usize,
    name: String,
}

fn generated() -> impl Strategy<Value = Generated> {
    let rate = prop::sample::select(vec![0_u64, 35, 50, 50, 65, 90, 100]);
    let system = (rate, 0_u64..4, 1_usize..3, any::<bool>());
    (prop::collection::vec(system, 1..13), 2_usize..40, 0_usize..3, "[A-Za-z,\"{}& %_]{1,60}")
        .prop_map(|(systems, originals, parts, name)| Generated { systems, originals, parts, name })
}

impl Generated {
    fn scene(&self) -> Scene {
        const TAGS: [&str; 4] = ["lex:syn", "lex:ant", "arg:neg", "qua"];
        let mut lines: Vec<Vec<String>> = Vec::new();
        for original in 0..self.originals {
            let gold = if original % 3 == 0 { "U" } else { "E" };
            let tag = if self.parts == 0 { TAGS[original % 4] } else { "-" };
            lines.push(vec![original.to_string(), gold.to_owned(), tag.to_owned()]);
            for part in 0..self.parts {
                let gold = if (original + part) % 3 == 0 { "U" } else { "E" };
                let id = format!("{original}.{part}");
                lines.push(vec![id, gold.to_owned(), TAGS[(original + part) % 4].to_owned()]);
            }
        }
        let mut names = Vec::new();
        for (number, (correct, seed, runs, has_missing)) in self.systems.iter().enumerate() {
            for run in 0..*runs {
                names.push(format!("{}{number}", self.name.replace(['!', '~'], "")));
                let known = predictions(*correct, 7 * seed + run as u64, lines.len());
                for (at, (line, is_correct)) in lines.iter_mut().zip(known).enumerate() {
                    let wrong = if line[1] == "E" { "U" } else { "E" };
                    let label = if is_correct { line[1].clone() } else { wrong.to_owned() };
                    line.push(if *has_missing && at % 11 == 5 { "-".to_owned() } else { label });
                }
            }
        }
        let text: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Scene::new(with_intervals(), &names, &text.join("\n"))
    }
}

/// Words that no text on a difference that is not significant has.
fn is_free_of(text: &str, words: &[&str]) -> bool {
    words.iter().all(|word| !text.to_lowercase().contains(word))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn no_claim_mark_or_surface_contradicts_the_rows(generated in generated()) {
        let scene = generated.scene();
        let rows: Vec<ReadingRow> = readings(&scene.evaluation, &scene.comparisons);
        let results = scene.results().with_readings(&rows);
        let found = claims(&results);
        let report = report(&results);
        prop_assert_eq!(audit(&results, &found, &report), Ok(()));
        // Budgets.
        prop_assert!(report.summary.len() <= 1 + LINES);
        for line in &report.summary[1..] {
            prop_assert!(line.text.chars().count() <= LINE && line.topic.chars().count() <= 12, "{line:?}");
            prop_assert!(!line.text.is_empty());
        }
        if let [results, method] = report.how_to_report.as_slice() {
            let words = |text: String| text.split_whitespace().count();
            let names: usize = generated.systems.len() * generated.name.split_whitespace().count();
            prop_assert!(words(results.plain()) <= 180 + names, "{}", results.plain());
            prop_assert!(words(method.plain()) <= 80, "{}", method.plain());
        }
        let shown = super::findings(&results, &found);
        prop_assert!(shown.len() <= super::findings::FINDINGS);
        // Ids are unique, and every primary comparison is in exactly one claim.
        let mut ids: Vec<&str> = found.iter().map(|claim| claim.id.as_str()).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        prop_assert_eq!(ids.len(), count);
        let primary = scene.comparisons.iter().filter(|row| row.family.is_primary()).count();
        let claimed = found.iter().flat_map(|claim| &claim.effects);
        let claimed = claimed.filter(|effect| matches!(effect.family, "primary_figures" | "primary_constants"));
        prop_assert_eq!(claimed.count(), primary);
        for claim in &found {
            let is_on_pairs = matches!(
                claim.kind,
                ClaimKind::BelowConstant | ClaimKind::Separating | ClaimKind::CommonFailure | ClaimKind::Reversal
            ) || (claim.kind == ClaimKind::Groups && !claim.effects.is_empty());
            let sentence = claim.wording.sentence.clone().unwrap_or_default();
            if is_on_pairs {
                prop_assert!(sentence.contains(&claim.slice.pairs.to_string()), "no n: {sentence}");
            }
            let has_interval = sentence.replace(&generated.name, "").contains('[');
            prop_assert!(!has_interval || sentence.contains(" % interval"), "no level: {sentence}");
            let of = &claim.wording;
            let texts = [of.line.as_deref(), of.headline.as_deref(), of.sentence.as_deref()];
            let name = generated.name.to_lowercase();
            for text in texts.into_iter().flatten() {
                let text = text.to_lowercase().replace(&name, "");
                match claim.verdict {
                    ClaimVerdict::NotSignificant => prop_assert!(
                        is_free_of(&text, &["equal", "identical", " outperform", "is better than", "leads on"]),
                        "{text}"
                    ),
                    ClaimVerdict::Described => prop_assert!(
                        is_free_of(&text, &["more accurate", "less accurate", " better ", "outperform", " beats"]),
                        "{text}"
                    ),
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn the_order_of_systems_changes_no_verdict(generated in generated()) {
        let scene = generated.scene();
        let turned = Generated {
            systems: generated.systems.iter().rev().cloned().collect(),
            ..generated.clone()
        };
        let turned = turned.scene();
        let verdicts = |scene: &Scene| {
            let found = claims(&scene.results());
            let groups = found.iter().filter(|claim| claim.kind == ClaimKind::Groups);
            groups.map(|claim| (claim.slice.population, claim.effects.iter().filter(|one| one.is_significant()).count())).collect::<Vec<_>>()
        };
        prop_assert_eq!(verdicts(&scene), verdicts(&turned));
    }
}
