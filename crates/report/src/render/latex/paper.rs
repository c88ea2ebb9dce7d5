//! The papers that tables are set for: their classes, with the measures of their pages.

use serde::Deserialize;

use super::type_width::Type;
use crate::figures::{Room, Width};

/// The class of a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaperClass {
    /// The conferences of the Association for Computational Linguistics: two columns, Times.
    Acl,
    /// Springer's Lecture Notes in Computer Science: `llncs`, one column.
    Lncs,
    /// IEEE's conferences: `IEEEtran`, two columns, Times.
    Ieee,
    /// LaTeX's own class, on A4.
    #[default]
    Article,
}

/// How wide tables are.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum TableWidth {
    /// A column of the class.
    Column,
    /// The text of the class, over all of its columns.
    #[default]
    Text,
    /// A width in millimetres.
    Millimetres(f64),
}

/// What LaTeX tables are set for.
///
/// The text of an article is the default: it is the narrowest of all the classes' texts, and its type the widest for
/// its width, so that a table that fits it fits the text of any other.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Paper {
    /// The class of the paper.
    pub class: PaperClass,
    /// How wide its tables are.
    pub width: TableWidth,
}

/// The measures of a class, in points.
struct Measures {
    column: f64,
    text: f64,
    /// What a table that stands on a page by itself may take.
    height: f64,
    /// From one line to the next at `\footnotesize`.
    line: f64,
    size: Type,
}

impl PaperClass {
    const fn measures(self) -> Measures {
        // Computer Modern drawn for 9 points is as wide as that for 8 would be at 8.72.
        let size = Type { times: 9.0, computer_modern: 8.72 };
        match self {
            // acl.sty: A4, margins of 2.5 cm, 0.6 cm between columns, 11 points.
            Self::Acl => {
                let size = Type { times: 9.0, computer_modern: 8.0 };
                Measures { column: 219.0, text: 455.0, height: 690.0, line: 11.0, size }
            }
            // llncs.cls: 12.2 by 19.3 cm; its \footnotesize is its \small, 9 points.
            Self::Lncs => Measures { column: 347.0, text: 347.0, height: 540.0, line: 11.0, size },
            // IEEEtran.cls, conference: 252 and 516 by 672 points, \footnotesize of 8 points.
            Self::Ieee => {
                let size = Type { times: 8.0, computer_modern: 8.0 };
                Measures { column: 252.0, text: 516.0, height: 660.0, line: 9.0, size }
            }
            // article.cls: 345 by 598 points on A4, 550 on letter paper. At 11 points the text is hardly wider and
            // \footnotesize is of 9: measured so.
            Self::Article => {
                Measures { column: 221.0, text: 345.0, height: 540.0, line: 11.0, size }
            }
        }
    }

    /// What a document of the class begins with, for tables of a column or of the text.
    fn document(self, column: bool) -> &'static str {
        match (self, column) {
            // The class itself is not in TeX Live: an article of its measures.
            (Self::Acl, _) => {
                "\\documentclass[11pt,a4paper,twocolumn]{article}\n\\usepackage[T1]{fontenc}\n\
                 \\usepackage{times}\n\
                 \\usepackage[textwidth=455pt,textheight=702pt,columnsep=17pt]{geometry}\n"
            }
            (Self::Lncs, _) => {
                "\\documentclass{llncs}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"
            }
            (Self::Ieee, _) => "\\documentclass[conference]{IEEEtran}\n\\usepackage[T1]{fontenc}\n",
            (Self::Article, true) => {
                "\\documentclass[a4paper,twocolumn]{article}\n\\usepackage[T1]{fontenc}\n\
                 \\usepackage{lmodern}\n"
            }
            (Self::Article, false) => {
                "\\documentclass[a4paper]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Acl => "acl",
            Self::Lncs => "lncs",
            Self::Ieee => "ieee",
            Self::Article => "article",
        }
    }
}

/// The millimetres of a point of TeX.
const POINT: f64 = 25.4 / 72.27;

impl Paper {
    /// The room that it has for figures: they are as wide as its tables, and of those over all columns the ones that can
    /// be read in a column are as wide as that. A caption is under each.
    #[must_use]
    pub fn room(self) -> Room {
        let Measures { column, text, height, .. } = self.class.measures();
        let millimetres = |points: f64| Width::Millimetres(points * POINT);
        let (column, page) = match self.width {
            TableWidth::Column => (millimetres(column), millimetres(column)),
            TableWidth::Text => (millimetres(column), millimetres(text)),
            TableWidth::Millimetres(width) => {
                (Width::Millimetres(width), Width::Millimetres(width))
            }
        };
        Room { column, page, height: 0.8 * height * POINT }
    }

    /// The width of its text in millimetres.
    pub(super) fn text(self) -> f64 {
        self.class.measures().text * POINT
    }

    /// The same paper with tables over all of its columns.
    pub(super) fn over_columns(self) -> Self {
        Self { width: TableWidth::Text, ..self }
    }

    /// The width of tables in points.
    pub(super) fn points(self) -> f64 {
        let Measures { column, text, .. } = self.class.measures();
        match self.width {
            TableWidth::Column => column,
            TableWidth::Text => text,
            TableWidth::Millimetres(millimetres) => millimetres * 72.27 / 25.4,
        }
    }

    pub(super) fn size(self) -> Type {
        self.class.measures().size
    }

    pub(super) fn line(self) -> f64 {
        self.class.measures().line
    }

    pub(super) fn page_height(self) -> f64 {
        self.class.measures().height
    }

    /// The width of tables as LaTeX has it.
    pub(super) fn length(self) -> String {
        match self.width {
            TableWidth::Column => "\\columnwidth".to_owned(),
            TableWidth::Text => "\\textwidth".to_owned(),
            TableWidth::Millimetres(millimetres) => format!("{millimetres}mm"),
        }
    }

    /// The environment of tables: the starred one goes over all columns.
    pub(super) fn environment(self) -> &'static str {
        let over_columns = match self.width {
            TableWidth::Column => false,
            TableWidth::Text => true,
            TableWidth::Millimetres(_) => self.points() > self.class.measures().column,
        };
        if over_columns { "table*" } else { "table" }
    }

    /// Whether captions are above tables.
    pub(super) fn caption_above(self) -> bool {
        matches!(self.class, PaperClass::Lncs | PaperClass::Ieee)
    }

    /// What a document begins with.
    pub(super) fn preamble(self) -> String {
        let document = self.class.document(self.environment() == "table");
        format!("{document}\\usepackage{{array}}\n\\usepackage{{booktabs}}\n")
    }

    /// The width in words.
    pub(super) fn described(self) -> String {
        let class = self.class.name();
        match self.width {
            TableWidth::Column => format!("a column of the class {class}"),
            TableWidth::Text => format!("the text of the class {class}"),
            TableWidth::Millimetres(millimetres) => format!("{millimetres} mm"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_as_wide_as_tables() {
        // python3 -c "print(219 * 25.4 / 72.27, 455 * 25.4 / 72.27, 0.8 * 690 * 25.4 / 72.27)"
        // gives 76.969... 159.91... 194.00...
        let room = |width| Paper { class: PaperClass::Acl, width }.room();
        let of_text = room(TableWidth::Text);
        assert!((of_text.column.millimetres() - 76.97).abs() < 0.01);
        assert!((of_text.page.millimetres() - 159.91).abs() < 0.01);
        assert!((of_text.height - 194.0).abs() < 0.01);
        assert_eq!(room(TableWidth::Column).page, of_text.column);
        let exact = room(TableWidth::Millimetres(123.0));
        assert_eq!([exact.column, exact.page], [Width::Millimetres(123.0); 2]);
    }
}
