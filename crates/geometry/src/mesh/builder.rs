//! Collecting the polytopes of a complex shape, vertex by vertex.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::distinct::{distinct_values, ranked};
use super::polytopes::Polytopes;
use super::soup::{Parts, PolytopeSoup};
use super::vertex_array::Reader;
use crate::bvh::tree::MOST_PRIMITIVES;
use crate::interrupt::check;
use crate::math::Vec3;
use crate::memory;
use crate::threads::Threads;

/// The type of a polytope: all except the last mean the convex hull of the vertices.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::{Builder, PolytopeKind};
///
/// let arrow = [[0.0, 0.0], [2.0, -2.0], [0.0, 4.0], [-2.0, -2.0]]; // it has a notch at the origin
/// let count = |kind| {
///     let mut builder = Builder::new();
///     builder.vertex_indices(kind, &[0, 1, 2, 3]);
///     builder.finish(Some(&|i: u32| Vec3::new(arrow[i as usize][0], arrow[i as usize][1], 0.0))).0.len()
/// };
/// assert_eq!(count(PolytopeKind::Polygon), 1); // the hull, without a notch
/// assert_eq!(count(PolytopeKind::ConcavePolygon), 2); // triangles
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolytopeKind {
    /// Of one to four vertices.
    Simplex,
    /// Convex and flat.
    Polygon,
    /// Convex.
    Polyhedron,
    /// Flat, its vertices in the order of its outline; not necessarily convex.
    ConcavePolygon,
}

/// Problems found while a shape was finished. Their polytopes are left out; the rest of the shape works.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::{Builder, PolytopeKind, Problems};
///
/// let mut builder = Builder::new();
/// builder.vertex_count(3);
/// builder.vertex_indices(PolytopeKind::Simplex, &[0, 1, 2]);
/// builder.vertex_indices(PolytopeKind::Simplex, &[1, 2, 3]); // there is no vertex 3
/// let (soup, problems) = builder.finish(Some(&|i: u32| Vec3::repeat(f64::from(i))));
/// assert_eq!(problems, Problems { past_the_end: true, first: Some(1), ..Problems::default() });
/// assert_eq!(soup.len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// Indices were given but no vertex base: their polytopes are dropped.
    pub missing_base: bool,
    /// A vertex was infinite, not a number, or beyond 1e300: its polytopes collide with nothing, until
    /// [`PolytopeSoup::change_vertices`] makes it finite.
    pub not_finite: bool,
    /// More vertices, or a range past the largest index, than can be held: their polytopes are dropped.
    pub too_large: bool,
    /// Indices past the announced end of the array: their polytopes are dropped.
    pub past_the_end: bool,
    /// Concave polygons whose outlines cross themselves, or whose vertices are not finite: they are dropped.
    pub not_simple: bool,
    /// Concave polygons whose vertices are off their common plane by more than rounding: taken as they are.
    pub not_flat: bool,
    /// The first polytope with one of these, in the order in which they were closed; but for `too_large`.
    pub first: Option<u32>,
}

impl Problems {
    /// Records the first polytope with a problem.
    pub(super) fn at(&mut self, polytope: u32) {
        self.first = Some(self.first.map_or(polytope, |first| first.min(polytope)));
    }
}

/// A vertex of a polytope before it is finished.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// By value: a place in `Builder::values`.
    Value(u32),
    /// By index into the client's array.
    Index(u32),
}

/// Collects the polytopes of a [`PolytopeSoup`]: what the C interface keeps between dtNewComplexShape and
/// dtEndComplexShape.
///
/// A begin without an end, and vertices outside begin and end, leave their vertices to the polytope that the
/// next end closes; what no end closes is dropped.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::mesh::{Builder, Problems};
///
/// let mut builder = Builder::new();
/// for x in [0.0, 5.0] {
///     for corner in [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::z()] {
///         builder.vertex(corner + Vec3::x() * x);
///     }
///     builder.end(); // of a tetrahedron
/// }
/// let (soup, problems) = builder.finish(None); // all vertices are by value
/// assert_eq!((soup.len(), problems), (2, Problems::default()));
/// assert_eq!(soup.bounds().max, Vec3::new(6.0, 1.0, 1.0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// The vertices given by value, repetitions and all.
    values: Vec<Vec3>,
    /// The vertices of the closed polytopes, one polytope after the other: indices into the client's array, and places in
    /// `values`.
    entries: Vec<u32>,
    /// Which of the entries are by value; none are that are past its end.
    by_value: Vec<bool>,
    /// Where each closed polytope ends in `entries`.
    ends: Vec<u32>,
    /// The type of each of them.
    kinds: Vec<PolytopeKind>,
    /// The vertices of the polytope that the next end closes, and as what it was begun first.
    open: Vec<Entry>,
    announced: Option<PolytopeKind>,
    /// There was no memory for one of these vertices: the polytope is given up, and its other vertices are not kept.
    given_up: bool,
    /// The number of vertices in the array, if it was set.
    count: Option<u32>,
    problems: Problems,
    threads: Threads,
}

/// No less than a polytope of so many vertices takes while its shape is finished or refitted: its lists, tree, and hull or cuts.
pub(super) fn bytes_to_finish(vertices: usize) -> usize {
    let each = if vertices > 4 { 1024 } else { 256 };
    256 + each * vertices
}

/// The most vertices of a shape, each mention counted.
const MOST_ENTRIES: usize = u32::MAX as usize - 1;

impl Builder {
    /// An open shape without polytopes.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// The threads that are to build the tree of a large shape; by default the calling one alone. They change no answer.
    pub fn set_threads(&mut self, threads: &Threads) {
        self.threads = threads.clone();
    }

    /// Begins a polytope. What has been given since the last end belongs to it; of nested ones the first counts.
    pub fn begin(&mut self, kind: PolytopeKind) {
        self.announced.get_or_insert(kind);
    }

    /// Closes the polytope of the vertices since the last end; without any, nothing happens. Where there is no memory for it, it
    /// is dropped.
    pub fn end(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        let kind = self.announced.take().unwrap_or(PolytopeKind::Polyhedron);
        if !std::mem::take(&mut self.given_up) && self.reserve(open.len()) {
            for entry in &open {
                match *entry {
                    Entry::Index(index) => self.entries.push(index),
                    Entry::Value(value) => {
                        self.by_value.resize(self.entries.len(), false);
                        self.by_value.push(true);
                        self.entries.push(value);
                    }
                }
            }
            self.close(kind);
        }
        open.clear();
        self.open = open;
    }

    /// A vertex by value. Where there is no memory for it, its polytope is given up, until the next end: the vertices that
    /// follow take no time, and the end drops the polytope.
    pub fn vertex(&mut self, vertex: Vec3) {
        if self.values.len() >= MOST_ENTRIES {
            self.problems.too_large = true;
        } else if !self.given_up {
            if self.values.try_reserve(1).is_err() || self.open.try_reserve(1).is_err() {
                self.give_up();
            }
            self.open.push(Entry::Value(self.values.len() as u32));
            self.values.push(vertex);
        }
    }

    /// A vertex of the client's array. Where there is no memory, as for [`vertex`](Builder::vertex).
    pub fn vertex_index(&mut self, index: u32) {
        if self.open.len() >= MOST_ENTRIES {
            self.problems.too_large = true;
        } else if !self.given_up {
            if self.open.try_reserve(1).is_err() {
                self.give_up();
            }
            self.open.push(Entry::Index(index));
        }
    }

    /// Forgets the vertices of the open polytope, for want of memory, and ends the work.
    #[cold]
    fn give_up(&mut self) -> ! {
        let first = self.open.iter().find_map(|entry| match entry {
            Entry::Value(place) => Some(*place as usize),
            Entry::Index(_) => None,
        });
        self.values.truncate(first.unwrap_or(self.values.len()));
        self.open = Vec::new();
        self.given_up = true;
        memory::run_out()
    }

    /// A whole polytope by the indices of its vertices.
    pub fn vertex_indices(&mut self, kind: PolytopeKind, indices: &[u32]) {
        if self.reserve(indices.len()) {
            self.entries.extend_from_slice(indices);
            self.close(kind);
        }
    }

    /// A whole polytope of `count` successive vertices of the client's array.
    pub fn vertex_range(&mut self, kind: PolytopeKind, first: u32, count: u32) {
        if u64::from(first) + u64::from(count) > 1 << 32 {
            self.problems.too_large = true;
        } else if self.reserve(count as usize) {
            self.entries.extend((0..count).map(|i| first + i));
            self.close(kind);
        }
    }

    /// Sets the number of vertices in the client's array. The last call counts, for all indices.
    pub fn vertex_count(&mut self, count: u32) {
        self.count = Some(count);
    }

    /// Whether more vertices of closed polytopes are allowed; records a problem if not. Makes room for them.
    fn reserve(&mut self, count: usize) -> bool {
        let fits = self.entries.len() + count <= MOST_ENTRIES && self.ends.len() < MOST_PRIMITIVES;
        if fits {
            memory::reserve(&mut self.entries, count);
            memory::reserve(&mut self.ends, 1);
            memory::reserve(&mut self.kinds, 1);
            if !self.values.is_empty() {
                let more = self.entries.len() + count - self.by_value.len();
                memory::reserve(&mut self.by_value, more);
            }
        }
        self.problems.too_large |= !fits;
        fits
    }

    /// Ends the work, with nothing changed, if there is no memory to [`finish`](Builder::finish) the shape.
    pub fn ensure_finish(&self) {
        memory::ensure(polytopes(&self.ends).map(|polytope| bytes_to_finish(polytope.len())).sum());
    }

    /// Closes the polytope at the end of `entries`, unless it is empty.
    fn close(&mut self, kind: PolytopeKind) {
        let end = self.entries.len() as u32;
        if self.ends.last().copied().unwrap_or(0) < end {
            self.ends.push(end);
            self.kinds.push(kind);
        }
    }

    /// The finished shape. `reader` reads the array that was set last, once for each index in use, in ascending
    /// order. It is not kept. Takes O(n log n) time for n vertices.
    pub fn finish(self, reader: Option<Reader>) -> (PolytopeSoup, Problems) {
        let threads = self.threads.clone();
        let (values, Entries { mut numbers, by_value }, mut faces, mut problems) =
            self.valid_polytopes(reader.is_some());
        let is_value = |at: usize| by_value.get(at) == Some(&true);
        let used: Vec<u32> =
            (0..by_value.len()).filter(|&at| is_value(at)).map(|at| numbers[at]).collect();
        check();
        let (mut vertices, names) = distinct_values(&values, &used);
        check();
        drop((values, used));
        let own = vertices.len();
        let clients = if own == 0 {
            ranked(&mut numbers)
        } else {
            let all = || (0..numbers.len()).filter(|&at| !is_value(at));
            let mut mentions: Vec<u32> = all().map(|at| numbers[at]).collect();
            let clients = ranked(&mut mentions);
            let mut ranks = mentions.iter();
            for (at, number) in numbers.iter_mut().enumerate() {
                // There are as many ranks as indices.
                *number = if is_value(at) {
                    names[*number as usize]
                } else {
                    own as u32 + ranks.next().copied().unwrap_or_default()
                };
            }
            clients
        };
        numbers.shrink_to_fit();
        faces.indices = numbers;
        drop((names, by_value));
        if let Some(reader) = reader {
            vertices.reserve_exact(clients.len());
            reader.read(&clients, &mut vertices);
        }
        check();
        let faces = faces.cut(&vertices, &mut problems);
        check();
        let (soup, all_finite) =
            PolytopeSoup::finish(Parts { vertices, own, clients, faces }, &threads);
        if !all_finite {
            problems.not_finite = true;
            if let Some(first) = soup.first_broken() {
                problems.at(first);
            }
        }
        (soup, problems)
    }

    /// The vertices by value, and the polytopes whose vertices are all to be had.
    fn valid_polytopes(self, has_array: bool) -> (Vec<Vec3>, Entries, Polytopes, Problems) {
        let Builder { values, entries, by_value, ends, mut kinds, mut problems, count, .. } = self;
        let is_value = |at: usize| by_value.get(at) == Some(&true);
        let past = |at: usize| !is_value(at) && count.is_some_and(|n| entries[at] >= n);
        let rejected = |mut polytope: Range<usize>| {
            if !has_array && !polytope.clone().all(is_value) {
                Some(Rejected::MissingArray)
            } else {
                polytope.any(past).then_some(Rejected::PastTheEnd)
            }
        };
        let mut starts: Vec<u32> = Vec::with_capacity(ends.len() + 1);
        starts.push(0);
        for (number, polytope) in polytopes(&ends).enumerate() {
            let len = polytope.len() as u32;
            match rejected(polytope) {
                None => starts.push(starts[starts.len() - 1] + len),
                Some(why) => {
                    problems.missing_base |= why == Rejected::MissingArray;
                    problems.past_the_end |= why == Rejected::PastTheEnd;
                    problems.at(number as u32);
                }
            }
        }
        let mut numbers = Vec::new();
        let kept = if starts.len() > ends.len() {
            Entries { numbers: entries, by_value }
        } else {
            let survivors = || {
                polytopes(&ends)
                    .enumerate()
                    .filter(|(_, polytope)| rejected(polytope.clone()).is_none())
            };
            numbers = survivors().map(|(number, _)| number as u32).collect();
            kinds = numbers.iter().map(|&number| kinds[number as usize]).collect();
            let places = || survivors().flat_map(|(_, polytope)| polytope);
            Entries {
                numbers: places().map(|at| entries[at]).collect(),
                by_value: places().map(is_value).collect(),
            }
        };
        starts.shrink_to_fit();
        (values, kept, Polytopes { indices: Vec::new(), starts, kinds, numbers }, problems)
    }
}

/// The vertices of polytopes: indices, and places of values.
struct Entries {
    numbers: Vec<u32>,
    /// Which are values; none are that are past its end.
    by_value: Vec<bool>,
}

/// Why a polytope is left out.
#[derive(Clone, Copy, PartialEq)]
enum Rejected {
    MissingArray,
    PastTheEnd,
}

/// The ranges of the polytopes whose ends are `ends`.
fn polytopes(ends: &[u32]) -> impl Iterator<Item = Range<usize>> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(first, &end)| first as usize..end as usize)
}
