//! The key to a server.

use std::env::{self, VarError};
use std::fmt;

use thiserror::Error;

/// A key: it is sent to the server, and shown and kept nowhere.
#[derive(Clone)]
pub struct Key(String);

/// Why there is no key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The variable is not set, or empty.
    #[error("the environment variable {0} is not set: it must contain the key of the endpoint")]
    Unset(String),
    /// It holds something else.
    #[error(
        "the environment variable {0} contains no valid key: blanks, line ends and characters beyond ASCII are not \
         allowed"
    )]
    NoKey(String),
}

impl Key {
    /// The key that an environment variable holds.
    ///
    /// # Errors
    /// Where the variable is not set, or holds what cannot be a key.
    pub fn from_variable(name: &str) -> Result<Self, KeyError> {
        let value = match env::var(name) {
            Ok(value) => value,
            Err(VarError::NotPresent) => return Err(KeyError::Unset(name.to_owned())),
            Err(VarError::NotUnicode(_)) => return Err(KeyError::NoKey(name.to_owned())),
        };
        if value.is_empty() {
            return Err(KeyError::Unset(name.to_owned()));
        }
        Self::new(value).ok_or_else(|| KeyError::NoKey(name.to_owned()))
    }

    /// A text as a key; nothing where it is empty, or has characters that cannot stand in a request.
    #[must_use]
    pub fn new(key: String) -> Option<Self> {
        (!key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic())).then_some(Self(key))
    }

    /// What is sent.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// A text without the key in it, as it is or as JSON writes it.
    pub(super) fn redact(&self, text: &str) -> String {
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"");
        let forms = [escaped.replace('/', "\\/"), escaped, self.0.clone()];
        forms.iter().fold(text.to_owned(), |text, form| text.replace(form, "[key]"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Key([key])")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_itself_nowhere() {
        let key = Key::new("s/e\"c".to_owned()).unwrap();
        assert_eq!(format!("{key:?} {:?}", Some(&key)), "Key([key]) Some(Key([key]))");
        assert_eq!(key.redact(r#"s/e"c, s/e\"c, s\/e\"c, sec"#), "[key], [key], [key], sec");
    }

    #[test]
    fn what_cannot_be_a_key_is_told_by_its_variable() {
        let unset = Key::from_variable("PHENOM_TEST_NO_SUCH_VARIABLE").unwrap_err();
        assert_eq!(unset, KeyError::Unset("PHENOM_TEST_NO_SUCH_VARIABLE".to_owned()));
        assert!(Key::from_variable("PATH").is_ok());
        for text in ["", "a b", "key\n", "ключ"] {
            assert!(Key::new(text.to_owned()).is_none(), "{text}");
        }
    }
}
