//! How long functions and files are, in lines.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, placed_tokens, test_places};

/// A function and its lines, from `fn` to the brace that closes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Function {
    pub(crate) lines: usize,
    pub(crate) name: String,
    /// The line of `fn`.
    pub(crate) begin: usize,
}

/// What a file holds besides comments and tests.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// The lines that are neither blank, comment nor test.
    pub(crate) lines: usize,
    pub(crate) functions: Vec<Function>,
    /// The modules below that only tests see.
    only_tests: Vec<String>,
}

/// The layouts of the files of a crate (path below `src`, text) without those that only tests see.
pub(crate) fn layouts(files: &[(String, String)]) -> BTreeMap<String, Layout> {
    let mut layouts: BTreeMap<String, Layout> =
        files.iter().map(|(path, text)| (path.clone(), layout(text))).collect();
    let module = |path: &str| {
        let path = path.trim_end_matches(".rs");
        let path = path.strip_suffix("/mod").unwrap_or(path);
        if path == "lib" || path == "main" { String::new() } else { format!("{path}/") }
    };
    let for_tests: Vec<String> = layouts
        .iter()
        .flat_map(|(path, layout)| {
            let of_file = module(path);
            layout.only_tests.iter().map(move |child| format!("{of_file}{child}/"))
        })
        .collect();
    layouts.retain(|path, _| !for_tests.iter().any(|tests| module(path).starts_with(tests)));
    layouts
}

fn layout(text: &str) -> Layout {
    let placed = placed_tokens(text);
    let code: Vec<Token> = placed.iter().map(|(token, _)| token.clone()).collect();
    let (tests, only_tests) = test_places(&code);
    let is_test = |at: usize| tests.iter().any(|places| places.contains(&at));
    let mut lines = BTreeSet::new();
    let mut functions = Vec::new();
    for (at, (token, of_token)) in placed.iter().enumerate().filter(|(at, _)| !is_test(*at)) {
        lines.extend(of_token.clone());
        if *token == Token::Word("fn".to_owned())
            && let Some(Token::Word(name)) = code.get(at + 1)
            && let Some(end) = end_of_function(&code, at)
        {
            let begin = *of_token.start();
            let lines = placed[end].1.end() - begin + 1;
            functions.push(Function { lines, name: name.clone(), begin });
        }
    }
    Layout { lines: lines.len(), functions, only_tests }
}

/// The place of the brace that closes a function; nothing for one without a body.
fn end_of_function(code: &[Token], begin: usize) -> Option<usize> {
    let (mut depth, mut braces) = (0, 0);
    for (at, token) in code.iter().enumerate().skip(begin) {
        match token {
            Token::Sign('(' | '[') => depth += 1,
            Token::Sign(')' | ']') => depth -= 1,
            Token::Sign(';') if depth == 0 && braces == 0 => return None,
            Token::Sign('{') => braces += 1,
            Token::Sign('}') if braces == 1 => return Some(at),
            Token::Sign('}') => braces -= 1,
            _ => {}
        }
    }
    None
}

#[test]
fn lines_are_counted_without_comments_and_tests() {
    let text = "\
//! A file.

/// Its function.
pub fn first(all: [u8; 2]) -> &str {
    // Why.
    \"two
lines\" // And why.
}
trait Kind { fn kind(); }
#[cfg(test)]
mod tests { fn second() {
    }
}
#[cfg(test)]
mod testing;
";
    let found = layout(text);
    assert_eq!(found.lines, 5);
    assert_eq!(found.functions, [Function { lines: 5, name: "first".to_owned(), begin: 4 }]);
    let files = ["lib.rs", "testing.rs", "testing/more.rs", "test.rs"];
    let files =
        files.map(|path| (path.to_owned(), if path == "lib.rs" { text } else { "" }.to_owned()));
    assert_eq!(layouts(&files).keys().collect::<Vec<_>>(), ["lib.rs", "test.rs"]);
}
