//! How the lists of the broad phase grow: by an eighth, where a vector would double.

/// The room to make for `total` elements: an eighth more. Growing by one again and again then costs a few copies an
/// element, and little memory is left unused.
pub(super) fn with_slack(total: usize) -> usize {
    total + total / 8
}

/// The room to make for `total` elements where there was less: all that are asked for at once, and at least an eighth more
/// than there was.
pub(crate) fn room_for(total: usize, was: usize) -> usize {
    if total > was { total.max(with_slack(was)) } else { was }
}

/// Adds to the end of a list. Growing by an eighth at a time costs a constant number of moves an element.
#[inline]
pub(crate) fn push<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 8);
    }
    list.push(element);
}

/// Gives a list room for `total` elements and no more.
pub(crate) fn reserve_total<T>(list: &mut Vec<T>, total: usize) {
    if total > list.capacity() {
        list.reserve_exact(total - list.len());
    }
}
