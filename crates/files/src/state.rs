//! What phenom remembers for its user, outside of every checkout: a key, and what they trust.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::folder::Folder;

/// The file of the key.
const KEY: &str = "key";
/// How often a key is looked at that another process is writing.
const GLANCES: usize = 20;
/// How long between.
const PAUSE: Duration = Duration::from_millis(5);

/// The user's state folder, `$XDG_STATE_HOME/phenom` or `~/.local/state/phenom`; on Windows `%LOCALAPPDATA%\phenom`.
#[derive(Debug)]
pub struct State {
    folder: Folder,
}

impl State {
    /// Opens the folder, which is made if it is missing. There is none if the environment names none, if it cannot be made,
    /// if others may write to it, and if it is in a folder that may come from a stranger.
    #[must_use]
    pub fn open(foreign: Option<&Path>) -> Option<Self> {
        let above = home()?;
        // Nothing is made there before it is known where that is.
        let there = above.ancestors().find(|folder| folder.is_dir())?.canonicalize().ok()?;
        let foreign = foreign.and_then(|foreign| foreign.canonicalize().ok());
        if foreign.is_some_and(|foreign| there.starts_with(foreign)) {
            return None;
        }
        make_private(&above).ok()?;
        Self::within(&above.canonicalize().ok()?)
    }

    /// A folder of the user's own for what lasts no longer than a session, `$XDG_RUNTIME_DIR/phenom`; without one, the state
    /// folder.
    #[must_use]
    pub fn of_session() -> Option<Self> {
        let runtime = absolute("XDG_RUNTIME_DIR").filter(|folder| folder.is_dir());
        runtime.map_or_else(|| Self::open(None), |runtime| Self::within(&runtime))
    }

    /// The state folder within a folder that is there.
    #[must_use]
    pub fn within(above: &Path) -> Option<Self> {
        let folder = Folder::open(above).ok()?.make_private_folder("phenom").ok()?;
        folder.is_private().then_some(Self { folder })
    }

    /// The folder itself.
    #[must_use]
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The seal of some bytes, which nobody can make who cannot read the user's key: 64 hexadecimal digits.
    ///
    /// # Errors
    /// If there is no key and none can be made.
    pub fn seal(&self, bytes: &[u8]) -> io::Result<String> {
        let code = self.code(bytes)?.finalize().into_bytes();
        Ok(code.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Whether a seal is that of some bytes.
    #[must_use]
    pub fn is_sealed(&self, bytes: &[u8], seal: &str) -> bool {
        let digits = seal
            .as_bytes()
            .chunks(2)
            .map(|two| str::from_utf8(two).ok().and_then(|two| u8::from_str_radix(two, 16).ok()));
        let Some(seal) = digits.collect::<Option<Vec<u8>>>() else { return false };
        self.code(bytes).is_ok_and(|code| code.verify_slice(&seal).is_ok())
    }

    fn code(&self, bytes: &[u8]) -> io::Result<Hmac<Sha256>> {
        let key = self.key()?;
        let mut code = Hmac::<Sha256>::new_from_slice(&key).map_err(io::Error::other)?;
        code.update(bytes);
        Ok(code)
    }

    /// The user's key, which is made if there is none.
    fn key(&self) -> io::Result<[u8; 32]> {
        for _ in 0..GLANCES {
            match self.folder.create_private(KEY) {
                Ok(mut file) => {
                    let mut key = [0; 32];
                    getrandom::fill(&mut key).map_err(io::Error::other)?;
                    file.write_all(&key)?;
                    file.sync_all()?;
                    self.folder.sync()?;
                    return Ok(key);
                }
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {}
            }
            let mut key = [0; 32];
            match self.folder.read(KEY)?.read_exact(&mut key) {
                Ok(()) => return Ok(key),
                Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
                Err(_) => std::thread::sleep(PAUSE),
            }
        }
        // Whoever began to write it has ended.
        self.folder.remove_file(KEY)?;
        Err(io::Error::other("the key was incomplete and phenom removed it; run again"))
    }
}

/// The folder in which programs keep their state.
fn home() -> Option<PathBuf> {
    if cfg!(windows) {
        return absolute("LOCALAPPDATA");
    }
    absolute("XDG_STATE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/state")))
}

/// The path in an environment variable, if it is absolute.
fn absolute(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// Makes a folder of the user's own with those above it, as the XDG rules have it. A home that is not there is not made.
fn make_private(folder: &Path) -> io::Result<()> {
    let there = folder.ancestors().find(|above| above.is_dir());
    let there = there.filter(|above| above.parent().is_some());
    let Some(there) = there else { return Err(io::ErrorKind::NotFound.into()) };
    let rest = folder.strip_prefix(there).unwrap_or(Path::new(""));
    Folder::open(there)?.make_private_folder(rest).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(folder: &Path) -> State {
        State { folder: Folder::open(folder).unwrap() }
    }

    #[test]
    fn a_seal_holds_for_its_bytes_and_its_user_alone() {
        let (mine, yours) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let seal = state(mine.path()).seal(b"a change").unwrap();
        assert_eq!(seal.len(), 64);
        assert!(state(mine.path()).is_sealed(b"a change", &seal));
        assert!(!state(mine.path()).is_sealed(b"another", &seal));
        assert!(!state(yours.path()).is_sealed(b"a change", &seal));
        for bad in ["", "zz", &seal[..62], "\u{e9}\u{e9}"] {
            assert!(!state(mine.path()).is_sealed(b"a change", bad), "{bad}");
        }
    }

    #[test]
    fn a_key_that_was_cut_off_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(KEY), b"short").unwrap();
        assert!(state(folder.path()).seal(b"x").is_err());
        assert!(state(folder.path()).seal(b"x").is_ok());
    }

    #[test]
    #[cfg(unix)]
    fn the_key_is_for_the_user_alone_and_no_link() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        state(folder.path()).seal(b"x").unwrap();
        let mode = std::fs::metadata(folder.path().join(KEY)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let linked = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(folder.path().join(KEY), linked.path().join(KEY)).unwrap();
        assert!(state(linked.path()).seal(b"x").is_err());
    }
}
