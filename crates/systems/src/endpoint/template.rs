//! The language of prompt templates: that of Jinja without what could take any time or memory.
//!
//! A template may come from a stranger's config. Fuel bounds its steps and a limit its output, but one step can make a
//! value of any size (`"x" * 10**9`), and names that are given again (`set`, macros, nested loops over lists) can double a
//! value at every step. So a template can show values, choose, and go through the values that it is given, and nothing
//! else; and filters that make longer values have a limit.

use std::fmt::{self, Write as _};
use std::io;

use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, filters, tests};

use super::code::{Code, codes};

/// The longest prompt, and the longest value that a filter makes, in bytes.
pub(super) const LONGEST: usize = 4 << 20;

/// The steps that a template may take: far more than one with a few loops over labels.
const FUEL: u64 = 20_000;

/// So many values may be put together between one pair of braces, so that what is made of them stays in proportion.
const MOST_TOGETHER: usize = 16;

/// What may stand in `{% … %}`, by its first word.
const STATEMENTS: [&str; 8] = ["if", "elif", "else", "endif", "for", "endfor", "raw", "endraw"];

/// The environment of all prompts.
pub(super) fn environment() -> Environment<'static> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // Texts are sent as they are, whatever the template's name would mean.
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.set_fuel(Some(FUEL));
    environment.add_filter("capitalize", filters::capitalize);
    environment.add_filter("default", filters::default);
    environment.add_filter("first", filters::first);
    environment.add_filter("join", joined);
    environment.add_filter("last", filters::last);
    environment.add_filter("length", filters::length);
    environment.add_filter("lower", filters::lower);
    environment.add_filter("map", attributes);
    environment.add_filter("replace", replaced);
    environment.add_filter("title", filters::title);
    environment.add_filter("trim", filters::trim);
    environment.add_filter("upper", filters::upper);
    environment.add_test("defined", tests::is_defined);
    environment.add_test("endingwith", tests::is_endingwith);
    environment.add_test("startingwith", tests::is_startingwith);
    environment
}

/// What a template holds that is refused, with its line; nothing where there is nothing.
pub(super) fn refused(template: &str) -> Option<String> {
    codes(template)
        .iter()
        .find_map(|code| reason(code).map(|reason| format!("line {}: {reason}", code.line)))
}

fn reason(code: &Code) -> Option<String> {
    if code.has('*') {
        return Some("`*` is not supported here".to_owned());
    }
    if code.count(&['~', '+', ',']) >= MOST_TOGETHER {
        return Some(format!(
            "more than {MOST_TOGETHER} values are joined in one expression; write them next to each other, each in \
             braces"
        ));
    }
    if !code.is_statement {
        return None;
    }
    let first = code.words().next().unwrap_or_default();
    if !STATEMENTS.contains(&first) {
        return Some(format!(
            "`{first}` is not supported here; a prompt can have `if`, `for` and `raw`"
        ));
    }
    let of_loop = (first == "for").then(|| code.words().collect::<Vec<_>>());
    let of_loop = of_loop.filter(|words| !goes_through_given(code, words))?;
    let over = of_loop.iter().skip_while(|word| **word != "in").nth(1).unwrap_or(&"");
    Some(format!(
        "`for` needs one of the given values, such as `for label in labels`, not `{over}`"
    ))
}

/// Whether a loop goes through a value by its name, and is no recursive one.
fn goes_through_given(code: &Code, words: &[&str]) -> bool {
    let Some(place) = words.iter().position(|word| *word == "in") else { return false };
    let name = |word: &&str| {
        word.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.'))
    };
    let names_one = words.get(place + 1).is_some_and(name);
    let ends = words.get(place + 2).is_none_or(|next| *next == "if");
    names_one && ends && !code.words().any(|word| word == "recursive")
}

/// Fills a template.
pub(super) fn rendered(template: &str, values: Value) -> Result<String, Error> {
    let environment = environment();
    let mut bounded = Bounded(String::new());
    let parsed = environment.template_from_str(template)?;
    parsed.render_captured_to(values, &mut bounded).map(drop)?;
    Ok(bounded.0)
}

/// A text of at most [`LONGEST`] bytes.
#[derive(Default)]
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.write_str(text).map_err(|_| io::Error::from(io::ErrorKind::StorageFull))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn too_long(_: fmt::Error) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("a value is longer than {} MiB", LONGEST >> 20))
}

/// The values of a list, or of one attribute of each, with something between them.
fn joined(values: &Value, between: Option<String>, options: Kwargs) -> Result<String, Error> {
    let attribute: Option<String> = options.get("attribute")?;
    options.assert_all_used()?;
    let mut text = Bounded::default();
    for (place, value) in values.try_iter()?.enumerate() {
        if let Some(between) = between.as_ref().filter(|_| place > 0) {
            text.write_str(between).map_err(too_long)?;
        }
        let value = match &attribute {
            Some(name) => value.get_attr(name)?,
            None => value,
        };
        write!(text, "{value}").map_err(too_long)?;
    }
    Ok(text.0)
}

/// One attribute of each value of a list.
fn attributes(values: &Value, options: Kwargs) -> Result<Vec<Value>, Error> {
    let attribute: String = options.get("attribute")?;
    options.assert_all_used()?;
    values.try_iter()?.map(|value| value.get_attr(&attribute)).collect()
}

/// A text in which another stands in the place of a part.
fn replaced(text: String, part: String, by: String) -> Result<String, Error> {
    let mut replaced = Bounded::default();
    let mut end = 0;
    for (start, found) in text.match_indices(&part) {
        replaced.write_str(&text[end..start]).map_err(too_long)?;
        replaced.write_str(&by).map_err(too_long)?;
        end = start + found.len();
    }
    replaced.write_str(&text[end..]).map_err(too_long)?;
    Ok(replaced.0)
}
