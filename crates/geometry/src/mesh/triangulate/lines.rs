//! Which edges of a triangulation an outline's edges consist of.
//!
//! An edge on which other corners lie has several parts, and several edges may share parts. Parts that follow each other straight
//! are joined to lines (by union-find), along which an edge goes in one step: many long edges over the same points take
//! O(n log n) time.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use spade::handles::{FixedDirectedEdgeHandle, FixedVertexHandle};
use spade::{Intersection, LineIntersectionIterator, Triangulation};

use super::Cdt;
use crate::sorting::sorted_numbers;

/// Two vertices. Those of a part or a line are in ascending order, by x, then by y: the order along any line.
type Ends = [FixedVertexHandle; 2];

/// The parts of edges, and the lines that they form as far as it is known.
#[derive(Default)]
pub(super) struct Lines {
    parts: Vec<Ends>,
    numbers: FxHashMap<Ends, u32>,
    /// Of each part another one of its line, or itself for one that stands for the line.
    parents: Vec<u32>,
    /// The ends of a line, for the part that stands for it.
    ends: Vec<Ends>,
}

/// What was found of an edge: one of its parts.
#[derive(Clone, Copy)]
pub(super) struct OnLine(u32);

/// How often the edges of an outline run along the edges of a triangulation.
pub(super) struct Runs {
    /// For each directed edge.
    pub runs: Vec<i32>,
    /// The first part of each of the outline's edges; `None` for one without length.
    pub first_parts: Vec<Option<FixedDirectedEdgeHandle>>,
}

fn order(cdt: &Cdt, p: FixedVertexHandle, q: FixedVertexHandle) -> Ordering {
    let [p, q] = [p, q].map(|vertex| cdt.vertex(vertex).position());
    p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
}

fn is_less(cdt: &Cdt, p: FixedVertexHandle, q: FixedVertexHandle) -> bool {
    order(cdt, p, q).is_lt()
}

fn ascending(cdt: &Cdt, [from, to]: Ends) -> Ends {
    if is_less(cdt, from, to) { [from, to] } else { [to, from] }
}

impl Lines {
    /// Makes constraints of an edge. `None` if it crosses one.
    pub(super) fn add(&mut self, cdt: &mut Cdt, [from, to]: Ends) -> Option<OnLine> {
        let ascends = is_less(cdt, from, to);
        let (mut at, mut line) = (from, None);
        while at != to {
            let next = first_vertex(cdt, at, to)?;
            let ends = ascending(cdt, [at, next]);
            let part = match self.numbers.get(&ends) {
                Some(part) => *part,
                None if cdt.try_add_constraint(at, next).is_empty() => return None,
                None => self.insert(ends),
            };
            // The line so far ends where this part begins.
            let mut all = self.find(part);
            if let Some(line) = line {
                all = self.join(cdt, line, all);
            }
            line = Some(all);
            let end = self.ends[all as usize][usize::from(ascends)];
            let is_beyond = is_less(cdt, to, end) == ascends;
            at = if end == to || is_beyond { to } else { end };
        }
        line.map(OnLine)
    }

    fn insert(&mut self, ends: Ends) -> u32 {
        let part = self.parts.len() as u32;
        self.numbers.insert(ends, part);
        self.parts.push(ends);
        self.parents.push(part);
        self.ends.push(ends);
        part
    }

    /// The part that stands for the line of a part.
    fn find(&mut self, mut part: u32) -> u32 {
        while self.parents[part as usize] != part {
            let parent = self.parents[part as usize];
            self.parents[part as usize] = self.parents[parent as usize];
            part = parent;
        }
        part
    }

    /// Makes one line of two.
    fn join(&mut self, cdt: &Cdt, first: u32, second: u32) -> u32 {
        let ends = [first, second].map(|line| self.ends[line as usize]);
        let least = if is_less(cdt, ends[0][0], ends[1][0]) { ends[0][0] } else { ends[1][0] };
        let most = if is_less(cdt, ends[0][1], ends[1][1]) { ends[1][1] } else { ends[0][1] };
        self.parents[second as usize] = first;
        self.ends[first as usize] = [least, most];
        first
    }

    /// How often edges run along each edge of the triangulation. `edges` are those that were added, with what was found.
    pub(super) fn runs(mut self, cdt: &Cdt, edges: &[(Ends, Option<OnLine>)]) -> Runs {
        let lines: Vec<u32> = (0..self.parts.len() as u32).map(|part| self.find(part)).collect();
        let Lines { parts, numbers, ends: line_ends, .. } = &self;
        let low = |part: u32| parts[part as usize][0];
        // The parts of each line one after the other, and each part's place there.
        let in_order = sorted_numbers(parts.len(), &|i, j| {
            let by_line = lines[i as usize].cmp(&lines[j as usize]);
            by_line.then_with(|| order(cdt, low(i), low(j)))
        });
        let mut places = vec![0_usize; in_order.len()];
        (0..).zip(&in_order).for_each(|(place, part)| places[*part as usize] = place);
        let constraints = cdt.directed_edges().filter(|edge| edge.is_constraint_edge());
        let mut directed = vec![None; in_order.len()];
        for edge in constraints {
            if let Some(part) = numbers.get(&[edge.from().fix(), edge.to().fix()]) {
                directed[places[*part as usize]] = Some(edge.fix());
            }
        }
        // How the numbers of edges that ascend, and descend, change at each place.
        let mut changes = vec![[0; 2]; in_order.len() + 1];
        let mut first_parts = vec![None; edges.len()];
        for (first, &(ends, found)) in first_parts.iter_mut().zip(edges) {
            let Some(OnLine(part)) = found else { continue };
            let (line, [least, most]) = (lines[part as usize], ascending(cdt, ends));
            let (from, last) = if line_ends[line as usize] == parts[line as usize] {
                (places[line as usize], places[line as usize])
            } else {
                let before = |vertex| {
                    in_order.partition_point(|&part| {
                        let of = lines[part as usize];
                        of < line || of == line && is_less(cdt, low(part), vertex)
                    })
                };
                (before(least), before(most) - 1)
            };
            let descends = usize::from(least != ends[0]);
            changes[from][descends] += 1;
            changes[last + 1][descends] -= 1;
            let place = [from, last][descends];
            *first = directed[place].map(|edge| if descends == 0 { edge } else { edge.rev() });
        }
        let mut runs = vec![0; cdt.num_directed_edges()];
        let mut sum = [0; 2];
        for (edge, change) in directed.iter().zip(&changes) {
            sum = [sum[0] + change[0], sum[1] + change[1]];
            if let Some(edge) = edge {
                (runs[edge.index()], runs[edge.rev().index()]) = (sum[0], sum[1]);
            }
        }
        Runs { runs, first_parts }
    }
}

/// The first vertex on the way from one vertex to another; `None` if a constraint is in the way.
fn first_vertex(
    cdt: &Cdt,
    from: FixedVertexHandle,
    to: FixedVertexHandle,
) -> Option<FixedVertexHandle> {
    // The first that it finds is `from` itself.
    for crossing in LineIntersectionIterator::new_from_handles(cdt, from, to).skip(1) {
        #[cfg(test)]
        STEPS.set(STEPS.get() + 1);
        match crossing {
            Intersection::EdgeOverlap(edge) => return Some(edge.to().fix()),
            Intersection::VertexIntersection(vertex) => return Some(vertex.fix()),
            Intersection::EdgeIntersection(edge) if edge.is_constraint_edge() => return None,
            Intersection::EdgeIntersection(_) => (),
        }
    }
    None
}

#[cfg(test)]
thread_local! {
    /// How many edges and vertices the ways of edges have met.
    pub(super) static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
