//! Collecting the polytopes of a complex shape, vertex by vertex.

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
        let keep = |entries: &[Entry]| {
            reader.is_some() || entries.iter().all(|entry| matches!(entry, Entry::Value(_)))
        };
        let (own, own_names) = distinct_values(&values, &entries, &ends, keep);
        drop(values);
        // The client's indices in use, ascending, and the vertex number of each entry.
        let mut named: Vec<u64> = Vec::new();
        let mut indices: Vec<u32> = Vec::with_capacity(entries.len());
        let mut starts: Vec<u32> = Vec::with_capacity(ends.len() + 1);
        starts.push(0);
        let mut first = 0;
        for &end in &ends {
            let polytope = &entries[first..end as usize];
            first = end as usize;
            if !keep(polytope) {
                problems.missing_base = true;
                continue;
            }
            for entry in polytope {
                match *entry {
                    Entry::Value(value) => indices.push(own_names[value as usize]),
                    Entry::Index(index) => {
                        named.push(u64::from(index) << 32 | indices.len() as u64);
                        indices.push(0);
                    }
                }
            }
            starts.push(indices.len() as u32);
        }
        drop((entries, own_names));
        named.sort_unstable();
        let mut clients: Vec<u32> = Vec::new();
        for name in named {
            let index = (name >> 32) as u32;
            if clients.last() != Some(&index) {
                clients.push(index);
            }
            indices[name as u32 as usize] = (own.len() + clients.len() - 1) as u32;
        }
        clients.shrink_to_fit();
        indices.shrink_to_fit();
        starts.shrink_to_fit();
        let mut vertices = own;
        let own = vertices.len();
        if let Some(reader) = reader {
            vertices.reserve_exact(clients.len());
            vertices.extend(clients.iter().map(|&index| reader(index)));
        }
        let (soup, all_finite) = Soup::finish(Parts { vertices, own, clients, indices, starts });
        problems.not_finite |= !all_finite;
        (soup, problems)
    }
}

/// The distinct vertices among those given by value and used by polytopes that are kept, in the order of their
/// first mention, and the number of each value among them.
///
/// Sorted by a hash first, for speed, and by the coordinates among equal hashes, so that no choice of vertices
/// makes it slow.
fn distinct_values(
    values: &[Vec3],
    entries: &[Entry],
    ends: &[u32],
    keep: impl Fn(&[Entry]) -> bool,
) -> (Vec<Vec3>, Vec<u32>) {
    let mut sorted: Vec<(u64, u32)> = Vec::with_capacity(values.len());
    let mut first = 0;
    for &end in ends {
        let polytope = &entries[first..end as usize];
        first = end as usize;
        if keep(polytope) {
            for entry in polytope {
                if let Entry::Value(value) = *entry {
                    sorted.push((hash(&key(&values[value as usize])), value));
                }
            }
        }
    }
    sorted.sort_unstable_by(|a, b| {
        a.0.cmp(&b.0)
            .then_with(|| key(&values[a.1 as usize]).cmp(&key(&values[b.1 as usize])))
            .then_with(|| a.1.cmp(&b.1))
    });
    // First the earliest equal value of each, then numbers in the order of mention.
    let mut names = vec![u32::MAX; values.len()];
    let mut earliest = 0;
    for (at, &(_, value)) in sorted.iter().enumerate() {
        if at == 0 || key(&values[earliest as usize]) != key(&values[value as usize]) {
            earliest = value;
        }
        names[value as usize] = earliest;
    }
    let mut distinct = Vec::new();
    for value in 0..values.len() {
        let earliest = names[value];
        if earliest == value as u32 {
            names[value] = distinct.len() as u32;
            distinct.push(values[value]);
        } else if earliest != u32::MAX {
            names[value] = names[earliest as usize];
        }
    }
    distinct.shrink_to_fit();
    (distinct, names)
}

/// The bits of a vertex by which it equals another: those of the coordinates, with -0 taken for 0.
fn key(vertex: &Vec3) -> [u64; 3] {
    [vertex.x, vertex.y, vertex.z].map(|x| (x + 0.0).to_bits())
}

/// Mixes a key to one word; the same in every run.
fn hash(key: &[u64; 3]) -> u64 {
    key.iter().fold(0x9e37_79b9_7f4a_7c15, |h: u64, &word| {
        let mixed = (h ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    })
}
