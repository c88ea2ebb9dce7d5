//! How much memory there is, and how much may be used.

use std::path::{Path, PathBuf};

use phenom_files::read_of_system;

/// What may be used where the machine does not say how much it has: 4 GiB.
const ELSEWHERE: u64 = 4 << 30;

/// What may be used unasked: three quarters of the machine's memory, or of what a container is allowed; 4 GiB where the
/// system is not Linux, and does not say it in files.
pub fn unasked() -> u64 {
    machine().map_or(ELSEWHERE, |bytes| bytes / 4 * 3)
}

/// A size as it is typed: a number of bytes, or with `K`, `M`, `G` or `T` of their multiples by 1,024.
pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size such as 512M or 4G".to_owned();
    let upper = text.trim().to_ascii_uppercase();
    let number = upper.trim_end_matches("IB").trim_end_matches('B');
    let shift = match number.chars().last() {
        Some('K') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        _ => 0,
    };
    let number = if shift > 0 { &number[..number.len() - 1] } else { number };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let bytes = number * (1u64 << shift) as f64;
    // Above a million terabytes nobody has a budget, and whole numbers end.
    if (1.0..1e18).contains(&bytes) { Ok(bytes as u64) } else { Err(wrong()) }
}

/// A size in words, rounded as roughly as it is known.
pub(crate) fn in_words(bytes: u64) -> String {
    let megabytes = bytes.div_ceil(1 << 20);
    match megabytes {
        0..1024 => format!("{megabytes} MB"),
        1024..10_240 => format!("{:.1} GB", megabytes as f64 / 1024.0),
        _ => format!("{} GB", megabytes.div_ceil(1024)),
    }
}

/// What the program holds now; nothing where the system does not say.
pub(crate) fn held() -> u64 {
    let status = read("/proc/self/status").unwrap_or_default();
    kilobytes(&status, "VmRSS:").unwrap_or(0)
}

/// What the machine has, or the control groups of the program allow it, whichever is less.
fn machine() -> Option<u64> {
    let has = kilobytes(&read("/proc/meminfo").ok()?, "MemTotal:")?;
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let allowed = limits(&groups).into_iter().filter_map(|path| {
        // Where there is no limit, it says `max`, or a number above any memory.
        read(path).ok()?.trim().parse().ok()
    });
    Some(allowed.fold(has, u64::min))
}

/// A file of the system's.
fn read(path: impl AsRef<Path>) -> std::io::Result<String> {
    read_of_system(path.as_ref())
}

/// A line of a file of `/proc` that gives kilobytes.
fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

/// The files that may limit the memory of the groups, of both versions, up to their roots.
fn limits(groups: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next(), parts.next(), parts.next().unwrap_or("/"));
        let (root, file) = match controllers {
            Some("") => ("/sys/fs/cgroup", "memory.max"),
            Some(controllers) if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let path = Path::new(path.trim_start_matches('/'));
        files.extend(path.ancestors().map(|group| Path::new(root).join(group).join(file)));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_typed() {
        for (text, bytes) in [
            ("4G", 4 << 30),
            ("4GiB", 4 << 30),
            ("512m", 512 << 20),
            ("1.5 g", 3 << 29),
            ("2T", 2 << 40),
            ("100KB", 100 << 10),
            ("1000", 1000),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "0", "-1G", "four", "1e30", "NaN", "4X", "inf"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_in_words_are_never_below() {
        assert_eq!(in_words(1), "1 MB");
        assert_eq!(in_words(512 << 20), "512 MB");
        assert_eq!(in_words((3 << 29) + 1), "1.5 GB");
        assert_eq!(in_words(20 << 30), "20 GB");
    }

    #[test]
    fn groups_of_both_versions_and_their_parents_limit_memory() {
        let names = |groups: &str| -> Vec<String> {
            limits(groups).iter().map(|path| path.display().to_string()).collect()
        };
        let first = ["/sys/fs/cgroup/a/b/memory.max", "/sys/fs/cgroup/a/memory.max"];
        let expected = [&first[..], &["/sys/fs/cgroup/memory.max"]].concat();
        assert_eq!(names("0::/a/b\n"), expected);
        let old = names("5:cpu,cpuacct:/x\n4:memory:/a\n");
        let expected = [
            "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        ];
        assert_eq!(old, expected);
        assert_eq!(kilobytes("A: 1\nMemTotal:   16 kB\n", "MemTotal:"), Some(16 << 10));
    }
}
