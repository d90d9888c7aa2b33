use super::{Boxtree, Counts, meshes_meet};
use crate::meshes::{Mesh, model, soup, torus};
use crate::random::Random;
use solid_geometry::convex::{Coherence, RelativePlacement};
use solid_geometry::mesh::{LeafTest, first_pair};

#[test]
fn every_triangle_is_in_the_box_it_inherits() {
    for mesh in [torus(), model("teapot", false), model("bunny", false)] {
        let tree = Boxtree::build(&mesh);
        tree.validate(&mesh);
        assert!(tree.memory() <= 20 * mesh.triangles.len() + 48);
    }
}

#[test]
fn meshes_meet_where_the_library_says_so_with_four_axes_and_with_six() {
    let mesh: Mesh = model("teapot", false);
    let (tree, own) = (Boxtree::build(&mesh), soup(&mesh));
    let mut random = Random::new(3);
    let [mut hits, mut misses] = [0; 2];
    let [mut all, mut reduced] = [Counts::default(); 2];
    for _ in 0..300 {
        let [p, q] = [random.placement(27.0), random.placement(27.0)];
        let extents = own.absolute_extents();
        let relation = RelativePlacement::new(&extents, &p, &extents, &q).expect("in range");
        let (mut leaf, mut cache) = (LeafTest::new(&own, &own, &relation), Coherence::default());
        let due =
            first_pair(&own, &p, &own, &q, |i, j| leaf.intersects(i, j, &mut cache)).is_some();
        let ask = |reduced, counts: &mut Counts| {
            meshes_meet([&tree; 2], [&mesh; 2], [&p, &q], reduced, counts)
        };
        assert_eq!([ask(false, &mut all), ask(true, &mut reduced)], [due; 2]);
        *if due { &mut hits } else { &mut misses } += 1;
    }
    assert!(hits > 50 && misses > 50, "{hits} {misses}");
    // The same pairs of boxes are apart, found on fewer axes.
    assert_eq!((all.boxes, all.triangles), (reduced.boxes, reduced.triangles));
    assert!(reduced.axes < all.axes);
}
