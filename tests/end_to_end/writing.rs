//! How files are written: modes, links, pipes, folders that cannot be changed, mount points.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use super::scene::{Scene, assert_snapshot, binary, home};

fn scene() -> Scene {
    Scene::new([
        (
            "c.yaml",
            b"dataset: {path: pairs.csv}\nsystems: [{name: A, predictions: a.csv}]\noutput: report\n\
              statistics: {intervals: false}\nreport: {formats: [csv, md]}\n"
                .as_slice(),
        ),
        ("pairs.csv", b"id,gold\n1,entailment\n2,contradiction\n"),
        ("a.csv", b"id,label\n1,entailment\n2,entailment\n"),
    ])
}

/// Runs a shell script, with phenom as `$0`.
fn shell(folder: &Path, before: &[&str], script: &str) -> Output {
    let phenom = binary();
    let words = [before, &["sh", "-c", script, phenom.to_str().unwrap()]].concat();
    Command::new(words[0]).args(&words[1..]).current_dir(folder).envs(home()).output().unwrap()
}

/// Runs a script and holds it to its success.
fn ok(folder: &Path, script: &str) {
    let output = shell(folder, &[], script);
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn new_files_have_the_mode_of_the_umask_and_replaced_ones_keep_theirs() {
    let scene = scene();
    let at = |name: &str| scene.path().join(name);
    let all = "$0 run c.yaml --quiet && $0 convert pairs.csv out.csv && $0 init -o new.yaml && \
               $0 counts c.yaml --output n";
    ok(scene.path(), &format!("umask 027; {all}"));
    let files = [
        "report/report.md",
        "report/tables/systems-original.csv",
        "out.csv",
        "new.yaml",
        "n/counts.parquet",
    ];
    for name in files {
        assert_eq!(mode(&at(name)), 0o640, "{name}");
        fs::set_permissions(at(name), Permissions::from_mode(0o604)).unwrap();
    }
    assert_eq!(mode(&at("report/tables")), 0o750);
    scene.write("a.csv", b"id,label\n1,entailment\n2,contradiction\n");
    ok(
        scene.path(),
        "umask 022; $0 run c.yaml --quiet && $0 convert pairs.csv out.csv --overwrite && \
         $0 counts c.yaml --output n --overwrite",
    );
    assert!(scene.read("report/tables.md").contains("100.0 (2/2)"));
    for name in files {
        assert_eq!(mode(&at(name)), 0o604, "{name}");
    }
    assert!(names(scene.path()).iter().all(|name| !name.starts_with('.')));
}

#[test]
fn convert_follows_no_link_and_waits_for_no_pipe() {
    let scene = scene();
    scene.write("far/out.csv", b"old");
    symlink("far/out.csv", scene.path().join("out.csv")).unwrap();
    symlink("far", scene.path().join("near")).unwrap();
    for named in ["out.csv", "near/new.csv"] {
        for overwrite in
            [&["convert", "pairs.csv", named][..], &["convert", "pairs.csv", named, "--overwrite"]]
        {
            let outcome = scene.phenom(overwrite);
            assert_eq!(outcome.code, Some(2));
            assert!(outcome.stderr.contains("is a symbolic link"), "{}", outcome.stderr);
            assert!(outcome.stderr.contains("it leads to"), "{}", outcome.stderr);
        }
    }
    assert_eq!(scene.read("far/out.csv"), "old");
    // A pipe in a folder of a stranger's would wait for ever.
    ok(scene.path(), "mkfifo pipe.csv; $0 convert pairs.csv pipe.csv; test $? = 2");
    assert_eq!(names(&scene.path().join("far")), ["out.csv"]);
}

#[test]
fn a_link_to_nothing_is_named() {
    let scene = scene();
    symlink("nowhere", scene.path().join("link")).unwrap();
    symlink("nowhere.csv", scene.path().join("link.csv")).unwrap();
    let outcome = scene.phenom(&["run", "c.yaml", "--all", "--output", "link"]);
    assert_eq!(outcome.code, Some(2));
    assert_snapshot!("output_dangling_link", outcome.stderr);
    for arguments in [
        ["counts", "c.yaml", "--output", "link"].as_slice(),
        &["convert", "pairs.csv", "link.csv"],
        &["init", "-o", "link.csv"],
    ] {
        let outcome = scene.phenom(arguments);
        assert_eq!(outcome.code, Some(2));
        assert!(outcome.stderr.contains("is a symbolic link"), "{}", outcome.stderr);
    }
    assert_eq!(names(scene.path()), ["a.csv", "c.yaml", "link", "link.csv", "pairs.csv"]);
}

#[test]
fn a_link_in_the_place_of_a_report_file_is_the_users() {
    let scene = scene();
    scene.write("mine.md", b"mine");
    fs::create_dir(scene.path().join("report")).unwrap();
    let link = scene.path().join("report/report.md");
    for target in ["../mine.md", "../nowhere"] {
        symlink(target, &link).unwrap();
        let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
        assert_eq!(outcome.code, Some(2));
        assert!(outcome.stderr.contains("files that phenom did not write"), "{}", outcome.stderr);
        assert!(link.is_symlink());
        fs::remove_file(&link).unwrap();
    }
    symlink("../mine.md", &link).unwrap();
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all", "--overwrite"]).code, Some(0));
    assert!(!link.is_symlink(), "the link is replaced, not what it leads to");
    assert_eq!(scene.read("mine.md"), "mine");
}

#[test]
fn obstacles_are_told_and_nothing_is_written() {
    let scene = scene();
    let refused = |name: &str| {
        let outcome = scene.phenom(&["run", "c.yaml", "--all", "--overwrite"]);
        assert_eq!(outcome.code, Some(2));
        assert_snapshot!(name, outcome.stderr);
    };
    scene.write("report/report.md/mine", b"mine");
    refused("obstacle_folder");
    assert_eq!(names(&scene.path().join("report")), ["report.md"]);
    fs::remove_dir_all(scene.path().join("report")).unwrap();
    scene.write("report/tables", b"mine");
    refused("obstacle_file");
    assert_eq!(names(&scene.path().join("report")), ["tables"]);
    fs::remove_file(scene.path().join("report/tables")).unwrap();
    ok(scene.path(), "mkfifo report/report.md");
    refused("obstacle_pipe");
    fs::remove_file(scene.path().join("report/report.md")).unwrap();
    scene.write("report/.phenom-writing", b"mine");
    refused("obstacle_staging");
    assert_eq!(scene.read("report/.phenom-writing"), "mine");
    fs::remove_file(scene.path().join("report/.phenom-writing")).unwrap();
    scene.write("report/.phenom-writing/journal.json", b"{");
    refused("obstacle_journal");
}

/// What makes a command that of a user whom permissions bind, and gives him the folder.
fn as_another_user(scene: &Scene) -> Option<Vec<&'static str>> {
    if fs::metadata(scene.path()).unwrap().uid() != 0 {
        return Some(Vec::new());
    }
    let user = vec!["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    ok(scene.path(), "chown -R 65534:65534 .");
    let works = Command::new(user[0])
        .args(&user[1..])
        .arg(binary())
        .arg("measures")
        .output()
        .is_ok_and(|output| output.status.success());
    if !works {
        println!("skipped: phenom cannot be run as another user here");
    }
    works.then_some(user)
}

#[test]
fn a_folder_that_cannot_be_changed_is_found_before_anything_is() {
    let scene = scene();
    let Some(user) = as_another_user(&scene) else { return };
    let run = |script: &str| {
        let output = shell(scene.path(), &user, script);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run("$0 run c.yaml --quiet").0, Some(0));
    let before = scene.read("report/report.md");
    scene.write("a.csv", b"id,label\n1,entailment\n2,contradiction\n");
    let (code, stderr) = run("chmod a-w report/tables; $0 run c.yaml --quiet");
    assert_eq!(code, Some(2));
    assert_snapshot!("tables_read_only", stderr);
    assert_eq!(scene.read("report/report.md"), before);
    // Also where the files there would only be removed.
    let config = scene.read("c.yaml").replace("[csv, md]", "[md]");
    scene.write("md.yaml", config.as_bytes());
    assert_eq!(run("$0 run md.yaml --quiet").0, Some(2));
    let (code, stderr) = run("chmod a-w report; $0 run c.yaml --quiet");
    assert_eq!(code, Some(2));
    assert_snapshot!("report_read_only", stderr);
    assert_eq!(scene.read("report/report.md"), before);
    assert!(names(&scene.path().join("report")).iter().all(|name| !name.starts_with('.')));
    // A parent that cannot be changed is no obstacle where the report folder is there.
    let (code, stderr) = run("chmod u+w report report/tables; chmod a-w .; $0 run c.yaml --quiet");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(scene.read("report/tables.md").contains("100.0 (2/2)"));
    let (code, stderr) = run("$0 run c.yaml --quiet --output new; $0 convert pairs.csv out.csv");
    assert_eq!(code, Some(2), "{stderr}");
    assert_eq!(stderr.matches("Permission denied").count(), 2, "{stderr}");
    run("chmod u+w .");
}

#[test]
fn a_report_folder_may_be_a_mount_point() {
    let scene = scene();
    fs::create_dir(scene.path().join("report")).unwrap();
    let mount = ["unshare", "--mount", "--map-root-user"];
    let mounted = |script: &str| {
        let output = shell(scene.path(), &mount, script);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    if mounted("mount -t tmpfs none report").0 != Some(0) {
        println!("skipped: nothing can be mounted here");
        return;
    }
    let (code, stderr) = mounted(
        "mount -t tmpfs none report && $0 run c.yaml --quiet && $0 run c.yaml --quiet && \
         $0 run c.yaml --quiet --verify && test ! -e report/.phenom-writing",
    );
    assert_eq!(code, Some(0), "{stderr}");
    let (code, stderr) = mounted(
        "mount -t tmpfs none report && $0 run c.yaml --quiet && mount -o remount,ro report && \
         $0 run c.yaml --quiet",
    );
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("Read-only file system"), "{stderr}");
    let (code, stderr) = mounted(
        "mkdir report/tables && mount -t tmpfs none report/tables && $0 run c.yaml --quiet",
    );
    assert_eq!(code, Some(2));
    assert!(stderr.contains("cannot change report/tables: it is on another"), "{stderr}");
    assert_eq!(names(&scene.path().join("report")), ["tables"]);
    let (code, stderr) = mounted(
        "mount -t tmpfs -o size=16k none report && echo mine > report/mine && \
         $0 run c.yaml --quiet; code=$?; test $(ls -A report) = mine || exit 9; exit $code",
    );
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("No space left"), "{stderr}");
}

/// Files above 4 MB are on the disk before they are written. Where that takes none, they go back to memory.
#[test]
fn a_disk_that_does_not_take_a_long_file_hides_no_refusal() {
    let scene = scene();
    let (mut pairs, mut answers) = ("id,origin,gold\n".to_owned(), "id,label\n".to_owned());
    for number in 0..1500 {
        // Gold labels contradict the rule, so that gold_check.csv has each original with its parts.
        let id = format!("{number}{}", "x".repeat(3000));
        pairs += &format!("{id},,entailment\n{id}p,{id},contradiction\n");
        answers += &format!("{id},entailment\n{id}p,entailment\n");
    }
    scene.write("pairs.csv", pairs.as_bytes());
    scene.write("a.csv", answers.as_bytes());
    let config = scene.read("c.yaml").replace("[csv, md]", "[md], answers: false");
    scene.write("c.yaml", config.as_bytes());
    let run = |before: &str| {
        let output = shell(scene.path(), &[], &format!("{before}$0 run c.yaml --quiet"));
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    // In blocks of 512 bytes: 2 and 5 MB, of which the second takes the first block of the file.
    let limits = [4_000, 10_000].map(|blocks| format!("ulimit -f {blocks}; trap '' XFSZ; "));
    for limit in &limits {
        let (code, stderr) = run(limit);
        assert!(code == Some(2) && stderr.contains("File too large"), "{stderr}");
        assert_eq!(names(scene.path()), ["a.csv", "c.yaml", "pairs.csv"]);
    }
    assert_eq!(run("").0, Some(0));
    let long = fs::metadata(scene.path().join("report/gold_check.csv")).unwrap().len();
    assert!(long > 6 << 20, "{long}");
    scene.write("report/report.md", b"mine");
    for limit in &limits {
        let (code, stderr) = run(limit);
        assert!(code == Some(2) && stderr.contains("have changed since: `report.md`"), "{stderr}");
        assert_eq!(scene.read("report/report.md"), "mine");
    }
}
