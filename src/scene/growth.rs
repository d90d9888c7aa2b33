//! Lists that hold memory for an eighth more than they need, not for twice as much.

/// Adds to the end of a list. Growing by an eighth at a time costs a constant number of moves an entry.
#[inline]
pub fn push<T>(list: &mut Vec<T>, value: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 8);
    }
    list.push(value);
}
