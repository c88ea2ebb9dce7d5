//! What the tests and intervals of systems with several runs ask, in sentences.

use phenom_metrics::statistics::Question;
use phenom_metrics::{ComparisonRow, Evaluation, SystemCounts};

/// Whether the tests of some comparisons ask for methods or for trained models; `None` if none of them is about a
/// system with several runs.
pub(crate) fn question_in_words<'r>(
    evaluation: &Evaluation,
    rows: impl IntoIterator<Item = &'r ComparisonRow>,
) -> Option<String> {
    let runs_of = |name: &str| {
        let system = evaluation.systems.iter().find(|system| system.name == name);
        system.map_or(1, |system| system.runs)
    };
    let (mut methods, mut models, mut single) = (false, false, false);
    for row in rows {
        let runs = [runs_of(&row.system_a), runs_of(&row.system_b)];
        if runs != [1, 1] {
            methods |= row.question == Question::Methods;
            models |= row.question == Question::Models;
            single |= runs.contains(&1) && !row.is_with_constant();
        }
    }
    if !methods {
        return models.then(|| {
            "If a system has several runs, the test asks whether the trained models differ: pairs are a sample, runs are not."
                .to_owned()
        });
    }
    let of_single = match single {
        true => {
            " The runs of a system with a single run are assumed to vary as those of the other system."
        }
        false => "",
    };
    Some(format!(
        "If a system has several runs, the test asks whether the methods differ: runs and pairs are samples, and the square of \
         the distance between runs is added to that of the sign-flip test.{of_single}"
    ))
}

/// What the intervals of systems with several runs are about; `None` if every system has one run.
pub(crate) fn intervals_in_words(evaluation: &Evaluation) -> Option<&'static str> {
    let several = evaluation.systems.iter().any(|system| system.runs > 1);
    several.then_some(match evaluation.statistics.question {
        Question::Methods => {
            "If a system has several runs, its interval is that of the method: runs and pairs are samples."
        }
        Question::Models => {
            "If a system has several runs, its interval is that of these runs: pairs are a sample, runs are not."
        }
    })
}

/// How to compare methods if trained models are compared.
pub(crate) const TO_METHODS: &str =
    "To compare methods instead, set `statistics: {question: methods}` in a config.";

/// The comparison of two systems by its question.
pub(crate) struct Asked<'e> {
    question: Question,
    systems: [&'e SystemCounts; 2],
}

impl<'e> Asked<'e> {
    /// What is asked of the first two systems of an evaluation, the new one and the old one.
    pub(crate) fn of_two(evaluation: &'e Evaluation) -> Option<Self> {
        let [new, old, ..] = evaluation.systems.as_slice() else { return None };
        let question = evaluation.statistics.question.answered([new.runs, old.runs]);
        Some(Self { question, systems: [new, old] })
    }

    /// The question that the tests answer.
    pub(crate) fn question(&self) -> Question {
        self.question
    }

    /// The numbers of runs of the new and the old system.
    pub(crate) fn runs(&self) -> [usize; 2] {
        self.systems.map(|system| system.runs)
    }

    /// The system with a single run that is assumed to vary as the runs of the other one do.
    fn assumed(&self) -> Option<&'e str> {
        let single = self.systems.iter().find(|system| system.runs == 1);
        let single = single.filter(|_| self.question == Question::Methods);
        single.map(|system| system.name.as_str())
    }

    /// The question in sentences, with the systems as readers see them.
    pub(crate) fn in_words(&self, [new, old]: [&str; 2]) -> String {
        let [of_new, of_old] = self.runs();
        let runs = format!("runs of {new}: {of_new}, of {old}: {of_old}");
        match self.question {
            Question::Models if [of_new, of_old] == [1, 1] => {
                "Compares two models: each system has one run.".to_owned()
            }
            Question::Models => {
                format!("Compares trained models ({runs}): pairs are a sample, runs are not.")
            }
            Question::Methods => {
                let sentence = format!("Compares methods ({runs}): pairs and runs are samples.");
                let other_way = "To compare these trained models instead, set `statistics: {question: models}` in a config.";
                let other = if of_new == 1 { old } else { new };
                match (self.assumed(), of_new == 1) {
                    (None, _) => format!("{sentence} {other_way}"),
                    (Some(_), is_new) => format!(
                        "{sentence} {} has one run. The test assumes that its runs would vary as those of {other} do. \
                         {other_way} A gate (`--fail-on worse`) compares trained models if a system has one run.",
                        if is_new { new } else { old }
                    ),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, compared};

    fn scene() -> Scene {
        Scene::new(compared(), &["A", "B"], "1 E - E U\n2 U - U U")
    }

    #[test]
    fn the_sentence_is_about_the_questions_of_the_rows() {
        let mut scene = scene();
        let asked = |scene: &Scene| question_in_words(&scene.evaluation, &scene.comparisons);
        assert_eq!(asked(&scene), None);
        scene.evaluation.systems[0].runs = 3;
        let models = asked(&scene).unwrap();
        assert!(models.contains("models") && !models.contains("methods"), "{models}");
        scene.evaluation.systems[1].runs = 3;
        for row in &mut scene.comparisons {
            row.question = Question::Methods;
        }
        let methods = asked(&scene).unwrap();
        assert!(methods.contains("methods") && !methods.contains("models"), "{methods}");
        assert!(!methods.contains("single run"), "{methods}");
        scene.evaluation.systems[1].runs = 1;
        let single = asked(&scene).unwrap();
        assert!(single.contains("a single run are assumed to vary"), "{single}");
    }

    #[test]
    fn two_systems_are_compared_by_the_question_that_their_runs_allow() {
        let mut scene = scene();
        let mut said = |question: Question, runs: [usize; 2]| {
            scene.evaluation.statistics.question = question;
            for (system, runs) in scene.evaluation.systems.iter_mut().zip(runs) {
                system.runs = runs;
            }
            let asked = Asked::of_two(&scene.evaluation).unwrap();
            (asked.in_words(["A", "B"]), asked.assumed().map(str::to_owned))
        };
        let single = "Compares two models: each system has one run.".to_owned();
        assert_eq!(said(Question::Methods, [1, 1]), (single.clone(), None));
        assert_eq!(said(Question::Models, [1, 1]), (single, None));
        let (models, assumed) = said(Question::Models, [1, 3]);
        let expected =
            "Compares trained models (runs of A: 1, of B: 3): pairs are a sample, runs are not.";
        assert_eq!((models.as_str(), assumed), (expected, None));
        let (methods, assumed) = said(Question::Methods, [3, 3]);
        let expected =
            "Compares methods (runs of A: 3, of B: 3): pairs and runs are samples. To compare";
        assert!(methods.starts_with(expected), "{methods}");
        assert_eq!(assumed, None);
        let (methods, assumed) = said(Question::Methods, [1, 3]);
        assert!(methods.contains("A has one run. The test assumes"), "{methods}");
        assert!(methods.contains("as those of B do"), "{methods}");
        assert_eq!(assumed.as_deref(), Some("A"));
        let (methods, assumed) = said(Question::Methods, [3, 1]);
        assert!(methods.contains("B has one run. The test assumes"), "{methods}");
        assert_eq!(assumed.as_deref(), Some("B"));
    }
}
