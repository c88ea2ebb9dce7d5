//! The process of a program, with its streams.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{self, Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use phenom_files::{Start, open_device};

use super::error::CommandProblem;
use super::output::{self, Output};
use super::program::{Command, locate};
use super::running::{RunningCommands, kill_group};

/// How many bytes of the end of standard error messages show.
const END: usize = 4096;
/// How many lines are read ahead of whoever takes them.
const LINES_AHEAD: usize = 1024;
/// How long the end of standard error is waited for when the process is gone: what it started may hold it open.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How often a process is asked whether it has ended.
const ASKING: Duration = Duration::from_millis(5);

/// What a program wrote to standard error.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// The end of it.
    end: Vec<u8>,
    /// Why it is not in its file.
    unwritten: Option<io::Error>,
}

impl Said {
    fn add(&mut self, bytes: &[u8]) {
        self.end.extend_from_slice(bytes);
        let before = self.end.len().saturating_sub(END);
        self.end.drain(..before);
    }
}

/// A running program. It is ended when it is dropped.
pub(super) struct Process {
    child: Child,
    running: RunningCommands,
    lines: Receiver<Output>,
    said: Arc<Mutex<Said>>,
    said_all: Receiver<()>,
}

impl Process {
    /// Starts a program and has its input written to it.
    pub(super) fn start(command: &Command, input: Vec<u8>) -> Result<Self, CommandProblem> {
        if !command.folder.is_dir() {
            return Err(CommandProblem::NoFolder(command.folder.clone()));
        }
        let file = command.standard_error.as_deref().map(create).transpose()?;
        let program = locate(&command.program, &command.folder);
        let program = program.ok_or_else(|| CommandProblem::NotFound(command.folder.clone()))?;
        let mut builder = process::Command::new(program);
        builder
            .args(&command.arguments)
            .current_dir(&command.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        // Whoever ends all waits until it is entered.
        let mut running = command.running.lock();
        let mut child = builder.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => CommandProblem::NotFound(command.folder.clone()),
            io::ErrorKind::PermissionDenied => CommandProblem::NotExecutable,
            _ => CommandProblem::Unstarted(error),
        })?;
        running.insert(child.id());
        drop(running);
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // The threads own what they work on and are not waited for: where something that escaped from the group
        // holds a stream open, they are blocked as long as it does.
        thread::spawn(move || {
            // A program that has closed its input, or is gone, is told by what it does not answer.
            let _ = stdin.map_or(Ok(()), |mut stdin| stdin.write_all(&input));
        });
        let (taker, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::spawn(move || stdout.map(|stdout| output::hand_on(stdout, &taker)));
        let said = Arc::new(Mutex::new(Said::default()));
        let (says_all, said_all) = mpsc::channel();
        let listener = Arc::clone(&said);
        thread::spawn(move || {
            if let Some(stderr) = stderr {
                listen(stderr, file, &listener);
            }
            // Nobody may be waiting any more.
            let _ = says_all.send(());
        });
        Ok(Self { child, running: command.running.clone(), lines, said, said_all })
    }

    /// What its output has next, or that there was nothing for some time.
    pub(super) fn next(&self, patience: Duration) -> Output {
        match self.lines.recv_timeout(patience) {
            Ok(output) => output,
            Err(RecvTimeoutError::Timeout) => Output::Silence,
            Err(RecvTimeoutError::Disconnected) => Output::End,
        }
    }

    /// How it ended; nothing where it does not end within some time.
    pub(super) fn status(
        &mut self,
        patience: Duration,
    ) -> Result<Option<ExitStatus>, CommandProblem> {
        let started = Instant::now();
        loop {
            let status = self.child.try_wait().map_err(CommandProblem::Unread)?;
            if status.is_some() || started.elapsed() >= patience {
                return Ok(status);
            }
            thread::sleep(ASKING);
        }
    }

    /// Ends it, and gives the end of what it wrote to standard error; or why that is not in its file.
    pub(super) fn end(mut self, file: Option<&Path>) -> (String, Option<CommandProblem>) {
        self.kill();
        let _ = self.said_all.recv_timeout(LAST_WORDS);
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let unwritten = said
            .unwritten
            .take()
            .zip(file)
            .map(|(source, path)| CommandProblem::StandardError { path: path.to_owned(), source });
        (String::from_utf8_lossy(&said.end).into_owned(), unwritten)
    }

    fn kill(&mut self) {
        // Entered as long as its number is its own.
        if self.running.lock().remove(&self.child.id()) {
            kill_group(self.child.id());
            // Where it has ended by itself, both have nothing to do.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn create(path: &Path) -> Result<File, CommandProblem> {
    let opened = if path.starts_with("/dev") {
        open_device(path)
    } else {
        Start::of_user(path)
            .and_then(|start| start.open()?.change(&start.beneath))
            .and_then(|file| file.set_len(0).map(|()| file))
    };
    opened.map_err(|source| CommandProblem::StandardError { path: path.to_owned(), source })
}

/// Takes what a program writes to standard error until it ends.
fn listen(mut stderr: impl Read, mut file: Option<File>, said: &Mutex<Said>) {
    let mut buffer = [0; 8192];
    loop {
        let read = match stderr.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(read) => read,
        };
        let bytes = buffer.get(..read).unwrap_or_default();
        let written = file.as_mut().map_or(Ok(()), |file| file.write_all(bytes));
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.add(bytes);
        if let Err(error) = written {
            // It is read on: a program whose standard error nobody reads stands still.
            file = None;
            said.unwritten = Some(error);
        }
    }
}
