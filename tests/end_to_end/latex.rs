//! Tables for papers: their classes, their widths, their captions.

use super::report_options::with_report;
use super::scene::{Scene, compiles};

/// Three systems on 300 three-way pairs that are not decomposed, each with one or two of twelve phenomena; all of it
/// made up.
fn three_systems() -> Scene {
    let phenomena = [
        "numeral",
        "negation",
        "temporal",
        "quantifier",
        "modality",
        "hypernymy",
        "passive",
        "apposition",
        "antonymy",
        "synonymy",
        "coreference",
        "conditional",
    ];
    let labels = ["entailment", "neutral", "contradiction"];
    let mut pairs = String::from("id,premise,hypothesis,gold,phenomena\n");
    let systems = [("BERT", 3), ("RoBERTa", 7), ("LLM", 4)];
    let mut answers = systems.map(|_| String::from("id,label\n"));
    for pair in 0..300_usize {
        let gold = pair * 7 % 5 % 3;
        let second =
            if pair % 3 == 0 { format!(";{}", phenomena[pair / 12 % 12]) } else { String::new() };
        let first = phenomena[pair % 12];
        pairs += &format!("{pair},A text.,Another.,{},{first}{second}\n", labels[gold]);
        for ((_, wrong), answers) in systems.iter().zip(&mut answers) {
            let shift = usize::from((pair * 11 + pair / 7).is_multiple_of(*wrong));
            *answers += &format!("{pair},{}\n", labels[(gold + shift) % 3]);
        }
    }
    let scene = Scene::new([("pairs.csv", pairs.as_bytes())]);
    for ((name, _), answers) in systems.iter().zip(&answers) {
        scene.write(&format!("{name}.csv"), answers.as_bytes());
    }
    scene
}

/// Runs such systems, with what stands in the config after them, and gives the scene back.
fn ran(scene: Scene, systems: &str, rest: &str) -> Scene {
    let dataset = "dataset:\n  path: pairs.csv\n  labels: nli\n  \
                   columns: {id: id, text: premise, hypothesis: hypothesis, gold: gold}\n  \
                   phenomena: {columns: {phenomena: tag}, list-separator: ';'}\n";
    let config = format!("{dataset}systems:\n{systems}output: report\n{rest}");
    scene.write("c.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    scene
}

#[test]
fn the_first_table_of_three_systems_goes_into_an_acl_column_as_it_is() {
    let scene = ran(
        three_systems(),
        "- {name: BERT, predictions: BERT.csv}\n- {name: RoBERTa, predictions: RoBERTa.csv}\n\
         - {name: LLM, predictions: LLM.csv}\n",
        "statistics: {resamples: 100}\nreport: {class: acl, width: column, formats: [tex]}\n",
    );
    let latex = scene.read("report/tables/overview.tex");
    assert_eq!(latex.matches("\\begin{tabular*}{\\columnwidth}").count(), 1, "{latex}");
    for name in ["BERT", "RoBERTa", "LLM", "\nnegation & ", "\nconditional & "] {
        assert!(latex.contains(name), "{latex}");
    }
    compiles(&scene.path().join("report"));
}

#[test]
fn long_names_and_many_systems_stick_out_of_no_column() {
    let scene = three_systems();
    let names = [
        "deberta_v3_large_mnli_fever_anli_ling_wanli_finetuned_again",
        "Meta-Llama-3.1-70B-Instruct, five examples in the prompt",
        "T5 (11B)",
        "Xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ];
    let more = (0..8).map(|number| format!("system number {number}"));
    let names = names.into_iter().map(str::to_owned).chain(more);
    let systems: String = names
        .zip(["BERT", "RoBERTa", "LLM"].iter().cycle())
        .map(|(name, answers)| format!("- {{name: '{name}', predictions: {answers}.csv}}\n"))
        .collect();
    let pairs = scene
        .read("pairs.csv")
        .replace("negation", "negation-of-a-verb_with/particles:and-more-of-the-same-kind");
    scene.write("pairs.csv", pairs.as_bytes());
    let rest = "statistics: {resamples: 20}\nreport: {class: acl, width: column, formats: [tex]}\n";
    let scene = ran(scene, &systems, rest);
    compiles(&scene.path().join("report"));
}

#[test]
fn captions_stand_in_every_format() {
    let scene = with_report(
        "  captions: {overview: 'What my 2 systems get right?', systems-original: On <all> pairs.}\n  figures: []",
    );
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let latex = scene.read("report/tables/overview.tex");
    assert!(
        latex.contains("\\caption{What my 2 systems get right?}\\label{tab:overview}"),
        "{latex}"
    );
    let latex = scene.read("report/report.tex");
    assert!(latex.contains("\\caption{On \\textless{}all\\textgreater{} pairs.}"), "{latex}");
    for file in ["report.md", "tables.md", "report.txt", "report.html", "report.json"] {
        assert!(
            scene.read(&format!("report/{file}")).contains("What my 2 systems get right?"),
            "{file}"
        );
    }
    assert!(outcome.stdout.contains("What my 2 systems get right?"));
}

#[test]
fn a_figure_has_the_caption_that_the_config_gives_it() {
    let scene = with_report(
        "  figure-captions: {phenomena: What they get right}\n  figures: [phenomena]\n  formats: [html, svg]",
    );
    let outcome = scene.phenom(&["run", "c.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    for file in ["report.html", "figures/phenomena.svg"] {
        assert!(scene.read(&format!("report/{file}")).contains("What they get right"), "{file}");
    }
}

#[test]
fn a_caption_for_a_kind_of_table_without_data_is_a_note() {
    let scene = with_report("  captions: {rankings: Rankings}\n  figures: []\n  formats: [md]");
    let outcome = scene.phenom(&["run", "c.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said =
        "The config has captions for the tables rankings, and the data has no values for them.";
    assert!(scene.read("report/report.md").contains(said));
}

#[test]
fn what_a_paper_or_a_caption_cannot_be_is_told() {
    for (report, message, help) in [
        ("  width: collumn", "expected a width: `column`, `text`, or millimetres", ""),
        ("  width: 12mm", "from 50 to 500", ""),
        ("  width: 123", "expected a text, found the number 123", ""),
        ("  class: elsevier", "`elsevier`", "acl"),
        ("  captions: {overvew: X}", "unknown table `overvew`", "did you mean `overview`?"),
        ("  captions: {systems: X}", "there is no table `systems` here", "`systems-"),
        (
            "  captions: {systems-orignal: X}",
            "no table `systems-orignal` here",
            "`systems-original`?",
        ),
        ("  captions: {overview: ' '}", "a caption is empty", ""),
        ("  figure-captions: {phenomna: X}", "unknown figure `phenomna`", "`phenomena`?"),
        ("  figure-captions: {overview: X}", "unknown figure `overview`", ""),
        ("  figure-captions: {conditioned: X}", "there is no figure `conditioned` here", ""),
    ] {
        let outcome = with_report(report).phenom(&["run", "c.yaml"]);
        assert_eq!(outcome.code, Some(2), "{report}");
        assert!(outcome.stderr.contains(message), "{report}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(help), "{report}: {}", outcome.stderr);
    }
}

#[test]
fn a_table_too_large_for_a_page_is_in_a_folder_for_the_appendix() {
    let scene = ran(
        three_systems(),
        "- {name: BERT, predictions: BERT.csv}\n- {name: RoBERTa, predictions: RoBERTa.csv}\n\
         - {name: LLM, predictions: LLM.csv}\n",
        "measures: [mutual_information]\nstatistics: {resamples: 20, compare: none}\n\
         report: {class: lncs, width: 60mm, formats: [tex]}\n",
    );
    let latex = scene.read("report/appendix/information-phenomena.tex");
    assert!(
        latex.contains("The table is too large for one page at the width of 60 mm."),
        "{latex}"
    );
    assert!(!scene.path().join("report/tables/information-phenomena.tex").exists());
    let report = scene.read("report/report.tex");
    let appendix = report.find("\\section*{Appendix}").unwrap();
    assert!(report.find("\\label{tab:information-phenomena}").unwrap() > appendix);
}
