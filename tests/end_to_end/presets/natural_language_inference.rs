//! SNLI, MultiNLI, ANLI and WiCE.

use serde_json::{Value, json};

use super::found::{Found, SYSTEM, check, part, scene, tabbed};

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
"Ada Brook (born 2 May 1950) wrote ""Clay"".",Ada Brook was born in 1951.,,e,c,"Numerical-Cardinal-Dates,Unclear, --",,00000000-0000-4000-8000-0000000000cc,00000000-0000-4000-8000-000000000003,"['Numerical', 'Cardinal', 'Dates', 'Unclear']","[0.1, 0.7, 0.2]",n,"[0.1, 0.2, 0.7]",c,"[0.05, 0.15, 0.8]",c,"[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e,"[0.8, 0.15, 0.05]",e,"[0.1, 0.7, 0.2]",n,"[0.8, 0.15, 0.05]",e
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
