//! What decides the answers of a system from outside: stored answers are used while all of it is the same.

use phenom_dataset::LabelScheme;
use serde_json::json;

use crate::config::{Asked, OutsideSystem};
use crate::failure::Failure;
use crate::load::sha256_of;

/// The settings as bytes: who is asked and how, the contents of the files that a command names, what labels mean, the
/// version.
pub(super) fn of(outside: &OutsideSystem, labels: &LabelScheme) -> Result<Vec<u8>, Failure> {
    let asked = match &outside.asked {
        Asked::Command { program, arguments, folder, .. } => {
            let mut files = Vec::new();
            for word in [program].into_iter().chain(arguments) {
                let path = folder.join(word);
                if !path.is_file() {
                    continue;
                }
                let hash = std::fs::File::open(&path)
                    .and_then(sha256_of)
                    .map_err(|error| Failure::unreadable(&path.display().to_string(), &error))?;
                files.push((word, hash));
            }
            json!({ "program": program, "arguments": arguments, "files": files })
        }
        Asked::Endpoint { endpoint, .. } => endpoint.settings(),
    };
    let labels: Vec<(&str, &str)> =
        labels.meanings().iter().map(|(label, meaning)| (label.as_str(), meaning.name())).collect();
    let all = json!({ "asked": asked, "labels": labels, "version": outside.version });
    Ok(all.to_string().into_bytes())
}
