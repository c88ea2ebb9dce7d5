//! What is put into inputs: what readers of each format are known to stumble over.

/// Numbers, blanks, controls and words that mean something somewhere.
#[rustfmt::skip]
const COMMON: &[&[u8]] = &[
    b"0", b"-1", b"-0", b"1e999", b"-1e999", b"1e-999", b"NaN", b"inf", b"-Infinity", b"0x10",
    b"4294967295", b"4294967296", b"9223372036854775807", b"9223372036854775808",
    b"18446744073709551615", b"18446744073709551616", b"281474976710656", b"65536", b"1000000000",
    b"0.1", b"1.0000000000000002", b"83%", b"1,5", b"1_000", b"00012", b"+7", b".5", b"5.",
    b"99999999999999999999999999999999999999999999999999999999999999999999999999", b"", b" ",
    b"\t", b"\n", b"\r", b"\r\n", b"\n\n", b"\0", b"\x1b[31m", b"\x1b]0;x\x07", b"\x7f",
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff", b"\xc3", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", "\u{feff}".as_bytes(), "\u{2028}".as_bytes(), "\u{202e}".as_bytes(),
    "\u{85}".as_bytes(), "\u{a0}".as_bytes(), "\u{1f}".as_bytes(), "\u{301}".as_bytes(),
    "\u{10ffff}".as_bytes(), "\u{130}".as_bytes(), "\u{df}".as_bytes(),
    "\u{4e2d}\u{6587}".as_bytes(), "\u{1f600}".as_bytes(), b"\"", b"\"\"", b"'", b"`", b"\\",
    b"\\\\", b"/", b"|", b":", b"::", b";", b",", b"=", b"-", b"*", b"../../x", b"/dev/null",
    b"C:\\x", b"=1+1", b"@SUM(1)", b"\\input{x}", b"\\write18{id}", b"$x$", b"</script><script>",
    b"&lt;", b"%", b"#", b"~", b"^", b"{", b"}", b"{{x}}", b"<!--", b"entailment", b"unknown",
    b"contradiction", b"not-entailment", b"neutral", b"YES", b"NO", b"none", b"missing",
    b"abstained", b"null", b"true", b"lexical", b"lexical:synonymy", b"a:b:c:d:e", b"all",
    b"other", b"id", b"gold", b"origin", b"label", b"confidence", b"score", b"phenomenon",
    b"category", b"phenomena", b"attributes", b"annotations", b"annotator_counts", b"also_gold",
    b"weight", b"rule", b"text", b"hypothesis", b"task", b"cluster", b"count", b"@row", b"@file",
    b"__proto__", b"constructor", b"1", b"2", b"1.1", b"2.1",
];

/// For JSON, one object a line.
#[rustfmt::skip]
const JSON: &[&[u8]] = &[
    b"[", b"]", b"[[[[", b"{\"a\":", b"{", b"}", b"[]", b"{}", b"null", b"true", b"\"\"",
    b"\"\\u0000\"", b"\"\\ud800\"", b"\"\\u001b[2J\"", b"\\n", b"\\", b"1E400", b"-", b"0.5",
    b"\"id\": \"1\", ", b"\"gold\": null, ", b"\"monothematic\": [], ",
    b"\"phenomena\": [\"a:b\"], ", b", \"text\": \"x\"",
    b"\"annotations\": {\"\": \"entailment\"}, ", b"\"annotator_counts\": {\"unknown\": 65536}, ",
    b"\"weight\": 1e308, ", b"\"attributes\": {\"x/../../y\": \"\"}, ",
    b"\"attributes\": {\"id\": \"1\"}, ", b"\"also_gold\": [\"entailment\", \"entailment\"], ",
    b"\"rule\": {\"pattern\": \"x\"}, ",
];

/// For CSV and TSV.
#[rustfmt::skip]
const ROWS: &[&[u8]] = &[
    b",,", b"\t\t", b",\"", b"\",", b"\"\n", b"\n\"", b"\"a\"b", b"\"a\n\nb\"", b",\r", b";;;",
    b"\n,\n", b"{\"ann\": \"entailment\"}", b"{\"unknown\": 3}", b"{}", b"[1]", b"a:b;c:d",
    b"a|b", b"total", b"sum",
];

/// For XML.
#[rustfmt::skip]
const XML: &[&[u8]] = &[
    b"<", b">", b"</", b"/>", b"<a>", b"</a>", b"<pair id=\"1\" entailment=\"YES\">", b"</pair>",
    b"<t>", b"</t>", b"<h/>", b"<t/>", b"<T>x</T>", b" value=\"NO\"", b" ENTAILMENT=\"YES\"",
    b" xmlns=\"x\"", b" xmlns:p=\"x\"", b"<p:t>x</p:t>", b"&amp;", b"&#0;", b"&#27;",
    b"&#x110000;", b"&x;", b"&", b"<![CDATA[", b"]]>", b"<!-- -->", b"<?x?>",
    b"<?xml version=\"1.1\" encoding=\"UTF-16\"?>", b"<!DOCTYPE a []>",
    b"<!DOCTYPE a [<!ENTITY b \"&b;\">]>",
    b"<!DOCTYPE a [<!ELEMENT b ANY><!ATTLIST c d CDATA \"e\">]>",
    b"<comment class=\"section\">x</comment>", b"<problem id=\"1\">",
];

/// For the config.
#[rustfmt::skip]
const YAML: &[&[u8]] = &[
    b"&a ", b"*a", b"&a [*a]", b"<<: *a", b"- ", b"? ", b": ", b"---\n", b"...\n", b"%YAML 1.1\n",
    b"!!binary ", b"!!int ", b"!x ", b"|\n", b">-\n", b"{a: ", b"[", b"]", b"{", b"}", b"~",
    b"yes", b"0o17", b".inf", b".nan", b"\"\\x1b\"", b"\"\\U0010FFFF\"", b"\"\\q\"", b"'", b"  ",
    b"    ", b"\n  ", b"dataset:\n", b"systems:\n", b"path: pairs.csv\n", b"path: '*.csv'\n",
    b"path: [pairs.csv, pairs.csv]\n", b"path: .\n", b"format: snli\n", b"format: lm-eval\n",
    b"format: html5\n", b"labels: nli\n", b"labels: {a: none}\n",
    b"columns: {id: ['@row', '@file']}\n", b"quoting: false\n", b"delimiter: ';'\n",
    b"delimiter: \"\\0\"\n", b"header: [id, id]\n", b"missing: skip\n", b"threshold: .nan\n",
    b"threshold: {original: 1, monothematic: 2}\n", b"resamples: 18446744073709551615\n",
    b"resamples: 100000000\n", b"confidence-level: 1\n",
    b"confidence-level: 0.9999999999999999\n", b"seed: -1\n", b"digits: 300\n",
    b"least-pairs: 1e9\n", b"scale: {understandability: [-2147483648, 2147483647]}\n",
    b"report: {tables: ['']}\n", b"report: {names: {systems: {A: ''}}}\n", b"measures: []\n",
    b"exclude: ['1', '1']\n", b"output: ''\n", b"gold-sets: any\n", b"one-hot: {x: ''}\n",
    b"where: {id: {not: [1, x]}}\n", b"where: {id: {from: .inf}}\n", b"ids: {match: '(', write: ''}\n",
    b"ids: {case: lower}\n", b"derive: {'@file': '(?<a>.)'}\n", b"extra: ignore\n", b"abstained: neutral\n",
    b"gold-bounds: {bounds: [1], judgments: [unknown, entailment]}\n", b"repeated: gather-tags\n",
    b"exclude: ['*', {match: '^1'}]\n", b"list-separator: ''\n", b"path-separator: ''\n",
];

/// A family of formats that share their pitfalls.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Family {
    Json,
    Rows,
    Xml,
    Yaml,
    Parquet,
}

impl Family {
    /// The tokens of the family with those of all.
    pub(crate) fn tokens(self) -> Vec<&'static [u8]> {
        let own: &[&[u8]] = match self {
            Self::Json => JSON,
            Self::Rows => ROWS,
            Self::Xml => XML,
            Self::Yaml => YAML,
            // Numbers of a footer: its magic, lengths at the ends of their range, ends of structures.
            Self::Parquet => &[
                b"PAR1",
                b"PARE",
                b"\xff\xff\xff\xff",
                b"\x00\x00\x00\x80",
                b"\xff\xff\xff\x7f",
                b"\x00",
                b"\x15\x00",
                b"\xfc\xff\xff\xff\x0f",
                b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
                b"\x19\xfc",
            ],
        };
        // As often the one kind as the other.
        let own = own.iter().cycle().take(COMMON.len().max(own.len()));
        COMMON.iter().chain(own).copied().collect()
    }
}
