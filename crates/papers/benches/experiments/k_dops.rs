//! Thesis, table 5.1, with its row of k-DOPs: fit, cost and storage of bounding volumes, measured with the tori of tables 5.2
//! and 5.3.

use super::report::{Report, three_digits};
use solid_geometry::math::{Placement, Vec3};
use solid_papers::k_dop::{Directions, KDop};
use solid_papers::random::Random;

const MAJOR: f64 = 10.0;
const MINOR: f64 = 2.0;
const HALF: Vec3 = Vec3::new(MAJOR + MINOR, MAJOR + MINOR, MINOR);
/// Operations of testing the tori themselves (5.2.1).
const TORI: f64 = 10_000.0;
/// The thesis's torus of a hundred triangles has half as many vertices. For each of them and each direction: a dot product and
/// two comparisons.
const VERTICES: f64 = 50.0;
const PROJECTION: f64 = 7.0;
const CUBES: [f64; 2] = [100.0, 20.0];

/// How far the placed torus reaches along a unit vector: its hull is a disc with a ball around it.
fn reach(placement: &Placement, d: &Vec3) -> f64 {
    let local = placement.basis.tr_mul(d);
    MAJOR * local.x.hypot(local.y) + MINOR + placement.origin.dot(d)
}

/// A kind of volume: what table 5.1 tells of it, and what is measured.
struct Row {
    name: String,
    fit: &'static str,
    published: (f64, f64),
    /// Volume over that of the torus, the mean of orientations.
    volume: f64,
    passed: [f64; 2],
    /// Mean operations of an overlap test, and the most.
    operations: [f64; 2],
    most: u64,
    storage: usize,
    /// Operations to compute both volumes again after rotations.
    again: f64,
}

fn torus_volume() -> f64 {
    2.0 * std::f64::consts::PI.powi(2) * MAJOR * MINOR * MINOR
}

/// The mean volume of the polytopes, by random points.
fn mean_volume(directions: &[Vec3], orientations: usize, samples: usize) -> f64 {
    let mut random = Random::new(55);
    let mut sum = 0.0;
    for _ in 0..orientations {
        let placement = Placement { basis: random.rotation(), origin: Vec3::zeros() };
        let dop = KDop::around(directions, |d| reach(&placement, d));
        let extents = Vec3::from([0, 1, 2].map(|k| reach(&placement, &Vec3::ith(k, 1.0))));
        let point = |random: &mut Random| random.in_cube(2.0).component_mul(&extents);
        let inside = (0..samples).filter(|_| dop.contains(directions, &point(&mut random))).count();
        sum += 8.0 * extents.product() * inside as f64 / samples as f64;
    }
    sum / orientations as f64
}

/// Whether two boxes around the tori overlap, by the fifteen axes.
fn obbs_overlap([a, b]: &[Placement; 2]) -> bool {
    let turn = a.basis.tr_mul(&b.basis);
    let offset = a.basis.tr_mul(&(b.origin - a.origin));
    let own = [0, 1, 2].map(|i| Vec3::ith(i, 1.0));
    let other: [Vec3; 3] = [0, 1, 2].map(|i| turn.column(i).into());
    let edges = own.iter().flat_map(|u| other.iter().map(move |v| u.cross(v)));
    own.iter().chain(&other).copied().chain(edges).all(|axis| {
        let reach = axis.abs().dot(&HALF) + turn.tr_mul(&axis).abs().dot(&HALF);
        axis.dot(&offset).abs() <= reach
    })
}

fn placements(edge: f64, count: usize) -> Vec<[Placement; 2]> {
    let mut random = Random::new(56);
    (0..count).map(|_| [random.placement(edge), random.placement(edge)]).collect()
}

fn rows(count: usize, orientations: usize) -> Vec<Row> {
    let radius = MAJOR + MINOR;
    let share = |overlap: &dyn Fn(&[Placement; 2]) -> bool| {
        CUBES.map(|edge| {
            let all = placements(edge, count);
            all.iter().filter(|poses| overlap(poses)).count() as f64 / count as f64
        })
    };
    let fixed = |name: &str, fit, published: (f64, f64), volume: f64, passed| Row {
        name: name.to_owned(),
        fit,
        published,
        volume: volume / torus_volume(),
        passed,
        operations: [published.0; 2],
        most: published.0 as u64,
        storage: published.1 as usize,
        again: 0.0,
    };
    let ball = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let near = |[p, q]: &[Placement; 2]| (q.origin - p.origin).norm() <= 2.0 * radius;
    let mut all = vec![fixed("sphere", "poor", (11.0, 4.0), ball, share(&near))];
    for directions in Directions::ALL {
        let vectors = directions.vectors();
        let k = vectors.len();
        let (mut operations, mut most, mut storage) = ([0.0; 2], 0, 0);
        let passed = [0, 1].map(|cube| {
            let mut passed = 0;
            for poses in placements(CUBES[cube], count) {
                let [p, q] = poses.map(|pose| KDop::around(&vectors, |d| reach(&pose, d)));
                let mut here = 0;
                passed += usize::from(p.overlaps(&q, &mut here));
                operations[cube] += here as f64 / count as f64;
                (most, storage) = (most.max(here), p.storage());
            }
            passed as f64 / count as f64
        });
        let is_box = directions == Directions::Axes;
        all.push(Row {
            name: if is_box { "AABB, k = 3".to_owned() } else { format!("k-DOP, k = {k}") },
            fit: if is_box { "poor" } else { "fair" },
            published: (3.0 * k as f64, 2.0 * k as f64),
            volume: mean_volume(&vectors, orientations, 2000) / torus_volume(),
            passed,
            operations,
            most,
            storage,
            again: 2.0 * VERTICES * PROJECTION * k as f64,
        });
    }
    let obb = 8.0 * HALF.product();
    all.push(fixed("OBB", "good", (200.0, 15.0), obb, share(&obbs_overlap)));
    all
}

pub fn run(report: &mut Report) {
    let (count, orientations) = (report.count(200_000, 10_000), report.count(400, 50));
    report.line(&format!(
        "Table 5.1 with what the volumes of a torus of radii 10 and 2 measure: `volume` over that of the torus, the mean of \
         random orientations, is the fit; `passed` how many of {count} random pairs in cubes of {} and {} overlap; the \
         operations of a test of two volumes and their storage in scalars are those of the table (3k and 2k of a k-DOP, with k \
         counted as directions, so that an AABB is the 3-DOP), `at most` and `mean` as counted here: three for each direction \
         up to the first that tells the volumes apart. AABBs and k-DOPs are the smallest around the placed torus; to compute \
         them again after a rotation is not counted, as in the table. `Cost` is the test and {TORI} operations for each pair \
         that passes, in both cubes, by the table's operations as in table 5.2. `Again` are the operations to project the \
         {VERTICES} vertices of both tori onto all directions after a rotation: {PROJECTION} for each.\n",
        CUBES[0], CUBES[1],
    ));
    let all = rows(count, orientations);
    let cost = |row: &Row, cube: usize| row.published.0 + row.passed[cube] * TORI;
    let cells: Vec<Vec<String>> = all
        .iter()
        .map(|row| {
            vec![
                row.name.clone(),
                row.fit.to_owned(),
                three_digits(row.volume),
                format!("{:.2}", 100.0 * row.passed[0]),
                format!("{:.1}", 100.0 * row.passed[1]),
                three_digits(row.published.0),
                row.most.to_string(),
                format!("{} {}", three_digits(row.operations[0]), three_digits(row.operations[1])),
                row.storage.to_string(),
                format!("{:.0} {:.0}", cost(row, 0), cost(row, 1)),
                three_digits(row.again),
            ]
        })
        .collect();
    let header = [
        "volume",
        "fit, table 5.1",
        "volume",
        "passed %, 100",
        "passed %, 20",
        "operations, table",
        "at most",
        "mean",
        "storage",
        "cost",
        "again",
    ];
    report.table(&header, &cells);
    for row in &all {
        assert_eq!((row.most as f64, row.storage as f64), row.published, "{}", row.name);
    }
    let volume = |name: &str| all.iter().find(|row| row.name.starts_with(name)).map(|r| r.volume);
    let (obb, sphere) = (volume("OBB").expect("a row"), volume("sphere").expect("a row"));
    let boxes = volume("AABB").expect("a row");
    let dops: Vec<f64> = all[2..5].iter().map(|row| row.volume).collect();
    assert!(dops.iter().all(|dop| obb < *dop && *dop < boxes) && boxes < sphere, "{dops:?}");
    assert!(dops[2] < dops[0] && dops[2] < dops[1], "{dops:?}");
    let least = |of: &dyn Fn(&Row) -> f64| {
        let row = all.iter().min_by(|a, b| of(a).total_cmp(&of(b))).expect("rows");
        format!("{} ({:.0} operations)", row.name, of(row))
    };
    let turned = |cube: usize| least(&|row: &Row| cost(row, cube) + row.again);
    report.says(&format!(
        "The row holds: a k-DOP's test takes at most 3k operations and 2k scalars, and its fit lies between that of an AABB \
         ({} times the torus) and that of an OBB ({}): {} with 7, 9 and 13 directions. Cheapest is the {} in the wide cube and \
         the {} in the narrow one, as long as nothing turns. With what a rotation costs these are the {} and the {}: spheres \
         and OBBs turn along. The library has bounding spheres, which it tests first, and boxes, whose test it makes where \
         these overlap.",
        three_digits(boxes),
        three_digits(obb),
        dops.iter().map(|x| three_digits(*x)).collect::<Vec<_>>().join(", "),
        least(&|row: &Row| cost(row, 0)),
        least(&|row: &Row| cost(row, 1)),
        turned(0),
        turned(1),
    ));
}
