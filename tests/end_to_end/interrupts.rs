//! Ctrl-C, and what is said of a long run before it begins.
#![cfg(unix)]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use super::scene::{Scene, program};

/// A run that takes hours, and that says so.
fn scene() -> Scene {
    let mut pairs = "id,origin,gold,category,phenomenon\n".to_owned();
    let mut answers: [String; 6] = std::array::from_fn(|_| "id,label\n".to_owned());
    let labels = ["entailment", "unknown", "contradiction"];
    for original in 0..200_usize {
        writeln!(pairs, "{original},,{},,", labels[original % 3]).unwrap();
        for part in 0..1 + original % 5 {
            let gold = labels[(original + part) % 3];
            writeln!(pairs, "{original}.{part},{original},{gold},lexical,p{}", part % 4).unwrap();
        }
        for (number, answers) in answers.iter_mut().enumerate() {
            for id in [original.to_string()]
                .into_iter()
                .chain((0..1 + original % 5).map(|part| format!("{original}.{part}")))
            {
                let label = labels[(original * (number + 2) / 7 + id.len()) % 3];
                writeln!(answers, "{id},{label}").unwrap();
            }
        }
    }
    let systems: String = (0..6)
        .map(|number| format!("  - {{name: S{number}, predictions: {number}.csv}}\n"))
        .collect();
    let config = format!(
        "dataset: {{path: pairs.csv}}\nsystems:\n{systems}statistics: {{resamples: 1e6}}\noutput: report\n"
    );
    let scene = Scene::new([("c.yaml", config.as_bytes()), ("pairs.csv", pairs.as_bytes())]);
    for (number, answers) in answers.iter().enumerate() {
        scene.write(&format!("{number}.csv"), answers.as_bytes());
    }
    scene
}

fn started(scene: &Scene, arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .current_dir(scene.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// The names of what is in the folder.
fn names(scene: &Scene) -> Vec<String> {
    let names = std::fs::read_dir(scene.path()).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_long_run_says_so_and_ctrl_c_ends_it_with_nothing_written() {
    let scene = scene();
    let before = names(&scene);
    let mut child = started(&scene, &["run", "c.yaml", "--all"]);
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    stderr.read_line(&mut said).unwrap();
    assert!(said.contains("with 1000000 resamples will take about "), "{said}");
    assert!(said.contains("minutes") || said.contains("hours"), "{said}");
    interrupt(&child);
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "interrupted; phenom wrote nothing\n");
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert_eq!(stdout, "");
    assert_eq!(names(&scene), before);
}

#[test]
fn quiet_says_nothing_beforehand_and_ends_just_so() {
    let scene = scene();
    let before = names(&scene);
    let mut child = started(&scene, &["run", "c.yaml", "--quiet"]);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "interrupted; phenom wrote nothing\n");
    assert_eq!(names(&scene), before);
}

#[test]
fn answers_that_came_before_ctrl_c_are_kept_and_said_to_be() {
    let pairs = "id,text,hypothesis,gold\n1,a b,a,entailment\n2,a b,c,not-entailment\n";
    // It answers the first pair that it reads, and then nothing more.
    let program = "head -n 1 | sed 's/,\"text\".*/,\"label\":\"entailment\"}/'; sleep 600";
    let config = format!(
        "dataset: {{path: pairs.csv}}\nsystems:\n  - name: S\n    command: [sh, -c, {}]\n",
        serde_json::to_string(program).unwrap()
    );
    let scene = Scene::new([("c.yaml", config.as_bytes()), ("pairs.csv", pairs.as_bytes())]);
    let mut child = started(&scene, &["predict", "c.yaml", "--run-systems"]);
    let store = scene.path().join(".phenom-answers");
    // Until the answer is in the store.
    for _ in 0..600 {
        let kept = std::fs::read_dir(&store).is_ok_and(|files| {
            files.filter_map(Result::ok).any(|file| {
                std::fs::read_to_string(file.path()).is_ok_and(|text| text.contains("entailment"))
            })
        });
        if kept {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    let last = said.lines().last().unwrap_or_default();
    assert!(
        last.starts_with(
            "interrupted; phenom wrote no report, but stored the predictions so far in "
        ),
        "{said}"
    );
    assert!(last.contains(".phenom-answers"), "{said}");
    assert!(!scene.path().join("predictions").exists());
}

/// A program that starts another, and neither reads nor ends.
fn asking_for_ever() -> Scene {
    let pairs = "id,text,hypothesis,gold\n1,a b,a,entailment\n2,a b,c,not-entailment\n";
    let program = "sleep 600 & echo $$ $! > started.new; mv started.new started; sleep 600";
    let config = format!(
        "dataset: {{path: pairs.csv}}\nsystems:\n  - name: S\n    command: [sh, -c, {}]\n",
        serde_json::to_string(program).unwrap()
    );
    Scene::new([("c.yaml", config.as_bytes()), ("pairs.csv", pairs.as_bytes())])
}

/// Waits until the program of a scene has started, and gives its number and that of what it started.
fn numbers(scene: &Scene) -> Vec<String> {
    let started = scene.path().join("started");
    while !started.exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    scene.read("started").split_whitespace().map(str::to_owned).collect()
}

fn is_alive(number: &str) -> bool {
    let asked = Command::new("ps").args(["-o", "stat=", "-p", number]).output().unwrap();
    let state = String::from_utf8(asked.stdout).unwrap();
    !state.trim().is_empty() && !state.starts_with('Z')
}

#[test]
fn every_signal_that_asks_for_an_end_ends_programs_with_all_that_they_started() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129), ("-QUIT", 131)] {
        let scene = asking_for_ever();
        let mut child = started(&scene, &["predict", "c.yaml", "--run-systems"]);
        let numbers = numbers(&scene);
        assert!(numbers.iter().all(|number| is_alive(number)), "{signal}");
        self::signal(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.ends_with("\ninterrupted; phenom wrote nothing\n"), "{signal}: {said}");
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(!numbers.iter().any(|number| is_alive(number)), "{signal}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn under_nohup_the_end_of_the_terminal_ends_nothing() {
    let scene = asking_for_ever();
    let mut nohup = Command::new("nohup");
    nohup.arg(program().get_program()).envs(super::scene::home());
    let mut child = nohup
        .args(["predict", "c.yaml", "--run-systems"])
        .current_dir(scene.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let numbers = numbers(&scene);
    signal(&child, "-HUP");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(numbers.iter().all(|number| is_alive(number)));
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

/// At whatever moment it comes, there is a whole report or none, and no staging folder.
#[test]
fn whenever_it_comes_a_report_is_whole_or_absent() {
    let scene = scene();
    let config = scene.read("c.yaml").replace("1e6", "9") + "report: {formats: [txt, csv]}\n";
    scene.write("c.yaml", config.as_bytes());
    let before = names(&scene);
    let start = std::time::Instant::now();
    assert_eq!(scene.phenom(&["run", "c.yaml", "--quiet"]).code, Some(0));
    let whole = start.elapsed();
    let files = |scene: &Scene| std::fs::read_dir(scene.path().join("report")).unwrap().count();
    let all = files(&scene);
    for turn in 1..=10 {
        std::fs::remove_dir_all(scene.path().join("report")).unwrap_or_default();
        let mut child = started(&scene, &["run", "c.yaml", "--quiet"]);
        std::thread::sleep(whole * turn / 9);
        let (name, code) = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)][turn as usize % 3];
        signal(&child, name);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        match child.wait().unwrap().code() {
            Some(0) => assert_eq!(files(&scene), all),
            Some(ended) if ended == code && said.contains("phenom wrote nothing") => {
                assert_eq!(names(&scene), before);
            }
            Some(ended) if ended == code => assert_eq!(files(&scene), all, "{said}"),
            // Before anything was listened for, the signal ends the program itself.
            None => assert_eq!(names(&scene), before),
            other => panic!("{other:?} {said}"),
        }
    }
}
