//! What a report was computed from and by: version, task, files with their hashes and label schemes.

use serde::Serialize;

/// Data, parameters and version behind a report.
#[derive(Debug, Clone, Serialize)]
pub struct Signature {
    /// The version of phenom.
    pub version: String,
    /// Which judgments were told apart.
    pub task: String,
    /// The files of the dataset.
    pub dataset: Vec<File>,
    /// The systems in the order of the evaluation, each with the files of its answers.
    pub systems: Vec<SystemSignature>,
    /// Other settings: name and value.
    pub parameters: Vec<(String, String)>,
}

/// A file by its content.
#[derive(Debug, Clone, Serialize)]
pub struct File {
    /// Its path as in the config.
    pub path: String,
    /// The SHA-256 of its bytes.
    pub sha256: String,
    /// The label scheme under which it was read.
    pub labels: String,
}

/// Where a system's answers come from.
#[derive(Debug, Clone, Serialize)]
pub struct SystemSignature {
    /// The system's name in the config.
    pub system: String,
    /// The files of its answers; none for an algorithm.
    pub files: Vec<File>,
    /// The algorithm with its parameters; nothing for a system that is read from files.
    pub algorithm: Option<String>,
    /// What its missing answers mean.
    pub missing: String,
}

impl Signature {
    /// The signature in lines of text, each a name and a value; hashes cut to 12 digits.
    #[must_use]
    pub fn lines(&self) -> Vec<(String, String)> {
        let file = |file: &File| {
            let hash = file.sha256.get(..12).unwrap_or(&file.sha256);
            format!("{} (sha256 {hash}, labels {})", file.path, file.labels)
        };
        let files = |files: &[File]| files.iter().map(file).collect::<Vec<_>>().join("; ");
        let mut lines = vec![
            ("phenom".to_owned(), self.version.clone()),
            ("task".to_owned(), self.task.clone()),
            ("dataset".to_owned(), files(&self.dataset)),
        ];
        for system in &self.systems {
            let algorithm = system.algorithm.iter().cloned();
            let read = (!system.files.is_empty()).then(|| files(&system.files));
            let source: Vec<String> = algorithm.chain(read).collect();
            lines.push((system.system.clone(), source.join("; ")));
        }
        lines.extend(self.parameters.iter().cloned());
        lines
    }
}
