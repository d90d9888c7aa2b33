//! The face bintree, which is walked and never stored (report 3.3.5).
//!
//! A cell is a list of the faces that meet it, on a stack. It is divided only while faces of two or more objects meet
//! it; at the end each pair of faces from different objects whose boxes overlap is reported.

use std::ops::Range;

use super::grid::{BITS, Cell, Item};

/// Lists of this length or less are compared pair by pair: measured to be faster than dividing the cell.
const FEW: usize = 16;

/// A list that hardly shrinks in this many halvings in a row, once along each axis, will not shrink: its faces are larger
/// than the cell.
const FUTILE_HALVINGS: u32 = 3;

/// A walk over the cells of the faces `items`, which are sorted by object.
pub(super) struct Walk<'a> {
    pub items: &'a [Item],
    /// The lists of the cells from the root to the present one.
    pub stack: &'a mut Vec<u32>,
    /// How often a cell is halved at most.
    pub max_halvings: u32,
}

impl Walk<'_> {
    /// Calls `report` once with the places in `items` of each pair of faces of different objects whose boxes overlap; the
    /// first is of the earlier object.
    pub(super) fn run(&mut self, report: &mut dyn FnMut(u32, u32)) {
        self.stack.clear();
        self.stack.extend(0..self.items.len() as u32);
        self.visit(0, &Cell::ROOT, 0, 0, report);
    }

    /// The cell whose list begins at `from`, after `halvings`, the last `futile` of which hardly shrank the list.
    fn visit(
        &mut self,
        from: usize,
        cell: &Cell,
        halvings: u32,
        futile: u32,
        report: &mut dyn FnMut(u32, u32),
    ) {
        let list = from..self.stack.len();
        let object = |place: Option<&u32>| place.map(|place| self.items[*place as usize].object());
        // The list is sorted by object.
        if object(self.stack[from..].first()) == object(self.stack[from..].last()) {
            return;
        }
        if list.len() <= FEW || futile >= FUTILE_HALVINGS || halvings >= self.max_halvings {
            return self.report_pairs(from, cell, report);
        }
        let axis = (halvings % 3) as usize;
        let halves = [false, true].map(|upper| cell.half(axis, upper));
        let [lower, upper] = self.push_halves(list.clone(), &halves[0], axis);
        // The lower half's list is on top.
        for (half, kept, from) in [(0, lower, list.end + upper), (1, upper, list.end)] {
            let futile = if kept * 8 > list.len() * 7 { futile + 1 } else { 0 };
            self.visit(from, &halves[half], halvings + 1, futile, report);
            self.stack.truncate(from);
        }
    }

    /// Pushes the list of the upper half of a cell, then that of the lower half; returns the lengths of both, the lower
    /// half's first.
    fn push_halves(&mut self, list: Range<usize>, lower_half: &Cell, axis: usize) -> [usize; 2] {
        let (len, end) = (list.len(), list.end);
        self.stack.resize(end + 2 * len, 0);
        let (parents, children) = self.stack.split_at_mut(end);
        let (uppers, lowers) = children.split_at_mut(len);
        let (mut lower, mut upper) = (0, 0);
        for place in &parents[list] {
            let [meets_lower, meets_upper] =
                lower_half.halves_met(&self.items[*place as usize], axis);
            (lowers[lower], uppers[upper]) = (*place, *place);
            lower += usize::from(meets_lower);
            upper += usize::from(meets_upper);
        }
        self.stack.copy_within(end + len..end + len + lower, end + upper);
        self.stack.truncate(end + upper + lower);
        [lower, upper]
    }

    /// All pairs of the list from `from` on whose boxes overlap, each in one cell alone.
    fn report_pairs(&self, from: usize, cell: &Cell, report: &mut dyn FnMut(u32, u32)) {
        let list = &self.stack[from..];
        let item = |place: u32| &self.items[place as usize];
        let mut others = 0;
        for &i in list {
            let first = item(i);
            while list.get(others).is_some_and(|j| item(*j).object() == first.object()) {
                others += 1;
            }
            for &j in &list[others..] {
                let second = item(j);
                if first.overlaps(second) && first.shares_corner_in(second, cell) {
                    report(i, j);
                }
            }
        }
    }
}

/// The halvings that a grid allows, if each axis may be halved `levels` times.
pub(super) fn max_halvings(levels: Option<u32>) -> u32 {
    3 * levels.map_or(BITS, |levels| levels.min(BITS))
}
