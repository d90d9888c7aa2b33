//! How the lists of the broad phase grow: by an eighth, where a vector would double.

/// The room to make for `total` elements: an eighth more. Growing by one again and again then costs a few copies an
/// element, and little memory is left unused.
pub(super) fn with_slack(total: usize) -> usize {
    total + total / 8
}

/// Gives a list room for `total` elements and no more.
pub(super) fn reserve_total<T>(list: &mut Vec<T>, total: usize) {
    if total > list.capacity() {
        list.reserve_exact(total - list.len());
    }
}
