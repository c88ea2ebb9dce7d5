//! A file that leads a browser to an address which nobody else may see.
//!
//! All users of a machine see the arguments of a process, so an address with a token cannot be one. What is opened
//! instead is a page that only its owner can read, and that redirects to the address.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use phenom_files::{Folder, Kind, State, random_name};

use crate::interrupt;

/// What the names of our files begin and end with; 32 hexadecimal digits are between them.
const NAME: (&str, &str) = ("annotate-", ".html");

/// The file, until it is dropped. It is locked so long, and so is known to be in use.
#[derive(Debug)]
pub(crate) struct RedirectFile {
    folder: Folder,
    name: String,
    _locked: File,
}

impl RedirectFile {
    /// Writes a file that redirects to a URL of letters, digits and the usual signs. Removes files that programs have
    /// left which were killed.
    pub(crate) fn create(url: &str) -> Result<Self, String> {
        let Some(session) = cfg!(unix).then(State::of_session).flatten() else {
            let why = "XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME name no folder that is known to be private";
            return Err(why.to_owned());
        };
        let folder = session.folder();
        let told = |error: io::Error| format!("{}: {error}", folder.path().display());
        remove_leftovers(folder).map_err(told)?;
        let name = format!("{}{}", random_name(NAME.0).map_err(told)?, NAME.1);
        interrupt::removes(Some((folder.again().map_err(told)?, name.clone())));
        let mut file = folder.create_private(&name).map_err(told)?;
        let (_locked, folder) = (file.try_clone().map_err(told)?, folder.again().map_err(told)?);
        let created = Self { folder, name, _locked };
        let written = file.try_lock().map_err(io::Error::from);
        written.and_then(|()| file.write_all(page(url).as_bytes())).map_err(told)?;
        Ok(created)
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }
}

impl Drop for RedirectFile {
    fn drop(&mut self) {
        // One that stays leads to a token that nobody knows any more, and is removed by the next run.
        let _ = self.folder.remove_file(&self.name);
        interrupt::removes(None);
    }
}

fn page(url: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>phenom annotate</title>\n\
         <p><a href=\"{url}\">Open the page of phenom annotate</a></p>\n"
    )
}

/// Removes the files of programs that have ended. A file without content is about to be written by another one.
fn remove_leftovers(folder: &Folder) -> io::Result<()> {
    for (name, kind) in folder.entries()? {
        let Some(name) = name.to_str().filter(|name| kind == Kind::File && is_our_name(name))
        else {
            continue;
        };
        let is_left = || {
            let file = folder.read(name)?;
            Ok::<_, io::Error>(file.metadata()?.len() > 0 && file.try_lock().is_ok())
        };
        // Another program may have removed it, or locked it.
        if is_left().unwrap_or(false) {
            let _ = folder.remove_file(name);
        }
    }
    Ok(())
}

fn is_our_name(name: &str) -> bool {
    name.strip_prefix(NAME.0).and_then(|name| name.strip_suffix(NAME.1)).is_some_and(|random| {
        random.len() == 32 && random.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}
