//! The face octree, or bintree, that is walked and never built (report 3.3.5).
//!
//! A cell is a list of the faces that meet it, on a stack. It is divided only while faces of two or more objects meet
//! it; at the end each pair of faces from different objects whose boxes overlap is reported.

use std::ops::Range;

use super::grid::{BITS, Cell, Item, meets};
use super::settings::{Division, Resolution, Settings};

/// Where faces are this few, pairs are quicker than cells. Measured.
const FEW: usize = 16;

/// A list that hardly shrinks so many halvings in a row, once along each axis, will not shrink: its faces are larger
/// than the cell.
const IN_VAIN: u32 = 3;

/// A test of faces against cells that is tighter than that of their boxes; shared by threads.
pub(super) trait Membership: Sync {
    /// Whether a face whose box meets the cell meets it as well; true where in doubt. `place` is that among the items.
    fn meets(&self, place: u32, item: &Item, cell: &Cell) -> bool;
}

/// A walk over the cells of the faces `items`, which are sorted by object.
pub(super) struct Walk<'a> {
    pub items: &'a [Item],
    /// The lists of the cells from the root to the present one.
    pub stack: &'a mut Vec<u32>,
    pub settings: &'a Settings,
    /// Where boxes do not suffice. A pair may then be reported by more than one cell.
    pub membership: Option<&'a dyn Membership>,
}

impl Walk<'_> {
    /// Calls `report` with the places in `items` of each pair of faces of different objects whose boxes overlap, once,
    /// unless the membership repeats; the first is of the earlier object.
    pub fn run(&mut self, report: &mut dyn FnMut(u32, u32)) {
        self.stack.clear();
        self.stack.extend(0..self.items.len() as u32);
        let axes = match self.settings.division {
            Division::Octree => 3,
            Division::Bintree => 1,
        };
        self.visit(0, &Cell::ROOT, 0, axes, 0, report);
    }

    /// Whether a pair may be reported more than once.
    pub fn repeats(&self) -> bool {
        self.membership.is_some()
    }

    /// The cell whose list begins at `from`; `level` counts halvings.
    fn visit(
        &mut self,
        from: usize,
        cell: &Cell,
        level: u32,
        axes: u32,
        in_vain: u32,
        report: &mut dyn FnMut(u32, u32),
    ) {
        let list = &self.stack[from..];
        let object = |place: &u32| self.items[*place as usize].object();
        // In the order of objects: the first and the last suffice.
        if list.first().map(object) == list.last().map(object) {
            return;
        }
        let done = list.len() <= FEW || in_vain >= IN_VAIN;
        let at_end = match self.settings.resolution {
            Resolution::Density => done || level >= 3 * BITS,
            Resolution::AtMost(levels) => done || level >= 3 * levels.min(BITS),
            Resolution::Fixed(levels) => level >= 3 * levels.min(BITS) || in_vain >= 3 * IN_VAIN,
        };
        if at_end {
            return self.pairs(from, cell, report);
        }
        let list = from..from + list.len();
        if axes == 1 {
            return self.visit_halves(list, cell, level, in_vain, report);
        }
        for octant in 0..1_u32 << axes {
            let half =
                |cell: Cell, i: u32| cell.half(((level + i) % 3) as usize, octant >> i & 1 == 1);
            let child = (0..axes).fold(*cell, half);
            let kept = self.pass_down(list.clone(), &child);
            let in_vain = still_in_vain(in_vain, axes, kept, list.len());
            self.visit(list.end, &child, level + axes, axes, in_vain, report);
            self.stack.truncate(list.end);
        }
    }

    /// Both halves of a cell with a list, which is gone through once for both.
    fn visit_halves(
        &mut self,
        list: Range<usize>,
        cell: &Cell,
        level: u32,
        in_vain: u32,
        report: &mut dyn FnMut(u32, u32),
    ) {
        let axis = (level % 3) as usize;
        let halves = [false, true].map(|upper| cell.half(axis, upper));
        let (len, end) = (list.len(), list.end);
        self.stack.resize(end + 2 * len, 0);
        let meet = meets_by(self.membership);
        let (parents, children) = self.stack.split_at_mut(end);
        let (uppers, lowers) = children.split_at_mut(len);
        let mut kept = [0; 2];
        for place in &parents[list] {
            let item = &self.items[*place as usize];
            let within = halves[0].halves_met(item, axis);
            let meets = |half: usize| within[half] && meet(*place, item, &halves[half]);
            (lowers[kept[0]], uppers[kept[1]]) = (*place, *place);
            kept = [kept[0] + usize::from(meets(0)), kept[1] + usize::from(meets(1))];
        }
        let [lower, upper] = kept;
        self.stack.copy_within(end + len..end + len + lower, end + upper);
        self.stack.truncate(end + upper + lower);
        // The lower half's list is on top.
        for (half, from) in [(0, end + upper), (1, end)] {
            let in_vain = still_in_vain(in_vain, 1, kept[half], len);
            self.visit(from, &halves[half], level + 1, 1, in_vain, report);
            self.stack.truncate(from);
        }
    }

    /// Pushes those of a list that meet a child; returns how many.
    fn pass_down(&mut self, list: Range<usize>, child: &Cell) -> usize {
        let end = list.end;
        self.stack.resize(end + list.len(), 0);
        let meet = meets_by(self.membership);
        let (parents, children) = self.stack.split_at_mut(end);
        let mut kept = 0;
        for place in &parents[list] {
            let item = &self.items[*place as usize];
            children[kept] = *place;
            kept += usize::from(meets(child, item) && meet(*place, item, child));
        }
        self.stack.truncate(end + kept);
        kept
    }

    /// All pairs of a list.
    fn pairs(&self, from: usize, cell: &Cell, report: &mut dyn FnMut(u32, u32)) {
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
                if first.overlaps(second)
                    && (self.repeats() || first.shares_corner_in(second, cell))
                {
                    report(i, j);
                }
            }
        }
    }
}

/// Whether a face whose box meets a cell meets it as well.
#[inline(always)]
fn meets_by(membership: Option<&dyn Membership>) -> impl Fn(u32, &Item, &Cell) -> bool {
    move |place, item, cell| membership.is_none_or(|membership| membership.meets(place, item, cell))
}

/// How many halvings in a row a list of `len` has hardly shrunk, after so many more that left `kept`.
fn still_in_vain(in_vain: u32, halvings: u32, kept: usize, len: usize) -> u32 {
    if kept * 8 > len * 7 { in_vain + halvings } else { 0 }
}
