//! Paths into a JSON value: `doc.labels[0]`, `facts[*].label`.

use std::borrow::Cow;

use serde_json::Value;

/// A step of a path: `.name`, `[3]`, or `[*]` for every member of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
    Each,
}

/// A path such as `doc.labels[0]`: its first key and the steps below it.
pub(super) fn path(name: &str) -> (&str, Vec<Step>) {
    let end = name.find(['.', '[']).filter(|end| *end > 0).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let step = if let Some(inside) = rest.strip_prefix('[') {
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
    fn each_member_gives_what_stands_in_it() {
        let json = serde_json::json!({"a": [{"b": 1}, {"c": 2}, {"b": "x"}]});
        let there = found(&json, &steps("a[*].b")).unwrap().into_owned();
        assert_eq!(there, serde_json::json!([1, null, "x"]));
        assert_eq!(found(&json, &steps("a.b")), None);
    }
}
