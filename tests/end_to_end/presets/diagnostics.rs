//! Sets made to look at phenomena: HANS, GLUE-AX, MED, MoNLI, Breaking NLI, TaxiNLI.

use serde_json::json;

use super::found::{Found, SYSTEM, check, part, refused, scene, tabbed};

pub(super) const HANS: &str = r"gold_label\tsentence1_binary_parse\tsentence2_binary_parse\tsentence1_parse\tsentence2_parse\tsentence1\tsentence2\tpairID\theuristic\tsubcase\ttemplate
non-entailment\t( ( The baker ) ( ( thanked ( the pilot ) ) . ) )\t( ( The pilot ) ( ( thanked ( the baker ) ) . ) )\t(ROOT (S (NP (DT The) (NN baker)) (VP (VBD thanked) (NP (DT the) (NN pilot))) (. .)))\t(ROOT (S (NP (DT The) (NN pilot)) (VP (VBD thanked) (NP (DT the) (NN baker))) (. .)))\tThe baker thanked the pilot .\tThe pilot thanked the baker .\tex0\tlexical_overlap\tln_subject/object_swap\ttemp1
entailment\t( The pilot )\t( The baker )\t(ROOT (NP (DT The) (NN pilot)))\t(ROOT (NP (DT The) (NN baker)))\tThe pilot was thanked by the baker .\tThe baker thanked the pilot .\tex1\tlexical_overlap\tle_passive\ttemp9
non-entailment\t( If )\t( The baker )\t(ROOT (S (IN If)))\t(ROOT (NP (DT The) (NN baker)))\tIf the baker slept , the pilot ran .\tThe baker slept .\tex2\tconstituent\tcn_embedded_under_if\ttemp53
non-entailment\t( If )\t( The pilot )\t(ROOT (S (IN If)))\t(ROOT (NP (DT The) (NN pilot)))\tIf the pilot slept , the baker ran .\tThe pilot slept .\tex3\tconstituent\tcn_embedded_under_if\ttemp53
";

pub(super) const HANS_ANSWERS: &str =
    "pairID,gold_label\nex0,contradiction\nex1,entailment\nex2,neutral\nex3,entailment\n";

#[test]
fn hans_has_heuristics_as_categories_and_three_way_answers_are_two_way() {
    let pairs = tabbed(HANS);
    let scene = scene([("heuristics_evaluation_set.txt", pairs.as_str()), ("p.txt", HANS_ANSWERS)]);
    let system = "{name: A, predictions: p.txt, format: hans}";
    let found = Found::file(&scene, "heuristics_evaluation_set.txt", "hans", system);
    assert_eq!(found.originals(), "4: 1 entailment, 3 not-entailment");
    assert_eq!(
        found.phenomena(),
        [
            "constituent:cn_embedded_under_if 2",
            "lexical_overlap:le_passive 1",
            "lexical_overlap:ln_subject/object_swap 1",
        ]
    );
    let texts = ("The pilot was thanked by the baker .", "The baker thanked the pilot .");
    assert_eq!(found.texts("ex1"), texts);
    assert_eq!(found.attribute("template"), "1 temp1, 1 temp9, 2 temp53");
    assert_eq!(found.answers("A"), "2 entailment, 2 not-entailment");
    assert_eq!(found.right_originals("A"), "3/4");
    assert_eq!(found.right("A", "original", "category", "constituent"), "1/2");
}

#[test]
fn glue_ax_has_four_columns_of_tags_and_rows_for_ids() {
    let pairs = tabbed(
        r#"Lexical Semantics\tPredicate-Argument Structure\tLogic\tKnowledge\tDomain\tPremise\tHypothesis\tLabel
Morphological negation;Quantifiers\t\tNegation;Downward monotone\t\tArtificial\tNo guest was "unhappy".\tNo guest at the table was unhappy.\tentailment
\tRelative clauses\t\tWorld knowledge\tNews\t"The ship, which left Oslo, sank.\tA ship left Norway.\tneutral
\tEllipsis/Implicits\tNegation\t\tNews\tThe ship sank.\tThe ship did not.\tcontradiction
\t\t\t\tNews\tThe ship sank.\tThe ship sank.\tentailment
"#,
    );
    let answers = "id,label\n1,entailment\n2,entailment\n3,contradiction\n4,entailment\n";
    let scene = scene([("diagnostic-full.tsv", pairs.as_str()), ("a.csv", answers)]);
    let found = Found::file(&scene, "diagnostic-full.tsv", "glue-ax", SYSTEM);
    assert_eq!(found.originals(), "4: 2 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.ids(), ["1", "2", "3", "4"]);
    assert_eq!(
        found.phenomena(),
        [
            "knowledge:World knowledge 1",
            "lexical-semantics:Morphological negation 1",
            "lexical-semantics:Quantifiers 1",
            "logic:Downward monotone 1",
            "logic:Negation 2",
            "predicate-argument-structure:Ellipsis/Implicits 1",
            "predicate-argument-structure:Relative clauses 1",
        ]
    );
    assert_eq!(found.attribute("domain"), "1 Artificial, 3 News");
    assert_eq!(found.texts("2"), ("\"The ship, which left Oslo, sank.", "A ship left Norway."));
    assert_eq!(found.right_originals("A"), "3/4");
    assert_eq!(found.right("A", "original", "phenomenon", "logic:Negation"), "2/2");
}

#[test]
fn med_has_lists_of_tags_in_any_order() {
    let pairs = tabbed(
        r#"index\tpromptID\tpairID\tgenre\tsentence1_binary_parse\tsentence2_binary_parse\tsentence1_parse\tsentence2_parse\tsentence1\tsentence2\tlabel1\tlabel2\tlabel3\tlabel4\tlabel5\tgold_label
1\t1\t1\tpaper:FraCaS_GQ:upward_monotone\t\t\t\t\tSome bakers sang "loudly".\tSome bakers sang.\t\t\t\t\t\tentailment
2\t2\t2\tcrowd:downward_monotone:lexical_knowledge:npi\t\t\t\t\tNo baker ever sang.\tNo baker ever hummed at night.\t\t\t\t\t\tneutral
3\t3\t3\tpaper:GLUE:Intervals/Numbers:non_monotone:Common sense\t\t\t\t\tExactly two bakers sang.\tExactly two bakers sang loudly.\t\t\t\t\t\tneutral
4\t4\t4\tpaper:upward_monotone\t\t\t\t\tAll bakers sang loudly.\tAll bakers sang.\t\t\t\t\t\tentailment
"#,
    );
    let answers = "id,label\n1,entailment\n2,entailment\n3,unknown\n4,unknown\n";
    let scene = scene([("MED.tsv", pairs.as_str()), ("a.csv", answers)]);
    let found = Found::file(&scene, "MED.tsv", "med", SYSTEM);
    assert_eq!(found.originals(), "4: 2 entailment, 2 unknown");
    assert_eq!(found.texts("1"), ("Some bakers sang \"loudly\".", "Some bakers sang."));
    assert_eq!(found.right_originals("A"), "2/4");
    // The parts are tags beside each other: what is upward monotone is so from every source.
    assert_eq!(
        found.phenomena(),
        [
            "monotonicity:downward 1",
            "monotonicity:non-monotone 1",
            "monotonicity:upward 2",
            "phenomenon:Common sense 1",
            "phenomenon:Intervals/Numbers 1",
            "phenomenon:lexical_knowledge 1",
            "phenomenon:npi 1",
            "source:FraCaS_GQ 1",
            "source:GLUE 1",
            "source:crowd 1",
            "source:paper 3",
        ]
    );
    assert_eq!(found.right("A", "original", "phenomenon", "monotonicity:upward"), "1/2");
}

#[test]
fn monli_has_its_monotonicity_in_the_names_of_two_files() {
    let upward = r#"{"sentence1": "A cook is eating a plum.", "sentence2": "A cook is eating a fruit.", "gold_label": "entailment", "depth": 1}
{"sentence1": "A cook is eating a fruit.", "sentence2": "A cook is eating a plum.", "gold_label": "neutral", "depth": -1}
"#;
    let downward = r#"{"sentence1": "A cook is not eating a fruit.", "sentence2": "A cook is not eating a plum.", "gold_label": "entailment", "depth": -1, "sentence1_lex": "fruit", "sentence2_lex": "plum"}
"#;
    let answers = "id,label\npmonli:1,entailment\npmonli:2,unknown\nnmonli:1,unknown\n";
    let scene = scene([("pmonli.jsonl", upward), ("nmonli.jsonl", downward), ("a.csv", answers)]);
    let dataset = "path: [pmonli.jsonl, nmonli.jsonl], format: monli";
    let found = Found::new(&scene, dataset, SYSTEM);
    assert_eq!(found.originals(), "3: 2 entailment, 1 unknown");
    assert_eq!(found.phenomena(), ["monotonicity:downward 1", "monotonicity:upward 2"]);
    assert_eq!(found.ids(), ["pmonli:1", "pmonli:2", "nmonli:1"]);
    let texts = ("A cook is eating a fruit.", "A cook is eating a plum.");
    assert_eq!(found.texts("pmonli:2"), texts);
    assert_eq!(found.right_originals("A"), "2/3");
    assert_eq!(found.right("A", "original", "phenomenon", "monotonicity:upward"), "2/2");
    let alone = check(&scene, &["nmonli.jsonl", "--format", "monli"]);
    assert_eq!(part(&alone["original"]), "1: 1 entailment");
}

#[test]
fn breaking_nli_has_categories_of_words_and_three_annotators() {
    let pairs = r#"{"annotator_labels": ["contradiction", "contradiction", "neutral"], "category": "cardinals", "gold_label": "contradiction", "pairID": 0, "sentence1": "Two cooks stir a pot.", "sentence2": "Nine cooks stir a pot."}
{"annotator_labels": ["entailment", "entailment", "entailment"], "category": "synonyms", "gold_label": "entailment", "pairID": 7, "sentence1": "A cook begins to stir.", "sentence2": "A cook starts to stir."}
{"annotator_labels": ["neutral", "contradiction", "neutral"], "category": "cardinals", "gold_label": "neutral", "pairID": 12, "sentence1": "Two cooks stir.", "sentence2": "Many cooks stir."}
"#;
    let answers = "id,label\n0,contradiction\n7,entailment\n12,contradiction\n";
    let scene = scene([("dataset.jsonl", pairs), ("a.csv", answers)]);
    let found = Found::file(&scene, "dataset.jsonl", "breaking-nli", SYSTEM);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.ids(), ["0", "7", "12"]);
    assert_eq!(found.phenomena(), ["lexical:cardinals 2", "lexical:synonyms 1"]);
    assert_eq!(found.summary["annotators"], json!(["1", "2", "3"]));
    assert_eq!(found.annotations("12")["2"], "contradiction");
    assert_eq!(found.texts("7"), ("A cook begins to stir.", "A cook starts to stir."));
    assert_eq!(found.right_originals("A"), "2/3");
    assert_eq!(found.right("A", "original", "phenomenon", "lexical:cardinals"), "1/2");
}

#[test]
fn taxinli_has_one_hot_columns_an_unnamed_id_and_the_answers_of_systems() {
    let pairs = tabbed(
        r#"\tUnnamed: 0\tprem\thyp\tlabel\tlexical_linguistic\tsyntactic_linguistic\tfactivity_linguistic\tnegation_logic\tboolean_logic\tquantifier_logic\tconditional_logic\tcomparative_logic\trelational_reasoning\tspatial_reasoning\ttemporal_reasoning\tcausal_reasoning\tcoreference_reasoning\tworld_knowledge\ttaxonomic_knowledge\tpairID\tgenre\ts1\ts2\tbag_of_words\taloxatel/bert-base-mnli\tesim
0\t12\tThe ferry leaves at "noon" sharp.\tThe ferry leaves at dusk.\tcontradiction\t1\t0\t0\t0\t0\t0\t0\t0\t0\t0\t1\t0\t0\t0\t0\t900001n\ttravel\tThe ferry leaves at "noon" sharp.\tThe ferry leaves at dusk.\tneutral\tcontradiction\tentailment
1\t14\t"Go, he sang.\tHe sang.\tentailment\t0\t1\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t1\t0\t0\t900002e\toup\t"Go, he sang.\tHe sang.\tentailment\tentailment\tentailment
2\t15\tA plum fell.\tA ripe plum fell.\tneutral\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\t1\t900003n\toup\tA plum fell.\tA ripe plum fell.\tentailment\tneutral\tentailment
3\t19\tNone fell.\tSome fell.\tcontradiction\t0\t0\t0\t1\t0\t1\t0\t0\t0\t0\t0\t0\t0\t0\t0\t900004c\toup\tNone fell.\tSome fell.\tcontradiction\tcontradiction\tneutral
"#,
    );
    let system = |name: &str, column: &str| {
        format!(
            "{{name: {name}, predictions: t.tsv, format: taxinli, columns: {{label: {column}}}}}"
        )
    };
    let systems = [
        system("BERT", "aloxatel/bert-base-mnli"),
        system("Words", "bag_of_words"),
        system("ESIM", "esim"),
    ];
    let scene = scene([("t.tsv", pairs.as_str())]);
    let found = Found::file(&scene, "t.tsv", "taxinli", &systems.join(", "));
    assert_eq!(found.originals(), "4: 1 entailment, 1 unknown, 2 contradiction");
    assert_eq!(found.ids(), ["0", "1", "2", "3"]);
    assert_eq!(
        found.phenomena(),
        [
            "knowledge:taxonomic 1",
            "linguistic:lexical 1",
            "linguistic:syntactic 1",
            "logic:negation 1",
            "logic:quantifier 1",
            "reasoning:coreference 1",
            "reasoning:temporal 1",
        ]
    );
    assert_eq!(found.attribute("genre"), "1 travel, 3 oup");
    assert_eq!(found.texts("1"), ("\"Go, he sang.", "He sang."));
    assert_eq!(found.answers("Words"), "2 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.answers("ESIM"), "3 entailment, 1 unknown");
    assert_eq!([found.right_originals("BERT"), found.right_originals("Words")], ["4/4", "2/4"]);
    // One cell of the file holds a 2.
    let stray = pairs.replacen("entailment\t0\t1\t", "entailment\t0\t2\t", 1);
    scene.write("t.tsv", stray.as_bytes());
    let said = refused(&scene, &["check", "t.tsv", "--format", "taxinli"]);
    assert!(said.contains("syntactic_linguistic") && said.contains("any-nonzero"), "{said}");
    let dataset = "path: t.tsv, format: taxinli, phenomena: {any-nonzero: true}";
    let mended = Found::new(&scene, dataset, &systems.join(", "));
    assert_eq!(mended.phenomena(), found.phenomena());
}
