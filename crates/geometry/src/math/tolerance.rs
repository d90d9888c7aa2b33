//! The tolerances that decide answers, with their reasons and how they scale. A bound on the rounding of one representation, as of
//! boxes in single precision, stands beside its proof, and what only costs time beside its use.

mod contacts;
mod iterations;
mod motions;
mod shapes;
mod solids;

pub(crate) use contacts::*;
pub use iterations::*;
pub(crate) use motions::*;
pub(crate) use shapes::*;
pub(crate) use solids::*;

/// The bound on the relative rounding error of one floating point operation, 2^-53.
pub const ROUNDING: f64 = f64::EPSILON * 0.5;

/// Default relative error of distances requested by smart responses (the contract's value).
pub const DEFAULT_DISTANCE_TOLERANCE: f64 = 1e-6;

/// The tightest relative error of a distance that can be requested; smaller requests are clamped to it.
pub const TIGHTEST_DISTANCE_TOLERANCE: f64 = 1e-12;

/// The bound on the rounding error of `v . w`, for a support point `w` of the difference of two placed bodies, in
/// units of the sum of `|v|` times the reach of the coordinates, axis by axis.
///
/// 24 roundings, and slack for the evaluation of the bound itself: equation (2) of the theory's page on rounding.
pub(crate) const SUPPORT_ROUNDING: f64 = 32.0 * ROUNDING;

/// Bodies with a common point up to this part of the coordinates from which differences are computed, along each axis, touch: no
/// axis could be shown to separate them. Half of [`SUPPORT_ROUNDING`], the rest of which is left for the rounding of that point.
pub(crate) const TOUCHING_ROUNDING: f64 = 0.5 * SUPPORT_ROUNDING;

/// A cached separating axis, and a closed form, is trusted only if its margin is this many times the rounding error. Nearer to contact
/// the pair is decided from scratch, so that earlier queries cannot change the result.
pub(crate) const CLEAR_MARGIN: f64 = 1024.0;

/// Coordinates within which products of six of them neither overflow nor underflow.
pub(crate) const WORKING_RANGE: std::ops::Range<f64> = 1e-40..1e40;

/// Local coordinates of bodies whose bases times products of three placed coordinates neither over- nor underflow, given that
/// their placed coordinates are in the [`WORKING_RANGE`].
pub(crate) const USUAL_UNITS: std::ops::Range<f64> = 1e-100..1e100;

/// A face whose normal is off a direction by no more than this, as the tangent of an angle, is flush with it: some roundings of the
/// direction. Whether bodies touch there is proved by [`TOUCHING_ROUNDING`].
pub(crate) const FLUSH: f64 = 8.0 * ROUNDING;

/// Coordinates, and factors by which placements stretch lengths, for which closed forms neither overflow nor underflow: they are of
/// degree four in local coordinates.
pub(crate) const CLOSED_FORM_REACH: std::ops::Range<f64> = 1e-30..1e30;

/// See [`CLOSED_FORM_REACH`].
pub(crate) const CLOSED_FORM_SCALES: std::ops::Range<f64> = 1e-10..1e10;

/// In double precision, a search ends undecided where the nearest point of the simplex is no longer than this part of its longest
/// vector: a few roundings of that.
pub(crate) const SINGLE_NOISE: f64 = 8.0 * ROUNDING;

/// The same in double-double precision, in coordinates in which the bodies are about one unit wide. Distances
/// this small are far below the rounding of the input: the bodies touch.
pub(crate) const DOUBLE_NOISE: f64 = 1e-17;

/// If the bounds of the distance have converged to this relative difference and the lower bound is within rounding of
/// zero, the bodies touch.
pub(crate) const TOUCHING_CONVERGED: f64 = 1e-3;

/// A bound on the error of the volume of three points of the difference of two bodies, in units of the cube of the
/// largest coordinate: 96 roundings of the terms, 288 of the three points, and slack; equation (3) of the theory's page on
/// rounding.
pub(crate) const VOLUME_ROUNDING: f64 = 512.0 * ROUNDING;

/// Boxes that overlap, or are apart, by no more than this part of all extents and of the distance of the centres are
/// too near to touching for their separating axes to decide: some 60 roundings of the relative placement and of the
/// projections, and three times [`ROTATION_SLACK`] on each side for what the bases lack of being rigid.
pub(crate) const BOX_UNCERTAINTY: f64 = 1e-12;

/// Edges of two boxes of unit axes with a cross product smaller than this are parallel: no facet of the boxes'
/// difference is normal to it that is not, nearly, one of a face.
pub(crate) const BOX_PARALLEL: f64 = 1e-10;

/// Where edges are taken for parallel, the overlap must exceed this part: turning one box so that they are parallel
/// moves no point by more than a few times [`BOX_PARALLEL`] of the extents.
pub(crate) const BOX_PARALLEL_UNCERTAINTY: f64 = 1e-9;

/// Edges of two boxes of unit axes whose cross product is smaller are parallel: a facet of their difference between them
/// is narrower than the rounding of coordinates.
pub(crate) const PARALLEL_EDGES: f64 = 16.0 * ROUNDING;

/// The normal of a facet between edges with a smaller cross product, but for parallel ones, is left to other searches: it
/// would lose more than three digits.
pub(crate) const NEARLY_PARALLEL: f64 = 1e-3;

/// Placed points of round surfaces are known to a few roundings of the largest coordinate at best; bounds of a distance that are as
/// near to each other as this part of it have converged.
pub(crate) const ROUND_SURFACE: f64 = ROUNDING;

/// A bound on the rounding of a distance's bounds, in roundings of the largest coordinate: those of a support point, 24 as
/// [`SUPPORT_ROUNDING`] has them, and of a ball that is one but for [`SIMILARITY`], 32.
pub(crate) const DISTANCE_ROUNDING: f64 = 64.0;

/// Bodies whose distance is this part of the largest coordinate may still count as touching, since rounding allows no other
/// result. Bounding boxes must not separate such bodies, or queries that test boxes first would disagree with the others:
/// twice the rounding of a distance.
pub(crate) const TOUCHING: f64 = 2.0 * DISTANCE_ROUNDING * ROUNDING;

/// A pair is ill-conditioned if [`TOUCHING`] exceeds this part of the smaller body's size: sizes that differ by a factor of a
/// billion or more. All queries then decide by the same search whether the bodies collide.
pub(crate) const ILL_CONDITIONED: f64 = 1e-5;

/// The relative error of the distances by which a cast advances: each step leaves this part of the path. Double precision has
/// as many digits of distances down to 1e-10 of the bodies' coordinates; costs time only.
pub(crate) const ADVANCEMENT_TOLERANCE: f64 = 1e-4;

/// How far a path is followed at most, in units of the largest coordinate of two bodies: beyond twice that, along the axis
/// of the path's largest coordinate, they cannot meet.
pub(crate) const PATH_LENGTH: f64 = 4.0;

/// Axes that are orthonormal to within a quarter of this are taken for orthonormal; lengths measured along them are
/// shortened by this part where they serve as lower bounds.
pub(crate) const SKEW: f64 = 1e-13;

/// A linear map whose columns, each scaled to a longest coordinate of 1, span no more volume than this is taken for
/// singular: the volume is then made of rounding.
pub(crate) const SINGULAR_VOLUME: f64 = 16.0 * ROUNDING;

/// By how much world boxes are enlarged, relative to the coordinates from which they are computed: more than the rounding
/// of the box and of the support points together, so that touching pairs are tested.
pub const BOX_ROUNDING: f64 = 64.0 * ROUNDING;

/// A bound on the rounding error of a three by three determinant, in roundings of the sum of its terms' magnitudes
/// (Shewchuk's static filter requires 7; the rest is slack).
pub const DETERMINANT_ROUNDING: f64 = 16.0;

/// If the determinants that give the barycentric coordinates of a common point do not exceed this part of their terms'
/// magnitudes, they are computed again in double-double precision: a common point is then accurate to some ten digits.
pub(crate) const WITNESS_CONDITION: f64 = 1e-5;

/// A bound on the error of distances and radii of placed bounding spheres, relative to the coordinates: more than the
/// roundings of placing them and of the bounds on the placement's stretch.
pub const SPHERE_ROUNDING: f64 = 64.0 * ROUNDING;

/// A bound on the rounding of the square of the least stretch of a linear map, in units of that of the greatest: equation (7) of
/// the theory's page on rounding.
pub(crate) const STRETCH_ROUNDING: f64 = 16.0 * ROUNDING;

/// A linear map whose squared stretches differ from one by no more than this is treated as a rotation; the radii of
/// bounding spheres allow for as much.
pub(crate) const ROTATION_SLACK: f64 = 1e-13;

/// A product of edges that is no longer than this part of the longest edge times the largest coordinate has fewer than twelve digits:
/// where no product is longer, axes do not decide whether bodies overlap. Costs time only.
pub(crate) const AXIS_CONDITION: f64 = 1e-4;

/// A shape whose inner and outer bounding spheres differ by no more than this part has the box of a sphere. Affects only
/// how tight the box is.
pub const SPHERICAL: f64 = 1e-9;

/// A linear map is a similarity if the squares and products of its columns are those of one within this part: a ball stays
/// one to within the rounding of distances. It leaves room for some roundings of a rotation made of a quaternion.
pub(crate) const SIMILARITY: f64 = 64.0 * ROUNDING;

/// A bound on the rounding error of a point's height over the plane of a triangle, times twice the triangle's area, in
/// units of the two longest coordinates of its edges and the largest of its corners: 8 for the normal and, for an apex up
/// to three times as far out, four coordinate lengths in three coordinates; the rest is for the dot products.
pub(crate) const SIGHT_ROUNDING: f64 = 160.0 * ROUNDING;

/// A bound on the rounding error of a volume of points that are subtracted exactly and multiplied with twice the digits, in
/// units of the cube of the largest coordinate of two bodies: the coordinates of their difference are twice as large, an apex
/// is three times as far out, and so there are six terms of up to a thousand cubes, each with some ten roundings of 2^-103.
/// The rest is slack: what touches a plane but for rounding is a million times as large.
pub(crate) const NEARBY_ROUNDING: f64 = 1e-25;

/// The foot of the origin may be outside a face by this part of it without excluding the face. Costs time only.
pub(crate) const FOOT_SLACK: f64 = 1e-6;

/// A body whose thickness is at most this part of its coordinates is flat: its interior is lost in rounding.
pub(crate) const FLAT_SOLID: f64 = 64.0 * ROUNDING;

/// Penetration depths are accurate to this many times the rounding of a support point.
pub(crate) const DEPTH_ROUNDINGS: f64 = 16.0;

/// A direction in which bodies overlap by no more than this times the least known is worth a descent. Costs time only.
pub(crate) const WORTH_DESCENDING: f64 = 1.003;

/// Where the square of an ellipsoid's reach is this part of its square radius or less, it is flat across the direction.
pub(crate) const FLAT_ELLIPSOID: f64 = 1e-20;

/// The tangent of the widest angle that is tried for the cap about a local minimum, and how many are, each 0.6 times the one before.
/// Costs time only.
pub(crate) const WIDEST_CAP: f64 = 1.5;

/// The tangent of the angle by which a direction that is known to be normal to a facet is tilted to find the facet's
/// corners. Its square must be small beside the tolerance; what is lost is found by the usual search.
pub(crate) const FACET_TILT: f64 = 1e-4;

/// An edge whose angle with the plane of a contact is no more than this lies in it. It moves deepest points along the
/// edge, and no depth by more than this part of the edge.
pub(crate) const PARALLEL: f64 = 1e-12;

/// The tightest relative error of a penetration depth that can be requested; smaller requests are clamped to it.
pub(crate) const TIGHTEST_DEPTH_TOLERANCE: f64 = 1e-10;

/// Relative error of the distance of unrounded bodies; the depths that follow from it may be much smaller.
pub(crate) const UNROUNDED_DISTANCE_TOLERANCE: f64 = 1e-10;

/// The cosine of the angle between a segment and the shortest way from it to a solid, with which they count as at right angles.
pub(crate) const NEAREST_ON_LINE: f64 = 1e-13;

/// Deepest points are one behind the other along the direction of a depth within this part of the largest coordinate, or within
/// the depth's tolerance, if that is larger: far less than what it leaves of the direction.
pub(crate) const DEPTH_ASIDE: f64 = 1e-8;

/// Bodies that overlap by less than this part of the largest coordinate barely overlap: the tolerance of a depth may be less than
/// the errors of the lengths of which it is a difference, 1e-11 of the coordinates.
pub(crate) const SHALLOW_DEPTH: f64 = 1e-5;

/// Depths within this many times the rounding of a support point are decided to be touching or apart by the search for
/// a separating axis.
pub(crate) const DEPTH_SLACK: f64 = 8.0;

/// If a polytope of points of the difference contains a ball about the origin of this part of the largest coordinate, the
/// bodies collide: the rounding of its points and faces is far smaller.
pub(crate) const PLAIN_DEPTH: f64 = 1e-3;

/// Relative error of the depth of polytopes: only rounding, since the search ends at a facet.
pub(crate) const EXACT_DEPTH: f64 = 1e-13;

/// Bounds of a depth have converged if they differ by at most this part of the largest coordinate, which is the rounding of
/// the planes of thin faces.
pub(crate) const DEPTH_NOISE: f64 = 1e-11;

/// Where the iterations of a depth are used up, the steps by which its direction is bettered begin at this angle.
pub(crate) const POLISH_FROM: f64 = 0.1;

/// And end at this one; it shrinks at least every other time that the depth does not, by half.
pub(crate) const POLISH_TO: f64 = 1e-9;

/// Overlaps that differ by no more than this part are equal up to rounding: the simpler axis is chosen.
pub(crate) const SAME_DEPTH: f64 = 64.0 * ROUNDING;

/// How far the coordinates of a placed point may be from the truth, relative to the reach of all coordinates: three
/// roundings for the products and sums, two for the offset and adding it, the rest for the evaluation of the bound.
pub(crate) const PLACING_ROUNDING: f64 = 8.0 * ROUNDING;

/// A bound on the error of a determinant of differences of placed points, in units of the error of a point's
/// coordinate times the square of the largest difference: each of six terms is a product of three differences, each
/// off by twice the error of a point and once its own rounding: 54; the roundings of the sums and products are below
/// 30 more, since the rounding of a difference is less than a point's error. The rest is slack.
pub(crate) const TRIANGLE_ROUNDING: f64 = 128.0;

/// Magnitudes of coordinates, but zero, for which the exact predicates of volumes neither overflow nor underflow: all
/// coordinates are multiples of 1e-91, and products of three of them, with all their digits, of 1e-273.
pub const EXACT_RANGE: std::ops::Range<f64> = 1e-75..1e75;

/// A bound on the rounding of a difference of two moving points, relative to the largest coordinate: of the differences,
/// the time, the products and the sums there are fewer than twenty roundings, of numbers up to eight times as large.
pub const CONTACT_ROUNDING: f64 = 160.0 * ROUNDING;

/// Moving faces that come this near, relative to their largest coordinate, are taken to touch: some fifty times what
/// rounding hides.
pub const CONTACT_GAP: f64 = 1e-12;

/// How far off the contact normal, as the tangent of the angle, features of bodies are looked for of which only support points are
/// known; what is turned away from contact by less than half of it belongs to them.
pub(crate) const MANIFOLD_ANGLE: f64 = 0.03;

/// Differences between contact outlines of at most this part of their extent are rounding errors.
pub(crate) const MANIFOLD_SLACK: f64 = 1e-9;

/// Corners of a contact manifold nearer to each other than this part of its extent are one. Twice the error of
/// extrapolating corners on round surfaces.
pub(crate) const MANIFOLD_MERGE: f64 = 2e-3;

/// Points off a plane by no more than this part of the extent of all are of one face of it: some thousand roundings, as faces may be
/// narrow. The same of a cosine.
pub(crate) const COPLANAR: f64 = 1e-12;

/// Vertices off the plane of a larger face by no more than this part of the extent of both are in it.
pub(crate) const FLAT_FACE: f64 = 1e-10;

/// Edges whose faces enclose an angle of no more than this, in radians, count as flat: a quarter of a degree, by which vertices in
/// single precision turn triangles of a thousandth of the coordinates.
pub(crate) const FLAT_ANGLE: f64 = 0.004;

/// The sine of the angle of directions that are parallel but for rounding: normals of faces that are placed.
pub(crate) const ACROSS: f64 = 1e-7;

/// Contacts of a surface nearer to each other than this part of the size of a body are one.
pub(crate) const SAME_PLACE: f64 = 1e-7;

/// Depths along two normals that differ by no more than this part of them and of the coordinates are the same.
pub(crate) const SAME_LENGTH: f64 = 1e-9;

/// Depths that differ by no more than this part of the coordinates differ by rounding.
pub(crate) const ROUNDED_DEPTH: f64 = 1e-13;

/// A direction is a normal of a vertex if no neighbour is more than this part of its distance beyond the plane across it: about the
/// error of normals of round bodies.
pub(crate) const NORMAL_CONE: f64 = 1e-6;

/// A feature whose normal's angle with that of a contact has no greater cosine is seen edge-on.
pub(crate) const STEEP: f64 = 1e-3;

/// A concave polygon whose vertices are off their common plane by no more than this part of its extent is flat: models
/// written with six digits are.
pub(crate) const FLAT_POLYGON: f64 = 1e-5;

/// Contacts of neighbouring parts at the same place are one if the cosine of their normals' angle is no less: 8 degrees.
pub(crate) const SAME_NORMAL: f64 = 0.99;

/// Contacts of a patch whose depths differ by less than this part of its size are equally deep: far above rounding, far below
/// what is seen.
pub(crate) const ABOUT_AS_DEEP: f64 = 1e-9;

/// A matrix whose largest entry is 1 is taken to be of rank 1 if no cross product of two rows is longer than this: a few
/// thousand roundings.
pub(crate) const RANK_ONE: f64 = 1e-12;

/// Squares of lengths below this have lost digits to underflow, and those of vectors that are no more than this have no
/// direction without scaling.
pub(crate) const LEAST_SQUARE: f64 = 1e-270;

/// A bound on the rounding of a point of a turning body, relative to the coordinates from which it is computed and to one more
/// than the angle: four roundings of the angle, ten of the rotation, four of each of three products, and the sums.
pub(crate) const TURN_ROUNDING: f64 = 64.0 * ROUNDING;

/// The relative error of the distances by which turning bodies advance. Costs time only.
pub(crate) const TURNING_DISTANCE_TOLERANCE: f64 = 1e-2;

/// The same where bodies pass each other so nearly that the angle between normals, the root of twice the error, decides whether they
/// approach.
pub(crate) const GRAZING_DISTANCE_TOLERANCE: f64 = 1e-8;

/// Bodies nearer than the tolerance whose paths may bend back to each other within this part of the rest have contact.
pub(crate) const SHORTEST_WAY_OUT: f64 = 1e-6;

/// The largest rotation of a motion, in radians. Rounding of larger ones, and the time of a search, would be noticed.
pub const LARGEST_SPIN: f64 = 1e4;

/// A bound on the error of a restricted Bernstein coefficient of the volume that three moving points span, in units of the product of
/// their largest coordinates: equation (7) of the theory's page on moving points, with slack.
pub(crate) const COPLANARITY_ROUNDING: f64 = 160.0 * ROUNDING;

/// The same for the orientation of two moving points and the origin in a plane across an axis: equation (6) there.
pub(crate) const ORIENTATION_ROUNDING: f64 = 32.0 * ROUNDING;

/// Largest differences of moving points' coordinates, but zero, for which underflow is far below the bounds on rounding, and
/// nothing overflows.
pub(crate) const FILTERED_RANGE: std::ops::Range<f64> = 1e-60..1e60;

/// How far apart the bounds of a time of impact may be.
pub(crate) const IMPACT_WIDTH: f64 = 1e-12;

/// A bound on the error of the distance of two moving points along an axis, in units of the sum over the coordinates of the
/// axis's component times the largest coordinate: four roundings for the coefficients of each point, two for their difference,
/// 10 in all.
pub(crate) const SEPARATION_ROUNDING: f64 = 16.0 * ROUNDING;

/// The nearest point of a triangle is certified if the plane across it leaves no more than this part of the distance, and of the largest
/// coordinate of the triangle as seen from the point, on its near side.
pub(crate) const NEAREST_CERTIFIED: f64 = 1e-13;

/// The square of how many distances the way to a triangle's centroid may have, if the plane across that is to tell that all of it is
/// farther.
pub(crate) const NEAREST_LEANING: f64 = 1e8;

/// One, and more than what rounding makes of a product of ways of [`NEAREST_LEANING`].
pub(crate) const NEAREST_BEYOND: f64 = 1.0 + 1e-9;

/// A placement that stretches one direction so many times as much as another has no box in the coordinates of what it places: its inverse
/// is not exact enough.
pub(crate) const MOST_STRETCHED: f64 = 1e5;

/// The box that a body reaches among parts is larger by this part of all coordinates, which is more than rounding and what counts as
/// touching. Costs time only.
pub(crate) const REGION_SLACK: f64 = 1e-9;

/// The sum of the multipliers of a whole simplex differs from one by less than this, by rounding alone.
pub(crate) const MULTIPLIER_ROUNDING: f64 = 1e-9;
