//! Files that have no name until they are put in a folder.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

use crate::folder::Folder;

/// A file without a name. It goes with its handle, whenever the process ends.
#[derive(Debug)]
pub struct Nameless(File);

impl Nameless {
    /// Makes one on the disk of a folder.
    ///
    /// # Errors
    /// If the system has no such files there. Linux has them on most file systems.
    pub fn near(folder: &Folder) -> io::Result<Self> {
        folder.create_nameless().map(Self)
    }

    /// Writes at its end.
    ///
    /// # Errors
    /// What the disk gives.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// Puts it in a folder under a name; a second name is one of the same file. If it cannot be given one there, the file is a
    /// copy.
    ///
    /// # Errors
    /// If something has the name already, or what the disk gives.
    pub fn put(&self, folder: &Folder, name: &str) -> io::Result<File> {
        if folder.give_name(&self.0, name).is_ok() {
            return self.0.try_clone();
        }
        let mut made = folder.create_new(name)?;
        io::copy(&mut self.reader()?, &mut made)?;
        Ok(made)
    }

    /// Reads it from its beginning. What is written meanwhile is written where it is read.
    ///
    /// # Errors
    /// What the disk gives.
    pub fn reader(&self) -> io::Result<impl Read> {
        let mut file = &self.0;
        file.rewind()?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn what_it_holds_is_put_from_the_disk_of_the_folder_and_from_another() {
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::open(root.path()).unwrap();
        let near = Nameless::near(&folder);
        let elsewhere =
            Folder::open(Path::new("/dev/shm")).and_then(|folder| Nameless::near(&folder));
        let made: Vec<Nameless> = [near, elsewhere].into_iter().flatten().collect();
        // On Linux, /dev/shm has files without names.
        assert!(!made.is_empty() || !Path::new("/dev/shm").is_dir());
        for mut nameless in made {
            nameless.append(b"mi").unwrap();
            nameless.append(b"ne").unwrap();
            assert!(folder.entries().unwrap().is_empty());
            for name in ["one", "two"] {
                nameless.put(&folder, name).unwrap();
                assert!(nameless.put(&folder, name).is_err());
                assert_eq!(fs::read(root.path().join(name)).unwrap(), b"mine");
                folder.create_new("usual").unwrap();
                let mode = |name| fs::metadata(root.path().join(name)).unwrap().permissions();
                assert_eq!(mode(name), mode("usual"));
                folder.remove_file("usual").unwrap();
            }
            assert_eq!(io::read_to_string(nameless.reader().unwrap()).unwrap(), "mine");
            ["one", "two"].into_iter().for_each(|name| folder.remove_file(name).unwrap());
        }
    }
}
