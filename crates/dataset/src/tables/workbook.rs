//! A spreadsheet file (.xlsx), a zip of XML files: held to bounds before calamine sees it, and its sheets.

use std::io::{Cursor, Read};

use calamine::{ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};
use zip::ZipArchive;

use super::guard;
use crate::input::{Fatal, Input, not_a_file, unreadable};
use crate::wording::quoted;
use crate::{ProblemKind, signatures};

/// How long a spreadsheet may be, since its list of files is at its end and it is held as a whole.
const MOST_BYTES: u64 = 256 << 20;

/// How much all files in a spreadsheet may hold, whatever its size; so much for each of its bytes; and so much at most.
const FREE_BYTES: u64 = 16 << 20;
const MOST_TIMES: u64 = 50;
const MOST_UNPACKED: u64 = 512 << 20;

/// How many elements the list of all texts may have.
const MOST_ELEMENTS: u64 = 1 << 25;

/// A spreadsheet that was opened.
pub(super) struct Workbook {
    pub(super) xlsx: Xlsx<Cursor<Vec<u8>>>,
}

impl Workbook {
    pub(super) fn open(input: Input) -> Result<Self, Fatal> {
        let bytes = bytes(input)?;
        refuse_bombs(&bytes)?;
        let xlsx = guard::guarded(
            || Xlsx::new(Cursor::new(bytes)).map_err(|error| corrupted(&error.to_string())),
            || corrupted("it is damaged"),
        )?;
        Ok(Self { xlsx })
    }

    /// The names of the sheets that hold cells and that a reader sees; all that hold cells if none is seen.
    pub(super) fn sheets(&self) -> Vec<String> {
        let sheets = || {
            let sheets = self.xlsx.sheets_metadata().iter();
            sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet)
        };
        let seen = sheets().filter(|sheet| sheet.visible == SheetVisible::Visible);
        let seen: Vec<String> = seen.map(|sheet| sheet.name.clone()).collect();
        if seen.is_empty() { sheets().map(|sheet| sheet.name.clone()).collect() } else { seen }
    }

    /// The sheet of a name, or the only one.
    pub(super) fn sheet(&self, named: Option<&str>) -> Result<String, Fatal> {
        let all = self.sheets();
        let shown = || all.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
        let (message, help) = match (named, all.as_slice()) {
            (Some(name), _) => {
                let known = self.xlsx.sheets_metadata().iter();
                if known.clone().any(|sheet| sheet.name == name) {
                    return Ok(name.to_owned());
                }
                let message =
                    format!("there is no sheet {}; the sheets are {}", quoted(name), shown());
                (message, "choose the sheet with `rows: SHEET`")
            }
            (None, [only]) => return Ok(only.clone()),
            (None, []) => {
                ("the spreadsheet has no sheet".to_owned(), "name the file with the data")
            }
            (None, _) => {
                let message = format!("the spreadsheet has several sheets: {}", shown());
                (message, "choose the sheet with the rows: `rows: SHEET`")
            }
        };
        let help = Some(help.to_owned());
        Err((None, ProblemKind::Malformed { message, help }))
    }
}

/// Whether a file is a spreadsheet, by the list of the files in it.
#[must_use]
pub fn is_spreadsheet(input: Input) -> bool {
    let Ok(bytes) = bytes(input) else { return false };
    let Ok(archive) = ZipArchive::new(Cursor::new(bytes)) else { return false };
    archive.file_names().flatten().any(|name| name.to_lowercase().ends_with("/workbook.xml"))
}

/// The bytes of a file that is a zip archive.
fn bytes(input: Input) -> Result<Vec<u8>, Fatal> {
    let mut stream: Box<dyn Read + Send> = match input {
        Input::Stream(stream) => stream,
        Input::Frame(..) => return Err(not_a_file()),
        Input::File(path) => {
            Box::new(phenom_files::open_regular(&path).map_err(|error| unreadable(&error))?)
        }
    };
    let mut bytes = Vec::new();
    let mut start = stream.by_ref().take(16);
    start.read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.is_empty() {
        return Err((None, ProblemKind::EmptyFile));
    }
    if !bytes.starts_with(b"PK\x03\x04") {
        let kind = signatures::no_spreadsheet(&bytes);
        return Err(kind
            .map_or_else(|| corrupted("it does not begin as a spreadsheet"), |kind| (None, kind)));
    }
    stream.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("the spreadsheet is larger than {} MiB", MOST_BYTES >> 20);
        let help = Some("save the sheet as CSV in UTF-8".to_owned());
        return Err((None, ProblemKind::Malformed { message, help }));
    }
    Ok(bytes)
}

/// Unpacks all files, keeps none of them, and refuses what would fill the memory.
fn refuse_bombs(bytes: &[u8]) -> Result<(), Fatal> {
    let damaged = |error: &dyn std::fmt::Display| corrupted(&error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    let mut left = (FREE_BYTES + MOST_TIMES * bytes.len() as u64).min(MOST_UNPACKED);
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(|error| damaged(&error))?;
        let name = file.name().map_err(|error| damaged(&error))?.to_lowercase();
        let (is_xml, of_texts) = (name.ends_with(".xml"), name.ends_with("sharedstrings.xml"));
        let mut file = file.take(left + 1);
        let (mut held, mut buffer) = (0, vec![0; 1 << 16]);
        let mut count = DeclaredCount::default();
        loop {
            let read = file.read(&mut buffer).map_err(|error| damaged(&error))?;
            if read == 0 {
                break;
            }
            held += read as u64;
            if is_xml && !count.takes(&buffer[..read]) {
                return Err(corrupted("a file in it is not XML in UTF-8"));
            }
        }
        left = left.checked_sub(held).ok_or_else(|| {
            corrupted(&format!("it expands to more than {MOST_TIMES} times its size"))
        })?;
        // calamine makes room for as many texts as the file says that it has, and for each that there is.
        if of_texts && count.elements > MOST_ELEMENTS {
            return Err(corrupted("it has too many texts"));
        }
        if count.most > held {
            return Err(corrupted("it declares more texts than its size allows"));
        }
    }
    Ok(())
}

/// The highest number that a stream of XML gives as that of its texts, and how many elements begin or end in it.
#[derive(Default)]
struct DeclaredCount {
    most: u64,
    elements: u64,
    /// What was read last, where the name of the attribute may have begun.
    tail: Vec<u8>,
}

impl DeclaredCount {
    const NAME: &'static [u8] = b"uniqueCount";

    /// Reads on; `false` if these are no bytes of XML in an encoding in which ASCII is itself.
    fn takes(&mut self, bytes: &[u8]) -> bool {
        let is_text = |byte: &u8| *byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r');
        if !bytes.iter().all(is_text) {
            return false;
        }
        self.elements += memchr::memchr_iter(b'<', bytes).count() as u64;
        self.tail.extend_from_slice(bytes);
        let digits = |rest: &[u8]| {
            let is_digit = |byte: &&u8| byte.is_ascii_digit();
            let rest = rest.iter().skip_while(|byte| !byte.is_ascii_digit()).take_while(is_digit);
            rest.fold(0u64, |number, digit| {
                number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
            })
        };
        let found = memchr::memmem::find_iter(&self.tail, Self::NAME);
        let most = found.map(|at| digits(&self.tail[at + Self::NAME.len()..])).max();
        self.most = self.most.max(most.unwrap_or(0));
        // Far enough back for the name, what is between, and the digits of a number that is too large.
        let kept = self.tail.len().saturating_sub(1 << 10);
        self.tail.drain(..kept);
        true
    }
}

/// What is wrong with a file that is no spreadsheet.
pub(super) fn corrupted(reason: &str) -> Fatal {
    let message = format!("not a readable spreadsheet (.xlsx): {reason}");
    let help =
        "open it in a spreadsheet program and save it again as .xlsx, or the sheet as CSV in UTF-8";
    (None, ProblemKind::Malformed { message, help: Some(help.to_owned()) })
}

/// A date, a time or both as ISO has them.
pub(super) fn iso(date: &ExcelDateTime) -> String {
    let (year, month, day, hours, minutes, seconds, millis) = date.to_ymd_hms_milli();
    let mut time = format!("{hours:02}:{minutes:02}:{seconds:02}");
    if millis > 0 {
        time += &format!(".{millis:03}");
    }
    let (days, of_day) = (date.as_f64().trunc(), date.as_f64().fract());
    let day = format!("{year:04}-{month:02}-{day:02}");
    match (days == 0.0, of_day == 0.0) {
        (true, false) => time,
        (_, true) => day,
        (false, false) => format!("{day}T{time}"),
    }
}
