//! Names of settings and pairs in a store: hashes of all that they consist of.

use sha2::{Digest, Sha256};

use crate::TextPair;

/// A change of what lines look like, or of what is hashed, is a new version: stores of another one are not found.
const VERSION: &[u8] = b"phenom answers 1";

/// The name of some settings.
pub(super) fn of_settings(settings: &[u8]) -> String {
    hash(&[settings])
}

/// The name of a pair.
pub(super) fn of_pair(pair: &TextPair<'_>) -> String {
    hash(&[pair.id.as_bytes(), pair.text.as_bytes(), pair.hypothesis.as_bytes()])
}

/// Whether a text is such a name.
pub(super) fn is_name(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// SHA-256 in hexadecimal digits of some fields, each with its length before it: moving the end of one into the next
/// makes another name.
fn hash(fields: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for field in [VERSION].iter().chain(fields) {
        hasher.update((field.len() as u64).to_le_bytes());
        hasher.update(field);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // python3 -c "import hashlib, struct
    // fields = [b'phenom answers 1', b'1', 'a café'.encode(), b'b']
    // print(hashlib.sha256(b''.join(struct.pack('<Q', len(f)) + f for f in fields)).hexdigest())"
    #[test]
    fn a_pair_is_named_by_the_hash_of_its_fields_and_their_lengths() {
        let pair = TextPair { id: "1", text: "a café", hypothesis: "b" };
        let expected = "ddd0f8b403641824cb5ea4b7e6bafe922c69ed492fe43c79fef57a0556fab1e5";
        assert_eq!(of_pair(&pair), expected);
    }

    #[test]
    fn pairs_that_differ_in_where_a_field_ends_have_different_names() {
        let pair = |text, hypothesis| of_pair(&TextPair { id: "1", text, hypothesis });
        assert_ne!(pair("ab", "c"), pair("a", "bc"));
        assert_ne!(pair("abc", ""), pair("", "abc"));
    }
}
