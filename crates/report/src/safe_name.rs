//! Names that may be made of data and still be file names, LaTeX labels and ids.

use std::fmt;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

/// How many characters a safe name has at most.
const LENGTH: usize = 60;

/// How many hexadecimal digits of a name's hash tell it from others with the same letters.
const DIGITS: usize = 8;

/// A name of lower-case ASCII letters, digits and `-`, at most 60 of them, with a letter or digit at either
/// end: it means nothing to a file system, to LaTeX, HTML or a shell.
///
/// Keys, files, labels and ids take this type, and [`SafeName::new`] alone makes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafeName(String);

impl SafeName {
    /// The safe name for any name. A name that is safe stays as it is. Of any other, the letters and digits
    /// are kept, `-` stands for what is between them, and `-` with eight digits of the name's SHA-256 is added,
    /// so that `a:b` and `a-b` stay two. Where nothing is kept, the eight digits are the name.
    ///
    /// A name that looks as if such digits had been added is given its own, so that it is never taken for
    /// another's. Nor does a device of Windows (`con`, `nul`) stay as it is. So safe names of different names
    /// differ, but for the hash's chance of one in four billion.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let mut slug = slug(name);
        if slug == name && slug.len() <= LENGTH && !ends_in_digits(name) && !is_device(name) {
            return Self(slug);
        }
        slug.truncate(LENGTH - DIGITS - 1);
        slug.truncate(slug.trim_end_matches('-').len());
        if !slug.is_empty() {
            slug.push('-');
        }
        let hash = Sha256::digest(name.as_bytes());
        slug.extend(hash.iter().take(DIGITS / 2).map(|byte| format!("{byte:02x}")));
        Self(slug)
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Serialize for SafeName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// The letters and digits of a name in lower case, with one `-` for all that stands between two of them;
/// nothing where it has none. Empty names are not their own slug: see [`ends_in_digits`].
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        // One character more than is kept shows that the name is too long.
        if slug.len() > LENGTH + 1 {
            break;
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// Whether a name may be one to which the digits of a hash were added, or is nothing but these.
fn ends_in_digits(slug: &str) -> bool {
    let last = slug.rsplit('-').next().unwrap_or_default();
    let digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    slug.is_empty() || (last.len() == DIGITS && last.bytes().all(digit))
}

/// Whether Windows takes a file of that name, with whatever ending, for a device.
fn is_device(slug: &str) -> bool {
    let numbered = |device: &str| {
        let number = slug.strip_prefix(device).map(str::as_bytes);
        matches!(number, Some([number]) if number.is_ascii_digit())
    };
    matches!(slug, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn safe(name: &str) -> String {
        SafeName::new(name).to_string()
    }

    fn holds(safe: &str) -> bool {
        let letter = |character: char| {
            character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
        };
        (1..=LENGTH).contains(&safe.len())
            && safe.chars().all(letter)
            && !safe.starts_with('-')
            && !safe.ends_with('-')
    }

    #[test]
    fn a_safe_name_stays_and_any_other_is_told_by_its_hash() {
        assert_eq!(safe("phenomena-2"), "phenomena-2");
        assert_eq!(safe(&"a".repeat(60)), "a".repeat(60));
        // printf '%s' 'a:b' | sha256sum
        assert_eq!(safe("a:b"), "a-b-6783a31e");
        assert_eq!(safe("a-b"), "a-b");
        assert_eq!(safe("Genre"), "genre-6da795a8");
        assert_eq!(safe("词汇"), "7e13e88f");
        assert_eq!(safe(""), "e3b0c442");
    }

    #[test]
    fn nothing_climbs_out_of_a_folder_or_runs() {
        for name in [
            "x/../../../../results",
            "../../x",
            "/etc/passwd",
            "C:\\x",
            "..",
            ".",
            "-rf",
            "x}\\input{secret.txt}\\immediate\\write18{id}",
            "\u{0}",
            "\u{1b}[2J",
            "\"><script>alert(1)</script>",
            "${x}",
            "`id`",
            "%0a",
            "]]>",
            "\u{202e}gpj.exe",
            &"x".repeat(10_000),
            &"-".repeat(10_000),
        ] {
            assert!(holds(&safe(name)), "{name:?}: {}", safe(name));
        }
    }

    #[test]
    fn a_name_that_looks_like_anothers_is_not_taken_for_it() {
        for name in ["a:b", "词汇", "", &"x".repeat(61)] {
            let first = safe(name);
            let second = safe(&first);
            assert!(first != second && safe(&second) != second, "{first} and {second}");
        }
        assert_eq!(safe("in-the-year-20261121x"), "in-the-year-20261121x");
    }

    #[test]
    fn a_device_of_windows_is_no_name() {
        for device in ["con", "prn", "aux", "nul", "com1", "lpt9"] {
            assert!(safe(device).starts_with(&format!("{device}-")), "{device}");
        }
        assert_eq!(["console", "com", "com10"].map(safe), ["console", "com", "com10"]);
    }

    proptest! {
        #[test]
        fn any_name_becomes_safe(name in any::<String>()) {
            prop_assert!(holds(&safe(&name)), "{}", safe(&name));
        }

        #[test]
        fn a_slug_is_its_own_slug(name in any::<String>()) {
            let once = slug(&name);
            prop_assert_eq!(slug(&once), once);
        }

        #[test]
        fn a_name_of_safe_characters_stays(name in "[a-z0-9]{1,7}(-[g-z0-9]{1,7}){0,6}") {
            prop_assume!(!is_device(&name));
            prop_assert_eq!(safe(&name), name);
        }

        /// Names that are much alike: of few letters, and the safe names of others among them.
        #[test]
        fn different_names_differ(names in prop::collection::vec("[aA:\\-/ é]{0,5}", 1..40)) {
            let mut seen = BTreeMap::new();
            let again: Vec<String> = names.iter().map(|name| safe(name)).collect();
            for name in names.iter().chain(&again) {
                let other = seen.insert(safe(name), name.clone());
                prop_assert!(other.as_ref().is_none_or(|other_name| other_name == name), "{other:?} and {name:?}");
            }
        }
    }
}
