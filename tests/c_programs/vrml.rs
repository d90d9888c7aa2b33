//! The reader of VRML files in `examples-c/vrml`: what is in a good file collides as worked out by hand, and what is wrong
//! with a damaged one is told, with its line.

use crate::support::{examples, root};
use solid_testing::Random;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn build(name: &str) -> Option<PathBuf> {
    let examples = root().join("examples-c");
    let mut sources = examples::sources(&examples.join("vrml"), |_| true);
    sources.extend([examples.join("worlds.c"), examples.join("mesh.c")]);
    let program = examples::directory("worlds").join(name);
    examples::build(&program, &sources, &[]).map(|()| program)
}

fn read(worlds: &Path, file: &Path) -> (String, bool) {
    let log = worlds.with_extension("log");
    examples::output(Command::new(worlds).arg(file).env_remove("SOLID_PRINT_ERRORS"), &log)
}

/// The collisions of a file, by the names of their parts; legs that VRML 1.0 calls by one name are one.
fn collisions(worlds: &Path, file: &Path) -> Vec<String> {
    let (printed, well) = read(worlds, file);
    assert!(well, "{printed}");
    let names = printed.lines().filter_map(|line| line.trim().split_once(" share the point"));
    let mut found: Vec<String> =
        names.map(|(pair, _)| pair.replace(['1', '2', '3', '4'], "")).collect();
    found.sort();
    found
}

#[test]
#[ignore = "run by .ci/run"]
fn the_room_collides_as_worked_out_in_both_versions() {
    let Some(worlds) = build("known") else { return };
    let (printed, well) = examples::output(
        Command::new(&worlds).current_dir(root()),
        &examples::directory("worlds").join("known-rooms.log"),
    );
    assert!(well && !printed.contains("WRONG"), "{printed}");
    let models = root().join("examples-c/models");
    let mut expected =
        vec!["cord and lamp", "cord and roof", "flies and lamp", "floor and ball", "rug and floor"];
    expected.push("table/top and cup");
    expected.extend(["floor and table/leg/leg"; 4]);
    expected.extend(["table/top and table/leg/leg"; 4]);
    expected.sort_unstable();
    assert_eq!(collisions(&worlds, &models.join("room-2.wrl")), expected);
    let mut expected: Vec<String> =
        expected.iter().map(|pair| pair.replace("leg/leg", "leg")).collect();
    expected.sort();
    assert_eq!(collisions(&worlds, &models.join("room-1.wrl")), expected);
}

#[test]
#[ignore = "run by .ci/run"]
fn grids_extrusions_and_proxies_collide_as_worked_out() {
    let Some(worlds) = build("terrain") else { return };
    let mut expected = vec![
        "hill and boulder",
        "pipe and bead",
        "post and bead",
        "hill and post",
        "boulder and stand_in",
    ];
    expected.sort_unstable();
    assert_eq!(collisions(&worlds, &root().join("examples-c/models/terrain.wrl")), expected);
}

/// When what interpolators move begins to collide, as the file says; the shapes of one body do not collide with each other, and one is
/// named.
#[test]
#[ignore = "run by .ci/run"]
fn what_moves_collides_when_worked_out() {
    let Some(worlds) = build("motion") else { return };
    let (printed, well) = read(&worlds, &root().join("examples-c/models/motion.wrl"));
    assert!(well && printed.contains("\n  0 collisions\n"), "{printed}");
    let found: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("  at ")).collect();
    let expected = [
        "1.000 s arm/rod and bar collide",
        "1.500 s cart/box and wall collide",
        "1.900 s cart/mast and wire collide",
        "2.140 s cart/wheel2/wheel and kerb collide",
        "3.000 s arm/rod and bar collide",
    ];
    assert_eq!(found, expected);
}

/// Vertices that interpolators move, and what else is in the file: told once for each type.
#[test]
#[ignore = "run by .ci/run"]
fn what_deforms_collides_when_worked_out_and_the_rest_is_told() {
    let Some(worlds) = build("deforming") else { return };
    let (printed, well) = read(&worlds, &root().join("examples-c/models/deforming.wrl"));
    assert!(well && printed.contains("\n  0 collisions\n"), "{printed}");
    let found: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("  at ")).collect();
    let expected = [
        "0.500 s line and bead collide",
        "1.450 s sheet and wall collide",
        "2.450 s sheet and wall collide",
        "2.900 s raft/deck and buoy collide",
        "3.000 s line and bead collide",
        "3.950 s raft/sail and buoy collide",
    ];
    assert_eq!(found, expected);
    let told: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.split_once(".wrl: line "))
        .map(|(_, text)| text)
        .collect();
    let expected = [
        "40: PointLight is read over",
        "39: ScalarInterpolator is read over",
        "42: ROUTE from a TimeSensor to set_fraction of a ScalarInterpolator is read over",
    ];
    assert_eq!(told, expected);
}

/// Each file says in its second line what must be said of it.
#[test]
#[ignore = "run by .ci/run"]
fn errors_in_a_damaged_file_are_reported() {
    let Some(worlds) = build("damaged") else {
        return;
    };
    let mut files = 0;
    for entry in
        fs::read_dir(root().join("examples-c/models/damaged")).expect("damaged files").flatten()
    {
        let file = entry.path();
        let text = fs::read_to_string(&file).expect("a damaged file");
        let expected = text.lines().nth(1).and_then(|line| line.strip_prefix("# expected: "));
        let expected =
            expected.unwrap_or_else(|| panic!("{} does not say what is expected", file.display()));
        let (printed, well) = read(&worlds, &file);
        assert!(!well, "{}: {printed}", file.display());
        assert_eq!(printed.trim_end(), format!("{}: {expected}", file.display()));
        files += 1;
    }
    assert!(files >= 20, "only {files} files");
    let (printed, well) = read(&worlds, Path::new("no such file"));
    assert!(!well && printed.contains("cannot be opened"), "{printed}");
}

/// Good files with a byte changed, or cut off: read, or refused with a line; nothing else.
#[test]
#[ignore = "run by .ci/run"]
fn files_with_random_damage_are_read_or_refused() {
    let Some(worlds) = build("random") else {
        return;
    };
    let mut random = Random::new(9);
    let mut below = |n: usize| random.below(n);
    let (mut good, mut refused) = (0, 0);
    for name in ["room-1", "room-2", "motion", "deforming"] {
        let text = fs::read(root().join(format!("examples-c/models/{name}.wrl"))).expect("a scene");
        for i in 0..75 {
            let mut damaged = text.clone();
            let at = 16 + below(text.len() - 16);
            match i % 3 {
                0 => damaged.truncate(at),
                1 => damaged[at] = b"{}[]\"#-9a."[below(10)],
                _ => drop(damaged.drain(at..(at + 12).min(text.len()))),
            }
            let file = examples::directory("worlds").join("damaged.wrl");
            fs::write(&file, damaged).expect("a damaged file");
            let (printed, well) = read(&worlds, &file);
            if well {
                assert!(printed.contains(" collisions\n"), "{printed}");
                good += 1;
            } else {
                assert!(printed.contains("damaged.wrl: line "), "{at}: {printed}");
                refused += 1;
            }
        }
    }
    assert!(good > 10 && refused > 10, "{good} read, {refused} refused");
}
