//! Every preset reads the public layout that it is named for; the rows here are invented.

use serde_json::{Value, json};

use super::scene::{Scene, Scores, scores};

/// What presets read, in the order of the list.
const PRESETS: [(&str, &str); 22] = [
    ("snli", "pairs"),
    ("mnli", "pairs"),
    ("mnli-glue", "pairs"),
    ("chaosnli", "pairs"),
    ("anli", "pairs, answers"),
    ("anli-annotations", "pairs, answers"),
    ("hans", "pairs, answers"),
    ("glue-ax", "pairs"),
    ("fracas", "pairs"),
    ("sick", "pairs"),
    ("med", "pairs"),
    ("monli", "pairs"),
    ("breaking-nli", "pairs"),
    ("taxinli", "pairs, answers"),
    ("wice-claims", "pairs"),
    ("wice-subclaims", "pairs"),
    ("rte-run", "answers"),
    ("edits", "answers"),
    ("lm-eval-mnli", "pairs, answers"),
    ("lm-eval-anli", "pairs, answers"),
    ("lm-eval-rte", "pairs, answers"),
    ("lm-eval-cb", "pairs, answers"),
];

/// What phenom makes of a dataset and its systems.
struct Found {
    summary: Value,
    rows: Vec<Value>,
    scores: Scores,
}

impl Found {
    /// Reads a config that has `dataset: {...}` and `systems: [...]`.
    fn new(scene: &Scene, dataset: &str, systems: &str) -> Self {
        let config =
            format!("dataset: {{{dataset}}}\nsystems: [{systems}]\noutput: report\n").into_bytes();
        scene.write("c.yaml", &config);
        let summary = check(scene, &["c.yaml"]);
        succeed(scene, &["convert", "c.yaml", "rows.ndjson", "--overwrite"]);
        let rows = scene.read("rows.ndjson");
        let rows = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
        succeed(scene, &["run", "c.yaml", "--overwrite"]);
        Self { summary, rows, scores: scores(&scene.read("report/scores.csv")) }
    }

    /// Reads a file with a preset, by a config and on the command line.
    fn file(scene: &Scene, path: &str, format: &str, systems: &str) -> Self {
        let found = Self::new(scene, &format!("path: {path}, format: {format}"), systems);
        let mut by_config = found.summary.clone();
        by_config["systems"] = json!([]);
        assert_eq!(check(scene, &[path, "--format", format]), by_config);
        found
    }

    /// The original pairs and their judgments: `3: 1 entailment, 2 unknown`.
    fn originals(&self) -> String {
        part(&self.summary["original"])
    }

    fn monothematic(&self) -> String {
        part(&self.summary["monothematic"])
    }

    /// The phenomena with the numbers of their pairs, sorted.
    fn phenomena(&self) -> Vec<String> {
        let mut phenomena = Vec::new();
        for category in list(&self.summary["categories"]) {
            for phenomenon in list(&category["phenomena"]) {
                let (category, name) = (text(&category["category"]), text(&phenomenon["name"]));
                phenomena.push(format!("{category}:{name} {}", phenomenon["pairs"]));
            }
        }
        phenomena.sort();
        phenomena
    }

    fn attribute(&self, name: &str) -> String {
        let attributes = list(&self.summary["attributes"]);
        let attribute = attributes.iter().find(|it| it["attribute"] == name).unwrap();
        counts(&attribute["values"])
    }

    /// What a system answered: `1 entailment, 2 unknown`.
    fn answers(&self, system: &str) -> String {
        let systems = list(&self.summary["systems"]);
        counts(&systems.iter().find(|it| it["system"] == system).unwrap()["answers"])
    }

    /// On how many pairs of how many a system is right.
    fn right(&self, system: &str, population: &str, kind: &str, slice: &str) -> String {
        let row = &self.scores[&[system, population, kind, slice, "accuracy"].map(str::to_owned)];
        format!("{}/{}", row["numerator"], row["denominator"])
    }

    fn right_originals(&self, system: &str) -> String {
        self.right(system, "original", "all", "")
    }

    fn ids(&self) -> Vec<&str> {
        self.rows.iter().map(|row| text(&row["id"])).collect()
    }

    fn texts(&self, id: &str) -> (&str, &str) {
        let row = self.rows.iter().find(|row| row["id"] == id).unwrap();
        (row["text"].as_str().unwrap_or_default(), row["hypothesis"].as_str().unwrap_or_default())
    }

    /// What each annotator said of a pair.
    fn annotations(&self, id: &str) -> Value {
        let row = self.rows.iter().find(|row| row["id"] == id).unwrap();
        row["annotations"].as_str().map_or(json!({}), |said| serde_json::from_str(said).unwrap())
    }
}

fn succeed(scene: &Scene, arguments: &[&str]) -> String {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{arguments:?}: {}", outcome.stderr);
    outcome.stdout
}

/// What phenom refuses, and why.
fn refused(scene: &Scene, arguments: &[&str]) -> String {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(2), "{arguments:?}: {}", outcome.stdout);
    outcome.stderr
}

fn check(scene: &Scene, arguments: &[&str]) -> Value {
    let arguments = [&["check"], arguments, &["--json"]].concat();
    serde_json::from_str(&succeed(scene, &arguments)).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn counts(of: &Value) -> String {
    let counts: Vec<String> =
        list(of).iter().map(|it| format!("{} {}", it["pairs"], text(&it["name"]))).collect();
    counts.join(", ")
}

fn part(part: &Value) -> String {
    let without = match &part["without_gold"] {
        none if *none == 0 => String::new(),
        some => format!(", {some} without gold"),
    };
    format!("{}: {}{without}", part["pairs"], counts(&part["judgments"]))
}

/// Raw text with its tabs.
fn tabbed(raw: &str) -> String {
    raw.replace(r"\t", "\t")
}

fn scene<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Scene {
    Scene::new(files.into_iter().map(|(name, content)| (name, content.as_bytes())))
}

/// A system whose answers stand in a file of `id,label`.
const SYSTEM: &str = "{name: A, predictions: a.csv}";

#[test]
fn snli_has_annotators_and_no_gold_without_a_majority() {
    let pairs = r#"{"annotator_labels": ["neutral", "neutral", "entailment", "neutral", "contradiction"], "captionID": "9000000001.jpg#1", "gold_label": "neutral", "pairID": "9000000001.jpg#1r1n", "sentence1": "Two cooks stir a pot.", "sentence1_binary_parse": "( ( Two cooks ) ( ( stir ( a pot ) ) . ) )", "sentence1_parse": "(ROOT (S (NP (CD Two) (NNS cooks)) (VP (VBP stir) (NP (DT a) (NN pot))) (. .)))", "sentence2": "Two cooks make soup.", "sentence2_binary_parse": "( ( Two cooks ) ( ( make soup ) . ) )", "sentence2_parse": "(ROOT (S (NP (CD Two) (NNS cooks)) (VP (VBP make) (NP (NN soup))) (. .)))"}
{"annotator_labels": ["neutral", "neutral", "contradiction", "contradiction", "entailment"], "captionID": "9000000001.jpg#1", "gold_label": "-", "pairID": "9000000001.jpg#1r1c", "sentence1": "Two cooks stir a pot.", "sentence1_binary_parse": "( ( Two cooks ) ( ( stir ( a pot ) ) . ) )", "sentence1_parse": "(ROOT (S (NP (CD Two) (NNS cooks)) (VP (VBP stir) (NP (DT a) (NN pot))) (. .)))", "sentence2": "Two cooks burn the soup.", "sentence2_binary_parse": "( ( Two cooks ) ( ( burn ( the soup ) ) . ) )", "sentence2_parse": "(ROOT (S (NP (CD Two) (NNS cooks)) (VP (VBP burn) (NP (DT the) (NN soup))) (. .)))"}
{"annotator_labels": ["entailment"], "captionID": "9000000002.jpg#0", "gold_label": "entailment", "pairID": "9000000002.jpg#0r1e", "sentence1": "A dog called \"Rex\" runs.", "sentence1_binary_parse": "( ( A dog ) ( runs . ) )", "sentence1_parse": "(ROOT (S (NP (DT A) (NN dog)) (VP (VBZ runs)) (. .)))", "sentence2": "A dog moves.", "sentence2_binary_parse": "( ( A dog ) ( moves . ) )", "sentence2_parse": "(ROOT (S (NP (DT A) (NN dog)) (VP (VBZ moves)) (. .)))"}
"#;
    let answers = "id,label\n9000000001.jpg#1r1n,unknown\n9000000001.jpg#1r1c,contradiction\n\
                   9000000002.jpg#0r1e,unknown\n";
    let scene = scene([("dev.jsonl", pairs), ("a.csv", answers)]);
    let found = Found::file(&scene, "dev.jsonl", "snli", SYSTEM);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 without gold");
    assert_eq!(found.summary["annotators"], json!(["1", "2", "3", "4", "5"]));
    let said = json!({
        "1": "unknown", "2": "unknown", "3": "contradiction", "4": "contradiction", "5": "entailment"
    });
    assert_eq!(found.annotations("9000000001.jpg#1r1c"), said);
    assert_eq!(found.annotations("9000000002.jpg#0r1e"), json!({"1": "entailment"}));
    assert_eq!(found.texts("9000000002.jpg#0r1e"), ("A dog called \"Rex\" runs.", "A dog moves."));
    assert_eq!(found.right_originals("A"), "1/2");
}

#[test]
fn mnli_has_annotators_and_genres() {
    let pairs = r#"{"annotator_labels": ["contradiction", "contradiction", "neutral", "contradiction", "contradiction"], "genre": "travel", "gold_label": "contradiction", "pairID": "900001n", "promptID": "900001", "sentence1": "The ferry leaves at \"noon\" sharp.", "sentence1_binary_parse": "( ( The ferry ) ( ( leaves ( at noon ) ) . ) )", "sentence1_parse": "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBZ leaves) (PP (IN at) (NN noon))) (. .)))", "sentence2": "The ferry leaves at dusk.", "sentence2_binary_parse": "( ( The ferry ) ( ( leaves ( at dusk ) ) . ) )", "sentence2_parse": "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBZ leaves) (PP (IN at) (NN dusk))) (. .)))"}
{"annotator_labels": ["entailment"], "genre": "fiction", "gold_label": "entailment", "pairID": "900002e", "promptID": "900002", "sentence1": "He sang and danced.", "sentence1_binary_parse": "( He ( sang and danced . ) )", "sentence1_parse": "(ROOT (S (NP (PRP He))))", "sentence2": "He sang.", "sentence2_binary_parse": "( He ( sang . ) )", "sentence2_parse": "(ROOT (S (NP (PRP He))))"}
{"annotator_labels": ["neutral", "entailment", "contradiction", "neutral", "entailment"], "genre": "travel", "gold_label": "-", "pairID": "900003c", "promptID": "900003", "sentence1": "The inn is old.", "sentence1_binary_parse": "( The inn )", "sentence1_parse": "(ROOT (NP (DT The) (NN inn)))", "sentence2": "The inn is shut.", "sentence2_binary_parse": "( The inn )", "sentence2_parse": "(ROOT (NP (DT The) (NN inn)))"}
"#;
    let answers = "id,label\n900001n,contradiction\n900002e,entailment\n900003c,unknown\n";
    let scene = scene([("dev.jsonl", pairs), ("a.csv", answers)]);
    let found = Found::file(&scene, "dev.jsonl", "mnli", SYSTEM);
    assert_eq!(found.originals(), "3: 1 entailment, 1 contradiction, 1 without gold");
    assert_eq!(found.attribute("genre"), "2 travel, 1 fiction");
    assert_eq!(found.summary["annotators"], json!(["1", "2", "3", "4", "5"]));
    assert_eq!(found.annotations("900001n")["3"], "unknown");
    let texts = ("The ferry leaves at \"noon\" sharp.", "The ferry leaves at dusk.");
    assert_eq!(found.texts("900001n"), texts);
    assert_eq!(found.right_originals("A"), "2/2");
    assert_eq!(found.right("A", "original", "attribute:genre", "travel"), "1/1");
}

#[test]
fn mnli_glue_is_unquoted_and_its_gold_is_the_last_column() {
    let pairs = tabbed(
        r#"index\tpromptID\tpairID\tgenre\tsentence1_binary_parse\tsentence2_binary_parse\tsentence1_parse\tsentence2_parse\tsentence1\tsentence2\tlabel1\tlabel2\tlabel3\tlabel4\tlabel5\tgold_label
0\t900001\t900001n\ttravel\t( The ferry )\t( The ferry )\t(ROOT (NP (DT The) (NN ferry)))\t(ROOT (NP (DT The) (NN ferry)))\tThe ferry leaves at "noon" sharp.\tThe ferry leaves at dusk.\tneutral\tcontradiction\tneutral\tcontradiction\tcontradiction\tcontradiction
1\t900002\t900002e\tslate\t( He )\t( He )\t(ROOT (NP (PRP He)))\t(ROOT (NP (PRP He)))\t"Go, he sang.\tHe sang.\tneutral\tentailment\tentailment\tentailment\tentailment\tentailment
2\t900003\t900003c\tslate\t( It )\t( It )\t(ROOT (NP (PRP It)))\t(ROOT (NP (PRP It)))\tIt is 5" long.\tIt is long.\tentailment\tneutral\tneutral\tneutral\tentailment\tneutral
"#,
    );
    let answers = "id,label\n0,contradiction\n1,contradiction\n2,unknown\n";
    let scene = scene([("dev_matched.tsv", pairs.as_str()), ("a.csv", answers)]);
    let found = Found::file(&scene, "dev_matched.tsv", "mnli-glue", SYSTEM);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.ids(), ["0", "1", "2"]);
    assert_eq!(found.attribute("genre"), "1 travel, 2 slate");
    assert_eq!(found.texts("1"), ("\"Go, he sang.", "He sang."));
    assert_eq!(found.texts("2"), ("It is 5\" long.", "It is long."));
    assert_eq!(found.right_originals("A"), "2/3");
}

#[test]
fn anli_has_one_letter_labels_and_predictions_with_logits() {
    let pairs = r#"{"uid": "00000000-0000-4000-8000-000000000001", "context": "Ada Brook (born 2 May 1950) is a Welsh potter.", "hypothesis": "Ada Brook was born in the spring of 1950.", "label": "e", "model_label": "n", "emturk": true, "genre": "wikipedia", "reason": "May is in spring.", "tag": "ANLI R1"}
{"uid": "00000000-0000-4000-8000-000000000002", "context": "Ada Brook (born 2 May 1950) is a Welsh potter.", "hypothesis": "Ada Brook has a cat.", "label": "n", "model_label": "c", "emturk": false, "genre": "wikipedia", "reason": "", "tag": "ANLI R1"}
{"uid": "00000000-0000-4000-8000-000000000003", "context": "Ada Brook (born 2 May 1950) is a Welsh potter.", "hypothesis": "Ada Brook was born in 1951.", "label": "c", "model_label": "e", "emturk": false, "genre": "wikipedia", "tag": "ANLI R1"}
{"uid": "00000000-0000-4000-8000-000000000004", "context": "\"Clay\" is a book.", "hypothesis": "\"Clay\" can be read.", "label": "e", "model_label": "e", "emturk": false, "genre": "wikipedia", "tag": "ANLI R1"}
"#;
    let answers = r#"{"uid": "00000000-0000-4000-8000-000000000002", "logits": [0.5, 0.25, 1.5], "predicted_label": "c"}
{"uid": "00000000-0000-4000-8000-000000000001", "logits": [2.5, -0.5, -1.25], "predicted_label": "e"}
{"uid": "00000000-0000-4000-8000-000000000003", "logits": [-2.5, -0.5, 1.25], "predicted_label": "c"}
{"uid": "00000000-0000-4000-8000-000000000004", "logits": [-2.5, 0.5, 0.25], "predicted_label": "n"}
"#;
    let scene = scene([("dev.jsonl", pairs), ("answers.jsonl", answers)]);
    let system = "{name: A, predictions: answers.jsonl, format: anli}";
    let found = Found::file(&scene, "dev.jsonl", "anli", system);
    assert_eq!(found.originals(), "4: 2 entailment, 1 unknown, 1 contradiction");
    let texts = ("\"Clay\" is a book.", "\"Clay\" can be read.");
    assert_eq!(found.texts("00000000-0000-4000-8000-000000000004"), texts);
    assert_eq!(found.answers("A"), "1 entailment, 1 unknown, 2 contradiction");
    assert_eq!(found.right_originals("A"), "2/4");
    assert_eq!(found.right("A", "original", "judgment", "entailment"), "1/2");
}

#[test]
fn anli_annotations_have_paths_of_tags_and_the_answers_of_several_systems() {
    let pairs = r#"context,statement,reason,adversary_pred,gold_label,A1Code,A1Notes,eid,uid,tags,preds-roberta-from-r2,preds-roberta-from-r2PredLabel,preds-roberta-from-r3,preds-roberta-from-r3PredLabel,preds-bert-r1,preds-bert-r1PredLabel,preds-anli-roberta-large,preds-anli-roberta-largePredLabel,preds-anli-bart-large,preds-anli-bart-largePredLabel,preds-anli-xlnet-large,preds-anli-xlnet-largePredLabel,preds-anli-electra-large,preds-anli-electra-largePredLabel,preds-anli-albert-xxlarge,preds-anli-albert-xxlargePredLabel
"Ada Brook (born 2 May 1950) wrote ""Clay"".",Ada Brook was born in the spring.,"May is in spring, and the model may not know.",n,e,"Numerical-Cardinal-Dates, Basic-Lexical-Similar",,00000000-0000-4000-8000-0000000000aa,00000000-0000-4000-8000-000000000001,"['Numerical', 'Cardinal', 'Dates', 'Basic', 'Lexical', 'Similar']","[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e,"[0.8, 0.15, 0.05]",e,"[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e,"[0.8, 0.15, 0.05]",e,"[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e
"Ada Brook (born 2 May 1950) wrote ""Clay"".","She wrote ""Sand"", too.",Nothing is said.,c,n,Basic-Lexical-Similar,"a note, with a comma",00000000-0000-4000-8000-0000000000bb,00000000-0000-4000-8000-000000000002,"['Basic', 'Lexical', 'Similar']","[0.1, 0.7, 0.2]",n,"[0.1, 0.7, 0.2]",n,"[0.05, 0.15, 0.8]",c,"[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e,"[0.8, 0.15, 0.05]",e,"[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e
"Ada Brook (born 2 May 1950) wrote ""Clay"".",Ada Brook was born in 1951.,,e,c,"Numerical-Cardinal-Dates, Unclear",,00000000-0000-4000-8000-0000000000cc,00000000-0000-4000-8000-000000000003,"['Numerical', 'Cardinal', 'Dates', 'Unclear']","[0.1, 0.7, 0.2]",n,"[0.1, 0.2, 0.7]",c,"[0.05, 0.15, 0.8]",c,"[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e,"[0.8, 0.15, 0.05]",e,"[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e
"#;
    let scene = scene([("r1.csv", pairs)]);
    let systems = "{name: BERT, predictions: r1.csv, format: anli-annotations, \
                    columns: {label: preds-bert-r1PredLabel}}, \
                   {name: RoBERTa, predictions: r1.csv, format: anli-annotations, \
                    columns: {label: preds-roberta-from-r2PredLabel}}";
    let found = Found::file(&scene, "r1.csv", "anli-annotations", systems);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(
        found.phenomena(),
        ["Basic:Lexical:Similar 2", "Numerical:Cardinal:Dates 2", "Other:Unclear 1"]
    );
    let texts = ("Ada Brook (born 2 May 1950) wrote \"Clay\".", "She wrote \"Sand\", too.");
    assert_eq!(found.texts("00000000-0000-4000-8000-000000000002"), texts);
    assert_eq!(found.answers("BERT"), "1 entailment, 2 contradiction");
    assert_eq!(found.answers("RoBERTa"), "3 unknown");
    assert_eq!([found.right_originals("BERT"), found.right_originals("RoBERTa")], ["2/3", "1/3"]);
    assert_eq!(found.right("BERT", "original", "category", "Numerical"), "2/2");
}

const HANS: &str = r"gold_label\tsentence1_binary_parse\tsentence2_binary_parse\tsentence1_parse\tsentence2_parse\tsentence1\tsentence2\tpairID\theuristic\tsubcase\ttemplate
non-entailment\t( ( The baker ) ( ( thanked ( the pilot ) ) . ) )\t( ( The pilot ) ( ( thanked ( the baker ) ) . ) )\t(ROOT (S (NP (DT The) (NN baker)) (VP (VBD thanked) (NP (DT the) (NN pilot))) (. .)))\t(ROOT (S (NP (DT The) (NN pilot)) (VP (VBD thanked) (NP (DT the) (NN baker))) (. .)))\tThe baker thanked the pilot .\tThe pilot thanked the baker .\tex0\tlexical_overlap\tln_subject/object_swap\ttemp1
entailment\t( The pilot )\t( The baker )\t(ROOT (NP (DT The) (NN pilot)))\t(ROOT (NP (DT The) (NN baker)))\tThe pilot was thanked by the baker .\tThe baker thanked the pilot .\tex1\tlexical_overlap\tle_passive\ttemp9
non-entailment\t( If )\t( The baker )\t(ROOT (S (IN If)))\t(ROOT (NP (DT The) (NN baker)))\tIf the baker slept , the pilot ran .\tThe baker slept .\tex2\tconstituent\tcn_embedded_under_if\ttemp53
non-entailment\t( If )\t( The pilot )\t(ROOT (S (IN If)))\t(ROOT (NP (DT The) (NN pilot)))\tIf the pilot slept , the baker ran .\tThe pilot slept .\tex3\tconstituent\tcn_embedded_under_if\ttemp53
";

const HANS_ANSWERS: &str =
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

#[test]
fn wice_has_claims_as_originals_and_subclaims_as_their_parts() {
    let claims = r#"{"label": "partially_supported", "supporting_sentences": [[1], [1, 2]], "claim": "Ada Brook is a Welsh potter and poet.", "evidence": ["(meta data) TITLE: Ada Brook", "Ada Brook is a potter.", "She lives in Wales."], "meta": {"id": "dev00001", "claim_title": "Ada Brook", "claim_section": "Life.", "claim_context": "Ada Brook was born in 1950."}}
{"label": "supported", "supporting_sentences": [[1]], "claim": "The \"Clay\" is a book.", "evidence": ["(meta data) TITLE: Clay", "Clay is a book."], "meta": {"id": "dev00002", "claim_title": "Clay", "claim_section": "", "claim_context": ""}}
"#;
    let subclaims = r#"{"label": "supported", "supporting_sentences": [[1, 2]], "claim": "Ada Brook is a potter.", "evidence": ["(meta data) TITLE: Ada Brook", "Ada Brook is a potter.", "She lives in Wales."], "meta": {"id": "dev00001-0", "claim_title": "Ada Brook", "claim_section": "Life.", "claim_context": "Ada Brook was born in 1950."}}
{"label": "not_supported", "supporting_sentences": [[]], "claim": "Ada Brook is a poet.", "evidence": ["(meta data) TITLE: Ada Brook", "Ada Brook is a potter.", "She lives in Wales."], "meta": {"id": "dev00001-1", "claim_title": "Ada Brook", "claim_section": "Life.", "claim_context": "Ada Brook was born in 1950."}}
{"label": "partially_supported", "supporting_sentences": [[2]], "claim": "Ada Brook is Welsh.", "evidence": ["(meta data) TITLE: Ada Brook", "Ada Brook is a potter.", "She lives in Wales."], "meta": {"id": "dev00001-2", "claim_title": "Ada Brook", "claim_section": "Life.", "claim_context": "Ada Brook was born in 1950."}}
"#;
    let answers = "id,label\ndev00001,not-entailment\ndev00002,not-entailment\n\
                   dev00001-0,entailment\ndev00001-1,not-entailment\ndev00001-2,entailment\n";
    let scene = scene([("claim.jsonl", claims), ("subclaim.jsonl", subclaims), ("a.csv", answers)]);
    let dataset = "originals: {path: claim.jsonl, format: wice-claims}, \
                   monothematic: {path: subclaim.jsonl, format: wice-subclaims}";
    let found = Found::new(&scene, dataset, SYSTEM);
    assert_eq!(found.originals(), "2: 1 entailment, 1 not-entailment");
    assert_eq!(found.monothematic(), "3: 1 entailment, 2 not-entailment");
    let parts = &found.summary["pairs_per_original"];
    assert_eq!((&parts["decomposed"], &parts["most"]), (&json!(1), &json!(3)));
    let origins: Vec<&Value> = found.rows.iter().map(|row| &row["origin"]).collect();
    let dev = json!("dev00001");
    assert_eq!(origins, [&Value::Null, &Value::Null, &dev, &dev, &dev]);
    let text = "(meta data) TITLE: Ada Brook Ada Brook is a potter. She lives in Wales.";
    assert_eq!(found.texts("dev00001"), (text, "Ada Brook is a Welsh potter and poet."));
    assert_eq!(found.texts("dev00001-1").1, "Ada Brook is a poet.");
    assert_eq!(found.right_originals("A"), "1/2");
    assert_eq!(found.right("A", "monothematic", "all", ""), "2/3");
    let claims = check(&scene, &["claim.jsonl", "--format", "wice-claims"]);
    assert_eq!(part(&claims["original"]), "2: 1 entailment, 1 not-entailment");
}

const RTE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<entailment-corpus>
  <pair id="1" entailment="YES" task="IE">
    <t>The ferry left at noon.</t>
    <h>The ferry left.</h>
  </pair>
  <pair id="2" entailment="NO" task="IE">
    <t>The ferry left at noon.</t>
    <h>The ferry left at dusk.</h>
  </pair>
  <pair id="3" entailment="NO" task="QA">
    <t>The inn is old.</t>
    <h>The inn is shut.</h>
  </pair>
</entailment-corpus>
"#;

const RTE_PAIRS: &str = "path: rte.xml, labels: rte-two-way";

#[test]
fn rte_run_reads_ranked_runs_and_those_with_scores() {
    let scene = scene([
        ("rte.xml", RTE),
        ("ranked.txt", "ranked: yes\n3 YES\n1 YES\n2 NO\n"),
        ("unranked.txt", "ranked: no\n1\tENTAILMENT\n2\tCONTRADICTION\n3\tUNKNOWN\n"),
        ("scored.txt", "1 FALSE 0.91\n2 FALSE  0.55\n3 TRUE 0.5\n"),
        ("two-way.txt", "1 YES\n2 NO\n3 NO_ENTAILMENT\n"),
        ("pilot.txt", "ranked: no\n1 YES\n2 NO\n3 UNKNOWN\n"),
    ]);
    let system = |name: &str| format!("{{name: {name}, predictions: {name}.txt, format: rte-run}}");
    let systems = ["ranked", "unranked", "scored", "two-way"].map(system).join(", ");
    let found = Found::new(&scene, RTE_PAIRS, &systems);
    assert_eq!(found.originals(), "3: 1 entailment, 2 not-entailment");
    assert_eq!(found.answers("ranked"), "2 entailment, 1 not-entailment");
    assert_eq!(found.answers("unranked"), "1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.answers("scored"), "1 entailment, 2 not-entailment");
    let right = ["ranked", "unranked", "scored", "two-way"].map(|it| found.right_originals(it));
    assert_eq!(right, ["2/3", "3/3", "1/3", "3/3"]);
    // In the three-way pilot NO is a contradiction, which `labels` says.
    let labels = "labels: {\"YES\": entailment, \"NO\": contradiction, UNKNOWN: unknown}";
    let pilot = format!("{{name: pilot, predictions: pilot.txt, format: rte-run, {labels}}}");
    let found = Found::new(&scene, RTE_PAIRS, &pilot);
    assert_eq!(found.answers("pilot"), "1 entailment, 1 unknown, 1 contradiction");
}

#[test]
fn rte_run_reads_the_label_of_two_words() {
    let scene = scene([
        ("rte.xml", RTE),
        ("ranked.txt", "ranked: yes\n1 ENTAILMENT\n2 NO ENTAILMENT\n3 NO ENTAILMENT\n"),
        ("scored.txt", "3 ENTAILMENT 0.5\n1 NO ENTAILMENT 0.25\n2 NO ENTAILMENT 0.125\n"),
    ]);
    let system = |name: &str| format!("{{name: {name}, predictions: {name}.txt, format: rte-run}}");
    let found = Found::new(&scene, RTE_PAIRS, &["ranked", "scored"].map(system).join(", "));
    assert_eq!(found.answers("ranked"), "1 entailment, 2 not-entailment");
    assert_eq!(["ranked", "scored"].map(|it| found.right_originals(it)), ["3/3", "1/3"]);
}

#[test]
fn edits_has_no_header_and_its_gold_is_compared() {
    let answers = "3\tNONENTAILMENT\tEntailment\t0.25\n1\tENTAILMENT\tEntailment\t0.125\n\
                   2\tNONENTAILMENT\tNonEntailment\t0.5\n";
    let scene = scene([("rte.xml", RTE), ("edits.txt", answers)]);
    let system = "{name: EDITS, predictions: edits.txt, format: edits}";
    let found = Found::new(&scene, RTE_PAIRS, system);
    assert_eq!(found.answers("EDITS"), "2 entailment, 1 not-entailment");
    assert_eq!(found.right_originals("EDITS"), "2/3");
    scene.write("edits.txt", answers.replace("1\tENTAILMENT", "1\tNONENTAILMENT").as_bytes());
    let said = refused(&scene, &["check", "c.yaml"]);
    assert!(said.contains("edits.txt") && said.contains("gold"), "{said}");
}

/// A line of a log, with a choice and its log-likelihood each.
fn sample(number: u32, doc: &str, target: &str, choices: &[(&str, &str)]) -> String {
    let doc: Value = serde_json::from_str(doc).unwrap();
    let arguments: serde_json::Map<String, Value> = choices
        .iter()
        .enumerate()
        .map(|(at, (choice, _))| {
            let arguments = json!({"arg_0": "A question?\nAnswer:", "arg_1": format!(" {choice}")});
            (format!("gen_args_{at}"), arguments)
        })
        .collect();
    let responses: Vec<Value> = choices.iter().map(|(_, it)| json!([[it, "False"]])).collect();
    let filtered: Vec<Value> = choices.iter().map(|(_, it)| json!([it, "False"])).collect();
    let line = json!({
        "doc_id": number, "doc": doc, "target": target, "arguments": arguments,
        "resps": responses, "filtered_resps": filtered, "filter": "none", "metrics": ["acc"],
        "doc_hash": "0".repeat(64), "prompt_hash": "1".repeat(64), "target_hash": "2".repeat(64),
        "acc": 1.0,
    });
    format!("{line}\n")
}

#[test]
fn lm_eval_mnli_answers_the_likeliest_of_true_neither_false() {
    let choices = |[entailment, neutral, contradiction]: [&'static str; 3]| {
        [("True", entailment), ("Neither", neutral), ("False", contradiction)]
    };
    let log = [
        sample(
            0,
            r#"{"premise": "The ferry leaves at \"noon\".", "hypothesis": "The ferry leaves at dusk.", "label": 2, "idx": 0}"#,
            "2",
            &choices(["-3.5", "-2.25", "-1.0"]),
        ),
        sample(
            1,
            r#"{"premise": "He sang.", "hypothesis": "He sang loudly.", "label": 1, "idx": 1}"#,
            "1",
            &choices(["-3.5", "-2.25", "-10.5"]),
        ),
        sample(
            2,
            r#"{"premise": "He sang loudly.", "hypothesis": "He sang.", "label": 0, "idx": 2}"#,
            "0",
            &choices(["-3.5", "-12.25", "-1.0"]),
        ),
    ];
    let scene = scene([("samples_mnli.jsonl", log.concat().as_str())]);
    let system = "{name: A, predictions: samples_mnli.jsonl, format: lm-eval-mnli}";
    let found = Found::file(&scene, "samples_mnli.jsonl", "lm-eval-mnli", system);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.ids(), ["0", "1", "2"]);
    assert_eq!(found.texts("0"), ("The ferry leaves at \"noon\".", "The ferry leaves at dusk."));
    assert_eq!(found.answers("A"), "1 unknown, 2 contradiction");
    assert_eq!(found.right_originals("A"), "2/3");
}

#[test]
fn lm_eval_anli_has_words_for_targets_and_ids_of_its_own() {
    let choices = |[entailment, neutral, contradiction]: [&'static str; 3]| {
        [("True", entailment), ("Neither", neutral), ("False", contradiction)]
    };
    let log = [
        sample(
            0,
            r#"{"uid": "00000000-0000-4000-8000-000000000001", "premise": "The ferry leaves at noon.", "hypothesis": "The ferry leaves at dusk.", "label": 2, "reason": "Noon is not dusk."}"#,
            "False",
            &choices(["-3.5", "-1.0", "-2.25"]),
        ),
        sample(
            1,
            r#"{"uid": "00000000-0000-4000-8000-000000000002", "premise": "He sang.", "hypothesis": "He sang loudly.", "label": 1, "reason": ""}"#,
            "Neither",
            &choices(["-3.5", "-1.0", "-2.25"]),
        ),
        sample(
            2,
            r#"{"uid": "00000000-0000-4000-8000-000000000003", "premise": "He sang loudly.", "hypothesis": "He sang.", "label": 0, "reason": ""}"#,
            "True",
            &choices(["-0.5", "-1.0", "-2.25"]),
        ),
    ];
    let scene = scene([("samples_anli_r1.jsonl", log.concat().as_str())]);
    let system = "{name: A, predictions: samples_anli_r1.jsonl, format: lm-eval-anli}";
    let found = Found::file(&scene, "samples_anli_r1.jsonl", "lm-eval-anli", system);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 contradiction");
    let texts = ("He sang.", "He sang loudly.");
    assert_eq!(found.texts("00000000-0000-4000-8000-000000000002"), texts);
    assert_eq!(found.answers("A"), "1 entailment, 2 unknown");
    assert_eq!(found.right_originals("A"), "2/3");
}

#[test]
fn lm_eval_rte_is_two_way() {
    let choices = |entailment, not| [("True", entailment), ("False", not)];
    let log = [
        sample(
            0,
            r#"{"sentence1": "The ferry leaves at noon.", "sentence2": "The ferry leaves at dusk.", "label": 1, "idx": 0}"#,
            "1",
            &choices("-1.0", "-2.25"),
        ),
        sample(
            1,
            r#"{"sentence1": "He sang loudly.", "sentence2": "He sang.", "label": 0, "idx": 1}"#,
            "0",
            &choices("-1.0", "-2.25"),
        ),
        sample(
            2,
            r#"{"sentence1": "He sang.", "sentence2": "He sang loudly.", "label": 1, "idx": 2}"#,
            "1",
            &choices("-9.0", "-10.5"),
        ),
    ];
    let scene = scene([("samples_rte.jsonl", log.concat().as_str())]);
    let system = "{name: A, predictions: samples_rte.jsonl, format: lm-eval-rte}";
    let found = Found::file(&scene, "samples_rte.jsonl", "lm-eval-rte", system);
    assert_eq!(found.originals(), "3: 1 entailment, 2 not-entailment");
    assert_eq!(found.texts("1"), ("He sang loudly.", "He sang."));
    assert_eq!(found.answers("A"), "3 entailment");
    assert_eq!(found.right_originals("A"), "1/3");
}

#[test]
fn lm_eval_cb_has_contradiction_before_neutral() {
    let choices = |[entailment, contradiction, neutral]: [&'static str; 3]| {
        [("True", entailment), ("False", contradiction), ("Neither", neutral)]
    };
    let log = [
        sample(
            0,
            r#"{"premise": "The ferry leaves at noon.", "hypothesis": "The ferry leaves at dusk.", "idx": 0, "label": 1}"#,
            "1",
            &choices(["-3.5", "-1.0", "-2.25"]),
        ),
        sample(
            1,
            r#"{"premise": "She said he left.", "hypothesis": "He left.", "idx": 1, "label": 2}"#,
            "2",
            &choices(["-3.5", "-2.25", "-1.0"]),
        ),
        sample(
            2,
            r#"{"premise": "She denied he left.", "hypothesis": "He left.", "idx": 2, "label": 1}"#,
            "1",
            &choices(["-0.5", "-2.25", "-1.0"]),
        ),
    ];
    let scene = scene([("samples_cb.jsonl", log.concat().as_str())]);
    let system = "{name: A, predictions: samples_cb.jsonl, format: lm-eval-cb}";
    let found = Found::file(&scene, "samples_cb.jsonl", "lm-eval-cb", system);
    assert_eq!(found.originals(), "3: 1 unknown, 2 contradiction");
    assert_eq!(found.texts("1"), ("She said he left.", "He left."));
    assert_eq!(found.answers("A"), "1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.right_originals("A"), "2/3");
}

#[test]
fn formats_lists_every_preset_and_prints_it() {
    let scene = Scene::new([]);
    let shown = succeed(&scene, &["formats"]);
    for (name, reads) in PRESETS {
        let line = shown.lines().find(|line| line.split(' ').next() == Some(name)).unwrap();
        let rest = line.strip_prefix(name).unwrap().trim_start();
        // More than one blank stands between columns.
        assert_eq!(rest.split("  ").next(), Some(reads), "{line}");
    }
    let listed: Value = serde_json::from_str(&succeed(&scene, &["formats", "--json"])).unwrap();
    let names = list(&listed).iter().map(|it| text(&it["name"]));
    let is_preset = |name: &&str| succeed(&scene, &["formats", name]).contains("\nabout:");
    let presets: Vec<&str> = names.filter(is_preset).collect();
    assert_eq!(presets, PRESETS.map(|(name, _)| name));
}

/// The lines under a key of a preset's YAML.
fn under(yaml: &str, key: &str) -> String {
    let lines = yaml.lines().skip_while(|line| *line != format!("{key}:")).skip(1);
    lines.take_while(|line| line.starts_with(' ')).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_printed_preset_pasted_into_a_config_gives_the_same_scores() {
    let pairs = tabbed(HANS);
    let scene = scene([("h.txt", pairs.as_str()), ("p.txt", HANS_ANSWERS)]);
    let run = |dataset: &str, system: &str| {
        let config = format!(
            "dataset:\n  path: h.txt\n{dataset}\
             systems:\n- name: A\n  predictions: p.txt\n{system}output: report\n"
        );
        scene.write("c.yaml", config.as_bytes());
        succeed(&scene, &["run", "c.yaml", "--overwrite"]);
        scene.read("report/scores.csv")
    };
    let named = run("  format: hans\n", "  format: hans\n");
    let yaml = succeed(&scene, &["formats", "hans"]);
    let (dataset, system) = (under(&yaml, "pairs"), under(&yaml, "predictions"));
    assert!(dataset.contains("heuristic") && system.contains("gold_label"), "{yaml}");
    assert_eq!(run(&dataset, &system), named);
}

#[test]
fn an_unknown_format_names_the_nearest() {
    let scene = scene([("h.txt", tabbed(HANS).as_str()), ("p.txt", HANS_ANSWERS)]);
    let said = refused(&scene, &["formats", "snil"]);
    assert!(said.contains("unknown format `snil`") && said.contains("mean `snli`?"), "{said}");
    let said = refused(&scene, &["check", "h.txt", "--format", "haans"]);
    assert!(said.contains("unknown format `haans`") && said.contains("mean `hans`?"), "{said}");
    let config = b"dataset: {path: h.txt, format: hnas}\n\
        systems: [{name: A, predictions: p.txt, format: rte-rum}]\noutput: report\n";
    scene.write("c.yaml", config);
    let said = refused(&scene, &["check", "c.yaml"]);
    assert!(said.contains("mean `hans`?") && said.contains("mean `rte-run`?"), "{said}");
    // What reads only answers is no format of pairs.
    let said = refused(&scene, &["check", "h.txt", "--format", "edits"]);
    assert!(said.contains("unknown format `edits`"), "{said}");
}
