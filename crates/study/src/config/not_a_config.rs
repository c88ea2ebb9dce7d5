//! Files that are no config: data, archives, folders. They are told by their ending and first bytes.

use std::path::Path;

use crate::failure::Failure;

/// How many bytes at the beginning of a file tell what it is.
pub(super) const HEAD: usize = 1 << 16;

/// What a file is instead of a config.
#[derive(Debug, PartialEq, Eq)]
enum Other {
    /// Pairs or answers, in this format.
    Data(&'static str),
    /// No text.
    Binary(&'static str),
}

/// Fails for a file that is no config, given its first bytes.
pub(super) fn refuse(path: &Path, head: &[u8]) -> Result<(), Failure> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let file = path.display();
    let (what, help) = match other(&ending, head) {
        None => return Ok(()),
        Some(Other::Data(what)) => (
            what,
            format!(
                "to read its contents, run `phenom check {file} --labels SCHEME`; to score runs against it, `phenom \
                 score {file} RUN... --labels SCHEME`; in a config (`phenom init` writes one) use `dataset: {{path: \
                 {file}}}`"
            ),
        ),
        Some(Other::Binary(what)) => {
            (what, "a config is YAML text; `phenom init` writes one to start from".to_owned())
        }
    };
    Err(Failure::input(format!("{file} is {what}, not a config"), Some(help)))
}

/// The failure of a folder in the place of a config.
pub(super) fn folder(path: &Path) -> Failure {
    let entries = std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    let mut configs: Vec<String> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml"))
        .map(|path| path.display().to_string())
        .collect();
    configs.sort();
    let names: Vec<&str> = configs.iter().map(String::as_str).collect();
    let help = match names.as_slice() {
        [] => "name a YAML file; `phenom init` writes one to start from".to_owned(),
        [one] => format!("did you mean `{one}`?"),
        several => format!("name a file in it: {}", super::listed(several)),
    };
    let message = format!("{} is a folder, not a config", path.display());
    Failure::input(message, Some(help))
}

fn other(ending: &str, head: &[u8]) -> Option<Other> {
    let binary = [
        (&b"PAR1"[..], "a Parquet file"),
        (b"PK\x03\x04", "a zip archive, such as a spreadsheet (.xlsx)"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"%PDF", "a PDF document"),
    ];
    match binary.iter().find(|(magic, _)| head.starts_with(magic)) {
        Some((b"PAR1", what)) => return Some(Other::Data(what)),
        Some((_, what)) => return Some(Other::Binary(what)),
        None => {}
    }
    // UTF-16 is full of zeros, and has a message of its own.
    let utf_16 = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    if head.contains(&0) && !utf_16 {
        return Some(Other::Binary("a binary file"));
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let what = match ending {
        "csv" => "a CSV file",
        "tsv" => "a TSV file",
        "jsonl" | "ndjson" => "a file of JSON lines",
        "parquet" => "a Parquet file",
        "xml" => "an XML file",
        _ if is_xml(text) => "an XML file",
        _ if is_json_lines(text) => "a file of JSON lines",
        _ => separated(text)?,
    };
    Some(Other::Data(what))
}

fn is_xml(text: &str) -> bool {
    // `<<:` merges mappings in YAML.
    let next = text.strip_prefix('<').and_then(|rest| rest.chars().next());
    next.is_some_and(|next| next == '?' || next == '!' || next.is_alphabetic())
}

fn is_json_lines(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_whole = |line: &str| line.starts_with('{') && line.ends_with('}');
    lines.next().is_some_and(is_whole) && lines.next().is_some_and(|line| line.starts_with('{'))
}

/// Rows of separated values: lines without a colon that have a separator equally often.
fn separated(text: &str) -> Option<&'static str> {
    let mut lines = text.lines();
    let (first, second) = (lines.next()?, lines.next()?);
    if first.contains([':', '#', '[', '{']) {
        return None;
    }
    let separators = [
        (',', "a file of comma-separated values"),
        ('\t', "a file of tab-separated values"),
        (';', "a file of semicolon-separated values"),
    ];
    let fits = |separator: char| {
        let [one, other] = [first, second].map(|line| line.matches(separator).count());
        one > 0 && one == other
    };
    separators.into_iter().find(|(separator, _)| fits(*separator)).map(|(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_told_by_ending_and_content() {
        let told = |ending: &str, head: &[u8]| other(ending, head);
        assert_eq!(told("jsonl", b"{\"id\": 1}"), Some(Other::Data("a file of JSON lines")));
        assert_eq!(
            told("txt", b"{\"a\": 1}\n{\"a\": 2}"),
            Some(Other::Data("a file of JSON lines"))
        );
        assert_eq!(told("txt", b"id,gold\n1,YES\n"), told("", b"a,b\n,\n"));
        assert_eq!(told("yaml", b"PK\x03\x04.."), told("xlsx", b"PK\x03\x04"));
        assert_eq!(told("", b"\xef\xbb\xbf<?xml"), Some(Other::Data("an XML file")));
        assert_eq!(told("yaml", b"a\0b"), Some(Other::Binary("a binary file")));
    }

    #[test]
    fn configs_are_not_taken_for_data() {
        for config in [
            "dataset: {path: a.csv}\nsystems: [a, b]\n",
            "{\"dataset\": {\"path\": \"a.csv\"},\n \"systems\": []}",
            "<<: *base\ntitle: a, b\n",
            "# a, b\n# c, d\ntitle: x\n",
            "---\ntitle: x\n",
            "\u{feff}title: x\n",
        ] {
            assert_eq!(other("yaml", config.as_bytes()), None, "{config}");
            assert_eq!(other("conf", config.as_bytes()), None, "{config}");
        }
        assert_eq!(other("yaml", b"\xff\xfet\0i\0"), None);
    }
}
