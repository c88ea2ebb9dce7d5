//! Rows for pairs that a dataset does not have, as a problem.

use std::fmt;

use crate::wording::{first_quoted, shown};

/// Rows of a file for pairs that the dataset does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownPairs {
    /// What the rows are: `answer`, `tag` or `annotation`.
    pub what: &'static str,
    /// The first of their ids.
    pub first: Vec<String>,
    /// How many rows there are.
    pub count: u64,
    /// What ids of the dataset look like.
    pub like: Vec<String>,
    /// The lines of a config that would make them ids of pairs.
    pub mend: Option<String>,
    /// The id of the dataset that is most like the first.
    pub nearest: Option<String>,
}

impl fmt::Display for UnknownPairs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, first, count, like, .. } = self;
        match count {
            1 => write!(formatter, "1 {what} is for")?,
            count => write!(formatter, "{count} {what}s are for")?,
        }
        write!(formatter, " no pair of the dataset: {}", first_quoted(first))?;
        match like.as_slice() {
            [] => Ok(()),
            like => write!(formatter, "; ids of the dataset are {}", first_quoted(like)),
        }
    }
}

impl UnknownPairs {
    /// How to mend it.
    pub(crate) fn help(&self) -> String {
        let Self { what, mend, nearest, .. } = self;
        let ignore = format!("`extra: ignore` leaves such {what}s out");
        let nearest = nearest.as_deref().map(shown);
        match (mend, nearest) {
            (Some(lines), _) => format!("{lines}, and these are ids of pairs"),
            (None, Some(name)) if *what == "prediction" => {
                format!(
                    "check that this run is for this dataset; the nearest id is `{name}`. {ignore}"
                )
            }
            (None, Some(name)) => format!("did you mean `{name}`? {ignore}"),
            (None, None) if *what == "prediction" => {
                format!("check that this run is for this dataset. {ignore}")
            }
            (None, None) => ignore,
        }
    }
}
