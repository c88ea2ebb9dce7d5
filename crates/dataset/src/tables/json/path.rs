//! Paths into a JSON value: `doc.labels[0]`, `facts[*].label`, `labels["gpt-4.1"]`.

use std::borrow::Cow;

use serde_json::Value;

/// A step of a path: `.name`, `[3]`, or `[*]` for every member of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
    Each,
}

/// A path such as `doc.labels[0]`: its first key and the steps below it. A key that holds a dot or a bracket stands in brackets
/// and quotes: `["gpt-4.1"]`.
pub(super) fn path(name: &str) -> (&str, Vec<Step>) {
    let end = name.find(['.', '[']).filter(|end| *end > 0).unwrap_or(name.len());
    let (first, mut rest) = quoted_key(name).unwrap_or_else(|| name.split_at(end));
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let step = if let Some((key, after)) = quoted_key(rest) {
            rest = after;
            Some(Step::Key(key.to_owned()))
        } else if let Some(inside) = rest.strip_prefix('[') {
            let Some((index, after)) = inside.split_once(']') else { return (name, Vec::new()) };
            rest = after;
            if index == "*" { Some(Step::Each) } else { index.parse().map(Step::Index).ok() }
        } else {
            let after = rest.strip_prefix('.').unwrap_or(rest);
            let end = after.find(['.', '[']).unwrap_or(after.len());
            let (key, after) = after.split_at(end);
            rest = after;
            (!key.is_empty()).then(|| Step::Key(key.to_owned()))
        };
        // What is no path is the name of a key.
        let Some(step) = step else { return (name, Vec::new()) };
        steps.push(step);
    }
    (first, steps)
}

/// The key in brackets and quotes that a path begins with, and what follows it.
fn quoted_key(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("[\"")?.split_once("\"]")
}

/// The name of a key below a path as a step of it; `None` if no path can have it.
pub(super) fn below(path: &str, key: &str) -> Option<String> {
    let is_plain = !key.is_empty() && !key.contains(['.', '[', ']']);
    match (is_plain, path) {
        (true, "" | "^") => Some(format!("{path}{key}")),
        (true, _) => Some(format!("{path}.{key}")),
        (false, _) => {
            (!key.is_empty() && !key.contains("\"]")).then(|| format!("{path}[\"{key}\"]"))
        }
    }
}

/// A whole path as steps, the first key among them.
pub(super) fn steps(name: &str) -> Vec<Step> {
    let (first, below) = path(name);
    std::iter::once(Step::Key(first.to_owned())).chain(below).collect()
}

/// What stands at a path; with `[*]` the list of what stands there in every member.
pub(super) fn found<'j>(json: &'j Value, steps: &[Step]) -> Option<Cow<'j, Value>> {
    let Some((step, below)) = steps.split_first() else { return Some(Cow::Borrowed(json)) };
    match step {
        Step::Key(key) => found(json.get(key)?, below),
        Step::Index(index) => found(json.get(index)?, below),
        Step::Each => {
            let members = json.as_array()?.iter();
            let members =
                members.map(|member| found(member, below).map_or(Value::Null, Cow::into_owned));
            Some(Cow::Owned(Value::Array(members.collect())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_key_and_steps_below_it() {
        let steps = vec![Step::Key("labels".into()), Step::Index(0)];
        assert_eq!(path("doc.labels[0]"), ("doc", steps));
        assert_eq!(path("facts[*].label"), ("facts", vec![Step::Each, Step::Key("label".into())]));
        assert_eq!(path("gold_label"), ("gold_label", vec![]));
        assert_eq!(path("odd[name"), ("odd[name", vec![]));
        assert_eq!(path("a..b"), ("a..b", vec![]));
    }

    #[test]
    fn a_key_with_a_dot_or_a_bracket_stands_in_quotes() {
        for (above, key) in [("", "gpt-4.1"), ("labels", "gpt-4.1"), ("a[*]", "x[0]"), ("^", "a.b")]
        {
            let name = below(above, key).unwrap();
            let steps = steps(name.trim_start_matches('^'));
            assert_eq!(steps.last(), Some(&Step::Key(key.to_owned())), "{name}");
        }
        assert_eq!(below("labels", "gpt").as_deref(), Some("labels.gpt"));
        assert_eq!((below("a", ""), below("a", "b\"]c")), (None, None));
        assert_eq!(path("[\"a.b\"].c"), ("a.b", vec![Step::Key("c".into())]));
    }

    #[test]
    fn each_member_gives_what_stands_in_it() {
        let json = serde_json::json!({"a": [{"b": 1}, {"c": 2}, {"b": "x"}]});
        let there = found(&json, &steps("a[*].b")).unwrap().into_owned();
        assert_eq!(there, serde_json::json!([1, null, "x"]));
        assert_eq!(found(&json, &steps("a.b")), None);
    }
}
