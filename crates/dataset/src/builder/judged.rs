//! The labels of people and judges, and with which probability people were to read each pair.

use super::DatasetBuilder;
use crate::judged::JudgedGold;
use crate::judged_problem::JudgedProblem;
use crate::problem::{FirstUse, ProblemKind};
use crate::word_overlap::count_words;
use crate::{Judgment, PairRow};

/// The key of a config that describes judged gold.
const KEY: &str = "judged";

impl DatasetBuilder {
    /// States that the gold labels are those of people, who read some of the pairs, and that judges labelled all.
    pub fn expect_judged_gold(&mut self, gold: JudgedGold) {
        self.judging.gold = Some(gold);
    }

    /// States that people's labels are in files of their own, see [`LabelledBy::People`](crate::LabelledBy::People), so
    /// that files of pairs need no gold labels.
    pub fn expect_people_in_files(&mut self) {
        self.judging.people_in_files = true;
    }

    /// Whether the gold labels are those of people.
    pub(crate) fn expects_judged_gold(&self) -> bool {
        self.judging.gold.is_some()
    }

    /// Whether people's labels are in files of their own.
    pub(crate) fn expects_people_in_files(&self) -> bool {
        self.judging.people_in_files
    }

    /// Keeps the label that people gave to a pair, which may be added later.
    pub(crate) fn label_by_people(&mut self, line: u64, id: &str, judgment: Judgment) {
        self.judging.people.push((self.file, line), id.trim(), 0, judgment);
    }

    /// Keeps the probability with which people were to read a pair.
    pub(super) fn keep_probability(&mut self, arrival: u32, pair: &PairRow<'_>) {
        let Some(probability) = pair.probability else { return };
        if !(probability > 0.0 && probability <= 1.0) {
            let kind = JudgedProblem::Probability { id: pair.id.to_owned(), probability };
            self.problem(Some(pair.line), kind.into());
        }
        self.judging.probabilities.push((arrival, probability));
    }

    /// Counts the words of a pair with judged gold; before its texts are dropped.
    pub(super) fn count_words(&mut self, pair: &PairRow<'_>) {
        if self.judging.gold.is_some() {
            let both =
                |(text, hypothesis)| count_words(text).saturating_add(count_words(hypothesis));
            self.judging.words.push(pair.text.zip(pair.hypothesis).map(both));
        }
    }

    /// Keeps the probability with which people were to read a pair, which may be added later.
    pub(crate) fn probability_by_people(&mut self, line: u64, id: &str, probability: f64) {
        let place = (self.file, line);
        self.judging.loose_probabilities.push((place, id.trim().to_owned(), probability));
    }

    /// Keeps that a pair was drawn for people, which may be added later.
    pub(crate) fn drawn_for_people(&mut self, id: &str) {
        self.judging.loose_drawn.push(id.trim().to_owned());
    }

    /// Finds the pairs that were drawn for people, and tells how many of them people did not label.
    fn place_drawn(&mut self) {
        let ids = std::mem::take(&mut self.judging.loose_drawn);
        self.judging.drawn = ids.iter().filter_map(|id| self.ids.find(id)).collect();
        let drawn = &self.judging.drawn;
        let unlabelled =
            drawn.iter().filter(|arrival| self.gold[**arrival as usize].is_none()).count();
        if unlabelled > 0 {
            let note = format!(
                "People have not labelled {unlabelled} of {} pairs drawn for them. Corrected values are biased unless chance \
                 decided which. Label them (`phenom annotate`).",
                drawn.len()
            );
            self.say(note);
        }
    }

    /// Gives pairs their probabilities in files of people's labels.
    fn place_probabilities(&mut self) {
        for (place, id, probability) in std::mem::take(&mut self.judging.loose_probabilities) {
            // Ids without a pair are found with their labels, or left out with their pairs.
            let Some(arrival) = self.ids.find(&id) else { continue };
            if !(probability > 0.0 && probability <= 1.0) {
                let kind = JudgedProblem::Probability { id, probability };
                self.problems.push(&self.file_name(place.0), Some(place.1), kind.into());
            }
            self.judging.probabilities.push((arrival, probability));
        }
        self.judging.probabilities.sort_by_key(|(arrival, _)| *arrival);
        self.judging.probabilities.dedup_by_key(|(arrival, _)| *arrival);
    }

    /// Makes people's labels in files of their own the gold labels of their pairs.
    pub(super) fn place_people(&mut self) {
        self.place_probabilities();
        let loose = std::mem::take(&mut self.judging.people);
        if !self.judging.people_in_files {
            return;
        }
        let mut labels: Vec<Option<(Judgment, (u32, u64))>> = vec![None; self.gold.len()];
        for (place, id, _, judgment) in loose.iter() {
            let Some(arrival) = self.ids.find(id) else {
                self.no_pair(place, id);
                continue;
            };
            match labels[arrival as usize] {
                None => labels[arrival as usize] = Some((judgment, place)),
                Some((first, _)) if first == judgment && self.loose.again.contains(&place.0) => {}
                Some((_, first)) => {
                    let elsewhere = (first.0 != place.0).then(|| self.file_name(first.0));
                    let kind = ProblemKind::SecondAnnotation {
                        id: id.to_owned(),
                        annotator: "people".to_owned(),
                        first: FirstUse { file: elsewhere, line: first.1 },
                    };
                    self.problems.push(&self.file_name(place.0), Some(place.1), kind);
                }
            }
        }
        self.tell_of_loose("label");
        for (arrival, label) in (0u32..).zip(&labels) {
            let label = label.map(|(judgment, _)| judgment);
            let of_row = self.gold[arrival as usize];
            let is_set = self.also_gold.binary_search_by_key(&arrival, |(at, _)| *at).is_ok();
            if of_row.is_some() && (of_row != label || is_set) {
                self.judged_problem(arrival, |id| JudgedProblem::OtherGold { id });
            }
        }
        self.gold = labels.into_iter().map(|label| Some(label?.0)).collect();
        self.place_drawn();
    }

    /// Finds pairs that people read with an unknown probability, and judges without labels.
    pub(super) fn check_judged(&mut self) {
        let Some(judged) = &self.judging.gold else { return };
        let judges = judged.judges.iter();
        let names: Vec<String> = judges.map(|judge| judge.name.clone()).collect();
        if self.judging.needs_probabilities() {
            for arrival in 0..u32::try_from(self.gold.len()).unwrap_or(u32::MAX) {
                let is_read = self.gold[arrival as usize].is_some();
                if is_read && self.judging.probability(arrival).is_none() {
                    self.judged_problem(arrival, |id| JudgedProblem::NoProbability { id });
                }
            }
        }
        // Labels may be missing with what could not be read, and judges of outcomes score answers.
        if !self.problems.is_empty() || self.of_outcomes {
            return;
        }
        for judge in names {
            let number = self.annotators.find(&judge);
            if !self.annotations.iter().any(|(_, annotator, _)| Some(*annotator) == number) {
                self.config_problem(KEY, JudgedProblem::NoLabels { judge }.into());
            }
        }
    }

    /// The judged gold of the dataset whose rows arrived in this order.
    pub(super) fn take_judged(&mut self, arrivals: &[u32]) -> Option<JudgedGold> {
        let gold = self.judging.gold.take()?;
        let gold = gold.with_words(arrivals, &self.judging.words);
        let gold = gold.with_probabilities(arrivals, &self.judging.probabilities);
        Some(gold.with_drawn(arrivals, &self.judging.drawn))
    }

    /// Notes what is wrong with the label or the probability of a pair, in the row of the pair.
    fn judged_problem(&mut self, arrival: u32, problem: impl FnOnce(String) -> JudgedProblem) {
        let kind = problem(self.ids.string(arrival).to_owned());
        let (file, line) = self.places.get(arrival as usize).copied().unwrap_or_default();
        self.problems.push(&self.file_name(file), Some(line), kind.into());
    }

    fn file_name(&self, number: u32) -> String {
        self.files.get(number as usize).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Again, AnnotationColumns, AnnotationSource, Chosen, Dataset, Input, Judge, KeepTexts,
        LabelScheme, LabelledBy, PairColumns, PairFormat, PairSource, PartSource, Problems,
        TableFormat, TableOptions, WithoutParts, read_annotations, read_pairs,
    };
    use Judgment::{Contradiction, Entailment, Unknown};

    fn judges(names: &[&str]) -> Vec<Judge> {
        names.iter().map(|name| Judge { name: (*name).to_owned(), also: None }).collect()
    }

    fn stream(text: &str) -> Input {
        Input::Stream(Box::new(std::io::Cursor::new(text.to_owned())))
    }

    fn builder(chosen: Chosen, names: &[&str]) -> DatasetBuilder {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        builder.expect_judged_gold(JudgedGold::new(chosen, true, judges(names)));
        builder.config_has("judged", "c.yaml", 3);
        builder
    }

    fn scheme() -> LabelScheme {
        LabelScheme::named("nli").unwrap()
    }

    /// A table whose columns have the labels of people and of the judge GPT, and probabilities.
    fn source(format: TableFormat) -> PairSource {
        let mut source = PairSource::new(PairFormat::Table(format), scheme());
        source.columns = PairColumns {
            gold: Some("human".to_owned()),
            judges: vec![("GPT".to_owned(), "gpt".to_owned())],
            probability: Some("pi".to_owned()),
            ..PairColumns::default()
        };
        source
    }

    fn of_columns(chosen: Chosen, text: &str) -> Result<Dataset, Problems> {
        let mut builder = builder(chosen, &["GPT"]);
        builder.exclude(["x".to_owned()]);
        let text = format!("{text}x,,,,0\n");
        read_pairs(&source(TableFormat::Csv), "p.csv", stream(&text), &mut builder);
        builder.finish()
    }

    /// Pairs without gold labels, and files with the labels of people and of the judge GPT.
    fn of_files(pairs: &str, people: &str, again: Again) -> Result<Dataset, Problems> {
        let mut builder = builder(Chosen::Random, &["GPT"]);
        builder.expect_people_in_files();
        let mut of_labels = |by: LabelledBy, file: &str, text: &str| {
            let columns = AnnotationColumns { labelled_by: by, again, ..Default::default() };
            let (format, options) = (TableFormat::Csv, TableOptions::default());
            let source = AnnotationSource { format, options, labels: scheme(), columns };
            read_annotations(&source, file, stream(text), &mut builder);
        };
        of_labels(LabelledBy::People(None), "people.csv", people);
        of_labels(
            LabelledBy::One("GPT".to_owned()),
            "gpt.csv",
            "id,label\na,neutral\nb,entailment\n",
        );
        let source = PairSource::new(PairFormat::Table(TableFormat::Csv), scheme());
        read_pairs(&source, "p.csv", stream(pairs), &mut builder);
        builder.finish()
    }

    #[test]
    fn columns_are_in_the_rows_of_their_pairs() {
        let dataset = of_columns(
            Chosen::Probability,
            "id,origin,human,gpt,pi\nb.1,b,,neutral,0.25\na,,entailment,contradiction,1\n\
             b,,neutral,,5e-1\na.1,a,,-,\n",
        )
        .unwrap();
        assert_eq!(dataset.ids().collect::<Vec<_>>(), ["a", "b", "a.1", "b.1"]);
        assert_eq!(dataset.gold(), [Some(Entailment), Some(Unknown), None, None]);
        let labels = dataset.labels_of_judge(0);
        assert_eq!(labels, [Some(Contradiction), None, None, Some(Unknown)]);
        assert_eq!(dataset.labels_of_judge(1), [None; 4]);
        let judged = dataset.judged().unwrap();
        let probabilities = (0..5).map(|row| judged.probability(row));
        assert!(probabilities.eq([Some(1.0), Some(0.5), None, Some(0.25), None]));
        assert_eq!((judged.chosen, judged.blind), (Chosen::Probability, true));
        assert_eq!(dataset.annotators().collect::<Vec<_>>(), ["GPT"]);
    }

    #[test]
    fn words_of_pairs_are_in_their_rows_without_their_texts() {
        let pairs = "id,text,hypothesis\nb,\"It rained, a lot.\",It rained.\na,,x\n";
        let people = "id,label\na,contradiction\n";
        let dataset = of_files(pairs, people, Again::Refuse).unwrap();
        let judged = dataset.judged().unwrap();
        assert_eq!([0, 1, 2].map(|row| judged.words(row)), [Some(6), None, None]);
    }

    #[test]
    fn a_dataset_without_judged_gold_has_no_judges() {
        let dataset = DatasetBuilder::new(KeepTexts::No).finish().unwrap();
        assert_eq!(dataset.judged(), None);
        assert!(dataset.labels_of_judge(0).is_empty());
    }

    #[test]
    fn each_wrong_probability_has_its_row() {
        let error = |rows: &str| {
            let text = format!("id,origin,human,gpt,pi\n{rows}");
            let problems = of_columns(Chosen::Probability, &text).unwrap_err();
            let help = problems.kept()[0].kind.help().unwrap_or_default();
            (problems.to_string(), help)
        };
        let (message, help) = error("a,,neutral,neutral,\nb,,,neutral,\nc,,neutral,neutral,\n");
        assert_eq!(
            message,
            "p.csv:2: people read pair `a`, and it has no probability (2 rows like this: here first, again on 4)"
        );
        assert!(help.contains("`probability` names under `judged`"), "{help}");
        let (message, help) = error("a,,,neutral,0\n");
        assert_eq!(
            message,
            "p.csv:2: people were to read pair `a` with probability 0, expected a number above 0 and at most 1"
        );
        assert!(help.starts_with("nothing can be estimated"), "{help}");
        for written in ["1.5", "-0.1", "NaN", "inf"] {
            let (message, help) = error(&format!("a,,neutral,neutral,{written}\n"));
            assert!(
                message.contains(&format!("with probability {written}, expected")),
                "{message}"
            );
            assert!(help.ends_with("such as 0.25"), "{help}");
        }
        let (message, _) = error("a,,neutral,neutral,half\n");
        assert_eq!(
            message,
            "p.csv:2: `pi` (asked for by `judged.people.probability`) contains `half`, expected a number"
        );
    }

    #[test]
    fn a_missing_probability_is_no_problem_if_pairs_were_chosen_in_another_way() {
        let text = "id,origin,human,gpt,pi\na,,neutral,neutral,\n";
        assert_eq!(of_columns(Chosen::Random, text).unwrap().len(), 1);
    }

    #[test]
    fn missing_columns_are_those_that_the_config_names_under_judged() {
        let problems = of_columns(Chosen::Random, "id,origin,gold,weight,task\n").unwrap_err();
        let message = problems.to_string();
        for (column, key) in [
            ("human", "judged.people.labels"),
            ("gpt", "judged.judges"),
            ("pi", "judged.people.probability"),
        ] {
            assert!(
                message.contains(&format!("`{column}` (asked for by `{key}`)")),
                "{key}: {message}"
            );
        }
    }

    #[test]
    fn a_judge_without_a_label_is_refused_at_its_key() {
        let problems =
            of_columns(Chosen::Random, "id,origin,human,gpt,pi\na,,neutral,,\n").unwrap_err();
        assert_eq!(problems.to_string(), "c.yaml:3: judge `GPT` labels no pair of the dataset");
    }

    #[test]
    fn labels_in_files_are_gold_labels_and_annotations() {
        let pairs = "id,text\nb,x\na,y\n";
        let people = "id,label\na,contradiction\nb,-\n";
        let dataset = of_files(pairs, people, Again::Refuse).unwrap();
        assert_eq!(dataset.gold(), [None, Some(Contradiction)]);
        assert_eq!(dataset.labels_of_judge(0), [Some(Entailment), Some(Unknown)]);
        assert_eq!(dataset.annotators().collect::<Vec<_>>(), ["GPT"]);
        // A column `gold` may repeat people's labels.
        let repeated = "id,gold\nb,\na,contradiction\n";
        let repeated = of_files(repeated, people, Again::Refuse).unwrap();
        assert_eq!(repeated.gold(), dataset.gold());
    }

    #[test]
    fn a_file_of_labels_has_probabilities_also_of_unread_pairs() {
        let load = |people: &'static str| {
            let mut builder = builder(Chosen::Probability, &[]);
            builder.expect_people_in_files();
            let labelled_by = LabelledBy::People(Some("p".to_owned()));
            let columns = AnnotationColumns { labelled_by, ..Default::default() };
            let (format, options) = (TableFormat::Csv, TableOptions::default());
            let source = AnnotationSource { format, options, labels: scheme(), columns };
            read_annotations(&source, "people.csv", stream(people), &mut builder);
            let source = PairSource::new(PairFormat::Table(TableFormat::Csv), scheme());
            read_pairs(&source, "p.csv", stream("id,text\na,x\nb,y\n"), &mut builder);
            builder.finish()
        };
        let dataset = load("id,label,p\nb,,0.25\na,neutral,0.5\n").unwrap();
        assert_eq!(dataset.gold(), [Some(Unknown), None]);
        let judged = dataset.judged().unwrap();
        assert_eq!([0, 1].map(|row| judged.probability(row)), [Some(0.5), Some(0.25)]);
        let refused = |people| load(people).unwrap_err().to_string();
        assert_eq!(
            refused("id,label,p\na,neutral,\n"),
            "p.csv:2: people read pair `a`, and it has no probability"
        );
        assert!(refused("id,label,p\na,,2\n").starts_with("people.csv:2: people were to read"));
        assert_eq!(
            refused("id,label,p\na,,x\n"),
            "people.csv:2: `p` (asked for by `judged.people.probability`) contains `x`, expected a number"
        );
    }

    #[test]
    fn gold_labels_of_pairs_that_are_not_peoples_are_refused() {
        let pairs = "id,gold\na,neutral\nb,neutral\n";
        let problems = of_files(pairs, "id,label\na,entailment\n", Again::Refuse).unwrap_err();
        assert_eq!(
            problems.to_string(),
            "p.csv:2: the gold label of pair `a` is not people's label in their own file (2 rows like this: here first, \
             again on 3)"
        );
    }

    #[test]
    fn second_labels_and_labels_for_other_pairs_are_refused() {
        let pairs = "id,text\na,x\nb,y\n";
        let people = "id,label\na,entailment\na,entailment\nc,neutral\n";
        let problems = of_files(pairs, people, Again::Refuse).unwrap_err();
        let message = problems.to_string();
        assert!(
            message.contains(
                "people.csv:3: annotator `people` labels pair `a` twice, first on line 2"
            ),
            "{message}"
        );
        assert!(message.contains("people.csv:4: 1 label is for no pair"), "{message}");
        let same = of_files(pairs, "id,label\na,entailment\na,entailment\n", Again::Same);
        assert_eq!(same.unwrap().gold(), [Some(Entailment), None]);
    }

    #[test]
    fn rows_and_their_parts_have_the_same_columns_and_either_may_lack_them() {
        let mut source = source(TableFormat::Ndjson);
        source.columns.only_named = true;
        source.columns.id = vec!["id".to_owned()];
        let mut of_parts = source.clone();
        of_parts.columns.id = Vec::new();
        let (list, without) = ("parts".to_owned(), WithoutParts::Keep);
        source.parts = Some(Box::new(PartSource { list, source: of_parts, without }));
        let line = "{\"id\": \"a\", \"parts\": [{\"human\": \"neutral\", \"gpt\": \"entailment\", \"pi\": 0.5}, \
                    {\"gpt\": \"neutral\"}]}\n";
        let mut builder = builder(Chosen::Probability, &["GPT"]);
        read_pairs(&source, "p.jsonl", stream(line), &mut builder);
        let dataset = builder.finish().unwrap();
        assert_eq!(dataset.ids().collect::<Vec<_>>(), ["a", "a.1", "a.2"]);
        assert_eq!(dataset.gold(), [None, Some(Unknown), None]);
        assert_eq!(dataset.labels_of_judge(0), [None, Some(Entailment), Some(Unknown)]);
        assert_eq!(dataset.judged().unwrap().probability(1), Some(0.5));
    }
}
