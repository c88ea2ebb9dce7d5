//! What is spent on a server, and what may be.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::EndpointProblem;

/// What may be spent on a server; nothing: as much as it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    /// How many requests are sent at the most, those that are sent again counted.
    pub requests: Option<u64>,
    /// How many tokens, of prompts and answers. A request under way counts as a rough guess of its
    /// prompt (a fourth of its characters) and its longest answer; where a server does not say what it used, that guess stands.
    pub tokens: Option<u64>,
}

/// What was spent on a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// How many requests were sent.
    pub requests: u64,
    /// How many of them were sent because one before had failed.
    pub retries: u64,
    /// How many tokens were used, in prompts and answers: as the server says, or roughly.
    pub tokens: u64,
}

/// What asking some pairs takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// How many requests, if none has to be sent again.
    pub requests: u64,
    /// How many tokens the prompts have, roughly: a fourth of their characters.
    pub prompt_tokens: u64,
    /// How many tokens the answers have at the most; nothing where they are not limited.
    pub answer_tokens: Option<u64>,
}

/// A rough number of tokens: a fourth of the characters, as English has them. Nobody but the server knows better.
pub(super) fn rough_tokens(text: &str) -> u64 {
    text.chars().count().div_ceil(4) as u64
}

/// What is spent and what is under way.
#[derive(Debug, Default)]
pub(super) struct Ledger(Mutex<Book>);

#[derive(Debug, Default)]
struct Book {
    spent: Spent,
    reserved: u64,
}

impl Ledger {
    fn lock(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn spent(&self) -> Spent {
        self.lock().spent
    }

    /// Enters a request that may take so many tokens, where the budget has room for it.
    pub(super) fn enter(
        &self,
        budget: Budget,
        tokens: u64,
        is_retry: bool,
    ) -> Result<(), EndpointProblem> {
        let mut book = self.lock();
        if let Some(requests) = budget.requests.filter(|requests| book.spent.requests >= *requests)
        {
            return Err(EndpointProblem::RequestsSpent(requests));
        }
        let afterwards = book.spent.tokens.saturating_add(book.reserved).saturating_add(tokens);
        if let Some(budget) = budget.tokens.filter(|budget| afterwards > *budget) {
            return Err(EndpointProblem::TokensSpent { spent: book.spent.tokens, budget });
        }
        book.spent.requests += 1;
        book.spent.retries += u64::from(is_retry);
        book.reserved += tokens;
        Ok(())
    }

    /// Settles a request that was entered with so many tokens and took so many.
    pub(super) fn settle(&self, reserved: u64, used: u64) {
        let mut book = self.lock();
        book.reserved = book.reserved.saturating_sub(reserved);
        book.spent.tokens = book.spent.tokens.saturating_add(used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_entered_where_there_is_room_for_it() {
        let ledger = Ledger::default();
        let budget = Budget { requests: Some(3), tokens: Some(100) };
        ledger.enter(budget, 60, false).unwrap();
        assert!(matches!(
            ledger.enter(budget, 60, false),
            Err(EndpointProblem::TokensSpent { spent: 0, budget: 100 })
        ));
        ledger.settle(60, 30);
        ledger.enter(budget, 60, true).unwrap();
        ledger.settle(60, 0);
        ledger.enter(budget, 70, false).unwrap();
        assert!(matches!(ledger.enter(budget, 0, false), Err(EndpointProblem::RequestsSpent(3))));
        assert_eq!(ledger.spent(), Spent { requests: 3, retries: 1, tokens: 30 });
    }

    #[test]
    fn four_characters_are_a_token_roughly() {
        assert_eq!(["", "a", "äöüß", "hello"].map(rough_tokens), [0, 1, 1, 2]);
    }
}
