//! FraCaS and SICK.

use super::found::{Found, SYSTEM, scene, tabbed};

#[test]
fn fracas_has_sections_above_its_problems_and_several_premises() {
    let pairs = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fracas-problems SYSTEM "fracas-problems.dtd">
<?xml-stylesheet type="text/xsl" href="fracas-problems.xsl"?>
<fracas-problems>
<comment class="intro">
invented rows
</comment>
<comment class="section"> 1 GENERALIZED QUANTIFIERS </comment>
<comment class="subsection"> 1.1 Conservativity </comment>
<comment> Q As are Bs == Q As are As who are Bs </comment>
<problem
  id="001"
  fracas_answer="yes">
  <p idx="1">
    Every baker
    sings.
  </p>
  <p idx="2">
    Ann is a baker.
  </p>
  <q>
    Does Ann sing?
  </q>
  <h>
    Ann sings.
  </h>
  <a> Yes </a>
  <why> universal instantiation </why>
  <note> Second premise is needed. </note>
</problem>
<problem
  id="002"
  fracas_answer="undef"
  fracas_nonstandard="true">
  <p idx="1">
    Few bakers sing.
  </p>
  <q>

  </q>
  <h>

  </h>
  <a> </a>
  <note> No question. </note>
</problem>
<comment class="subsection"> 1.2 Monotonicity (upwards on second argument) </comment>
<problem
  id="003"
  fracas_answer="no">
  <p idx="1">
    No baker sang at Ann&apos;s house.
  </p>
  <q>
    Did some baker sing there?
  </q>
  <h>
    Some baker sang there.
  </h>
  <a> No </a>
</problem>
<comment class="section"> 9 ATTITUDES </comment>
<comment class="subsection"> 9.2 Perceptive attitudes: with Bare Infinitives </comment>
<comment class="subsubsection"> 9.2.1 Inferences we do not get </comment>
<problem
  id="004"
  fracas_answer="unknown">
  <p idx="1">
    Ann saw Ben bake.
  </p>
  <q>
    Did Ann see Ben sing?
  </q>
  <h>
    Ann saw Ben sing.
  </h>
  <a> Don't know </a>
</problem>
</fracas-problems>
"#;
    let answers = "id,label\n001,entailment\n002,unknown\n003,entailment\n004,unknown\n";
    let scene = scene([("fracas.xml", pairs), ("a.csv", answers)]);
    let found = Found::file(&scene, "fracas.xml", "fracas", SYSTEM);
    let judgments = "4: 1 entailment, 1 unknown, 1 contradiction, 1 without gold";
    assert_eq!(found.originals(), judgments);
    assert_eq!(found.ids(), ["001", "002", "003", "004"]);
    // A title with a colon is a path, and one phenomenon all the same.
    assert_eq!(
        found.phenomena(),
        [
            "1 GENERALIZED QUANTIFIERS:1.1 Conservativity 2",
            "1 GENERALIZED QUANTIFIERS:1.2 Monotonicity (upwards on second argument) 1",
            "9 ATTITUDES:9.2 Perceptive attitudes:with Bare Infinitives 1",
        ]
    );
    assert_eq!(found.texts("001"), ("Every baker sings. Ann is a baker.", "Ann sings."));
    assert_eq!(found.texts("002"), ("Few bakers sing.", ""));
    assert_eq!(found.texts("003").0, "No baker sang at Ann's house.");
    assert_eq!(found.right_originals("A"), "2/3");
    assert_eq!(found.right("A", "original", "category", "1 GENERALIZED QUANTIFIERS"), "1/2");
}

#[test]
fn sick_has_whole_numbers_for_ids_and_its_split() {
    let pairs = tabbed(
        r"pair_ID\tsentence_A\tsentence_B\tentailment_label\trelatedness_score\tentailment_AB\tentailment_BA\tsentence_A_original\tsentence_B_original\tsentence_A_dataset\tsentence_B_dataset\tSemEval_set
1\tA cook is stirring a pot\tA man is not stirring a pot\tNEUTRAL\t3.2\tA_contradicts_B\tB_neutral_A\tA cook stirs a pot.\tA cook stirs a pot.\tFLICKR\tFLICKR\tTRIAL
4\tA dog is running\tAn animal is running\tENTAILMENT\t4\tA_entails_B\tB_neutral_A\tA dog runs.\tA dog runs.\tFLICKR\tFLICKR\tTRAIN
12\tA dog is running\tThere is no dog running\tCONTRADICTION\t3.9\tA_contradicts_B\tB_contradicts_A\tA dog runs.\tA dog runs.\tFLICKR\tFLICKR\tTRAIN
",
    );
    let answers = "id,label\n1,contradiction\n4,entailment\n12,contradiction\n";
    let scene = scene([("SICK.txt", pairs.as_str()), ("a.csv", answers)]);
    let found = Found::file(&scene, "SICK.txt", "sick", SYSTEM);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.ids(), ["1", "4", "12"]);
    assert_eq!(found.attribute("split"), "1 TRIAL, 2 TRAIN");
    assert_eq!(found.texts("4"), ("A dog is running", "An animal is running"));
    assert_eq!(found.right_originals("A"), "2/3");
}

#[test]
fn sick_of_semeval_calls_the_label_a_judgment() {
    let pairs = tabbed(
        r"pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment
1\tA cook is stirring a pot\tA man is not stirring a pot\t3.2\tNEUTRAL
4\tA dog is running\tAn animal is running\t4\tENTAILMENT
",
    );
    let scene =
        scene([("SICK_train.txt", pairs.as_str()), ("a.csv", "id,label\n1,unknown\n4,unknown\n")]);
    let found = Found::file(&scene, "SICK_train.txt", "sick-semeval", SYSTEM);
    assert_eq!(found.originals(), "2: 1 entailment, 1 unknown");
    assert_eq!(found.right_originals("A"), "1/2");
}
