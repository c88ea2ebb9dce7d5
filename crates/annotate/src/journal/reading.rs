//! The steps that an annotator's file holds, and why it is refused.

use std::path::{Path, PathBuf};

use phenom_files::{Folder, LONGEST_TEXT, bounded, read_bounded};

use thiserror::Error;

use crate::event::{Event, Header, VERSION, What};

/// Why a file of steps is not read or written. The file is as it was.
#[derive(Debug, Error)]
#[error("{}{}: {message}", path.display(), line.map_or(String::new(), |line| format!(":{line}")))]
pub struct Refused {
    /// The path of the file that is refused.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: Option<u64>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl Refused {
    pub(super) fn of_file(path: &Path, message: impl Into<String>, help: Option<&str>) -> Self {
        let help = help.map(str::to_owned);
        Self { path: path.to_owned(), line: None, message: message.into(), help }
    }

    pub(crate) fn of_line(path: &Path, line: u64, message: String, help: Option<String>) -> Self {
        Self { path: path.to_owned(), line: Some(line), message, help }
    }
}

/// What a file of steps holds.
#[derive(Debug, Clone)]
pub struct Steps {
    /// The path of the annotator's file.
    pub path: PathBuf,
    /// Its first line.
    pub header: Header,
    /// The steps, in their order.
    pub events: Vec<Event>,
    /// What stands behind the last whole line, which a kill has cut off.
    pub torn: Option<String>,
    /// The bytes up to there.
    pub(super) length: u64,
}

/// The steps of a file.
///
/// # Errors
/// Where it cannot be read, where it is no file of steps or one of another version, and where a line was changed into
/// something that is no step, or not the next one.
pub fn read_steps(path: &Path) -> Result<Steps, Refused> {
    let bytes = read_bounded(path, LONGEST_TEXT)
        .map_err(|error| Refused::of_file(path, format!("cannot be read: {error}"), None))?;
    steps_of(path, bytes)
}

/// The same of a file in a folder.
pub(crate) fn read_steps_in(folder: &Folder, name: &str) -> Result<Steps, Refused> {
    let path = folder.path().join(name);
    let bytes = folder.read(name).and_then(|file| bounded(&file, LONGEST_TEXT));
    let bytes =
        bytes.map_err(|error| Refused::of_file(&path, format!("cannot be read: {error}"), None))?;
    steps_of(&path, bytes)
}

/// The same of the bytes of a file.
///
/// # Errors
/// As [`read_steps`], but for reading them.
pub fn steps_of(path: &Path, bytes: Vec<u8>) -> Result<Steps, Refused> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let torn = String::from_utf8_lossy(&bytes[whole..]).into_owned();
    let mut length = whole as u64;
    let text = str::from_utf8(&bytes[..whole]).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Refused::of_line(path, line as u64, "is not UTF-8".to_owned(), None)
    })?;
    let mut lines = text.lines().zip(1u64..);
    let Some((first, _)) = lines.next() else {
        let message = "is not a file of annotations: its first line is missing";
        return Err(Refused::of_file(
            path,
            message,
            Some("move it away, or choose another annotator"),
        ));
    };
    let header = header(path, first.trim_start_matches('\u{feff}'))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    if name != header.annotator.as_str() {
        let message =
            format!("contains the actions of `{}`, and has another name", header.annotator);
        let help = format!(
            "a copy would count twice: move it away, or rename it to {}.jsonl",
            header.annotator
        );
        return Err(Refused::of_file(path, message, Some(&help)));
    }
    let mut events: Vec<Event> = Vec::new();
    for (line, number) in lines {
        let refused = |message: String, help: &str| {
            Refused::of_line(path, number, message, Some(help.to_owned()))
        };
        if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark)) {
            let message = "this line is a conflict of version control".to_owned();
            return Err(refused(message, "one annotator wrote on two machines: keep one side"));
        }
        if line.trim().is_empty() {
            return Err(refused("the line is empty".to_owned(), "remove it"));
        }
        let event = Event::parse(line).map_err(|message| {
            refused(message, "restore the line from version control, or move the file away")
        })?;
        if event.seq != number {
            let message =
                format!("line {number} contains action {} instead of action {number}", event.seq);
            return Err(refused(
                message,
                "lines are only appended; restore the file from version control",
            ));
        }
        if event.by != header.annotator {
            let message = format!("an action of {} in the file of {}", event.by, header.annotator);
            return Err(refused(message, "give each annotator their own file"));
        }
        if let What::Undo { of } = event.what
            && !(2..event.seq).contains(&of)
        {
            return Err(refused(
                format!("cannot undo action {of}: there is no such action before this one"),
                "remove the line",
            ));
        }
        events.push(event);
    }
    let mut torn = Some(torn).filter(|torn| !torn.is_empty());
    // All of the last line but its end was written.
    if let Some(line) = &torn
        && let Ok(event) = Event::parse(line)
        && event.seq == events.len() as u64 + 2
        && event.by == header.annotator
    {
        events.push(event);
        length += line.len() as u64;
        torn = None;
    }
    Ok(Steps { path: path.to_owned(), header, events, torn, length })
}

fn header(path: &Path, line: &str) -> Result<Header, Refused> {
    let header: Header = serde_json::from_str(line).map_err(|_| {
        let message =
            "is not a file of annotations: its first line does not identify it".to_owned();
        let help = "move it away, or choose another annotator".to_owned();
        Refused::of_line(path, 1, message, Some(help))
    })?;
    if header.phenom != "annotations" {
        let message = format!("contains `{}` instead of annotations", header.phenom);
        return Err(Refused::of_line(path, 1, message, None));
    }
    if header.version != VERSION {
        let message =
            format!("has version {}, and this program reads version {VERSION}", header.version);
        let help = "use the version of the program that wrote it".to_owned();
        return Err(Refused::of_line(path, 1, message, Some(help)));
    }
    Ok(header)
}
