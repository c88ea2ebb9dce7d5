//! Which file of a crate imports from which, with re-exports followed to the file that owns a name.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, tokens, without_tests};

/// The names of a module, from the crate's root on; empty for the root itself.
type Module = Vec<String>;

/// A crate's modules.
#[derive(Debug, Default)]
pub(crate) struct Crate {
    modules: BTreeMap<Module, Names>,
}

/// What a module says of other modules.
#[derive(Debug, Default)]
struct Names {
    /// Names that it makes public, with the path that each stands for.
    passed_on: BTreeMap<String, Vec<String>>,
    /// All other paths that it names.
    used: Vec<Vec<String>>,
}

impl Crate {
    /// A crate of files: the path below `src`, and the text. Code that only tests see is left out.
    pub(crate) fn of<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Self {
        let mut modules = BTreeMap::new();
        let mut for_tests: Vec<Module> = Vec::new();
        for (path, text) in files {
            let mut module: Module =
                path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                module.pop();
            }
            let (code, only_tests) = without_tests(&tokens(text));
            for_tests
                .extend(only_tests.into_iter().map(|child| [module.clone(), vec![child]].concat()));
            modules.insert(module, names(&code));
        }
        modules.retain(|module, _| !for_tests.contains(module));
        Self { modules }
    }

    /// For each module the other ones whose names it uses.
    pub(crate) fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let of = |(module, names): (&Module, &Names)| {
            let owners = names.used.iter().filter_map(|path| self.owner(module, path, 0));
            (module.clone(), owners.filter(|owner| owner != module).collect())
        };
        self.modules.iter().map(of).collect()
    }

    /// The module in which a path ends that stands in another; nothing for other crates.
    fn owner(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let mut here = match first.as_str() {
            "crate" => Module::new(),
            "self" => module.clone(),
            "super" => module[..module.len().checked_sub(1)?].to_vec(),
            name => {
                let child = [module.clone(), vec![name.to_owned()]].concat();
                self.modules.contains_key(&child).then_some(child)?
            }
        };
        for (at, name) in rest.iter().enumerate() {
            if name == "super" {
                here.pop();
                continue;
            }
            let child = [here.clone(), vec![name.clone()]].concat();
            if self.modules.contains_key(&child) {
                here = child;
                continue;
            }
            let passed_on = self.modules.get(&here)?.passed_on.get(name);
            let Some(path) = passed_on.filter(|_| depth < 20) else { return Some(here) };
            let path = [path.clone(), rest[at + 1..].to_vec()].concat();
            return self.owner(&here, &path, depth + 1);
        }
        Some(here)
    }
}

/// The modules that are on cycles with each other, one text for each such set, which says who imports whom in it.
pub(crate) fn knots(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let left = on_cycles_or_between(imports);
    let reaches: BTreeMap<&Module, BTreeSet<&Module>> =
        left.keys().map(|module| (module, reached(&left, module))).collect();
    let mut knots: BTreeMap<BTreeSet<&Module>, Vec<String>> = BTreeMap::new();
    for (module, owners) in &left {
        let of_module = |other: &&Module| reaches[other].contains(module);
        let members: BTreeSet<&Module> =
            reaches[module].iter().copied().filter(of_module).collect();
        let within: Vec<String> =
            owners.iter().filter(|owner| members.contains(owner)).map(shown).collect();
        if !within.is_empty() {
            let line = format!("{} -> {}", shown(module), within.join(", "));
            knots.entry(members).or_default().push(line);
        }
    }
    knots.into_values().map(|lines| lines.join("; ")).collect()
}

/// The modules that a module imports, directly or through others.
fn reached<'m>(
    imports: &'m BTreeMap<Module, BTreeSet<Module>>,
    from: &'m Module,
) -> BTreeSet<&'m Module> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        let owners = imports.get(module).into_iter().flatten();
        open.extend(owners.filter(|owner| imports.contains_key(*owner) && found.insert(*owner)));
    }
    found
}

/// The imports without modules that import nothing of what is left: those are on no cycle.
fn on_cycles_or_between(
    imports: &BTreeMap<Module, BTreeSet<Module>>,
) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut left = imports.clone();
    loop {
        let is_free =
            |owners: &BTreeSet<Module>| !owners.iter().any(|owner| left.contains_key(owner));
        let free: Vec<Module> = left
            .iter()
            .filter(|(_, owners)| is_free(owners))
            .map(|(module, _)| module.clone())
            .collect();
        if free.is_empty() {
            return left;
        }
        free.iter().for_each(|module| drop(left.remove(module)));
    }
}

fn shown(module: &Module) -> String {
    if module.is_empty() { "crate".to_owned() } else { module.join("::") }
}

/// The paths in code.
fn names(code: &[Token]) -> Names {
    let mut names = Names::default();
    let mut at = 0;
    while at < code.len() {
        if code[at] != Token::Word("use".to_owned()) {
            let (path, next) = path(code, at);
            // `pub(in crate::module)` says who sees a name, and uses none.
            let is_visibility = at > 2
                && code[at - 1] == Token::Word("in".to_owned())
                && code[at - 2] == Token::Sign('(')
                && code[at - 3] == Token::Word("pub".to_owned());
            if path.len() > 1 && !is_visibility {
                names.used.push(path);
            }
            at = next.max(at + 1);
            continue;
        }
        let public = at > 0
            && (code[at - 1] == Token::Word("pub".to_owned()) || code[at - 1] == Token::Sign(')'));
        let end = code[at..].iter().position(|token| *token == Token::Sign(';'));
        let end = end.map_or(code.len(), |length| at + length);
        for (name, path) in leaves(&code[at + 1..end], &[]) {
            if public {
                names.passed_on.insert(name, path);
            } else {
                names.used.push(path);
            }
        }
        at = end + 1;
    }
    names
}

/// Words joined by `::` from a place on, and the place after them.
fn path(code: &[Token], mut at: usize) -> (Vec<String>, usize) {
    let mut words = Vec::new();
    while let Some(Token::Word(word)) = code.get(at) {
        words.push(word.clone());
        at += 1;
        if code.get(at) != Some(&Token::Path) || !matches!(code.get(at + 1), Some(Token::Word(_))) {
            break;
        }
        at += 1;
    }
    (words, at)
}

/// Every name that a `use` brings, and its path.
fn leaves(code: &[Token], before: &[String]) -> Vec<(String, Vec<String>)> {
    let (words, mut at) = path(code, 0);
    let mut so_far = before.to_vec();
    so_far.extend(words.into_iter().filter(|word| word != "self" || before.is_empty()));
    match code.get(at) {
        Some(Token::Path) if code.get(at + 1) == Some(&Token::Sign('{')) => {
            let inside = &code[at + 2..code.len().saturating_sub(1)];
            at = 0;
            let (mut found, mut depth) = (Vec::new(), 0);
            for (place, token) in inside.iter().chain([&Token::Sign(',')]).enumerate() {
                match token {
                    Token::Sign('{') => depth += 1,
                    Token::Sign('}') => depth -= 1,
                    Token::Sign(',') if depth == 0 => {
                        if at < place {
                            found.extend(leaves(&inside[at..place], &so_far));
                        }
                        at = place + 1;
                    }
                    _ => {}
                }
            }
            found
        }
        Some(Token::Word(_)) | None => {
            // `path as name`.
            let name = match code.last() {
                Some(Token::Word(name)) if at < code.len() => Some(name.clone()),
                _ => so_far.last().cloned(),
            };
            name.map(|name| (name, so_far)).into_iter().collect()
        }
        // A glob.
        _ => vec![("*".to_owned(), so_far)],
    }
}
