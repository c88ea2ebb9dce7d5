//! The report folder: whole or absent, and nothing of the user's lost.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use phenom_metrics::uncertainty::Correction;
use phenom_metrics::{ComparisonRow, Score};
use phenom_report::figures::Figure;
use phenom_report::render::Gallery;
use phenom_report::{Explorer, Report, ReportFile, SafeName, render};
use serde::{Deserialize, Serialize};

use crate::config::{Format, ReportOptions};
use crate::failure::Failure;
use crate::load::sha256;
use crate::pictures::pictures;

/// The file that tells what phenom wrote to a folder.
const MANIFEST: &str = "manifest.json";

/// The files of a report and their content.
pub(crate) type Files = BTreeMap<ReportFile, Vec<u8>>;

/// What phenom wrote to a folder.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Manifest {
    /// The version that wrote it.
    phenom: String,
    /// Each file with the SHA-256 of its bytes.
    files: BTreeMap<String, String>,
}

/// What a report is rendered from besides its tables.
pub(crate) struct Besides<'a> {
    pub(crate) options: &'a ReportOptions,
    pub(crate) summary: &'a [String],
    pub(crate) figures: &'a [Figure],
    pub(crate) explorer: Option<&'a Explorer>,
}

/// Renders a report, its scores and comparisons in the formats that are wanted, beside files that are
/// rendered already.
pub(crate) fn files(
    report: &Report,
    scores: &[Score],
    (comparisons, correction): (&[ComparisonRow], Correction),
    besides: &Besides<'_>,
    more: Files,
) -> io::Result<Files> {
    let Besides { options, summary, figures, explorer } = *besides;
    refuse_same_keys(report.tables.iter().map(|table| (&table.key, &table.title)))?;
    let mut files = more;
    let mut add = |file: ReportFile, render: &dyn Fn(&mut Vec<u8>) -> io::Result<()>| {
        let mut bytes = Vec::new();
        render(&mut bytes)?;
        files.insert(file, bytes);
        io::Result::Ok(())
    };
    let named = ReportFile::named;
    let plain = render::Terminal { styled: false, width: None };
    let gallery = |endings: &[(Format, &'static str)]| {
        let ending = endings.iter().find(|(format, _)| options.writes(*format));
        Gallery { figures, ending: ending.map(|(_, ending)| *ending) }
    };
    if options.writes(Format::Txt) {
        add(named("report.txt"), &|out| render::terminal(report, plain, out))?;
    }
    if options.writes(Format::Md) {
        let gallery = gallery(&[(Format::Svg, "svg"), (Format::Png, "png")]);
        add(named("report.md"), &|out| render::markdown(report, gallery, out))?;
    }
    if options.writes(Format::Tex) {
        let gallery = gallery(&[(Format::Pdf, "pdf"), (Format::Png, "png")]);
        add(named("report.tex"), &|out| render::latex(report, gallery, out))?;
    }
    if options.writes(Format::Json) {
        add(named("report.json"), &|out| render::json(report, out))?;
    }
    if options.writes(Format::Html) {
        let page = render::Page { report, summary, figures, explorer };
        add(named("report.html"), &|out| render::html(&page, out))?;
    }
    if !scores.is_empty() {
        add(named("scores.csv"), &|out| render::scores_csv(scores, out))?;
        if options.tidy_json {
            add(named("scores.json"), &|out| render::scores_json(scores, out))?;
        }
    }
    if !comparisons.is_empty() {
        add(named("comparisons.csv"), &|out| render::comparisons_csv(comparisons, correction, out))?;
        if options.tidy_json {
            let json = |out: &mut Vec<u8>| render::comparisons_json(comparisons, correction, out);
            add(named("comparisons.json"), &json)?;
        }
    }
    for table in &report.tables {
        if options.writes(Format::Csv) {
            add(ReportFile::table(&table.key, "csv"), &|out| render::csv_table(table, out))?;
        }
        if options.writes(Format::Tex) {
            add(ReportFile::table(&table.key, "tex"), &|out| match options.standalone {
                true => render::latex_document(table, out),
                false => render::latex_table(table, out),
            })?;
        }
    }
    files.extend(pictures(figures, options)?);
    let manifest = Manifest {
        phenom: report.signature.version.clone(),
        files: files.iter().map(|(name, bytes)| (name.to_string(), sha256(bytes))).collect(),
    };
    let mut bytes = serde_json::to_vec_pretty(&manifest)?;
    bytes.push(b'\n');
    files.insert(named(MANIFEST), bytes);
    Ok(files)
}

/// Two names of data have the same safe name once in four billion times, unless somebody looked for them.
/// No table takes the place of another then.
fn refuse_same_keys<'a>(
    tables: impl Iterator<Item = (&'a SafeName, &'a String)>,
) -> io::Result<()> {
    let mut titles = BTreeMap::new();
    for (key, title) in tables {
        if let Some(other) = titles.insert(key, title) {
            return Err(io::Error::other(format!(
                "`{other}` and `{title}` would both be the table `{key}`; rename what one of them is by"
            )));
        }
    }
    Ok(())
}

/// Fails unless a folder holds these files as they are, and no older ones of ours.
pub(crate) fn verify(files: &Files, folder: &Path) -> Result<(), Failure> {
    let differs = |(name, bytes): &(&ReportFile, &Vec<u8>)| {
        fs::read(folder.join(name)).ok().as_ref() != Some(*bytes)
    };
    let manifest = read_manifest(folder);
    let stale = manifest.files.keys().filter(|name| !files.contains_key(name.as_str()));
    let stale = stale.filter(|name| folder.join(name).exists());
    let changed: Vec<&str> = files
        .iter()
        .filter(differs)
        .map(|(name, _)| name.as_str())
        .chain(stale.map(String::as_str))
        .collect();
    if changed.is_empty() {
        return Ok(());
    }
    let message = format!(
        "{} is not what this run writes: {} of {} files differ ({})",
        folder.display(),
        changed.len(),
        files.len(),
        changed.join(", ")
    );
    let help = Some("run again without --verify to write them".to_owned());
    Err(Failure::Check { message, help })
}

/// Fails where a report folder cannot be: an empty name, or the name of a file.
pub(crate) fn check_folder(folder: &Path) -> Result<(), Failure> {
    let reason = if folder.as_os_str().is_empty() {
        "the report folder has no name".to_owned()
    } else if folder.exists() && !folder.is_dir() {
        format!("the report cannot be written to {}: it is a file", folder.display())
    } else {
        return Ok(());
    };
    Err(Failure::input(reason, Some("name a folder".to_owned())))
}

/// Writes the files to a folder. All are written beside their target first and then renamed; a file
/// that phenom did not write, or that was changed since, is left alone and nothing is written,
/// unless `overwrite` says otherwise.
pub(crate) fn write(files: &Files, folder: &Path, overwrite: bool) -> Result<(), Failure> {
    check_folder(folder)?;
    refuse_obstacles(files, folder)?;
    let manifest = read_manifest(folder);
    if !overwrite {
        refuse_to_lose(files, &manifest, folder)?;
    }
    let failed = |error: io::Error| {
        let message = format!("the report cannot be written to {}: {error}", folder.display());
        Failure::input(message, Some("name another folder with --output".to_owned()))
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let staged = tempfile::Builder::new().prefix(".phenom-").tempdir_in(folder).map_err(failed)?;
    for (name, bytes) in files {
        let path = staged.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(failed)?;
        fs::write(path, bytes).map_err(failed)?;
    }
    // The manifest last: it vouches for the others.
    let others = files.keys().map(ReportFile::as_str).filter(|name| *name != MANIFEST);
    for name in others.chain([MANIFEST]) {
        let target = folder.join(name);
        fs::create_dir_all(target.parent().unwrap_or(folder)).map_err(failed)?;
        fs::rename(staged.path().join(name), target).map_err(failed)?;
    }
    // What an earlier run wrote and this one does not is stale; unless the user changed it.
    for (name, hash) in &manifest.files {
        let path = folder.join(name);
        if !files.contains_key(name.as_str()) && is_unchanged(&path, hash) {
            fs::remove_file(path).map_err(failed)?;
        }
    }
    Ok(())
}

fn read_manifest(folder: &Path) -> Manifest {
    let bytes = fs::read(folder.join(MANIFEST)).unwrap_or_default();
    let mut manifest: Manifest = serde_json::from_slice(&bytes).unwrap_or_default();
    // A manifest names files inside its folder; one that does not was not written by phenom.
    let inside = |name: &String| {
        Path::new(name).components().all(|it| matches!(it, std::path::Component::Normal(_)))
    };
    manifest.files.retain(|name, _| inside(name));
    if !manifest.phenom.is_empty() {
        manifest.files.insert(MANIFEST.to_owned(), sha256(&bytes));
    }
    manifest
}

fn is_unchanged(path: &Path, hash: &str) -> bool {
    fs::read(path).is_ok_and(|bytes| sha256(&bytes) == *hash)
}

/// Fails where a folder stands in the place of a file, or a file in that of a folder, so that no
/// report is half written.
fn refuse_obstacles(files: &Files, folder: &Path) -> Result<(), Failure> {
    for name in files.keys() {
        let target = folder.join(name);
        let parent = target.parent().unwrap_or(folder);
        let obstacle = if target.is_dir() {
            Some((&*target, "a folder stands in the place of a file"))
        } else if parent.exists() && !parent.is_dir() {
            Some((parent, "a file stands in the place of a folder"))
        } else {
            None
        };
        if let Some((path, what)) = obstacle {
            let message = format!("the report cannot be written: {}: {what}", path.display());
            let help = "move it away, or write elsewhere with --output DIR".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
    }
    Ok(())
}

fn refuse_to_lose(files: &Files, manifest: &Manifest, folder: &Path) -> Result<(), Failure> {
    let precious = |(name, bytes): &(&ReportFile, &Vec<u8>)| {
        let path: PathBuf = folder.join(name);
        match fs::read(&path) {
            Ok(there) if there == **bytes => false,
            Ok(there) => {
                manifest.files.get(name.as_str()).is_none_or(|hash| sha256(&there) != *hash)
            }
            Err(_) => path.exists(),
        }
    };
    let precious: Vec<&str> = files.iter().filter(precious).map(|(it, _)| it.as_str()).collect();
    if precious.is_empty() {
        return Ok(());
    }
    let message = format!(
        "{} has files that phenom did not write, or that were changed since: {}; nothing was \
         written",
        folder.display(),
        precious.join(", ")
    );
    let help = "`--overwrite` replaces them, `--output DIR` writes elsewhere".to_owned();
    Err(Failure::input(message, Some(help)))
}
