//! What a model is told of a pair.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use phenom_dataset::{Judgment, LabelScheme, Meaning};

use super::error::EndpointProblem;
use crate::TextPair;

/// The prompt where none is given, for two-way and three-way labels: the question of the RTE challenges.
pub const DEFAULT_PROMPT: &str = "\
Text: {{ text }}
Hypothesis: {{ hypothesis }}

What does the text say of the hypothesis, with common knowledge of the world and nothing else?
{% for label in labels -%}
- {{ label.word }}: {{ label.meaning }}
{% endfor %}
Answer with one of these words and nothing else.";

/// A template that was tried.
#[derive(Debug)]
pub(super) struct Prompt {
    template: String,
    labels: Value,
}

impl Prompt {
    /// A template that can be filled for every pair.
    pub(super) fn new(template: &str, labels: &LabelScheme) -> Result<Self, EndpointProblem> {
        let prompt = Self { template: template.to_owned(), labels: words(labels) };
        let environment = environment();
        let parsed = environment.template_from_str(template).map_err(|error| wrong(&error))?;
        let names = parsed.undeclared_variables(false);
        if !["text", "hypothesis"].into_iter().any(|name| names.contains(name)) {
            let reason =
                "it says neither {{ text }} nor {{ hypothesis }}, so all pairs would look alike";
            return Err(EndpointProblem::Prompt(reason.to_owned()));
        }
        prompt.fill(&TextPair { id: "1", text: "A text.", hypothesis: "A hypothesis." })?;
        Ok(prompt)
    }

    /// The prompt for a pair.
    pub(super) fn fill(&self, pair: &TextPair<'_>) -> Result<String, EndpointProblem> {
        let TextPair { id, text, hypothesis } = *pair;
        let values = context! { id, text, hypothesis, labels => self.labels.clone() };
        environment().render_str(&self.template, values).map_err(|error| wrong(&error))
    }
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // Texts are sent as they are, whatever the template's name would mean.
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment
}

fn wrong(error: &minijinja::Error) -> EndpointProblem {
    let line = error.line().map_or_else(String::new, |line| format!("line {line}: "));
    let detail = error.detail().map_or_else(String::new, |detail| format!(": {detail}"));
    EndpointProblem::Prompt(format!(
        "{line}{}{detail}; it knows text, hypothesis, id and labels",
        error.kind()
    ))
}

/// The first word for each judgment, with what it means.
fn words(labels: &LabelScheme) -> Value {
    let mut seen: Vec<Judgment> = Vec::new();
    let mut words: Vec<Value> = Vec::new();
    for (word, meaning) in labels.meanings() {
        if let Meaning::Judgment(judgment) = *meaning
            && !seen.contains(&judgment)
        {
            seen.push(judgment);
            words.push(context! { word, meaning => definition(judgment) });
        }
    }
    Value::from(words)
}

/// After the guidelines of the RTE challenges.
fn definition(judgment: Judgment) -> &'static str {
    match judgment {
        Judgment::Entailment => {
            "whoever reads the text would take the hypothesis to be most likely true"
        }
        Judgment::Unknown => "the text does not tell whether the hypothesis is true or false",
        Judgment::Contradiction => {
            "whoever reads the text would take the hypothesis to be most likely false"
        }
        Judgment::NotEntailment => {
            "whoever reads the text would not take the hypothesis to be most likely true"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: TextPair<'_> = TextPair { id: "7", text: "<b> & {{ id }}", hypothesis: "H \"h\"" };

    fn filled(template: &str, scheme: &str) -> Result<String, String> {
        let labels = LabelScheme::named(scheme).unwrap();
        let prompt = Prompt::new(template, &labels).map_err(|problem| problem.to_string())?;
        Ok(prompt.fill(&PAIR).unwrap())
    }

    #[test]
    fn the_default_prompt_names_the_words_of_the_user() {
        let expected = "Text: <b> & {{ id }}\nHypothesis: H \"h\"\n\n\
            What does the text say of the hypothesis, with common knowledge of the world and nothing else?\n\
            - YES: whoever reads the text would take the hypothesis to be most likely true\n\
            - NO: whoever reads the text would not take the hypothesis to be most likely true\n\n\
            Answer with one of these words and nothing else.";
        assert_eq!(filled(DEFAULT_PROMPT, "rte-two-way").unwrap(), expected);
        let three = filled(DEFAULT_PROMPT, "nli").unwrap();
        for line in ["- entailment: ", "- neutral: the text does not tell", "- contradiction: "] {
            assert!(three.contains(line), "{three}");
        }
        assert!(!three.contains("- -"), "{three}");
    }

    #[test]
    fn texts_are_data_and_are_sent_as_they_are() {
        assert_eq!(
            filled("{{ id }}|{{ text }}|{{ hypothesis }}", "nli").unwrap(),
            "7|<b> & {{ id }}|H \"h\""
        );
    }

    #[test]
    fn a_prompt_that_cannot_be_filled_is_told() {
        for (template, reason) in [
            ("{{ text }}\n{{ premise }}", "line 2: undefined value"),
            ("{{ text", "line 1: syntax error"),
            ("{{ text | nothing }}", "filter nothing is unknown"),
            ("Is it so?", "neither {{ text }} nor {{ hypothesis }}"),
            ("", "neither"),
            ("{% include 'other' %}{{ text }}", "template"),
        ] {
            let told = filled(template, "nli").unwrap_err();
            assert!(told.contains(reason), "{template}: {told}");
        }
    }
}
