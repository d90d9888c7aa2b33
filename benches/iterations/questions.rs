//! Support points that questions about two convex bodies take, and whether they ran into a cap.

use solid_geometry::convex::cast::{self, cast};
use solid_geometry::convex::epa::{self, Workspace};
use solid_geometry::convex::{
    Coherence, RelativePlacement, common_point, distance, intersect, penetration_depth,
};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Any, Polytope, Primitive, Support};

use super::counted::{Counted, Counter};
use super::random::{Random, place};

type Poses = [Placement; 2];

/// Two bodies, at random places half of which let them meet.
pub struct Kind<'a> {
    bodies: [Any<'a>; 2],
    counters: [Counter; 2],
    edge: f64,
}

impl<'a> Kind<'a> {
    fn new(a: Any<'a>, b: Any<'a>, edge: f64) -> Kind<'a> {
        Kind { bodies: [a, b], counters: Default::default(), edge }
    }

    fn counted(&self) -> [Counted<'_, dyn Support + 'a>; 2] {
        [0, 1].map(|i| Counted::new(self.bodies[i], &self.counters[i]))
    }

    fn relation(&self, poses: &Poses) -> RelativePlacement {
        let [a, b] = self.bodies.map(|body| body.absolute_extents());
        RelativePlacement::new(&a, &poses[0], &b, &poses[1]).expect("small numbers")
    }

    fn hit(&self, poses: &Poses) -> bool {
        let [a, b] = self.bodies;
        intersect(a, b, &self.relation(poses), &mut Coherence::default())
    }

    /// The pair with B moved along its shortest way to A until they are a gap apart, below zero in each other.
    fn moved(&self, poses: &Poses, gap: f64) -> Poses {
        let [a, b] = self.bodies;
        let found = distance(a, b, &self.relation(poses), 1e-12, &mut [0; 2]);
        let by = found.witness.difference * (1.0 - gap / found.upper);
        [poses[0], Placement { origin: poses[1].origin + by, ..poses[1] }]
    }

    /// The support points that a question takes, and whether it was left open.
    fn count(&self, ask: impl FnOnce(&RelativePlacement) -> bool, poses: &Poses) -> (u32, bool) {
        let relation = self.relation(poses);
        self.counters.iter().for_each(Counter::reset);
        let open = ask(&relation);
        let [a, b] = self.counters.each_ref().map(Counter::points);
        (a.max(b), open)
    }
}

/// What is asked.
#[derive(Clone, Copy)]
enum Asked {
    Boolean,
    CommonPoint,
    Distance(f64),
    Depth,
    Cast,
}

/// Of which pairs, placed at random.
#[derive(Clone, Copy)]
enum Pairs {
    All,
    Apart,
    Overlapping,
    /// Those that are apart, moved until so much is between them; below zero, until they are so far in each other.
    Moved(f64),
}

/// A question, and within how many support points it ought to be answered: 32 for GJK, 128 for all else.
pub struct Row {
    pub title: &'static str,
    asked: Asked,
    pairs: Pairs,
    pub bar: u32,
}

pub const ROWS: [Row; 15] = {
    use Asked::{Boolean, Cast, CommonPoint, Depth, Distance};
    use Pairs::{All, Apart, Moved, Overlapping};
    const fn row(title: &'static str, asked: Asked, pairs: Pairs, bar: u32) -> Row {
        Row { title, asked, pairs, bar }
    }
    [
        row("boolean, at random", Boolean, All, 32),
        row("boolean, gap 1e-2", Boolean, Moved(1e-2), 32),
        row("boolean, gap 1e-4", Boolean, Moved(1e-4), 32),
        row("boolean, gap 1e-6", Boolean, Moved(1e-6), 32),
        row("boolean, overlap 1e-6", Boolean, Moved(-1e-6), 32),
        row("boolean, overlap 1e-4", Boolean, Moved(-1e-4), 32),
        row("boolean, overlap 1e-2", Boolean, Moved(-1e-2), 32),
        row("common point, at random", CommonPoint, Overlapping, 32),
        row("distance to 1e-6, apart", Distance(1e-6), Apart, 32),
        row("distance to 1e-12, apart", Distance(1e-12), Apart, 32),
        row("distance to 1e-6, gap 1e-2", Distance(1e-6), Moved(1e-2), 32),
        row("distance to 1e-6, gap 1e-6", Distance(1e-6), Moved(1e-6), 32),
        row("depth to 1e-6, overlapping", Depth, Overlapping, 128),
        row("depth to 1e-6, overlap 1e-2", Depth, Moved(-1e-2), 128),
        row("cast to 1e-9", Cast, All, 128),
    ]
};

/// What was counted of a question and a kind.
pub struct Tally {
    /// The support points of each pair, in order.
    pub counts: Vec<u32>,
    /// How many took more than the bar.
    pub over: usize,
    /// How many ended at a cap, or without the bounds that were asked for.
    pub open: usize,
}

impl Tally {
    fn of(mut found: Vec<(u32, bool)>, bar: u32) -> Tally {
        found.sort_unstable();
        Tally {
            over: found.iter().filter(|(count, _)| *count > bar).count(),
            open: found.iter().filter(|(_, open)| *open).count(),
            counts: found.into_iter().map(|(count, _)| count).collect(),
        }
    }

    /// How many a question takes on average.
    pub fn mean(&self) -> f64 {
        self.counts.iter().map(|&n| f64::from(n)).sum::<f64>() / self.counts.len() as f64
    }
}

/// Asks a question of so many pairs of a kind.
pub fn ask(kind: &Kind<'_>, row: &Row, count: usize) -> Tally {
    let work = &mut Workspace::default();
    let random = &mut Random::new(17);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let poses = [place(random, kind.edge), place(random, kind.edge)];
        let poses = match row.pairs {
            Pairs::All => poses,
            Pairs::Overlapping if kind.hit(&poses) => poses,
            Pairs::Apart if !kind.hit(&poses) => poses,
            Pairs::Moved(gap) if !kind.hit(&poses) => kind.moved(&poses, gap),
            _ => continue,
        };
        // Past the tip of a cone, say, the way in is a way out.
        let is_out = matches!(row.pairs, Pairs::Moved(gap) if kind.hit(&poses) != (gap < 0.0));
        if is_out {
            continue;
        }
        let [a, b] = &kind.counted();
        let motion = random.direction() * kind.edge;
        let expected = kind.hit(&poses);
        found.push(kind.count(
            |relation| {
                match row.asked {
                    Asked::Boolean => {
                        let hit = intersect(a, b, relation, &mut Coherence::default());
                        // Counting changes no answer.
                        assert_eq!(hit, expected);
                        false
                    }
                    Asked::CommonPoint => {
                        common_point(a, b, relation, &mut Coherence::default()).is_none()
                    }
                    Asked::Distance(tolerance) => {
                        let found = distance(a, b, relation, tolerance, &mut [0; 2]);
                        found.upper - found.lower > 2.0 * tolerance * found.upper + 1e-13
                    }
                    Asked::Depth => penetration_depth(a, b, relation, 1e-6, work)
                        .is_none_or(|found| found.status != epa::Status::Converged),
                    Asked::Cast => cast(a, b, relation, &motion, 1.0, 1e-9, &mut [0; 2])
                        .is_some_and(|found| found.status != cast::Status::Converged),
                }
            },
            &poses,
        ));
    }
    Tally::of(found, row.bar)
}

/// The bodies of the six kinds of pairs.
pub struct Bodies {
    cube: Primitive,
    round: Primitive,
    egg: Primitive,
    cone: Primitive,
    hulls: [Polytope; 2],
}

impl Bodies {
    pub fn new() -> Bodies {
        let random = &mut Random::new(3);
        Bodies {
            cube: Primitive::Box(Vec3::repeat(1.0)),
            round: Primitive::Round { half: Vec3::repeat(1.0), radius: 0.5 },
            egg: Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75)),
            cone: Primitive::Cone { radius: 1.0, half_height: 1.0 },
            hulls: [0; 2]
                .map(|_| Polytope::new(&(0..50).map(|_| random.direction()).collect::<Vec<_>>())),
        }
    }

    /// By name.
    pub fn kinds(&self) -> [(&'static str, Kind<'_>); 6] {
        let Bodies { cube, round, egg, cone, hulls: [hull, other] } = self;
        [
            ("bb", Kind::new(cube, cube, 4.15)),
            ("ee", Kind::new(egg, egg, 2.3)),
            ("be", Kind::new(cube, egg, 3.2)),
            ("rr", Kind::new(round, round, 5.6)),
            ("pp", Kind::new(hull, other, 2.85)),
            ("cc", Kind::new(cone, cone, 2.6)),
        ]
    }
}
