//! What a model is told of a pair.

use minijinja::{ErrorKind, Value, context};
use phenom_dataset::{Judgment, LabelScheme, Meaning};

use super::error::EndpointProblem;
use super::template::{environment, refused, rendered};
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
        if let Some(reason) = refused(template) {
            return Err(EndpointProblem::Prompt(reason));
        }
        let environment = environment();
        let parsed = environment.template_from_str(template).map_err(|error| wrong(&error))?;
        let names = parsed.undeclared_variables(false);
        if !["text", "hypothesis"].into_iter().any(|name| names.contains(name)) {
            let reason = "it contains neither {{ text }} nor {{ hypothesis }}, so that the prompt would be identical for all \
                 pairs";
            return Err(EndpointProblem::Prompt(reason.to_owned()));
        }
        prompt.fill(&TextPair { id: "1", text: "A text.", hypothesis: "A hypothesis." })?;
        Ok(prompt)
    }

    /// Whether a template shows the id of a pair, which is then part of what decides the answer.
    pub(super) fn shows_id(template: &str) -> bool {
        let environment = environment();
        let parsed = environment.template_from_str(template);
        parsed.is_ok_and(|template| template.undeclared_variables(false).contains("id"))
    }

    /// The prompt for a pair.
    pub(super) fn fill(&self, pair: &TextPair<'_>) -> Result<String, EndpointProblem> {
        let TextPair { id, text, hypothesis } = *pair;
        let values = context! { id, text, hypothesis, labels => self.labels.clone() };
        rendered(&self.template, values).map_err(|error| match error.kind() {
            ErrorKind::OutOfFuel => EndpointProblem::Prompt(
                "it needs too many steps; check for loops in loops".to_owned(),
            ),
            ErrorKind::WriteFailure => EndpointProblem::LongPrompt { pair: id.to_owned() },
            _ => wrong(&error),
        })
    }
}

fn wrong(error: &minijinja::Error) -> EndpointProblem {
    let line = error.line().map_or_else(String::new, |line| format!("line {line}: "));
    let detail = error.detail().map_or_else(String::new, |detail| format!(": {detail}"));
    EndpointProblem::Prompt(format!(
        "{line}{}{detail}; a prompt can use text, hypothesis, id and labels",
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
    use crate::endpoint::template::LONGEST;

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
    fn the_id_decides_an_answer_only_if_the_prompt_shows_it() {
        assert!(Prompt::shows_id("{{ text }} {% if id == '1' %}!{% endif %}"));
        for template in [DEFAULT_PROMPT, "id: {{ text }}", "{{ text"] {
            assert!(!Prompt::shows_id(template), "{template}");
        }
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
            ("{% include 'other' %}{{ text }}", "line 1: `include` is not supported here"),
        ] {
            let told = filled(template, "nli").unwrap_err();
            assert!(told.contains(reason), "{template}: {told}");
        }
    }

    #[test]
    fn a_prompt_can_choose_and_go_through_what_it_is_given() {
        for (template, expected) in [
            (
                "{{ text | upper }}: {{ labels | map(attribute='word') | join(', ') }}",
                "<B> & {{ ID }}: YES, NO",
            ),
            ("{{ labels | join('/', attribute=\"word\") }} {{ text }}", "YES/NO <b> & {{ id }}"),
            (
                "{% if 'b' in text and id == \"7\" %}*{{ hypothesis }}*{% else %}no{% endif %}",
                "*H \"h\"*",
            ),
            (
                "{% for label in labels if label.word != 'NO' %}{{ loop.index }} {{ label.word }}{% endfor %} {{ hypothesis }}",
                "1 YES H \"h\"",
            ),
            (
                "{% raw %}{{ x * y }}{% endraw %}{{ text | replace('<b> &', 'B') | trim }}",
                "{{ x * y }}B {{ id }}",
            ),
            ("{{ 'Q: ' ~ hypothesis ~ '?' }}{# a * comment #}", "Q: H \"h\"?"),
        ] {
            assert_eq!(filled(template, "rte-two-way").unwrap(), expected, "{template}");
        }
    }

    #[test]
    fn a_prompt_without_bounds_is_refused_at_once() {
        let nested = "{% for a in text %}".repeat(9) + "x" + &"{% endfor %}".repeat(9);
        let doubled = "{% set x = text %}".to_owned() + &"{% set x = x ~ x %}".repeat(60);
        for (template, reason) in [
            ("{{ text }}{% for i in range(100000) %}x{% endfor %}", "not `range(100000)`"),
            (nested.as_str(), "too many steps"),
            ("{{ text ~ \"x\" * 10**9 }}", "line 1: `*` is not supported here"),
            ("\n{{ text }}{{ [1] * 1000000000 }}", "line 2: `*` is not supported here"),
            ("{{ text }}{{ \"a\" | center(1000000000) }}", "filter center is unknown"),
            ("{{ text | indent(1000000000) }}", "filter indent is unknown"),
            ("{{ text | batch(1000000000, 'x') }}", "filter batch is unknown"),
            ("{{ text | slice(1000000000) }}", "filter slice is unknown"),
            ("{{ text | tojson(indent=1000000000) }}", "filter tojson is unknown"),
            ("{{ text }}{{ '%1000000000d' | format(1) }}", "filter format is unknown"),
            ("{{ text }}{{ lipsum(1000000) }}", "unknown function"),
            ("{{ text }}{{ range(1000000000) }}", "unknown function"),
            (
                "{% macro m(x) %}{{ m(x ~ x) }}{% endmacro %}{{ m(text) }}",
                "`macro` is not supported here",
            ),
            (doubled.as_str(), "`set` is not supported here"),
            ("{% for x in [text ~ text] %}{{ x }}{% endfor %}", "not `[text`"),
            (
                "{% for x in labels recursive %}{{ loop([text]) }}{% endfor %}",
                "needs one of the given values",
            ),
            ("{% for x in text|upper %}{{ x }}{% endfor %}", "not `text|upper`"),
            ("{% with x = text %}{{ x }}{% endwith %}", "`with` is not supported here"),
            ("{% filter upper %}{{ text }}{% endfilter %}", "`filter` is not supported here"),
            ("{{ \"{#\" }}{% set x = text %}{{ \"#}\" }}{{ x }}", "`set` is not supported here"),
            (
                "{{ text ~ 1 ~ 2 ~ 3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8 ~ 9 ~ 1 ~ 2 ~ 3 ~ 4 ~ 5 ~ 6 ~ 7 }}",
                "more than 16 values",
            ),
        ] {
            let start = std::time::Instant::now();
            let told = filled(template, "nli").unwrap_err();
            assert!(told.contains(reason), "{template}: {told}");
            assert!(!told.contains('\n'), "{told}");
            assert!(start.elapsed().as_secs_f64() < 1.0, "{template}: {:?}", start.elapsed());
        }
    }

    #[test]
    fn a_long_pair_makes_a_long_prompt_up_to_a_limit() {
        let labels = LabelScheme::named("nli").unwrap();
        let text = "a".repeat(LONGEST / 4);
        let pair = TextPair { id: "7", text: &text, hypothesis: "" };
        let filled = |template: &str| {
            let prompt = Prompt::new(template, &labels).unwrap();
            prompt.fill(&pair).map_err(|problem| problem.to_string())
        };
        assert_eq!(filled("{{ text }}{{ text }}{{ text }}").unwrap().len(), 3 * text.len());
        let told = filled("{{ text }}{{ text }}{{ text }}{{ text }}!").unwrap_err();
        assert!(told.contains("for pair `7` it is longer than 4 MiB"), "{told}");
        for filter in ["replace('a', text)", "replace('', text)", "join(text)"] {
            let start = std::time::Instant::now();
            let told = filled(&format!("{{{{ text | {filter} }}}}")).unwrap_err();
            assert!(told.contains("a value is longer than 4 MiB"), "{filter}: {told}");
            assert!(start.elapsed().as_secs_f64() < 1.0, "{filter}: {:?}", start.elapsed());
        }
    }
}
