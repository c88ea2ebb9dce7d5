//! Sets that grow together.

/// For each member another one of its set, up to the one that leads the set and names itself: the smallest.
#[derive(Debug, Clone)]
pub(super) struct Leaders(Vec<usize>);

impl Leaders {
    /// Each member is a set by itself.
    pub(super) fn new(members: usize) -> Self {
        Self((0..members).collect())
    }

    pub(super) fn leader(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.leader(one), self.leader(other));
        self.0[one.max(other)] = one.min(other);
    }

    /// The leader of each member, and how many members it leads.
    pub(super) fn led(&mut self) -> (Vec<usize>, Vec<usize>) {
        let leaders: Vec<usize> = (0..self.0.len()).map(|member| self.leader(member)).collect();
        let mut sizes = vec![0; leaders.len()];
        for leader in &leaders {
            sizes[*leader] += 1;
        }
        (leaders, sizes)
    }
}
