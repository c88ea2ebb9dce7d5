//! The names that readers see, in the place of those of the data.

use std::collections::BTreeMap;

use phenom_metrics::SliceKind;

/// Names to be shown; what has none is shown by its name in the data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// By the name of a system.
    pub systems: BTreeMap<String, String>,
    /// By the name of a category, or the path of a phenomenon.
    pub phenomena: BTreeMap<String, String>,
}

impl Names {
    /// A system as it is shown.
    #[must_use]
    pub fn system<'a>(&'a self, name: &'a str) -> &'a str {
        self.systems.get(name).map_or(name, String::as_str)
    }

    /// A category, or a phenomenon with its category, as it is shown.
    #[must_use]
    pub fn phenomenon(&self, path: &str) -> String {
        let shown = |name: &str| self.phenomena.get(name).cloned();
        match path.split_once(':') {
            None => shown(path).unwrap_or_else(|| path.to_owned()),
            Some((category, own)) => {
                let category = shown(category).unwrap_or_else(|| category.to_owned());
                format!("{category}:{}", shown(path).unwrap_or_else(|| own.to_owned()))
            }
        }
    }

    /// A slice as it is shown.
    #[must_use]
    pub fn slice(&self, kind: &SliceKind, name: &str) -> String {
        match kind {
            SliceKind::Category | SliceKind::Phenomenon => self.phenomenon(name),
            _ => name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phenomenon_is_shown_with_the_name_of_its_category() {
        let names = Names {
            systems: BTreeMap::new(),
            phenomena: [("lex", "Lexical"), ("lex:syn", "Synonymy")]
                .map(|(name, shown)| (name.to_owned(), shown.to_owned()))
                .into(),
        };
        assert_eq!(names.phenomenon("lex"), "Lexical");
        assert_eq!(names.phenomenon("lex:syn"), "Lexical:Synonymy");
        assert_eq!(names.phenomenon("lex:other"), "Lexical:other");
        assert_eq!(names.slice(&SliceKind::Task, "lex"), "lex");
    }
}
