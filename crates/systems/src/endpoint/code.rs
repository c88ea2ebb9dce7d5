//! What stands in braces in a template, found as minijinja finds it.

/// What stands between `{{` and `}}`, or `{%` and `%}`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Code {
    /// The line on which it begins, from 1.
    pub(super) line: usize,
    /// Whether it is `{% … %}`.
    pub(super) is_statement: bool,
    /// The code, with nothing in the quotation marks of its texts.
    bare: String,
}

impl Code {
    /// Whether a character stands outside of texts.
    pub(super) fn has(&self, character: char) -> bool {
        self.bare.contains(character)
    }

    /// How often some characters stand outside of texts.
    pub(super) fn count(&self, characters: &[char]) -> usize {
        self.bare.matches(characters).count()
    }

    /// What blanks separate.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.bare.split_whitespace()
    }
}

/// All code of a template, in its order. Comments and what `{% raw %}` encloses are no code.
pub(super) fn codes(template: &str) -> Vec<Code> {
    let mut codes = Vec::new();
    let mut rest = template;
    while let Some((before, opening, inside)) = opened(rest) {
        if opening == "{#" {
            rest = inside.split_once("#}").map_or("", |(_, behind)| behind);
            continue;
        }
        let is_statement = opening == "{%";
        let line = 1 + template[..template.len() - rest.len() + before].matches('\n').count();
        let (bare, behind) = closed(inside, if is_statement { "%}" } else { "}}" });
        let code = Code { line, is_statement, bare };
        rest = behind;
        if is_statement && code.words().eq(["raw"]) {
            rest = behind_raw(behind);
        }
        codes.push(code);
    }
    codes
}

/// Where the first braces open, which ones, and what follows them.
fn opened(text: &str) -> Option<(usize, &str, &str)> {
    let openings = ["{{", "{%", "{#"].into_iter();
    let first = openings.filter_map(|opening| Some((text.find(opening)?, opening)));
    let (start, opening) = first.min()?;
    let end = start + opening.len();
    Some((start, &text[start..end], &text[end..]))
}

/// The code up to where its braces close, and what follows them. Braces in texts close nothing.
fn closed<'t>(text: &'t str, closing: &str) -> (String, &'t str) {
    // The sign that takes blanks away before or behind.
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut bare = String::new();
    let mut quote = None;
    let mut letters = text.char_indices();
    while let Some((place, letter)) = letters.next() {
        match quote {
            Some(_) if letter == '\\' => {
                letters.next();
                continue;
            }
            Some(mark) if letter == mark => quote = None,
            Some(_) => continue,
            None if text[place..].starts_with(closing) => {
                let bare = bare.strip_suffix(['-', '+']).map(str::to_owned).unwrap_or(bare);
                return (bare, &text[place + closing.len()..]);
            }
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            None => {}
        }
        bare.push(letter);
    }
    (bare, "")
}

/// What follows the end of what is left as it is.
fn behind_raw(text: &str) -> &str {
    let mut rest = text;
    while let Some((_, inside)) = rest.split_once("{%") {
        let (bare, behind) = closed(inside, "%}");
        if bare.trim() == "endraw" {
            return behind;
        }
        rest = inside;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(template: &str) -> Vec<(usize, bool, String)> {
        let of = |code: Code| (code.line, code.is_statement, code.bare.trim().to_owned());
        codes(template).into_iter().map(of).collect()
    }

    #[test]
    fn code_is_what_stands_in_braces_and_not_in_texts_comments_or_raw() {
        let value = |line, code: &str| (line, false, code.to_owned());
        let statement = |line, code: &str| (line, true, code.to_owned());
        assert_eq!(bare("a * b { % }"), []);
        assert_eq!(bare("{{ a }}\n{%- if b -%}"), [value(1, "a"), statement(2, "if b")]);
        assert_eq!(
            bare("{{ \"}} {% '\" ~ 'x\\'y' }}{{ z }}"),
            [value(1, "\"\" ~ ''"), value(1, "z")]
        );
        assert_eq!(bare("{# {% set #}{{ a }}"), [value(1, "a")]);
        let raw = "{% raw %}{{ b * }} {% set %}{%- endraw %}{{ c }}";
        assert_eq!(bare(raw), [statement(1, "raw"), value(1, "c")]);
        // What hides as a comment in a text is none.
        let hidden = "{{ \"{#\" }}{% set x %}{{ \"#}\" }}";
        assert_eq!(bare(hidden), [value(1, "\"\""), statement(1, "set x"), value(1, "\"\"")]);
    }
}
