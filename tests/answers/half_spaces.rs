//! Half-spaces and bodies of all kinds, against the height of the lowest point, in double-double arithmetic.

use crate::oracle::body::{Body, Placement};
use crate::oracle::dd::{Dd, Real, V3, add, cross, dot, narrow, neg, norm, scale, sub, widen};
use crate::oracle::generate::{self, FAMILIES, KINDS};
use crate::oracle::library::{Library, Response};
use crate::oracle::report::{Report, cases, pairs, seed};
use solid::capi;
use solid_testing::Random;

/// Heights are off by no more than this part of the coordinates.
const ROUNDING: f64 = 1e-13;

/// A half-space under a worse placement is flattened, or nearly so.
const WORST: f64 = 1e8;

/// The plane of a placed half-space: a normal of any length out of it, and one of its points.
fn plane(normal: [f64; 3], offset: f64, at: &Placement) -> (V3<Dd>, V3<Dd>) {
    let column = |k: usize| at.linear.map(|row| Dd::of(row[k]));
    let [x, y, z] = [column(0), column(1), column(2)];
    let n: V3<Dd> = widen(normal);
    let across =
        add(add(scale(cross(y, z), n[0]), scale(cross(z, x), n[1])), scale(cross(x, y), n[2]));
    let mirrors = dot(x, cross(y, z)) < Dd::of(0.0);
    let foot = scale(n, Dd::of(offset) / dot(n, n));
    (if mirrors { neg(across) } else { across }, at.apply(foot))
}

/// How much more than its own parts a placement rounds the normal of a plane: the condition of its linear part.
fn condition(at: &Placement) -> f64 {
    let column = |k: usize| at.linear.map(|row| Dd::of(row[k]));
    let [x, y, z] = [column(0), column(1), column(2)];
    let size = |columns: [V3<Dd>; 3]| columns.map(|v| dot(v, v).f64()).iter().sum::<f64>().sqrt();
    size([x, y, z]) * size([cross(y, z), cross(z, x), cross(x, y)])
        / dot(x, cross(y, z)).f64().abs()
}

/// The height of a body's lowest point over a plane.
fn height(body: &Body, (normal, foot): (V3<Dd>, V3<Dd>)) -> f64 {
    // The bodies' supports have a scale at which squares underflow.
    let unit = scale(normal, Dd::of(1.0) / norm(normal));
    let lowest = add(body.arm(neg(unit)), sub(widen(body.at.origin), foot));
    dot(unit, lowest).f64()
}

#[test]
fn bodies_are_as_high_over_a_plane_as_their_lowest_point() {
    let count = pairs() / 4;
    let mut report = Report::new("half-spaces", count);
    let library = &mut Library::lock();
    library.respond(Response::Simple);
    for index in cases(count) {
        let mut random = Random::case(seed() + 23, index);
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        let kind = random.below(KINDS);
        let linear = generate::linear(&mut random, family);
        let mut body =
            Body::new(generate::shape(&mut random, kind), Placement { linear, origin: [0.0; 3] });
        let size = body.extent();
        let normal = random.on_sphere::<3>().map(|x| x * random.decade(-2.0, 2.0));
        let far = size * random.decade(-1.0, 3.0);
        let at = Placement {
            linear: if random.once_in(2) {
                generate::linear(&mut random, family)
            } else {
                Placement::IDENTITY.linear
            },
            origin: random.point(far),
        };
        let worse = condition(&at);
        if worse.is_nan() || worse > WORST {
            report.count("flattened half-spaces");
            continue;
        }
        let offset = random.within(size);
        let over = plane(normal, offset, &at);
        body.at.origin = random.point(size * 3.0);
        // Half of them near contact.
        if random.once_in(2) {
            let unit = narrow(scale(over.0, Dd::of(1.0) / norm(over.0)));
            let wanted = size * random.sign() * random.decade(-9.0, 0.0);
            let step = wanted - height(&body, over);
            body.at.origin = add(body.at.origin, scale(unit, step));
        }
        let exact = height(&body, over);
        let reach = size
            + body.at.origin.iter().chain(&at.origin).map(|x| x.abs()).sum::<f64>()
            + over.1.iter().map(|x| x.f64().abs()).sum::<f64>();
        let rounding = ROUNDING * worse * reach;
        let [x, y, z] = normal;
        let shape = library.keep(capi::dtHalfSpace(x, y, z, offset));
        library.create(0, shape);
        library.place(0, &at);
        library.add(1, &body);
        let hit = !library.test().is_empty();
        let gap = library.gap(0, 1);
        report.count(if hit { "hits" } else { "misses" });
        let text = || {
            format!(
                "case {index}, {family:?}: height {exact}, gap {gap}, hit {hit}, {body:?} over {normal:?} {offset} at {at:?}"
            )
        };
        // A hair of rounding is touching.
        if hit != (exact <= 0.0) && exact.abs() > rounding {
            report.fail(if hit { "false hit" } else { "missed hit" }, text);
        }
        if (gap - exact).abs() > rounding + 1e-12 * exact.abs() {
            report.fail("another height", text);
        }
        if hit != (gap <= 0.0) {
            report.fail("questions disagree", text);
        }
        library.clear();
        report.progress(index);
    }
    report.expect("hits", count / 10);
    report.expect("misses", count / 10);
    report.finish();
}
