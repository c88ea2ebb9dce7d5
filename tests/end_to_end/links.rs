//! Links and folders of a checkout: what is not followed, and what is said of it.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use super::scene::Scene;

const CONFIG: &[u8] = b"dataset: {path: data/pairs.csv}\nsystems: [{name: s, predictions: data/a.csv}]\n\
                        output: report\nstatistics: {resamples: 100}\nreport: {formats: [csv], figures: []}\n";

fn scene(above: &str) -> Scene {
    let scene = Scene::new([]);
    let at = |name: &str| format!("{above}/{name}");
    scene.write(&at("data/pairs.csv"), b"id,gold\n1,entailment\n2,unknown\n3,entailment\n");
    scene.write(&at("data/a.csv"), b"id,label\n1,entailment\n2,entailment\n3,entailment\n");
    scene.write(&at("c.yaml"), CONFIG);
    scene
}

/// What is said of a command that must end with exit code 2.
fn refused(scene: &Scene, arguments: &[&str]) -> String {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(2), "{arguments:?}: {}{}", outcome.stdout, outcome.stderr);
    outcome.stderr
}

#[test]
fn data_may_be_linked_within_the_project_and_not_out_of_it() {
    let scene = scene("project");
    fs::rename(scene.path().join("project/data"), scene.path().join("project/kept")).unwrap();
    symlink("kept", scene.path().join("project/data")).unwrap();
    assert_eq!(scene.phenom(&["check", "project/c.yaml"]).code, Some(0));
    fs::rename(scene.path().join("project/kept"), scene.path().join("kept")).unwrap();
    fs::remove_file(scene.path().join("project/data")).unwrap();
    symlink("../kept", scene.path().join("project/data")).unwrap();
    let said = refused(&scene, &["check", "project/c.yaml"]);
    let real = scene.path().canonicalize().unwrap().join("kept/pairs.csv");
    assert!(said.contains("through a symbolic link, to"), "{said}");
    assert!(said.contains(&format!("name it directly: `{}`", real.display())), "{said}");
    // Whom the user names on the command line, the user knows.
    symlink("../kept/pairs.csv", scene.path().join("project/mine.csv")).unwrap();
    assert_eq!(scene.phenom(&["check", "project/mine.csv"]).code, Some(0));
    // As it says.
    let named = String::from_utf8_lossy(CONFIG)
        .replace("data/", &format!("{}/", real.parent().unwrap().display()));
    scene.write("project/c.yaml", named.as_bytes());
    assert_eq!(scene.phenom(&["check", "project/c.yaml"]).code, Some(0));
}

#[test]
fn a_report_folder_stays_in_the_project_unless_the_user_names_it() {
    let scene = scene("project/configs");
    let config = String::from_utf8_lossy(CONFIG).replace("output: report", "output: ../report");
    scene.write("project/configs/c.yaml", config.as_bytes());
    let run = ["run", "project/configs/c.yaml", "--quiet"];
    for arguments in [&run[..], &["check", "project/configs/c.yaml"]] {
        let said = refused(&scene, arguments);
        assert!(said.contains("`output: ../report` needs your consent"), "{said}");
        assert!(said.contains("--output DIR") && said.contains("phenom trust"), "{said}");
    }
    assert!(!scene.path().join("project/report").exists());
    let output = [&run[..], &["--output", "elsewhere/report"]].concat();
    assert_eq!(scene.phenom(&output).code, Some(0));
    // A checkout is the project of all configs in it.
    fs::create_dir(scene.path().join("project/.git")).unwrap();
    assert_eq!(scene.phenom(&run).code, Some(0));
    assert!(scene.path().join("project/report/manifest.json").exists());
}

#[test]
fn a_report_folder_elsewhere_can_be_trusted() {
    let scene = scene("project");
    let config = String::from_utf8_lossy(CONFIG).replace("output: report", "output: ../report");
    scene.write("project/c.yaml", config.as_bytes());
    let run = ["run", "project/c.yaml", "--quiet"];
    refused(&scene, &run);
    let trusted = scene.phenom(&["trust", "project/c.yaml", "--yes"]);
    assert_eq!(trusted.code, Some(0), "{}", trusted.stderr);
    assert!(trusted.stdout.contains("outside of"), "{}", trusted.stdout);
    assert_eq!(scene.phenom(&run).code, Some(0));
    assert!(scene.path().join("report/manifest.json").exists());
    // Another word in the config, and it is asked again.
    scene.write("project/c.yaml", format!("{config}title: x\n").as_bytes());
    refused(&scene, &run);
    assert_eq!(scene.phenom(&["trust", "project/c.yaml", "--forget"]).code, Some(0));
}

#[test]
fn nothing_is_written_to_the_records_of_version_control() {
    let scene = scene(".");
    fs::create_dir_all(scene.path().join(".git/hooks")).unwrap();
    let config = String::from_utf8_lossy(CONFIG).replace("output: report", "output: .git/hooks");
    scene.write("c.yaml", config.as_bytes());
    let said = refused(&scene, &["run", "c.yaml"]);
    assert!(said.contains("only version control can use"), "{said}");
    refused(&scene, &["convert", "data/pairs.csv", ".git/pairs.jsonl"]);
    assert_eq!(fs::read_dir(scene.path().join(".git/hooks")).unwrap().count(), 0);
}

#[test]
fn pipes_and_devices_are_no_data() {
    let scene = scene(".");
    let made = std::process::Command::new("mkfifo").arg(scene.path().join("pipe.csv")).status();
    assert!(made.unwrap().success());
    symlink("/dev/zero", scene.path().join("zero.csv")).unwrap();
    for file in ["pipe.csv", "zero.csv"] {
        for command in [
            &["check", file][..],
            &["convert", file, "out.jsonl"],
            &["score", file, file],
            &["agree", file],
        ] {
            let said = refused(&scene, command);
            assert!(said.contains("a pipe, a device or a socket"), "{command:?}: {said}");
        }
    }
}

#[test]
fn a_manifest_removes_nothing_that_phenom_does_not_write() {
    let scene = scene(".");
    let config = String::from_utf8_lossy(CONFIG).replace("output: report", "output: .");
    scene.write("c.yaml", config.as_bytes());
    scene.write(".git/HEAD", b"ref: x\n");
    scene.write("main.c", b"int main;\n");
    let of = |name: &str| {
        let hash = std::process::Command::new("sha256sum").arg(scene.path().join(name)).output();
        format!("\"{name}\": \"{}\"", String::from_utf8_lossy(&hash.unwrap().stdout[..64]))
    };
    let files = [".git/HEAD", "main.c", "data/pairs.csv"].map(of).join(", ");
    scene.write(
        "manifest.json",
        format!("{{\"phenom\": \"0.1.0\", \"files\": {{{files}}}}}").as_bytes(),
    );
    let outcome = scene.phenom(&["run", "c.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(scene.read(".git/HEAD"), "ref: x\n");
    assert_eq!(scene.read("main.c"), "int main;\n");
    assert!(scene.read("data/pairs.csv").starts_with("id,gold"));
    assert!(scene.read("manifest.json").contains("scores.csv"));
}

#[test]
fn a_name_of_a_folder_steers_no_terminal() {
    let scene = scene(".");
    let named = "output: \"o\\e]0;title\\a\\e[31m\\u202e\"";
    let config = String::from_utf8_lossy(CONFIG).replace("output: report", named);
    scene.write("c.yaml", config.as_bytes());
    for arguments in
        [&["run", "c.yaml", "--quiet"][..], &["run", "c.yaml", "--verify"], &["trust", "c.yaml"]]
    {
        let outcome = scene.phenom(arguments);
        for said in [outcome.stdout, outcome.stderr] {
            assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{said:?}");
        }
    }
}
