//! The compact letter display of a table of systems.

/// Letters for systems such that two systems share a letter if and only if they do *not* differ significantly.
///
/// `different[i][j]` states whether systems i and j differ significantly. A pair counts as different if `[i][j]` or `[j][i]`
/// is true, and a missing entry is false. `best_first` orders the systems by value, so that the best system gets `a`;
/// systems that it leaves out come last. The result has the letters of each system in the order of the systems: `a` to
/// `z`, then `a'`, `b'` and so on.
///
/// # References
/// Piepho 2004 (insert and absorb).
#[must_use]
pub fn letters(different: &[Vec<bool>], best_first: &[usize]) -> Vec<String> {
    let systems = different.len();
    let mut order: Vec<usize> = Vec::with_capacity(systems);
    for system in best_first.iter().copied().chain(0..systems) {
        if system < systems && !order.contains(&system) {
            order.push(system);
        }
    }
    let apart = |one: usize, other: usize| {
        let entry = |one: usize, other: usize| {
            different.get(one).and_then(|row| row.get(other)).copied().unwrap_or(false)
        };
        entry(order[one], order[other]) || entry(order[other], order[one])
    };
    // Which places in the order share a letter, a bit each, the first one highest; at first, all do.
    let bit = |place: usize| (1 << 63) >> (place % 64);
    let holds = |group: &[u64], place: usize| group[place / 64] & bit(place) != 0;
    let mut all = vec![0; systems.div_ceil(64)];
    (0..systems).for_each(|place| all[place / 64] |= bit(place));
    let mut groups: Vec<Vec<u64>> = vec![all];
    let is_within = |part: &[u64], whole: &[u64]| part.iter().zip(whole).all(|(a, b)| a & !b == 0);
    for one in 0..systems {
        for other in one + 1..systems {
            if !apart(one, other) {
                continue;
            }
            // Insert: a group that holds both becomes two. Absorb: a group within another goes.
            let (both, mut kept): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| holds(group, one) && holds(group, other));
            for group in both {
                for out in [other, one] {
                    let mut part = group.clone();
                    part[out / 64] &= !bit(out);
                    if !kept.iter().any(|whole| is_within(&part, whole)) {
                        kept.retain(|smaller| !is_within(smaller, &part));
                        kept.push(part);
                    }
                }
            }
            groups = kept;
        }
    }
    // Those of the best systems first.
    groups.sort_by(|one, other| other.cmp(one));
    let mut shown = vec![String::new(); systems];
    for (number, group) in groups.iter().enumerate() {
        let primes = "'".repeat(number / 26);
        let letter = format!("{}{primes}", char::from(b'a' + (number % 26) as u8));
        for place in (0..systems).filter(|place| holds(group, *place)) {
            shown[order[place]].push_str(&letter);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matrix(systems: usize, apart: &[(usize, usize)]) -> Vec<Vec<bool>> {
        let entry = |one, other| apart.contains(&(one, other)) || apart.contains(&(other, one));
        (0..systems).map(|one| (0..systems).map(|other| entry(one, other)).collect()).collect()
    }

    #[test]
    fn by_hand() {
        // The ends of a chain differ.
        assert_eq!(letters(&matrix(3, &[(0, 2)]), &[0, 1, 2]), ["a", "ab", "b"]);
        assert_eq!(letters(&matrix(3, &[(0, 2)]), &[2, 1, 0]), ["b", "ab", "a"]);
        assert_eq!(letters(&matrix(3, &[]), &[0, 1, 2]), ["a", "a", "a"]);
        assert_eq!(letters(&matrix(3, &[(0, 1), (0, 2), (1, 2)]), &[1, 0, 2]), ["b", "a", "c"]);
        assert_eq!(letters(&[], &[]), Vec::<String>::new());
        // The letters are the largest sets of systems that do not differ: 0-5, 2-6, 4-7.
        let apart = [(0, 6), (0, 7), (1, 6), (1, 7), (2, 7), (3, 7)];
        let ours = letters(&matrix(8, &apart), &[0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ours, ["a", "a", "ab", "ab", "abc", "abc", "bc", "c"]);
        // Of 130 systems the first differs from the last, and the 63rd to 66th from each other.
        let mut apart = vec![(0, 129)];
        apart.extend((62..66).flat_map(|one| (one + 1..66).map(move |other| (one, other))));
        let ours = letters(&matrix(130, &apart), &(0..130).collect::<Vec<_>>());
        assert_eq!([&ours[0], &ours[1], &ours[129]], ["abcd", "abcdefgh", "efgh"]);
        assert_eq!([62, 63, 64, 65].map(|place| &*ours[place]), ["ae", "bf", "cg", "dh"]);
    }

    proptest! {
        #[test]
        fn a_letter_is_shared_exactly_where_systems_are_not_told_apart(
            apart in proptest::collection::vec((0usize..7, 0usize..7), 0..15)
        ) {
            let apart: Vec<_> = apart.into_iter().filter(|(one, other)| one != other).collect();
            let matrix = matrix(7, &apart);
            let ours = letters(&matrix, &[3, 1, 0, 2, 6, 5, 4]);
            prop_assert!(ours[3].starts_with('a'));
            for one in 0..7 {
                for other in 0..7 {
                    let shared = ours[one].chars().any(|letter| ours[other].contains(letter));
                    prop_assert_eq!(shared, !matrix[one][other], "{:?}", ours);
                }
            }
        }
    }
}
