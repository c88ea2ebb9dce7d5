//! Ids in a file that no pair has: how they differ from those of the dataset, and what would mend it.

use crate::problem::ProblemKind;
use crate::unknown_pairs::UnknownPairs;
use crate::wording::{nearest, yaml};

/// How many ids a message names.
const NAMED: usize = 5;

/// How many ids are kept, so that what is advised mends more than those that are named.
const KEPT: usize = 1_000;

/// How many ids of the dataset a message shows.
const SHOWN: usize = 3;

/// Up to how many bytes an id may have for a rewriting to be looked for; for longer ones that takes long.
const REWRITTEN: usize = 64;

/// How many ids of the dataset are looked at.
const LOOKED_AT: usize = 10_000;

/// The ids of a file that no pair has.
#[derive(Debug, Default)]
pub(crate) struct UnknownIds {
    pub(crate) count: u64,
    pub(crate) first: Vec<String>,
    line: u64,
}

impl UnknownIds {
    /// Adds one.
    pub(crate) fn add(&mut self, line: u64, id: &str) {
        if self.count == 0 {
            self.line = line;
        }
        self.count += 1;
        if self.first.len() < KEPT && !self.first.iter().any(|known| known == id) {
            self.first.push(id.to_owned());
        }
    }

    /// The problem, and the line of the first id; nothing where there is no id. `is_free` says which ids are
    /// those of pairs of which nothing else in the file is said.
    pub(crate) fn problem<'a>(
        self,
        what: &'static str,
        is_free: impl Fn(&str) -> bool,
        ids: impl Iterator<Item = &'a str>,
    ) -> Option<(u64, ProblemKind)> {
        let Self { count, mut first, line } = self;
        let id = first.first()?.clone();
        let ids: Vec<&str> = ids.take(LOOKED_AT).collect();
        let mend = rewriting(&first, &is_free, &ids, section(what));
        let nearest = nearest(&id, ids.iter().copied());
        first.truncate(NAMED);
        let like = ids.iter().take(SHOWN).map(|id| (*id).to_owned()).collect();
        let unknown = UnknownPairs { what, first, count, like, mend, nearest };
        Some((line, ProblemKind::UnknownPairs(Box::new(unknown))))
    }
}

/// Where the config describes the file of such rows.
fn section(what: &str) -> &'static str {
    match what {
        "tag" => "`phenomena: {file: ...}`",
        "annotation" => "`annotations`",
        _ => "the system",
    }
}

/// The lines of a config with which some unknown ids become those of pairs, where a simple rewriting makes
/// them so.
fn rewriting(
    unknown: &[String],
    is_free: impl Fn(&str) -> bool,
    ids: &[&str],
    section: &str,
) -> Option<String> {
    if unknown.iter().any(|id| id.len() > REWRITTEN) {
        return None;
    }
    let all = |rewrite: &dyn Fn(&str) -> Option<String>| {
        unknown.iter().all(|id| rewrite(id).is_some_and(|id| is_free(&id)))
    };
    let lines = |pattern: &str, with: &str, of: &str| {
        let (pattern, with) = (yaml(pattern), yaml(with));
        Some(format!("write `ids: {{match: {pattern}, write: {with}}}` under {of}"))
    };
    let escape = |text: &str| regex::escape(text);
    if all(&|id| id.strip_suffix(".0").map(str::to_owned)) {
        return lines(r"\.0$", "", section);
    }
    if all(&|id| Some(without_zeros(id))) {
        return lines(LEADING_ZEROS, "$1", section);
    }
    let in_dataset = |id: &str, rewrite: &dyn Fn(&str) -> String| {
        ids.iter().any(|known| rewrite(known) == *id && is_free(known))
    };
    if unknown.iter().all(|id| in_dataset(id, &without_zeros)) {
        return lines(LEADING_ZEROS, "$1", "the pairs");
    }
    for (case, rewrite) in [
        ("lower", (&|id: &str| id.to_lowercase()) as &dyn Fn(&str) -> String),
        ("upper", &|id: &str| id.to_uppercase()),
    ] {
        if all(&|id| Some(rewrite(id))) {
            return Some(format!("write `ids: {{case: {case}}}` under {section}"));
        }
    }
    if unknown.iter().all(|id| in_dataset(&id.to_lowercase(), &|id| id.to_lowercase())) {
        return Some(format!("write `ids: {{case: lower}}` under {section} and under the pairs"));
    }
    let one = unknown.first()?;
    let cuts = || one.char_indices().map(|(at, _)| at).skip(1);
    // What stands before or after the ids of the dataset.
    if let Some(at) = cuts().find(|at| all(&|id| id.strip_prefix(&one[..*at]).map(str::to_owned))) {
        return lines(&format!("^{}", escape(&one[..at])), "", section);
    }
    if let Some(at) = cuts().find(|at| all(&|id| id.strip_suffix(&one[*at..]).map(str::to_owned))) {
        return lines(&format!("{}$", escape(&one[at..])), "", section);
    }
    // The same before zeros: `dev-0012` is the pair `12`.
    let numbered = |id: &str| {
        let name = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
        (name.len() < id.len()).then(|| (name.to_owned(), without_zeros(&id[name.len()..])))
    };
    if let Some((name, _)) = numbered(one).filter(|(name, _)| !name.is_empty())
        && all(&|id| numbered(id).filter(|(own, _)| *own == name).map(|(_, number)| number))
    {
        return lines(&format!(r"^{}0*(\d)", escape(&name)), "$1", section);
    }
    // What the ids of the dataset have before or after these.
    let before = ids.iter().filter_map(|id| id.strip_suffix(one.as_str()));
    if let Some(prefix) = before.into_iter().find(|prefix| all(&|id| Some(format!("{prefix}{id}"))))
    {
        return lines("^", &prefix.replace('$', "$$"), section);
    }
    let after = ids.iter().filter_map(|id| id.strip_prefix(one.as_str()));
    let suffix = after.into_iter().find(|suffix| all(&|id| Some(format!("{id}{suffix}"))))?;
    lines("$", &suffix.replace('$', "$$"), section)
}

/// Zeros before another digit at the start of an id.
const LEADING_ZEROS: &str = r"^0+(\d)";

fn without_zeros(id: &str) -> String {
    let rest = id.trim_start_matches('0');
    let digit = rest.starts_with(|character: char| character.is_ascii_digit());
    if digit || rest.len() == id.len() { rest.to_owned() } else { format!("0{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(unknown: &[&str], ids: &[&str]) -> Option<String> {
        let unknown: Vec<String> = unknown.iter().map(|id| (*id).to_owned()).collect();
        rewriting(&unknown, |id| ids.contains(&id), ids, "the system")
    }

    #[test]
    fn simple_rewritings_are_found() {
        let under = |lines: &str, of: &str| Some(format!("write `ids: {lines}` under {of}"));
        assert_eq!(
            mended(&["1", "12"], &["001", "002", "012"]),
            under(r#"{match: "^0+(\\d)", write: "$1"}"#, "the pairs")
        );
        assert_eq!(
            mended(&["001", "000"], &["1", "0"]),
            under(r#"{match: "^0+(\\d)", write: "$1"}"#, "the system")
        );
        assert_eq!(
            mended(&["1.0", "2.0"], &["1", "2"]),
            under(r#"{match: "\\.0$", write: ""}"#, "the system")
        );
        assert_eq!(mended(&["A1", "B2"], &["a1", "b2"]), under("{case: lower}", "the system"));
        assert_eq!(mended(&["a1", "b2"], &["A1", "B2"]), under("{case: upper}", "the system"));
        assert_eq!(
            mended(&["aB1"], &["Ab1"]).as_deref(),
            Some("write `ids: {case: lower}` under the system and under the pairs")
        );
    }

    #[test]
    fn a_rewriting_that_would_answer_a_pair_twice_is_none() {
        let unknown = ["1.1".to_owned(), "2.1".to_owned()];
        assert_eq!(rewriting(&unknown, |_| false, &["1", "2"], "the system"), None);
    }

    #[test]
    fn what_stands_before_or_after_ids_is_found() {
        let under = |lines: &str| Some(format!("write `ids: {lines}` under the system"));
        assert_eq!(
            mended(&["dev.1", "dev.12"], &["1", "12"]),
            under(r#"{match: "^dev\\.", write: ""}"#)
        );
        assert_eq!(mended(&["1e", "12e"], &["1", "12"]), under(r#"{match: "e$", write: ""}"#));
        assert_eq!(mended(&["1", "12"], &["q1", "q12"]), under(r#"{match: "^", write: q}"#));
        assert_eq!(mended(&["1", "12"], &["1-x", "12-x"]), under(r#"{match: "$", write: "-x"}"#));
        assert_eq!(mended(&["1", "zz"], &["q1", "q12"]), None);
        assert_eq!(
            mended(&["dev-001", "dev-000", "dev-120"], &["0", "1", "120"]),
            under(r#"{match: "^dev\\-0*(\\d)", write: "$1"}"#)
        );
    }
}
