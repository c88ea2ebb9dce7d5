//! `phenom annotate --open`: the browser gets a file, and the token is nowhere else.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use super::scene::{Scene, binary};

const PAIR: &str =
    r#"{"id": "1", "text": "A heron slept.", "hypothesis": "A bird slept.", "gold": "entailment"}"#;

/// Stands in for a desktop: keeps what it is started with, and what it is to open.
const OPENER: &str = "#!/bin/sh\nfor last; do :; done\ncat \"$last\" > \"$KEPT/content\"\nprintf '%s\\n' \"$*\" > \"$KEPT/arguments\"\n";

fn scene(opener: &str) -> Scene {
    let scene =
        Scene::new([("pairs.jsonl", PAIR.as_bytes()), ("kept/.here", b""), ("run/.here", b"")]);
    for name in ["xdg-open", "gio", "gnome-open", "kde-open6", "kde-open5", "kde-open"] {
        let path = format!("programs/{name}");
        scene.write(&path, opener.as_bytes());
        fs::set_permissions(scene.path().join(path), fs::Permissions::from_mode(0o755)).unwrap();
    }
    scene
}

/// `phenom annotate --open` with nothing of the user's own environment.
fn command(scene: &Scene, annotator: &str) -> Command {
    let mut command = Command::new(binary());
    let programs = scene.path().join("programs");
    command
        .args(["annotate", "pairs.jsonl", "--open", "--annotator", annotator])
        .current_dir(scene.path())
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
        .env("KEPT", scene.path().join("kept"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

struct Running {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// The address that is printed.
    url: String,
}

impl Running {
    fn new(mut command: Command) -> Running {
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut url = String::new();
        stdout.read_line(&mut url).unwrap();
        Running { child, stdout, url: url.trim().to_owned() }
    }

    fn signal(&self, name: &str) {
        let sent =
            Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// The exit code with all that is still said on both outputs.
    fn end(mut self) -> (Option<i32>, String) {
        let mut said = String::new();
        self.stdout.read_to_string(&mut said).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

/// What is in the folder of our files, as soon as the opener has been asked.
fn files(scene: &Scene, folder: &str) -> Vec<PathBuf> {
    for _ in 0..400 {
        if scene.path().join("kept/arguments").exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    names(&scene.path().join(folder))
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn the_browser_is_started_with_a_private_file_that_leads_to_the_page() {
    let scene = scene(OPENER);
    for (variable, folder, below) in [
        ("XDG_RUNTIME_DIR", "run", "run/phenom"),
        ("XDG_STATE_HOME", "state", "state/phenom"),
        ("HOME", "home", "home/.local/state/phenom"),
    ] {
        let mut command = command(&scene, "ann");
        command.env(variable, scene.path().join(folder));
        let running = Running::new(command);
        let (_, token) = running.url.split_once("/#").unwrap();
        let [file] = &files(&scene, below)[..] else { panic!("{below}") };
        assert_eq!((mode(file), mode(file.parent().unwrap())), (0o600, 0o700));
        let started_with = scene.read("kept/arguments");
        assert_eq!(started_with.trim(), file.to_str().unwrap());
        assert!(!started_with.contains(token) && token.len() == 32);
        let content = scene.read("kept/content");
        let redirect = format!("<meta http-equiv=\"refresh\" content=\"0; url={}\">", running.url);
        assert!(content.contains(&redirect), "{content}");
        running.signal("-INT");
        let (code, said) = running.end();
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("All actions are in"), "{said}");
        assert_eq!(names(&scene.path().join(below)), [] as [PathBuf; 0]);
        fs::remove_file(scene.path().join("kept/arguments")).unwrap();
    }
}

#[test]
fn what_a_killed_program_left_is_removed_and_nothing_else() {
    let scene = scene(OPENER);
    let command = |annotator| {
        let mut command = command(&scene, annotator);
        command.env("XDG_RUNTIME_DIR", scene.path().join("run"));
        command
    };
    let killed = Running::new(command("ann"));
    let left = files(&scene, "run/phenom");
    killed.signal("-KILL");
    killed.end();
    assert_eq!(names(&scene.path().join("run/phenom")), left);
    // What others have put there stays: another name, a link, a folder.
    let digits = "0123456789abcdef0123456789abcdef";
    let other = |name: &str| scene.path().join("run/phenom").join(name);
    fs::write(other("annotate-0.html"), "x").unwrap();
    symlink(scene.path().join("pairs.jsonl"), other(&format!("annotate-{digits}.html"))).unwrap();
    fs::create_dir(other(&format!("annotate-{}.html", digits.replace('0', "1")))).unwrap();
    let others: Vec<PathBuf> = names(&scene.path().join("run/phenom"))
        .into_iter()
        .filter(|path| !left.contains(path))
        .collect();
    let during = |all: Vec<PathBuf>| -> Vec<PathBuf> {
        all.into_iter().filter(|path| !others.contains(path)).collect()
    };
    fs::remove_file(scene.path().join("kept/arguments")).unwrap();
    let first = Running::new(command("ann"));
    let of_first = during(files(&scene, "run/phenom"));
    assert!(of_first.len() == 1 && of_first != left, "{of_first:?}");
    // A second program leaves the file of the first, which runs.
    fs::remove_file(scene.path().join("kept/arguments")).unwrap();
    let second = Running::new(command("bo"));
    assert_eq!(during(files(&scene, "run/phenom")).len(), 2);
    second.signal("-INT");
    second.end();
    assert_eq!(during(names(&scene.path().join("run/phenom"))), of_first);
    first.signal("-INT");
    first.end();
    assert_eq!(names(&scene.path().join("run/phenom")), others);
}

#[test]
fn a_browser_that_cannot_be_opened_leaves_no_file() {
    let scene = scene("#!/bin/sh\nexit 3\n");
    let mut command = command(&scene, "ann");
    command.env("XDG_RUNTIME_DIR", scene.path().join("run"));
    let (code, said) = Running::new(command).end();
    assert_eq!(code, Some(2));
    assert!(said.contains("cannot open the page") && said.contains("leave --open out"), "{said}");
    assert_eq!(names(&scene.path().join("run/phenom")), [] as [PathBuf; 0]);
}

/// A second Ctrl-C does not wait for the opener, which still runs.
#[test]
fn ctrl_c_leaves_no_file_while_the_browser_is_opened() {
    let scene = scene(&format!("{OPENER}exec sleep 5\n"));
    let mut command = command(&scene, "ann");
    command.env("XDG_RUNTIME_DIR", scene.path().join("run"));
    let running = Running::new(command);
    assert_eq!(files(&scene, "run/phenom").len(), 1);
    running.signal("-INT");
    std::thread::sleep(Duration::from_millis(300));
    running.signal("-INT");
    assert_eq!(running.end().0, Some(130));
    assert_eq!(names(&scene.path().join("run/phenom")), [] as [PathBuf; 0]);
}

#[test]
fn without_a_private_folder_the_page_is_served_and_the_address_is_to_be_opened_by_hand() {
    let scene = scene(OPENER);
    symlink(scene.path().join("kept"), scene.path().join("run/phenom")).unwrap();
    let nothing = command(&scene, "ann");
    let mut link = command(&scene, "ann");
    link.env("XDG_RUNTIME_DIR", scene.path().join("run"));
    for (command, why) in [
        (nothing, "XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME name no folder"),
        (link, "XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME name no folder"),
    ] {
        let mut running = Running::new(command);
        let (mut steps, mut told) = (String::new(), String::new());
        running.stdout.read_line(&mut steps).unwrap();
        running.stdout.read_line(&mut told).unwrap();
        assert!(told.starts_with("phenom cannot open the page"), "{told}");
        assert!(told.contains(why) && told.contains("Open the address above yourself"), "{told}");
        running.signal("-INT");
        assert_eq!(running.end().0, Some(0));
        assert!(!scene.path().join("kept/arguments").exists());
        assert_eq!(names(&scene.path().join("kept")).len(), 1);
    }
}
