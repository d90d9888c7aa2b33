//! What is inside of solids: unions of cells on a grid, where rays meet edges and corners all the time, and tori.

use crate::convex::relative::RelativePlacement;
use crate::math::placement::rotation;
use crate::math::{Mat3, Placement, Vec3};
use crate::mesh::builder::{Builder, PolytopeKind};
use crate::mesh::containment::Container;
use crate::mesh::soup::PolytopeSoup;
use solid_testing::Random;

/// Cells of a grid of four each way, or none beyond it.
struct Cells(u64);

impl Cells {
    fn has(&self, cell: [i32; 3]) -> bool {
        let [x, y, z] = cell;
        cell.iter().all(|i| (0..4).contains(i)) && self.0 >> (x + 4 * y + 16 * z) & 1 == 1
    }

    /// The squares between a cell that is there and one that is not, by value; seen from outside they go round in one
    /// sense, or each in any.
    fn surface(&self, random: &mut Random, one_sense: bool) -> PolytopeSoup {
        let mut builder = Builder::new();
        for at in 0..64 {
            let cell = [at % 4, at / 4 % 4, at / 16];
            for axis in 0..3 {
                for side in 0..2 {
                    let mut next = cell;
                    next[axis] += 2 * side - 1;
                    if !self.has(cell) || self.has(next) {
                        continue;
                    }
                    let turned = if one_sense { side == 0 } else { random.below(2) == 0 };
                    let first = random.below(4);
                    builder.begin(PolytopeKind::Polygon);
                    for k in 0..4 {
                        let k = (first + if turned { 4 - k } else { k }) % 4;
                        let mut corner = cell;
                        corner[axis] += side;
                        corner[(axis + 1) % 3] += i32::from(k == 1 || k == 2);
                        corner[(axis + 2) % 3] += i32::from(k >= 2);
                        builder.vertex(Vec3::from(corner.map(f64::from)));
                    }
                    builder.end();
                }
            }
        }
        builder.finish(None).0
    }
}

fn holds(soup: &PolytopeSoup, placement: &Placement, point: &Vec3) -> bool {
    let here = Placement { basis: Mat3::identity(), origin: *point };
    let relative =
        RelativePlacement::new(&soup.absolute_extents(), placement, &Vec3::zeros(), &here)
            .expect("in range");
    let place = |p: &Vec3| relative.place_a(p);
    Container { soup, placement, place: &place }.holds(&relative.place_b(&Vec3::zeros()), point)
}

#[test]
fn cells_hold_what_they_are() {
    let random = &mut Random::new(71);
    for round in 0..300 {
        let cells = Cells(random.word() & random.word());
        let one_sense = round % 2 == 0;
        let mut soup = cells.surface(random, one_sense);
        assert_eq!(soup.set_solid(true), Ok(()), "{round}");
        for _ in 0..200 {
            // In the middle of a cell, or of one of its sides, edges or corners if all around it is the same.
            let halves = [0; 3].map(|_| random.below(11) as i32 - 1);
            let around = |bits: i32| {
                [0, 1, 2]
                    .map(|k| (halves[k] - if bits >> k & 1 == 1 { 1 } else { 0 }).div_euclid(2))
            };
            let is_in = cells.has(around(0));
            if (1..8).any(|bits| cells.has(around(bits)) != is_in) {
                continue;
            }
            let point = Vec3::from(halves.map(|h| f64::from(h) * 0.5));
            assert_eq!(holds(&soup, &Placement::IDENTITY, &point), is_in, "{round}: {point:?}");
            assert_eq!(soup.holds(&point), is_in, "{round}: {point:?}");
            assert_eq!(soup.encloses(&point), is_in, "{round}: {point:?}");
        }
    }
}

/// A torus of radii 1 and 0.3 about the z axis.
fn torus(turns: u32, skip: Option<u32>) -> PolytopeSoup {
    let angle = |i: u32| f64::from(i % turns) / f64::from(turns) * std::f64::consts::TAU;
    let point = |i: u32| {
        let (s, t) = (angle(i / turns), angle(i % turns));
        let ring = 1.0 + 0.3 * t.cos();
        Vec3::new(ring * s.cos(), ring * s.sin(), 0.3 * t.sin())
    };
    let at = |i: u32, j: u32| (i % turns) * turns + j % turns;
    let mut builder = Builder::new();
    let mut count = 0;
    for i in 0..turns {
        for j in 0..turns {
            let q = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            for t in [[q[0], q[1], q[2]], [q[0], q[2], q[3]]] {
                if skip != Some(count) {
                    builder.vertex_indices(PolytopeKind::Simplex, &t);
                }
                count += 1;
            }
        }
    }
    builder.finish(Some(&point)).0
}

#[test]
fn a_placed_torus_holds_its_tube() {
    let random = &mut Random::new(72);
    let mut soup = torus(48, None);
    assert!(!holds(&soup, &Placement::IDENTITY, &Vec3::x()), "a surface");
    assert_eq!(soup.set_solid(true), Ok(()));
    let mut held = 0;
    for round in 0..3000 {
        let local = random.vector() * 1.4;
        let off_ring = Vec3::new(local.x.hypot(local.y) - 1.0, local.z, 0.0).norm();
        // Between the polyhedron and the torus it is either: its corners are on the torus, and its faces up to 0.0034 inside.
        if (0.2965..0.301).contains(&off_ring) {
            continue;
        }
        let mirrored = Mat3::from_diagonal(&Vec3::new(1.0, -2.0, 0.5));
        let basis = rotation(&random.quaternion())
            * if round % 2 == 0 { Mat3::identity() } else { mirrored };
        let placement = Placement { basis, origin: random.vector() * 20.0 };
        let is_in = off_ring < 0.3;
        assert_eq!(holds(&soup, &placement, &placement.apply(&local)), is_in, "{round}");
        assert_eq!(soup.encloses(&local), is_in, "{round}");
        held += usize::from(is_in);
    }
    assert!(held > 200, "{held}");
}

#[test]
fn open_surfaces_are_no_solids() {
    let mut soup = torus(8, Some(5));
    let open = soup.set_solid(true).expect_err("a triangle is missing");
    assert!([4, 6, 7, 19, 20].contains(&open), "{open} is no neighbour");
    assert!(!soup.is_solid());
    // A corner in the middle of an edge of one neighbour alone.
    let outline = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    let prism = |kind, with_corner: bool| {
        let mut builder = Builder::new();
        for z in [0.0, 1.0] {
            builder.begin(kind);
            for [x, y] in outline.iter().filter(|p| with_corner || p[0] != 1.0) {
                builder.vertex(Vec3::new(*x, *y, z));
            }
            builder.end();
        }
        for (i, [x, y]) in outline.iter().enumerate() {
            let [u, v] = outline[(i + 1) % 5];
            builder.begin(kind);
            for p in [[*x, *y, 0.0], [u, v, 0.0], [u, v, 1.0], [*x, *y, 1.0]] {
                builder.vertex(Vec3::from(p));
            }
            builder.end();
        }
        builder.finish(None).0
    };
    for kind in [PolytopeKind::Polygon, PolytopeKind::ConcavePolygon] {
        assert_eq!(prism(kind, false).set_solid(true), Err(0), "{kind:?}");
        let mut soup = prism(kind, true);
        assert_eq!(soup.set_solid(true), Ok(()), "{kind:?}");
        assert!(holds(&soup, &Placement::IDENTITY, &Vec3::new(1.0, 1.0, 0.5)));
    }
}

#[test]
fn deformations_keep_or_tear_a_solid() {
    // Each triangle with corners of its own: neighbours meet by their places alone.
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    let mut builder = Builder::new();
    for i in 0..4 {
        builder.vertex_range(PolytopeKind::Simplex, 3 * i, 3);
    }
    let corner = |i: u32| corners[faces[i as usize / 3][i as usize % 3]];
    let mut soup = builder.finish(Some(&corner)).0;
    assert_eq!(soup.set_solid(true), Ok(()));
    let inside = Vec3::new(0.2, 0.2, 0.2);
    assert!(holds(&soup, &Placement::IDENTITY, &inside));
    soup.change_vertices(&|i: u32| corner(i) * 0.5);
    assert!(soup.is_solid() && !holds(&soup, &Placement::IDENTITY, &inside));
    assert!(holds(&soup, &Placement::IDENTITY, &(inside * 0.5)));
    soup.change_vertices(&|i: u32| {
        if i == 4 { Vec3::new(f64::NAN, 0.0, 0.0) } else { corner(i) }
    });
    assert!(
        soup.is_solid() && !holds(&soup, &Placement::IDENTITY, &inside),
        "nothing while broken"
    );
    soup.change_vertices(&corner);
    assert!(holds(&soup, &Placement::IDENTITY, &inside));
    soup.change_vertices(&|i: u32| if i == 4 { corner(i) * 0.9 } else { corner(i) });
    assert!(!soup.is_solid(), "torn");
    assert_eq!(soup.set_solid(true), Err(0));
}

#[test]
fn samples_reach_every_component() {
    let random = &mut Random::new(73);
    for _ in 0..50 {
        let cells = Cells(random.word() & random.word() & random.word());
        let soup = cells.surface(random, true);
        let mut groups: Vec<Vec<Vec3>> = Vec::new();
        for i in 0..soup.len() as u32 {
            let mut group: Vec<Vec3> = soup.primitive(i).points().copied().collect();
            groups.retain_mut(|other| {
                let apart = !other.iter().any(|p| group.contains(p));
                if !apart {
                    group.append(other);
                }
                apart
            });
            groups.push(group);
        }
        let component_samples: Vec<&Vec3> = soup.component_samples().collect();
        assert_eq!(component_samples.len(), groups.len());
        assert!(groups.iter().all(|group| component_samples.iter().any(|p| group.contains(p))));
    }
}
