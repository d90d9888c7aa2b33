//! The inputs' random numbers: the same on every machine, since no library function rounds in them but the root.

use super::case::Pose;
pub use solid_testing::Random;

/// A uniform rotation, the origin uniform in a cube.
pub fn random_pose(random: &mut Random, edge: f64) -> Pose {
    let quaternion = random.on_sphere();
    pose(quaternion, random.point(0.5 * edge))
}

/// The pose of a quaternion (x, y, z, w) of any length but zero.
pub fn pose(quaternion: [f64; 4], origin: [f64; 3]) -> Pose {
    let square: f64 = quaternion.iter().map(|x| x * x).sum();
    let quaternion = quaternion.map(|x| x / square.sqrt());
    let [x, y, z, w] = quaternion;
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    Pose { rotation, origin, quaternion }
}

/// The product of two quaternions: the turn `b`, then `a`.
pub fn after(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}
