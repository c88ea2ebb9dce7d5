//! Why a request is not done, as the page is told.

use serde::Serialize;

/// What kind of refusal it is: the page acts on it, people read the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The token is missing or another.
    Token,
    /// The host that was asked for is not this server.
    Host,
    /// The request comes from a page of another origin.
    Origin,
    /// The content is not said to be JSON.
    ContentType,
    /// The content is larger than the server reads.
    TooLarge,
    /// What stands before the content is larger than the server reads.
    HeadTooLarge,
    /// The request took too long.
    Slow,
    /// The client expects something that the server does not know.
    Expectation,
    /// The content is no JSON, or not of the form that the path takes.
    Malformed,
    /// There is nothing at the path.
    Path,
    /// The path is not asked in this way.
    Method,
    /// There is no such pair, part or reading.
    Pair,
    /// The checks refuse the step.
    Step,
    /// The number of the step is not the next one.
    Seq,
    /// Another tab writes.
    Lease,
    /// The step could not be written; nothing of it stands in the file.
    Disk,
    /// A file of the work cannot be read.
    Work,
    /// The server is stopping.
    Stopped,
}

impl Kind {
    /// The status code of HTTP that goes with it.
    pub fn status(self) -> u16 {
        match self {
            Kind::Token | Kind::Host | Kind::Origin => 403,
            Kind::ContentType => 415,
            Kind::TooLarge => 413,
            Kind::HeadTooLarge => 431,
            Kind::Slow => 408,
            Kind::Expectation => 417,
            Kind::Malformed => 400,
            Kind::Path | Kind::Pair => 404,
            Kind::Method => 405,
            Kind::Step => 422,
            Kind::Seq | Kind::Lease => 409,
            Kind::Disk => 507,
            Kind::Work => 500,
            Kind::Stopped => 503,
        }
    }
}

/// Why a request is not done, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{error}")]
pub struct Refusal {
    /// One sentence.
    pub error: String,
    /// How to mend it, where there is something that the user can do.
    pub help: Option<String>,
    /// What the page goes by.
    pub kind: Kind,
}

impl Refusal {
    /// A refusal without advice.
    pub fn new(kind: Kind, error: impl Into<String>) -> Self {
        Refusal { error: error.into(), help: None, kind }
    }

    /// The same, with how to mend it.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Refusal { help: Some(help.into()), ..self }
    }
}
