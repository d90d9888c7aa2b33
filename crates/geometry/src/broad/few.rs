//! All pairs of a few boxes, each of which is compared with each.

use super::broad_phase::{PairSink, Proxy};
use super::proxies::ProxyTable;

/// At most this many boxes: as many as a row has bits.
pub(super) const FEW: usize = u32::BITS as usize;

/// Which boxes overlapped at the last update: bit `b` of row `a`, and bit `a` of row `b`. Boxes that have not changed are not
/// compared.
#[derive(Default)]
pub(super) struct Few {
    rows: [u32; FEW],
    /// How many boxes have been compared so far.
    pub(super) box_tests: u64,
}

impl Few {
    /// Reports which pairs end and begin. `begun` is memory.
    pub(super) fn update(
        &mut self,
        table: &ProxyTable,
        begun: &mut Vec<(Proxy, Proxy)>,
        sink: &mut dyn PairSink,
    ) {
        begun.clear();
        // A pair of a box that was removed, and inserted again, ends and begins.
        let removed = table.changed.iter().filter(|a| table.change(**a).removed);
        let removed = removed.fold(0_u32, |set, a| set | 1 << a);
        // Boxes whose pairs are yet to be updated.
        let mut rest = u32::MAX.unbounded_shr((FEW - table.now.len()) as u32);
        for &a in &table.changed {
            rest &= !(1 << a);
            let aabb = &table.now[a as usize];
            self.box_tests += u64::from(rest.count_ones());
            // All boxes from the first one on, though some may not be in `rest`: picking out its bits costs more (4 % of a frame of 20 hulls).
            let mut now = 0;
            let first = rest.trailing_zeros().min(table.now.len() as u32);
            for (b, other) in (first..).zip(&table.now[first as usize..]) {
                now |= u32::from(other.overlaps(aabb)) << b;
            }
            now &= rest;
            let was = self.rows[a as usize] & rest;
            let stay = if removed >> a & 1 == 1 { 0 } else { !removed };
            for b in bits(was & !(now & stay)) {
                sink.end(a.min(b), a.max(b));
            }
            begun.extend(bits(now & !(was & stay)).map(|b| (a.min(b), a.max(b))));
            for b in bits(was ^ now) {
                self.rows[b as usize] ^= 1 << a;
            }
            self.rows[a as usize] ^= was ^ now;
        }
        begun.iter().for_each(|(a, b)| sink.begin(*a, *b));
    }

    /// All pairs that overlapped at the last update.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Proxy, Proxy)> {
        let rows = (0..).zip(self.rows);
        rows.flat_map(|(b, row)| bits(row & ((1 << b) - 1)).map(move |a| (a, b)))
    }

    /// Panics unless the rows are those of these boxes, none of which has changed.
    pub(super) fn validate(&self, table: &ProxyTable) {
        for (a, row) in self.rows.iter().enumerate() {
            for b in 0..FEW {
                let boxes = table.now.get(a).zip(table.now.get(b));
                let overlap = a != b && boxes.is_some_and(|(a, b)| a.overlaps(b));
                assert_eq!(row >> b & 1 == 1, overlap, "boxes {a} and {b}");
            }
        }
    }
}

/// The places of the bits that are set.
fn bits(mut set: u32) -> impl Iterator<Item = Proxy> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < u32::BITS).then_some(first)
    })
}
