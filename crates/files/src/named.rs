//! Files that the user or a config names.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::ambient_authority;
use cap_std::fs::OpenOptions;

use crate::stat::Stat;

/// The most bytes of a file that is read as a whole and holds no data: a config, a manifest, a plan, a journal.
pub const LONGEST_TEXT: u64 = 64 << 20;

/// Whether a name is a path of plain names, so that it stays beneath its folder.
#[must_use]
pub fn is_plain(name: &Path) -> bool {
    let normal = |part: Component<'_>| matches!(part, Component::Normal(_));
    // The components alone would pass over `a//b`, `a/./b` and `a/`.
    let bytes = name.as_os_str().as_encoded_bytes();
    let whole = bytes.split(|byte| *byte == b'/').all(|part| !matches!(part, b"" | b"."));
    whole && !bytes.contains(&0) && name.components().all(normal)
}

/// Opens a regular file to read it, under the name that the user gave it, whose links are followed.
///
/// # Errors
/// If it is not there, is a folder, a pipe or a device, or cannot be read.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // Opening some devices does something.
    Stat::of(&cap_std::fs::Metadata::from_just_metadata(std::fs::metadata(path)?)).regular()?;
    let mut options = OpenOptions::new();
    // A pipe that has been put there meanwhile would wait for its other end.
    options.read(true).nonblock(true);
    let file = cap_std::fs::File::open_ambient_with(path, &options, ambient_authority())?;
    let stat = Stat::of(&file.metadata()?).regular()?;
    let mut file = file.into_std();
    // Files of /proc say so, and some have no end.
    if stat.length == 0 && file.read(&mut [0])? > 0 {
        return Err(io::Error::other("it is a system file without a length"));
    }
    Ok(file)
}

/// The text of a file of the system's, in /proc or /sys.
///
/// # Errors
/// If it cannot be read, has more than 64 MiB, or is not in UTF-8.
pub fn read_of_system(path: &Path) -> io::Result<String> {
    let mut options = OpenOptions::new();
    options.read(true).nonblock(true);
    let file = cap_std::fs::File::open_ambient_with(path, &options, ambient_authority())?;
    text(bounded(&file.into_std(), LONGEST_TEXT)?)
}

/// Opens a device or a pipe of the system's to write to it: `/dev/stdout`, say.
///
/// # Errors
/// If it cannot be opened.
pub fn open_device(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    cap_std::fs::File::open_ambient_with(path, &options, ambient_authority())
        .map(cap_std::fs::File::into_std)
}

/// A name that nobody could have known before.
///
/// # Errors
/// If the system gives no random bytes.
pub fn random_name(start: &str) -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().fold(start.to_owned(), |name, byte| format!("{name}{byte:02x}")))
}

/// Reads a whole file that holds no more than some bytes.
///
/// # Errors
/// As [`open_regular`], and if it holds more.
pub fn read_bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bounded(&open_regular(path)?, most)
}

/// The same of a text.
///
/// # Errors
/// As [`read_bounded`], and if it is not in UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    text(read_bounded(path, most)?)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not in UTF-8"))
}

/// All bytes of an open file.
///
/// # Errors
/// If there are more than `most`, or they cannot be read.
pub fn bounded(mut file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it is larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_plain_names_are_inside_a_folder() {
        for name in ["a", "tables/a.csv", "a/b/c", ".hidden", "a..b", "..."] {
            assert!(is_plain(Path::new(name)), "{name}");
        }
        let strange =
            ["", ".", "..", "/a", "a/..", "../a", "a/../b", "a//b", "a/", "./a", "a/./b", "a\0b"];
        for name in strange {
            assert!(!is_plain(Path::new(name)), "{name:?}");
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_bounded(&path, 5).unwrap(), b"12345");
        assert_eq!(read_bounded(&path, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_pipes_and_folders_are_no_data() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [Path::new("/dev/zero"), &pipe, folder.path()] {
            assert!(open_regular(path).is_err(), "{}", path.display());
        }
    }
}
