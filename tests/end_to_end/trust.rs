//! What a config runs, sends and writes: shown, remembered, and asked again on any change.
#![cfg(unix)]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use super::scene::{Outcome, SCORES_ONLY, Scene, program};

const PAIRS: &str = "id,origin,text,hypothesis,gold,phenomenon\n\
    1,,the cat sat on the mat,the cat sat,entailment,\n\
    1.1,1,the cat sat on the mat,the mat,entailment,a:b\n";

const PROGRAM: &str = r#"echo started >> started
sed -E -e 's/^\{"id":"([^"]*)","text".*$/{"id":"\1","label":"entailment"}/'
"#;

const ASKED: &str = "  - {name: Asked, command: [sh, program.sh]}\n";

/// A config in a folder of its own, and a state folder of its own beside that.
struct Home {
    scene: Scene,
    state: tempfile::TempDir,
}

impl Home {
    fn new(systems: &str) -> Self {
        let config = format!("dataset: {{path: pairs.csv}}\nsystems:\n{systems}{SCORES_ONLY}");
        let scene = Scene::new([
            ("pairs.csv", PAIRS.as_bytes()),
            ("program.sh", PROGRAM.as_bytes()),
            ("config.yaml", config.as_bytes()),
        ]);
        Self { scene, state: tempfile::tempdir().unwrap() }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program();
        command
            .args(arguments)
            .current_dir(self.scene.path())
            .env("XDG_STATE_HOME", self.state.path())
            .stdin(Stdio::null());
        command
    }

    fn phenom(&self, arguments: &[&str]) -> Outcome {
        outcome(&mut self.command(arguments))
    }

    /// Runs phenom, which succeeds: what it prints.
    fn ok(&self, arguments: &[&str]) -> String {
        let outcome = self.phenom(arguments);
        assert_eq!(outcome.code, Some(0), "{arguments:?}: {}", outcome.stderr);
        outcome.stdout
    }

    fn starts(&self) -> usize {
        let started = std::fs::read_to_string(self.scene.path().join("started"));
        started.map_or(0, |text| text.lines().count())
    }

    fn forget_answers(&self) {
        let _ = std::fs::remove_dir_all(self.scene.path().join(".phenom-answers"));
    }
}

fn outcome(command: &mut Command) -> Outcome {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Outcome { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn real(path: &Path) -> String {
    path.canonicalize().unwrap().display().to_string()
}

#[test]
fn a_trusted_config_is_asked_and_a_forgotten_one_is_not() {
    let home = Home::new(ASKED);
    let run = ["run", "config.yaml", "--quiet", "--overwrite"];
    let outcome = home.phenom(&run);
    assert_eq!((outcome.code, home.starts()), (Some(2), 0), "{}", outcome.stdout);
    for said in [
        "has no stored predictions for 2 pairs",
        "config.yaml is not trusted",
        "phenom trust config.yaml",
    ] {
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
    assert_eq!(home.ok(&["trust", "--list"]), "No config is trusted\n");
    // Nobody is there to be asked.
    let outcome = home.phenom(&["trust", "config.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("--yes"), "{}", outcome.stderr);
    let before = std::fs::read_dir(home.scene.path()).unwrap().count();
    let said = home.ok(&["trust", "config.yaml", "--yes"]);
    assert!(
        said.ends_with("config.yaml is trusted until something in this list changes\n"),
        "{said}"
    );
    // Nothing of it is in the checkout.
    assert_eq!(std::fs::read_dir(home.scene.path()).unwrap().count(), before);
    let listed = home.ok(&["trust", "--list"]);
    assert_eq!(listed.trim_end(), real(&home.scene.path().join("config.yaml")));
    assert_eq!(home.starts(), 0);
    let outcome = home.phenom(&run);
    assert_eq!((outcome.code, home.starts()), (Some(0), 1), "{}", outcome.stderr);
    let said = "phenom would query system \"Asked\" about 2 pairs\nsystem `Asked`: 2 predicted now, 0 before\n";
    assert_eq!(outcome.stderr, said);
    home.ok(&["predict", "config.yaml", "--fresh"]);
    assert_eq!(home.starts(), 2);
    assert!(home.ok(&["trust", "config.yaml"]).ends_with("config.yaml is trusted already\n"));
    assert_eq!(
        home.ok(&["trust", "config.yaml", "--forget"]),
        "config.yaml is no longer trusted\n"
    );
    assert_eq!(home.ok(&["trust", "config.yaml", "--forget"]), "config.yaml was not trusted\n");
    home.forget_answers();
    assert_eq!((home.phenom(&run).code, home.starts()), (Some(2), 2));
    assert_eq!(home.phenom(&["predict", "config.yaml", "--fresh"]).code, Some(2));
}

/// Changes something of a config, or of what it names.
type Change<'c> = &'c dyn Fn(&Home);

#[test]
fn any_change_is_told_and_ends_the_trust() {
    let endpoint = |url: &str, variable: &str| {
        format!(
            "  - {{name: Server, endpoint: {{url: \"{url}\", model: m, key-variable: {variable}}}}}\n"
        )
    };
    let both = format!("{ASKED}{}", endpoint("https://one.example", "ONE"));
    let change = |name: &'static str, from: &'static str, to: &'static str| {
        move |home: &Home| {
            let text = home.scene.read(name).replace(from, to);
            home.scene.write(name, text.as_bytes());
        }
    };
    let link = |home: &Home| {
        let pairs = home.scene.path().join("pairs.csv");
        std::fs::rename(&pairs, home.scene.path().join("secrets.csv")).unwrap();
        std::os::unix::fs::symlink("secrets.csv", pairs).unwrap();
    };
    let cases: [(Change<'_>, &[&str]); 5] = [
        (&change("config.yaml", "systems:", "systems: "), &["config.yaml: SHA-256"]),
        (&change("program.sh", "started", "begun"), &["runs a program:   SHA-256", " of 2\n"]),
        (
            &change("config.yaml", "one.example", "two.example"),
            &["+ system \"Server\"", "https://two.example"],
        ),
        (&change("config.yaml", "ONE", "TWO"), &["the value of \"TWO\" to"]),
        (&link, &["secrets.csv"]),
    ];
    for (number, (change, said)) in cases.into_iter().enumerate() {
        let home = Home::new(&both.replace("[sh, program.sh]", "[sh, -e, program.sh]"));
        home.ok(&["trust", "config.yaml", "--yes"]);
        change(&home);
        let outcome = home.phenom(&["predict", "config.yaml", "Asked"]);
        assert_eq!((outcome.code, home.starts()), (Some(2), 0), "{number}: {}", outcome.stdout);
        let unwrapped = outcome.stderr.replace("\n    ", "");
        assert!(unwrapped.contains("config.yaml has changed since you trusted it"), "{unwrapped}");
        for said in said {
            assert!(unwrapped.contains(said), "{number}, {said}: {unwrapped}");
        }
        let shown = home.ok(&["trust", "config.yaml", "--yes"]);
        assert!(shown.contains("Changed since you trusted it:\n  - "), "{shown}");
        assert!(home.ok(&["trust", "config.yaml"]).ends_with("trusted already\n"));
    }
    // Another config with the same bytes is another config.
    let home = Home::new(ASKED);
    home.ok(&["trust", "config.yaml", "--yes"]);
    home.scene.write("copy.yaml", home.scene.read("config.yaml").as_bytes());
    assert_eq!((home.phenom(&["predict", "copy.yaml"]).code, home.starts()), (Some(2), 0));
    std::os::unix::fs::symlink("config.yaml", home.scene.path().join("link.yaml")).unwrap();
    home.ok(&["predict", "link.yaml"]);
}

#[test]
fn a_program_that_is_found_elsewhere_is_another_one() {
    let home = Home::new("  - {name: Asked, command: [scorer, \"\"]}\n");
    for folder in ["one", "two"] {
        home.scene
            .write(&format!("{folder}/scorer"), format!("#!/bin/sh\ncd .\n{PROGRAM}").as_bytes());
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(home.scene.path().join(folder).join("scorer"), mode).unwrap();
    }
    let path = std::env::var("PATH").unwrap();
    let with = |first: &str, arguments: &[&str]| {
        // A relative folder on the path starts where the program runs.
        outcome(home.command(arguments).env("PATH", format!("{first}:{path}")))
    };
    let shown = with("one", &["trust", "config.yaml", "--yes"]).stdout;
    assert!(shown.contains(&real(&home.scene.path().join("one/scorer"))), "{shown}");
    assert_eq!(with("one", &["predict", "config.yaml"]).code, Some(0));
    home.forget_answers();
    let outcome = with("two", &["predict", "config.yaml", "--overwrite"]);
    assert_eq!((outcome.code, home.starts()), (Some(2), 1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("two/scorer"), "{}", outcome.stderr);
}

#[test]
fn the_list_says_what_could_do_harm_and_nothing_in_it_steers_the_terminal() {
    let systems = "  - {name: \"A\\e[2J\", command: [sh, program.sh, \"a  b\\u202e\", \"\"]}\n  \
        - {name: Server, endpoint: {url: \"https://api.example:8443/v1\", model: m, key-variable: GITHUB_TOKEN}}\n  \
        - {name: Near, endpoint: {url: \"http://localhost:8080/v1\", model: m, key-variable: GITHUB_TOKEN}}\n  \
        - {name: Clear, endpoint: {url: \"http://10.0.0.1/v1\", model: m}}\n";
    let home = Home::new(systems);
    let config = home.scene.read("config.yaml").replace("output: report", "output: ../elsewhere");
    home.scene.write("config.yaml", config.as_bytes());
    home.scene.write("secret/credentials", PAIRS.as_bytes());
    std::fs::remove_file(home.scene.path().join("pairs.csv")).unwrap();
    std::os::unix::fs::symlink("secret/credentials", home.scene.path().join("pairs.csv")).unwrap();
    let folder = real(home.scene.path());
    let list =
        outcome(home.command(&["trust", "config.yaml"]).env("GITHUB_TOKEN", "sk-secret")).stdout;
    for said in [
        "system \"A\\u{1b}[2J\" runs a program\n  program    \"sh\"\n  found at   /",
        "  1          \"program.sh\"\n    the file /",
        "  2          \"a  b\\u{202e}\"\n  3          \"\"\n",
        &format!("  runs in    {folder}\n"),
        "do all that you may",
        "all of your environment variables",
        "phenom sends the value of \"GITHUB_TOKEN\" to https://api.example:8443 as the key\n",
        "  which is   this machine\n",
        "in clear, not encrypted",
        &format!("  file       {folder}/secret/credentials\n"),
        &format!("/elsewhere, outside of {folder}\n"),
        &format!("  answers    {folder}/.phenom-answers\n"),
    ] {
        assert!(list.contains(said), "{said}: {list}");
    }
    assert!(
        !list.contains("sk-secret") && !list.contains('\u{1b}') && !list.contains('\u{202e}'),
        "{list:?}"
    );
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    // Whoever allows it once, or estimates it, sees the same.
    let shown = list.trim_end();
    let outcome = home.phenom(&["predict", "config.yaml", "A\u{1b}[2J", "--run-systems"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stderr.starts_with(shown), "{}", outcome.stderr);
    assert!(home.ok(&["predict", "config.yaml", "--dry-run"]).trim_end().ends_with(shown));
}

#[test]
fn what_needs_no_trust_is_said_to_need_none() {
    let home = Home::new("  - {name: Words, engine: random}\n");
    let said = home.ok(&["trust", "config.yaml"]);
    assert!(
        said.ends_with("nothing to trust: no program, no server, no folder outside.\n"),
        "{said}"
    );
    assert_eq!(home.ok(&["trust", "--list"]), "No config is trusted\n");
}

#[test]
fn without_a_state_folder_nothing_is_remembered() {
    let home = Home::new(ASKED);
    let inside = home.scene.path().join("state");
    let cases: [(&str, Option<PathBuf>); 2] =
        [("none", None), ("inside of the project", Some(inside))];
    for (case, state) in cases {
        let run = |arguments: &[&str]| {
            let mut command = home.command(arguments);
            command.env_remove("HOME").env_remove("XDG_STATE_HOME");
            outcome(command.envs(state.iter().map(|state| ("XDG_STATE_HOME", state))))
        };
        let refused = run(&["trust", "config.yaml", "--yes"]);
        assert_eq!(refused.code, Some(2), "{case}: {}", refused.stdout);
        for said in ["phenom cannot remember your trust", "XDG_STATE_HOME", "--run-systems"] {
            assert!(refused.stderr.contains(said), "{case}: {}", refused.stderr);
        }
        assert_eq!(run(&["predict", "config.yaml"]).code, Some(2), "{case}");
        assert_eq!(
            run(&["predict", "config.yaml", "--run-systems", "--overwrite", "--fresh"]).code,
            Some(0),
            "{case}"
        );
    }
}

#[test]
fn a_system_that_was_changed_by_another_is_not_started() {
    let systems = "  - {name: First, command: [sh, first.sh]}\n  - {name: Second, command: [sh, program.sh]}\n";
    let home = Home::new(systems);
    home.scene.write("first.sh", format!("echo touch evil > program.sh\n{PROGRAM}").as_bytes());
    let outcome = home.phenom(&["predict", "config.yaml", "--run-systems"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(
        outcome.stderr.contains("system `Second` changed while it waited"),
        "{}",
        outcome.stderr
    );
    assert!(!home.scene.path().join("evil").exists());
}

#[test]
fn on_a_terminal_the_list_is_shown_and_the_user_decides() {
    let with_terminal = |home: &Home, arguments: &str, answer: &str| {
        let program = program().get_program().to_str().unwrap().to_owned();
        let mut command = home.command(&[]);
        let line = format!("{program} {arguments}");
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(home.scene.path());
        script.envs(
            command
                .env("COLUMNS", "100")
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
        let mut said = String::new();
        child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        Some((child.wait().unwrap().code(), said))
    };
    let home = Home::new(ASKED);
    let Some((code, said)) = with_terminal(&home, "predict config.yaml", "n\n") else {
        println!("skipped: there is no `script` that makes a terminal");
        return;
    };
    assert_eq!((code, home.starts()), (Some(2), 0), "{said}");
    assert!(said.contains("  program    \"sh\"") && said.contains("Go on? [y/N]"), "{said}");
    let (code, said) = with_terminal(&home, "trust config.yaml", "\n").unwrap();
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(home.ok(&["trust", "--list"]), "No config is trusted\n");
    let (code, said) = with_terminal(&home, "predict config.yaml", "y\n").unwrap();
    assert_eq!((code, home.starts()), (Some(0), 1), "{said}");
    let (code, said) = with_terminal(&home, "trust config.yaml", "yes\n").unwrap();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("Trust this? [y/N]"), "{said}");
    home.ok(&["predict", "config.yaml", "--fresh", "--overwrite"]);
}

#[test]
fn a_key_is_refused_by_every_command_where_it_could_be_read_on_the_way() {
    let system = "  - {name: S, endpoint: {url: \"http://api.example/v1\", model: m, key-variable: TOKEN}}\n";
    let home = Home::new(system);
    for arguments in [
        &["check", "config.yaml"][..],
        &["run", "config.yaml", "--run-systems"],
        &["run", "config.yaml", "--verify"],
        &["predict", "config.yaml", "--dry-run"],
        &["trust", "config.yaml", "--yes"],
    ] {
        let outcome = home.phenom(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {}", outcome.stdout);
        for said in ["others could read the key in TOKEN on its way", "config.yaml:3", "https://"] {
            assert!(outcome.stderr.contains(said), "{arguments:?}: {}", outcome.stderr);
        }
    }
}

/// A server that answers every request in the chat form, and what it was sent.
fn server() -> (u16, Arc<Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let sent: Arc<Mutex<String>> = Arc::default();
    let all = Arc::clone(&sent);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut bytes = [0; 65536];
            let mut read = 0;
            // The body ends with the object that it is.
            while read == 0 || !bytes[..read].ends_with(b"}") {
                match stream.read(&mut bytes[read..]) {
                    Ok(0) | Err(_) => break,
                    Ok(count) => read += count,
                }
            }
            all.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..read]));
            let body =
                r#"{"choices":[{"message":{"content":"entailment"},"finish_reason":"stop"}]}"#;
            let head = format!(
                "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    });
    (port, sent)
}

#[test]
fn no_proxy_sees_a_key_or_a_text() {
    let ((port, sent), (proxy, seen)) = (server(), server());
    let system = format!(
        "  - {{name: S, endpoint: {{url: \"http://localhost:{port}/v1\", model: m, key-variable: TOKEN, concurrency: 1}}}}\n"
    );
    let home = Home::new(&system);
    let mut command = home.command(&["predict", "config.yaml", "--run-systems"]);
    for variable in
        ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]
    {
        command.env(variable, format!("http://127.0.0.1:{proxy}"));
    }
    let outcome = outcome(command.env("TOKEN", "sk-secret"));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(sent.lock().unwrap().to_lowercase().contains("authorization: bearer sk-secret"));
    assert_eq!(*seen.lock().unwrap(), "");
}
