//! `phenom init FILE...`: ids that contradict what they join, copies of gold, columns that may hold predictions, runs and
//! settings in columns.

use std::fmt::Write;

use super::scene::Scene;

const LABELS: [&str; 3] = ["entailment", "neutral", "contradiction"];

const PAIRS: usize = 60;

/// The gold label of a pair: neither a cycle nor the same in all thirds.
fn gold(pair: usize) -> &'static str {
    LABELS[(pair * pair + pair / 7) % 3]
}

/// What a system predicts, which is right on about three pairs of four.
fn predicted(pair: usize, seed: usize) -> &'static str {
    if (pair * 5 + seed).is_multiple_of(4) { LABELS[(pair + seed) % 3] } else { gold(pair) }
}

/// A table with pairs, and with other columns beside gold.
fn pairs(header: &str, beside: impl Fn(usize) -> String) -> String {
    let mut csv = format!("id,premise,hypothesis,gold{header}\n");
    for pair in 0..PAIRS {
        let _ = writeln!(
            csv,
            "{pair},Premise number {pair} .,Hypothesis number {pair} .,{}{}",
            gold(pair),
            beside(pair)
        );
    }
    csv
}

/// What `phenom init` makes of files: its code, and all that it says.
fn init(files: &[(&str, &str)], options: &[&str]) -> (Option<i32>, String) {
    let scene = Scene::new([]);
    for (name, content) in files {
        scene.write(name, content.as_bytes());
    }
    let names = files.iter().map(|(name, _)| *name);
    let arguments: Vec<&str> =
        ["init"].into_iter().chain(names).chain(options.iter().copied()).collect();
    let outcome = scene.phenom(&arguments);
    (outcome.code, outcome.stdout + &outcome.stderr)
}

#[test]
fn ids_that_contradict_texts_gold_or_splits_are_asked_about() {
    let table = pairs("", |_| String::new());
    // Row n answers another pair than the one with the id n.
    let other = |row: usize| (row * 7 + 3) % PAIRS;
    let answers = |header: &str, of: &dyn Fn(usize) -> String| {
        let rows =
            (0..PAIRS).map(|row| format!("{row},{},{}\n", of(row), predicted(other(row), 0)));
        format!("id,{header},pred\n") + &rows.collect::<String>()
    };
    let texts = answers("premise,hypothesis", &|row| {
        format!("Premise number {0} .,Hypothesis number {0} .", other(row))
    });
    let files = [("pairs.csv", table.as_str()), ("bert.csv", texts.as_str())];
    let (code, said) = init(&files, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("its texts match those of the pairs: `--id premise,hypothesis`"),
        "{said}"
    );
    let (code, said) = init(&files, &["--id", "premise,hypothesis"]);
    assert_eq!(code, Some(0), "{said}");
    for header in ["label", "gold_label"] {
        let labels = answers(header, &|row| gold(other(row)).to_owned());
        let (code, said) = init(&[("pairs.csv", &table), ("bert.csv", &labels)], &[]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("differs from the gold label of the pair with this id"), "{said}");
    }
    let same = answers("hypothesis", &|row| format!("HYPOTHESIS number {row}"));
    let (code, said) = init(&[("pairs.csv", &table), ("bert.csv", &same)], &[]);
    assert_eq!(code, Some(0), "{said}");
    let bare = (0..PAIRS).map(|row| format!("{row},{}\n", predicted(row, 0)));
    let bare = "id,pred\n".to_owned() + &bare.collect::<String>();
    let (code, said) = init(&[("test.csv", &table), ("bert_dev.csv", &bare)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("its name contains `dev`, that of the pairs `test`"), "{said}");
}

#[test]
fn copies_of_gold_are_no_systems_and_what_nearly_copies_it_is_asked_about() {
    let coarse = |pair: usize| {
        let two = if gold(pair) == "entailment" { "entailment" } else { "not_entailment" };
        format!(",{two},{},{}", gold(pair).to_uppercase(), predicted(pair, 0))
    };
    let (code, said) = init(&[("data.csv", &pairs(",label_2way,label_text,bert", coarse))], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 system (`bert`)"), "{said}");
    assert!(said.contains("`label_2way` (equals the gold label)"), "{said}");
    let near = |pair: usize| {
        let label = if pair == 11 { LABELS[(pair + 1) % 3] } else { gold(pair) };
        format!(",{label},{}", predicted(pair, 0))
    };
    let table = pairs(",corrected_label,bert", near);
    let (code, said) = init(&[("data.csv", &table)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`corrected_label` matches the gold label on"), "{said}");
    let (code, said) = init(&[("data.csv", &table)], &["--label", "bert"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 system (`bert`)"), "{said}");
}

#[test]
fn predictions_are_never_dropped_for_a_config_without_systems() {
    let mut table = "id,premise,hypothesis,gold,roberta,ours,is_long\n".to_owned();
    for pair in 0..PAIRS {
        let one = |label: &str| usize::from(label == "entailment");
        let _ = writeln!(
            table,
            "{pair},Premise {pair} .,Hypothesis {pair} .,{},{},{},{}",
            one(gold(pair)),
            one(predicted(pair, 0)),
            one(predicted(pair, 1)),
            pair % 2
        );
    }
    let labels = ["--labels", "1=entailment,0=not-entailment"];
    let (code, said) = init(&[("data.csv", &table)], &labels);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains(
            "predictions: `ours` contains values like those of gold labels: set `--label"
        ),
        "{said}"
    );
    let named = [labels.as_slice(), &["--label", "roberta", "--label", "ours"]].concat();
    let (code, said) = init(&[("data.csv", &table)], &named);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2 systems (`roberta`, `ours`)"), "{said}");
    let broken = pairs(",gpt4", |pair| {
        let refused = pair.is_multiple_of(9);
        format!(",{}", if refused { "I cannot say" } else { predicted(pair, 0) })
    });
    let (code, said) = init(&[("data.csv", &broken)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`--run-labels 'I cannot say=MEANING'`"), "{said}");
    let scores = pairs(",nli_score", |pair| format!(",0.{}", pair + 10));
    let (code, said) = init(&[("data.csv", &scores)], &[]);
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn columns_of_seeds_are_runs_and_settings_are_asked_about() {
    let wide = pairs(",bert_seed1,bert_seed2,gpt", |pair| {
        format!(",{},{},{}", predicted(pair, 0), predicted(pair, 1), predicted(pair, 2))
    });
    let (code, said) = init(&[("data.csv", &wide)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2 systems (`bert` with 2 runs, `gpt`)"), "{said}");
    // Prompt a has the seeds 1 and 2, prompt b 3 and 4; `small` has one run, and no seed.
    let mut long = "id,premise,hypothesis,gold,model,seed,prompt,prediction\n".to_owned();
    for pair in 0..PAIRS {
        let runs =
            [("large", "1", "a"), ("large", "2", "a"), ("large", "3", "b"), ("large", "4", "b")];
        for (seed, (model, run, prompt)) in runs.into_iter().chain([("small", "", "a")]).enumerate()
        {
            let _ = writeln!(
                long,
                "{pair},Premise {pair} .,Hypothesis {pair} .,{},{model},{run},{prompt},{}",
                gold(pair),
                predicted(pair, seed)
            );
        }
    }
    let (code, said) = init(&[("data.csv", &long)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`--system model,prompt`"), "{said}");
    let (code, said) = init(&[("data.csv", &long)], &["--system", "model,prompt"]);
    assert_eq!(code, Some(0), "{said}");
    let systems = "3 systems (`large a` with 2 runs, `large b` with 2 runs, `small a`)";
    assert!(said.contains(systems), "{said}");
}

#[test]
fn who_wrote_a_claim_versions_of_it_and_votes_are_what_they_are() {
    let made = pairs(",generator,type,pred", |pair| {
        format!(
            ",{},{},{}",
            ["gpt-4", "t5", "llama"][pair % 3],
            ["original", "perturbed"][pair % 2],
            predicted(pair, 0)
        )
    });
    let (code, said) = init(&[("data.csv", &made)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 system (`pred`), 0 phenomena"), "{said}");
    let rows = (0..PAIRS).flat_map(|pair| {
        ["ann", "bob", "majority"].map(|name| format!("{pair},{name},{}\n", gold(pair)))
    });
    let votes = "id,annotator,label\n".to_owned() + &rows.collect::<String>();
    let (code, said) = init(&[("votes.csv", &votes)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("whether `majority` in `annotator`"), "{said}");
}

#[test]
fn ids_with_zeros_on_one_side_are_the_same_ids_and_contradictions_are_found_behind_them() {
    let rows = (0..PAIRS).map(|row| format!("{row:03},{}\n", predicted(row, 0)));
    let answers = "id,pred\n".to_owned() + &rows.collect::<String>();
    let table = pairs("", |_| String::new());
    let (code, said) = init(&[("pairs.csv", &table), ("bert.csv", &answers)], &[]);
    assert_eq!(code, Some(0), "{said}");
    let rows = (0..PAIRS).map(|row| format!("{row:03},{},{}\n", gold(row + 1), predicted(row, 0)));
    let shifted = "id,label,pred\n".to_owned() + &rows.collect::<String>();
    let (code, said) = init(&[("pairs.csv", &table), ("bert.csv", &shifted)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`label` next to the predictions differs from the gold label"), "{said}");
}

#[test]
fn a_prompt_or_a_second_key_that_names_other_pairs_is_asked_about() {
    let table = pairs("", |_| String::new());
    let other = |row: usize| (row * 7 + 3) % PAIRS;
    let answers = |header: &str, row_of: &dyn Fn(usize) -> String| {
        let rows = (0..PAIRS).map(row_of);
        format!("{header}\n") + &rows.collect::<String>()
    };
    let quoted = |of: &dyn Fn(usize) -> usize| {
        answers("id,prompt,pred", &|row| {
            let pair = of(row);
            let prompt = format!("Does Premise number {pair} . imply Hypothesis number {pair} . ?");
            format!("{row},{prompt},{}\n", predicted(pair, 0))
        })
    };
    let asked = |answers: &str, why: &str| {
        let (code, said) = init(&[("pairs.csv", &table), ("bert.csv", answers)], &[]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(why), "{said}");
    };
    asked(&quoted(&other), "`prompt` quotes the texts of other pairs");
    let (code, said) = init(&[("pairs.csv", &table), ("bert.csv", &quoted(&|row| row))], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("matched by `id`"), "{said}");
    let row = |row| format!("{row},{},{}\n", other(row), predicted(other(row), 0));
    asked(&answers("id,example,pred", &row), "`example` names other pairs than `id`");
    let side_by_side = answers("bert_id,bert_pred,gpt_id,gpt_pred", &|row| {
        format!("{row},{},{},{}\n", predicted(row, 0), other(row), predicted(other(row), 1))
    });
    asked(&side_by_side, "`gpt_id` names other pairs than `bert_id`");
}

#[test]
fn rows_of_several_pairs_are_asked_about() {
    let mut csv = "premise,hypothesis1,label1,pred1,hypothesis2,label2,pred2\n".to_owned();
    for row in 0..PAIRS {
        let of = |pair: usize| {
            format!("Hypothesis number {pair} .,{},{}", gold(pair), predicted(pair, 0))
        };
        let _ = writeln!(csv, "Premise number {row} .,{},{}", of(row), of(row + PAIRS));
    }
    let (code, said) = init(&[("wide.csv", &csv)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("whether each row of `wide.csv` contains several pairs"), "{said}");
}

#[test]
fn what_goes_with_predictions_is_no_system_and_no_phenomenon() {
    let next = |label: &str, by: usize| {
        let at = LABELS.iter().position(|other| *other == label).unwrap();
        LABELS[(at + by) % 3]
    };
    let table = pairs(",prediction,prediction_2way,second_choice,error_type", |row| {
        let predicted = predicted(row, 0);
        let two_way = if predicted == "entailment" { "entailment" } else { "not_entailment" };
        let error = if predicted == gold(row) { "none" } else { "modality" };
        format!(",{predicted},{two_way},{},{error}", next(predicted, 1 + row % 2))
    });
    let (code, said) = init(&[("pairs.csv", &table)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`prediction_2way` (contains the labels of `prediction`)"), "{said}");
    assert!(said.contains("`error_type` (follows from the gold label and `prediction`)"), "{said}");
    assert!(said.contains("`second_choice` never equals `prediction`"), "{said}");
    let (code, said) = init(&[("pairs.csv", &table)], &["--label", "prediction"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 system (`prediction`), 0 phenomena"), "{said}");
    let table = pairs(",human_label,gpt4_label", |row| {
        format!(",{},{}", predicted(row, 1), predicted(row, 2))
    });
    let (code, said) = init(&[("pairs.csv", &table)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`human_label` has a name for gold labels"), "{said}");
}

#[test]
fn marks_in_columns_called_as_phenomena_are_phenomena() {
    for [yes, no] in [["True", "False"], ["yes", "no"], ["x", ""]] {
        let table = pairs(",prediction,negation,quantifier", |row| {
            let mark = |is_set| if is_set { yes } else { no };
            format!(",{},{},{}", predicted(row, 0), mark(row % 3 == 0), mark(row % 5 == 0))
        });
        let (code, said) = init(&[("pairs.csv", &table)], &[]);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("2 phenomena"), "{yes}: {said}");
    }
}

#[test]
fn gold_in_the_rows_of_a_system_is_asked_about_and_settings_may_have_gaps() {
    let table = pairs("", |_| String::new());
    let mut answers = "id,model,temperature,label\n".to_owned();
    for row in 0..PAIRS {
        let _ = writeln!(answers, "{row},gold,,{}", gold(row));
        let _ = writeln!(answers, "{row},bert,,{}", predicted(row, 0));
        for temperature in [0, 1] {
            let _ = writeln!(answers, "{row},gpt,{temperature}.0,{}", predicted(row, temperature));
        }
    }
    let (code, said) = init(&[("pairs.csv", &table), ("all.csv", &answers)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("whether `gold` in `model` of `all.csv` is a system"), "{said}");
    assert!(said.contains("`--system model,temperature`"), "{said}");
    let without: String = answers
        .lines()
        .filter(|line| !line.contains(",gold,"))
        .fold(String::new(), |lines, line| lines + line + "\n");
    let files = [("pairs.csv", table.as_str()), ("all.csv", without.as_str())];
    let (code, said) = init(&files, &["--system", "model,temperature"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("3 systems"), "{said}");
}

#[test]
fn cells_without_an_answer_are_asked_about_and_skipped_on_request() {
    let table = pairs(",bert", |row| match row % 10 {
        0 => ",".to_owned(),
        _ => format!(",{}", predicted(row, 0)),
    });
    let files = [("pairs.csv", table.as_str())];
    let (code, said) = init(&files, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains(
            "how to count the empty cells in `bert` of `pairs.csv` (6 cells): `--missing wrong`"
        ),
        "{said}"
    );
    let scene = Scene::new([("pairs.csv", table.as_bytes())]);
    let of_system = |missing: &str, config: &str| {
        let outcome = scene.phenom(&["init", "pairs.csv", "--missing", missing, "-o", config]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        scene.phenom(&["check", config]).stdout
    };
    assert!(of_system("wrong", "wrong.yaml").contains("6 abstained"));
    assert!(of_system("skip", "skip.yaml").contains("6 missing"));
}

#[test]
fn two_columns_that_name_rows_together_are_the_id_of_answers_too() {
    let mut table = "dataset,id,premise,hypothesis,gold\n".to_owned();
    let mut answers = "dataset,id,pred\n".to_owned();
    for row in 0..PAIRS {
        let key = format!("{},{}", ["rte", "snli"][row / (PAIRS / 2)], row % (PAIRS / 2));
        let _ = writeln!(table, "{key},Premise number {row} .,Hypothesis {row} .,{}", gold(row));
        answers.insert_str(16, &format!("{key},{}\n", predicted(row, 0)));
    }
    let (code, said) = init(&[("pairs.csv", &table), ("bert.csv", &answers)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("matched by `dataset`, `id`"), "{said}");
}

#[test]
fn labels_of_claims_on_each_row_of_evidence_are_asked_about() {
    let mut table = "claim_id,claim,evidence,label,prediction\n".to_owned();
    for claim in 0..PAIRS {
        for piece in 0..2 + claim % 2 {
            let _ = writeln!(
                table,
                "{claim},Claim number {claim} .,Evidence {claim} {piece} is here .,{},{}",
                gold(claim),
                predicted(claim, 0)
            );
        }
    }
    let (code, said) = init(&[("claims.csv", &table)], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("are equal on all rows of one `claim_id`"), "{said}");
    let (code, said) = init(&[("claims.csv", &table)], &["--id", "evidence,claim"]);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn probabilities_under_the_name_of_another_system_are_its_own() {
    let table = pairs(",bert_entailment,bert_neutral,bert_contradiction,gpt", |row| {
        let high = LABELS.map(|label| if label == predicted(row, 1) { "0.8" } else { "0.1" });
        format!(",{},{}", high.join(","), predicted(row, 0))
    });
    let (code, said) = init(&[("pairs.csv", &table)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2 systems (`gpt`, `bert`)"), "{said}");
}

#[test]
fn labels_that_may_be_abstentions_or_turned_are_asked_about() {
    let table = pairs("", |_| String::new());
    let answers = (0..PAIRS).map(|row| match row % 8 {
        0 => format!("{row},unknown\n"),
        _ => format!("{row},{}\n", predicted(row, 0)),
    });
    let answers = "id,pred\n".to_owned() + &answers.collect::<String>();
    let files = [("pairs.csv", table.as_str()), ("gpt.csv", answers.as_str())];
    let (code, said) = init(&files, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("the meaning of `unknown` in `pred` of `gpt.csv` next to `neutral`"),
        "{said}"
    );
    for meaning in ["unknown=none", "unknown=unknown"] {
        let (code, said) = init(&files, &["--run-labels", meaning]);
        assert_eq!(code, Some(0), "{meaning}: {said}");
    }
    let mut turned = "claim,evidence,supported,gpt_hallucinated\n".to_owned();
    for row in 0..PAIRS {
        let bit = |label: &str| u8::from(label == "entailment");
        let (gold, predicted) = (bit(gold(row)), bit(predicted(row, 0)));
        let _ = writeln!(turned, "Claim {row} .,Evidence for {row} .,{gold},{}", 1 - predicted);
    }
    let labels = ["--labels", "0=not-entailment,1=entailment"];
    let (code, said) = init(&[("claims.csv", &turned)], &labels);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains(
            "`gpt_hallucinated` of `claims.csv` have the same meanings as among the gold labels"
        ),
        "{said}"
    );
    let run_labels = ["--run-labels", "1=not-entailment,0=entailment"];
    let (code, said) = init(&[("claims.csv", &turned)], &[labels, run_labels].concat());
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn one_phenomenon_in_several_spellings_is_one_and_words_for_none_are_none() {
    let cells =
        ["negation", "Negation", "negation & modality", "modality", "none", "n/a", "NEGATION"];
    let table = pairs(",prediction,phenomenon", |row| {
        format!(",{},{}", predicted(row, 0), cells[row % cells.len()])
    });
    let (code, said) = init(&[("pairs.csv", &table)], &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2 phenomena"), "{said}");
}
