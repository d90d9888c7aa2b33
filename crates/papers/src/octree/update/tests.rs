//! The octree-update method finds what subdivision of the faces finds.

use crate::octree::method::Subdivision;
use crate::octree::rigid;
use crate::octree::settings::{Division, Resolution, Settings};
use crate::octree::update::{FaceOctree, OctreeUpdate, RigidObject};
use crate::octree::{FaceMesh, Vertices};
use solid_testing::Random;
use solid_testing::meshes::{bumpy_ball, debris};

#[test]
fn finds_the_same_pairs() {
    let mut random = Random::new(121);
    let mut total = 0;
    for round in 0..5 {
        let soups: Vec<_> =
            (0..4)
                .map(|i| {
                    if i == 0 {
                        debris(&mut random, 50)
                    } else {
                        bumpy_ball(&mut random, 6, 7, 0.3)
                    }
                })
                .collect();
        let octrees: Vec<FaceOctree> = soups
            .iter()
            .map(|soup| {
                FaceOctree::new(&FaceMesh::triangles(&soup.vertices, &soup.triangles), 1 + round)
            })
            .collect();
        assert!(
            octrees
                .iter()
                .all(|octree| !octree.is_empty() && octree.len() <= 8_usize.pow(1 + round))
        );
        let mut method = OctreeUpdate::default();
        for division in [Division::Octree, Division::Bintree] {
            for resolution in [Resolution::Density, Resolution::Fixed(5)] {
                let placements: Vec<_> = (0..4).map(|_| rigid(&mut random, 1.4)).collect();
                let mesh = |i: usize| FaceMesh {
                    now: Vertices { local: &soups[i].vertices, placement: Some(&placements[i]) },
                    ..FaceMesh::triangles(&soups[i].vertices, &soups[i].triangles)
                };
                let meshes: Vec<FaceMesh> = (0..4).map(mesh).collect();
                let object = |i: usize| RigidObject { mesh: meshes[i], octree: &octrees[i] };
                let objects: Vec<RigidObject> = (0..4).map(object).collect();
                method.settings = Settings { division, resolution, ..Settings::default() };
                let mut reference = Subdivision::default();
                let expected = reference.interfering(&meshes);
                assert_eq!(method.interfering(&objects), expected);
                total += expected.len();
            }
        }
    }
    assert!(total > 1000, "{total}");
}
