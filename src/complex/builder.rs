//! Collecting the polytopes of a complex shape, vertex by vertex.

use super::distinct::{distinct_values, ranked};
use super::soup::{Parts, Soup};
use crate::bvh::tree::MOST_PRIMITIVES;
use crate::math::Vec3;

/// What a polytope was announced as. All three mean the convex hull of the vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolytopeKind {
    /// Of one to four vertices.
    Simplex,
    /// Convex and flat.
    Polygon,
    /// Convex.
    Polyhedron,
}

/// Reads a vertex of the client's array.
pub type Reader<'a> = &'a dyn Fn(u32) -> Vec3;

/// What was dropped or put aside while a shape was finished; the shape works without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// Indices were given but no vertex base: their polytopes are dropped.
    pub missing_base: bool,
    /// A vertex was infinite, not a number, or beyond 1e300: its polytopes are hit by nothing, until
    /// [`Soup::change_vertices`] brings better ones.
    pub not_finite: bool,
    /// More vertices, or a range past the largest index, than can be held: their polytopes are dropped.
    pub too_large: bool,
}

/// A vertex of a polytope before it is finished.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// By value: a place in `Builder::values`.
    Value(u32),
    /// By index into the client's array.
    Index(u32),
}

/// The state between dtNewComplexShape and dtEndComplexShape.
///
/// A begin without an end, and vertices outside begin and end, leave their vertices to the polytope that the
/// next end closes; what no end closes is dropped.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// The vertices given by value, repetitions and all.
    values: Vec<Vec3>,
    /// The vertices of the closed polytopes, one polytope after the other.
    entries: Vec<Entry>,
    /// Where each closed polytope ends in `entries`.
    ends: Vec<u32>,
    /// The vertices of the polytope that the next end closes.
    open: Vec<Entry>,
    base: Option<usize>,
    problems: Problems,
}

/// The most vertices of a shape, each mention counted.
const MOST_ENTRIES: usize = u32::MAX as usize - 1;

impl Builder {
    /// An open shape without polytopes.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Begins a polytope. What has been given since the last end belongs to it.
    pub fn begin(&mut self, _kind: PolytopeKind) {}

    /// Closes the polytope of the vertices since the last end; without any, nothing happens.
    pub fn end(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        if self.reserve(open.len()) {
            self.entries.extend_from_slice(&open);
            self.close();
        }
        open.clear();
        self.open = open;
    }

    /// A vertex by value.
    pub fn vertex(&mut self, vertex: Vec3) {
        if self.values.len() >= MOST_ENTRIES {
            self.problems.too_large = true;
            return;
        }
        self.open.push(Entry::Value(self.values.len() as u32));
        self.values.push(vertex);
    }

    /// A vertex of the client's array.
    pub fn vertex_index(&mut self, index: u32) {
        if self.open.len() >= MOST_ENTRIES {
            self.problems.too_large = true;
            return;
        }
        self.open.push(Entry::Index(index));
    }

    /// A whole polytope by the indices of its vertices.
    pub fn vertex_indices(&mut self, _kind: PolytopeKind, indices: &[u32]) {
        if self.reserve(indices.len()) {
            self.entries.extend(indices.iter().map(|&i| Entry::Index(i)));
            self.close();
        }
    }

    /// A whole polytope of `count` successive vertices of the client's array.
    pub fn vertex_range(&mut self, _kind: PolytopeKind, first: u32, count: u32) {
        if u64::from(first) + u64::from(count) > 1 << 32 {
            self.problems.too_large = true;
        } else if self.reserve(count as usize) {
            self.entries.extend((0..count).map(|i| Entry::Index(first + i)));
            self.close();
        }
    }

    /// Names the client's array that all indices of the shape refer to, those before as well; the last one wins.
    pub fn vertex_base(&mut self, base: Option<usize>) {
        self.base = base;
    }

    /// The client's array as named last.
    pub fn base(&self) -> Option<usize> {
        self.base
    }

    /// Whether there is room for more vertices of closed polytopes; notes it as a problem if not.
    fn reserve(&mut self, count: usize) -> bool {
        let fits = self.entries.len() + count <= MOST_ENTRIES
            && self.ends.len() < MOST_PRIMITIVES
            && self.entries.try_reserve(count).is_ok();
        self.problems.too_large |= !fits;
        fits
    }

    /// Closes the polytope at the end of `entries`, unless it is empty.
    fn close(&mut self) {
        let end = self.entries.len() as u32;
        if self.ends.last().copied().unwrap_or(0) < end {
            self.ends.push(end);
        }
    }

    /// The finished shape. `reader` reads the array named as the base; it is asked once for each index in use,
    /// in ascending order, and not kept. Takes O(n log n) time for n vertices.
    pub fn finish(self, reader: Option<Reader>) -> (Soup, Problems) {
        let Builder { values, entries, ends, mut problems, .. } = self;
        let keep = |polytope: &[Entry]| {
            reader.is_some() || polytope.iter().all(|entry| matches!(entry, Entry::Value(_)))
        };
        let mut starts: Vec<u32> = Vec::with_capacity(ends.len() + 1);
        starts.push(0);
        for polytope in polytopes(&entries, &ends) {
            if keep(polytope) {
                starts.push(starts[starts.len() - 1] + polytope.len() as u32);
            } else {
                problems.missing_base = true;
            }
        }
        let mut kept = entries;
        if problems.missing_base {
            kept = polytopes(&kept, &ends).filter(|p| keep(p)).flatten().copied().collect();
        }
        let used = kept.iter().filter_map(|entry| match *entry {
            Entry::Value(value) => Some(value),
            Entry::Index(_) => None,
        });
        let (mut vertices, names) = distinct_values(&values, used);
        drop(values);
        let own = vertices.len();
        let mut mentions: Vec<u32> = Vec::with_capacity(kept.len() - kept.len().min(names.len()));
        mentions.extend(kept.iter().filter_map(|entry| match *entry {
            Entry::Value(_) => None,
            Entry::Index(index) => Some(index),
        }));
        let clients = ranked(&mut mentions);
        let mut ranks = mentions.iter();
        let indices: Vec<u32> = kept
            .iter()
            .map(|entry| match *entry {
                Entry::Value(value) => names[value as usize],
                // There are as many ranks as indices.
                Entry::Index(_) => own as u32 + ranks.next().copied().unwrap_or_default(),
            })
            .collect();
        starts.shrink_to_fit();
        if let Some(reader) = reader {
            vertices.reserve_exact(clients.len());
            vertices.extend(clients.iter().map(|&index| reader(index)));
        }
        let (soup, all_finite) = Soup::finish(Parts { vertices, own, clients, indices, starts });
        problems.not_finite |= !all_finite;
        (soup, problems)
    }
}

/// The polytopes that end where `ends` tells.
fn polytopes<'a>(entries: &'a [Entry], ends: &'a [u32]) -> impl Iterator<Item = &'a [Entry]> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(first, &end)| &entries[first as usize..end as usize])
}
