//! A folder by its handle, and what is beneath it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirBuilder, OpenOptions};

use crate::named::is_plain;
use crate::stat::{Identity, Kind, Stat};

/// An open folder. Names beneath it are relative paths of plain names, with `/` between them.
#[derive(Debug)]
pub struct Folder {
    handle: Dir,
    /// As it was named, for messages.
    path: PathBuf,
}

impl Folder {
    /// Opens a folder under the name that the user gave it, whose links are followed.
    ///
    /// # Errors
    /// If it is not a folder, or cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let named = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let handle = Dir::open_ambient_dir(named, ambient_authority())?;
        Ok(Self { handle, path: path.to_owned() })
    }

    /// The name under which it was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A second handle of the folder.
    ///
    /// # Errors
    /// If the process has too many.
    pub fn again(&self) -> io::Result<Self> {
        Ok(Self { handle: self.handle.try_clone()?, path: self.path.clone() })
    }

    /// The folder itself, whatever it is called.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn identity(&self) -> io::Result<Identity> {
        Ok(Stat::of(&self.handle.dir_metadata()?).identity)
    }

    /// Whether it is the user's own and nobody else may write to it, as far as the system knows users.
    #[must_use]
    pub fn is_private(&self) -> bool {
        #[cfg(unix)]
        {
            use cap_std::fs::{MetadataExt, PermissionsExt};
            let user = rustix::process::geteuid().as_raw();
            self.handle.dir_metadata().is_ok_and(|there| {
                MetadataExt::uid(&there) == user && there.permissions().mode() & 0o022 == 0
            })
        }
        #[cfg(not(unix))]
        true
    }

    /// Fails unless the user may make, rename and remove what is in the folder, as the system has it: mode bits know
    /// nothing of read-only mounts and of root.
    ///
    /// # Errors
    /// What the system says.
    pub fn may_change(&self) -> io::Result<()> {
        #[cfg(unix)]
        {
            use rustix::fs::{Access, AtFlags, accessat};
            let wanted = Access::WRITE_OK | Access::EXEC_OK;
            accessat(&self.handle, ".", wanted, AtFlags::EACCESS)?;
        }
        Ok(())
    }

    /// A folder beneath this one; itself for an empty path.
    ///
    /// # Errors
    /// If it is not there, or a link or something else is in the place of it or of one above it.
    pub fn folder(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        self.walk(name.as_ref(), |above, part| above.open_dir_nofollow(part))
    }

    /// The same, made if it is missing, with those above it. Each one that was made is told.
    ///
    /// # Errors
    /// As [`folder`](Self::folder), and if it cannot be made.
    pub fn make_folder(
        &self,
        name: impl AsRef<Path>,
        mut made: impl FnMut(&Path),
    ) -> io::Result<Self> {
        let mut here = PathBuf::new();
        self.walk(name.as_ref(), |above, part| {
            here.push(part);
            match above.create_dir(part) {
                Ok(()) => made(&here),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
            above.open_dir_nofollow(part)
        })
    }

    /// Makes a folder that only the user may look into, or opens it if it is there.
    ///
    /// # Errors
    /// As [`folder`](Self::folder), and if it cannot be made.
    pub fn make_private_folder(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        self.walk(name.as_ref(), |above, part| {
            let mut builder = DirBuilder::new();
            #[cfg(unix)]
            cap_std::fs::DirBuilderExt::mode(&mut builder, 0o700);
            match above.create_dir_with(part, &builder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
                _ => above.open_dir_nofollow(part),
            }
        })
    }

    fn walk(
        &self,
        name: &Path,
        mut step: impl FnMut(&Dir, &OsStr) -> io::Result<Dir>,
    ) -> io::Result<Self> {
        let mut handle = self.handle.try_clone()?;
        if !name.as_os_str().is_empty() {
            refuse_not_plain(name)?;
            for part in name {
                handle = step(&handle, part).map_err(|error| no_folder(&handle, part, error))?;
            }
        }
        Ok(Self { handle, path: self.path.join(name) })
    }

    /// What has a name; nothing if nothing has it.
    ///
    /// # Errors
    /// If a folder on the way is a link, or cannot be looked into.
    pub fn stat(&self, name: impl AsRef<Path>) -> io::Result<Option<Stat>> {
        let found = self.at(name.as_ref()).and_then(|(above, part)| {
            above.symlink_metadata(part).map(|metadata| Stat::of(&metadata))
        });
        match found {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            found => found.map(Some),
        }
    }

    /// What a link leads to, as it stands in it.
    ///
    /// # Errors
    /// If it is no link.
    pub fn read_link(&self, name: impl AsRef<Path>) -> io::Result<PathBuf> {
        let (above, part) = self.at(name.as_ref())?;
        above.read_link_contents(part)
    }

    /// Opens a regular file to read it.
    ///
    /// # Errors
    /// If it is not there, is a link or no regular file, or cannot be read.
    pub fn read(&self, name: impl AsRef<Path>) -> io::Result<File> {
        self.open_file(name.as_ref(), OpenOptions::new().read(true))
    }

    /// Opens a regular file to read and change it where it is, or makes it.
    ///
    /// # Errors
    /// As [`read`](Self::read), and if the file has other names.
    pub fn change(&self, name: impl AsRef<Path>) -> io::Result<File> {
        let file =
            self.open_file(name.as_ref(), OpenOptions::new().read(true).write(true).create(true))?;
        Stat::of_open(&file)?.of_one_name()?;
        Ok(file)
    }

    /// Opens a regular file to read it and to write at its end, or makes it.
    ///
    /// # Errors
    /// As [`change`](Self::change).
    pub fn append(&self, name: impl AsRef<Path>) -> io::Result<File> {
        let file =
            self.open_file(name.as_ref(), OpenOptions::new().read(true).append(true).create(true))?;
        Stat::of_open(&file)?.of_one_name()?;
        Ok(file)
    }

    /// Makes a file.
    ///
    /// # Errors
    /// If something has the name already, be it a link to nothing, or it cannot be made.
    pub fn create_new(&self, name: impl AsRef<Path>) -> io::Result<File> {
        self.open_file(name.as_ref(), OpenOptions::new().read(true).write(true).create_new(true))
    }

    /// The same of a file that only the user may read.
    ///
    /// # Errors
    /// As [`create_new`](Self::create_new).
    pub fn create_private(&self, name: impl AsRef<Path>) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
        self.open_file(name.as_ref(), &mut options)
    }

    /// Makes a file that has no name, if the file system has such files.
    pub(crate) fn create_nameless(&self) -> io::Result<File> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{Mode, OFlags, openat};
            let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
            Ok(File::from(openat(&self.handle, ".", flags, Mode::from_raw_mode(0o666))?))
        }
        #[cfg(not(target_os = "linux"))]
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Gives a file without a name one, which nothing has yet, in the same file system.
    pub(crate) fn give_name(&self, file: &File, name: &str) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{AtFlags, CWD, linkat};
            use std::os::fd::AsRawFd;
            let (above, part) = self.at(name.as_ref())?;
            let ours = format!("/proc/self/fd/{}", file.as_raw_fd());
            Ok(linkat(CWD, ours, &above, part, AtFlags::SYMLINK_FOLLOW)?)
        }
        #[cfg(not(target_os = "linux"))]
        Err(io::Error::new(io::ErrorKind::Unsupported, format!("no name {name} for {file:?}")))
    }

    /// Writes a file that only the user may read, under a name at random first, so that it is whole or not there.
    ///
    /// # Errors
    /// If it cannot be written. What was there before stays.
    pub fn write_private(
        &self,
        name: impl AsRef<Path>,
        content: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut number = [0; 8];
        getrandom::fill(&mut number).map_err(io::Error::other)?;
        let mut before = name.as_ref().as_os_str().to_owned();
        before.push(format!(".{:016x}", u64::from_ne_bytes(number)));
        let mut file = self.create_private(&before)?;
        let written = content(&mut file)
            .and_then(|()| file.sync_all())
            .and_then(|()| self.rename(&before, self, name))
            .and_then(|()| self.sync());
        if written.is_err() {
            // Gone already if it has its name.
            let _ = self.remove_file(&before);
        }
        written
    }

    fn open_file(&self, name: &Path, options: &mut OpenOptions) -> io::Result<File> {
        let (above, part) = self.at(name)?;
        // Opening some devices does something.
        if let Ok(there) = above.symlink_metadata(part) {
            Stat::of(&there).regular()?;
        }
        // What has been put there meanwhile is no link, and a pipe would not wait for its other end.
        options.follow(FollowSymlinks::No).nonblock(true);
        let opened = above.open_with(part, options)?;
        Stat::of(&opened.metadata()?).regular()?;
        Ok(opened.into_std())
    }

    /// Gives a file another name, in this or another folder of the file system. A file that has that name is replaced;
    /// a link is replaced itself.
    ///
    /// # Errors
    /// If the system refuses, or a folder on the way is a link.
    pub fn rename(
        &self,
        from: impl AsRef<Path>,
        to: &Self,
        name: impl AsRef<Path>,
    ) -> io::Result<()> {
        let (source, from) = self.at(from.as_ref())?;
        let (target, name) = to.at(name.as_ref())?;
        source.rename(from, &target, name)
    }

    /// Removes a file, or a link itself.
    ///
    /// # Errors
    /// If it is not there, is a folder, or the system refuses.
    pub fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let (above, part) = self.at(name.as_ref())?;
        above.remove_file_or_symlink(part)
    }

    /// Removes an empty folder.
    ///
    /// # Errors
    /// If it is not there, is not empty, is a link, or the system refuses.
    pub fn remove_folder(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let (above, part) = self.at(name.as_ref())?;
        above.remove_dir(part)
    }

    /// Removes a folder with all that is in it. A link in it is removed itself.
    ///
    /// # Errors
    /// If it is not there, is a link, or the system refuses.
    pub fn remove_all(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let folder = self.folder(name.as_ref())?;
        for (entry, kind) in folder.entries()? {
            match kind {
                Kind::Folder => folder.remove_all(&entry)?,
                _ => folder.handle.remove_file_or_symlink(&entry)?,
            }
        }
        self.remove_folder(name)
    }

    /// The names in the folder, sorted, each with what has it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn entries(&self) -> io::Result<Vec<(OsString, Kind)>> {
        let mut entries = Vec::new();
        for entry in self.handle.entries()? {
            let name = entry?.file_name();
            // What is gone meanwhile is not in it.
            if let Ok(metadata) = self.handle.symlink_metadata(&name) {
                entries.push((name, Stat::of(&metadata).kind));
            }
        }
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(entries)
    }

    /// Has the names in the folder survive a loss of power, if the file system can.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn sync(&self) -> io::Result<()> {
        if !cfg!(unix) {
            return Ok(());
        }
        let synced = self.handle.open(".").and_then(|folder| folder.sync_all());
        let cannot = [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported];
        synced.or_else(|error| if cannot.contains(&error.kind()) { Ok(()) } else { Err(error) })
    }

    /// The folder in which a name is, and the name there.
    fn at<'n>(&self, name: &'n Path) -> io::Result<(Dir, &'n OsStr)> {
        refuse_not_plain(name)?;
        let part = name.file_name().unwrap_or_default();
        let above = self.folder(name.parent().unwrap_or(Path::new("")))?;
        Ok((above.handle, part))
    }
}

fn refuse_not_plain(name: &Path) -> io::Result<()> {
    if is_plain(name) {
        return Ok(());
    }
    let message = format!("{} is not a path of plain names", name.display());
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// In words what is in the place of a folder.
fn no_folder(above: &Dir, part: &OsStr, error: io::Error) -> io::Error {
    let shown = part.display();
    let is = match above.symlink_metadata(part).map(|there| Stat::of(&there).kind) {
        Ok(Kind::Link) => {
            let to = above.read_link_contents(part).map(|to| format!(" to {}", to.display()));
            format!("a symbolic link{}, which phenom does not follow here", to.unwrap_or_default())
        }
        Ok(Kind::File | Kind::Other) => "not a folder".to_owned(),
        _ => return error,
    };
    io::Error::new(io::ErrorKind::NotADirectory, format!("`{shown}` is {is}"))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder of a stranger's beside one with something precious in it, and links from one to the other.
    fn prepared() -> (tempfile::TempDir, Folder) {
        let outer = tempfile::tempdir().unwrap();
        let (inside, outside) = (outer.path().join("inside"), outer.path().join("outside"));
        fs::create_dir_all(inside.join("real")).unwrap();
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("precious"), "precious").unwrap();
        symlink("../outside", inside.join("folder")).unwrap();
        symlink("../outside/precious", inside.join("file")).unwrap();
        symlink("../outside/new", inside.join("nothing")).unwrap();
        fs::hard_link(outside.join("precious"), inside.join("hard")).unwrap();
        let folder = Folder::open(&inside).unwrap();
        (outer, folder)
    }

    #[test]
    fn no_link_is_followed_by_anything() {
        let (outer, folder) = prepared();
        for name in ["file", "nothing", "folder/precious", "folder/new", "folder"] {
            assert!(folder.read(name).is_err(), "{name}");
            assert!(folder.change(name).is_err(), "{name}");
            assert!(folder.append(name).is_err(), "{name}");
            assert!(folder.create_new(name).is_err(), "{name}");
            assert!(folder.folder(name).is_err(), "{name}");
            assert!(folder.make_folder(name, |_| ()).is_err(), "{name}");
            assert!(folder.remove_all(name).is_err(), "{name}");
        }
        for name in ["folder/precious", "folder/new"] {
            assert!(folder.stat(name).is_err(), "{name}");
            assert!(folder.remove_file(name).is_err(), "{name}");
            folder.create_new("mine").unwrap();
            assert!(folder.rename("mine", &folder, name).is_err(), "{name}");
            folder.remove_file("mine").unwrap();
        }
        assert_eq!(folder.stat("file").unwrap().unwrap().kind, Kind::Link);
        assert_eq!(fs::read_to_string(outer.path().join("outside/precious")).unwrap(), "precious");
        assert_eq!(fs::read_dir(outer.path().join("outside")).unwrap().count(), 1);
    }

    #[test]
    fn a_link_is_replaced_and_removed_itself() {
        let (outer, folder) = prepared();
        folder.create_new("mine").unwrap().write_all(b"mine").unwrap();
        folder.rename("mine", &folder, "file").unwrap();
        assert_eq!(folder.stat("file").unwrap().unwrap().kind, Kind::File);
        folder.make_folder("real/deep", |_| ()).unwrap();
        symlink("../../../outside", outer.path().join("inside/real/deep/link")).unwrap();
        folder.remove_all("real").unwrap();
        folder.remove_file("nothing").unwrap();
        assert_eq!(fs::read_to_string(outer.path().join("outside/precious")).unwrap(), "precious");
    }

    #[test]
    fn what_has_other_names_is_not_changed_in_place() {
        let (_outer, folder) = prepared();
        assert!(folder.read("hard").is_ok());
        let told = folder.append("hard").unwrap_err().to_string();
        assert!(told.contains("hard links"), "{told}");
        assert!(folder.change("hard").is_err());
    }

    #[test]
    fn a_private_file_is_whole_or_as_it_was() {
        use std::os::unix::fs::PermissionsExt;
        let (outer, folder) = prepared();
        let names = folder.entries().unwrap().len();
        folder.write_private("x", |file| file.write_all(b"one")).unwrap();
        folder.write_private("file", |file| file.write_all(b"mine")).unwrap();
        let failed = folder.write_private("x", |file| {
            file.write_all(b"half of two")?;
            Err(io::Error::other("no space left"))
        });
        assert!(failed.is_err());
        let inside = outer.path().join("inside");
        assert_eq!(fs::read_to_string(inside.join("x")).unwrap(), "one");
        assert_eq!(fs::metadata(inside.join("x")).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_to_string(outer.path().join("outside/precious")).unwrap(), "precious");
        assert_eq!(folder.entries().unwrap().len(), names + 1);
        assert!(folder.write_private("folder/x", |_| Ok(())).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_without_a_name_is_seen_by_nobody_until_it_has_one() {
        let (outer, folder) = prepared();
        let names = folder.entries().unwrap();
        let mut file = folder.create_nameless().unwrap();
        file.write_all(b"mine").unwrap();
        assert_eq!(folder.entries().unwrap(), names);
        for name in ["file", "folder/new", "hard", "nothing", "missing/new", "../new"] {
            assert!(folder.give_name(&file, name).is_err(), "{name}");
        }
        folder.give_name(&file, "real/new").unwrap();
        file.write_all(b" and more").unwrap();
        let inside = outer.path().join("inside");
        assert_eq!(fs::read_to_string(inside.join("real/new")).unwrap(), "mine and more");
        fs::write(inside.join("usual"), "").unwrap();
        let mode = |name| fs::metadata(inside.join(name)).unwrap().permissions();
        assert_eq!(mode("real/new"), mode("usual"));
        assert_eq!(fs::read_to_string(outer.path().join("outside/precious")).unwrap(), "precious");
        assert_eq!(fs::read_dir(outer.path().join("outside")).unwrap().count(), 1);
    }

    #[test]
    fn folders_that_were_made_are_told_in_their_order() {
        let (_outer, folder) = prepared();
        let mut made = Vec::new();
        folder.make_folder("real/a/b", |path| made.push(path.to_owned())).unwrap();
        assert_eq!(made, [Path::new("real/a"), Path::new("real/a/b")]);
        assert!(folder.sync().is_ok());
        let names: Vec<_> = folder.entries().unwrap().into_iter().collect();
        assert!(names.contains(&("folder".into(), Kind::Link)));
    }
}
