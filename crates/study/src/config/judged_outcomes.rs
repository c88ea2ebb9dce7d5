//! Judged outcomes: the columns of those by people and by judges.

use phenom_dataset::AnswerColumns;

/// The columns of outcomes in the predictions of each system.
#[derive(Debug, Clone)]
pub(super) struct JudgedOutcomes {
    /// That of the outcomes by people.
    pub(super) people: String,
    /// Those of the outcomes by each judge.
    pub(super) judges: Vec<String>,
}

impl JudgedOutcomes {
    /// The outcomes by each judge, which are read as those by people are.
    pub(super) fn answers(&self, people: &AnswerColumns) -> Vec<AnswerColumns> {
        let of = |column: &String| {
            let mut answer = people.clone();
            if let AnswerColumns::Outcome { column: named, role, .. } = &mut answer {
                (*named, *role) = (Some(column.clone()), "judges");
            }
            answer
        };
        self.judges.iter().map(of).collect()
    }
}
