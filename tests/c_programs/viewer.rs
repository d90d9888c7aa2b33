//! The viewer of `examples-c/viewer`: its demos count their collisions, drawn or not, and what is drawn is not blank.
//! Linux only, as its script is.

use crate::support::{examples, root, run, skipped, time_limit};
use std::collections::HashSet;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What only draws: all else runs without OpenGL.
const DRAWING: [&str; 4] = ["main.c", "draw.c", "camera.c", "picture.c"];

/// What the viewer needs to run without a display.
const NO_OPENGL: &str = "no OpenGL and freeglut here (Debian: freeglut3-dev libgl1-mesa-dev)";
const NO_DISPLAY: &str = "no Xvfb here (Debian: xvfb xauth)";

/// The sources in `examples-c/viewer` of which `wanted` is true, and the helpers they use.
fn sources(wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let examples = root().join("examples-c");
    let mut sources = examples::sources(&examples.join("viewer"), wanted);
    sources.extend([examples.join("mesh.c"), examples.join("rng.c")]);
    sources.extend(examples::sources(&examples.join("vrml"), |_| true));
    sources
}

fn build(name: &str, sources: &[PathBuf], libraries: &[&str]) -> Option<PathBuf> {
    let program = examples::directory("viewer").join(name);
    examples::build(&program, sources, libraries).map(|()| program)
}

/// Built once: tests run in parallel, and a program that runs cannot be written.
fn build_counter() -> Option<PathBuf> {
    static COUNTER: OnceLock<Option<PathBuf>> = OnceLock::new();
    COUNTER
        .get_or_init(|| build("viewer-count", &sources(|name| !DRAWING.contains(&name)), &[]))
        .clone()
}

/// What a program printed. Two tests that run one demo at a time must not write to one log, so each run has its number.
fn output(command: &mut Command, log: &str) -> (String, bool) {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    examples::output(command, &examples::directory("viewer").join(format!("{run}-{log}")))
}

fn demos(counter: &Path) -> Vec<String> {
    let (names, well) = output(Command::new(counter).arg("list"), "list.log");
    assert!(well, "{names}");
    names.lines().map(str::to_owned).collect()
}

/// What a demo printed, but for what its world tells was read over.
fn without_notices(printed: &str) -> String {
    let lines = printed.lines().filter(|line| !line.contains(" is read over"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// What a demo prints that runs without being drawn.
fn count(counter: &Path, demo: &str, arguments: &[&str]) -> String {
    let (printed, well) =
        output(Command::new(counter).arg(demo).args(arguments), &format!("{demo}-count.log"));
    assert!(well, "{printed}");
    without_notices(&printed)
}

/// The collisions of the first line, "NAME: F frames, C collisions".
fn collisions(printed: &str) -> u64 {
    let first = printed.lines().next().unwrap_or("");
    let number = first.strip_suffix(" collisions").and_then(|text| text.rsplit(' ').next());
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("no collisions in {printed:?}"))
}

/// Whether a program with OpenGL and freeglut can be compiled and linked here.
fn has_opengl() -> bool {
    let source = examples::directory("viewer").join("probe.c");
    fs::write(&source, "#include <GL/freeglut.h>\nint main(void) { return 0; }\n")
        .expect("a file for the probe");
    let mut command = Command::new("cc");
    command.arg(&source).arg("-o").arg(source.with_extension("out")).args(["-lglut", "-lGL"]);
    run(&mut command, &examples::directory("viewer").join("probe.log"), time_limit())
        .verdict
        .is_ok()
}

#[test]
#[ignore = "run by .ci/run"]
fn every_demo_collides_and_counts_the_same_again() {
    let Some(counter) = build_counter() else {
        return;
    };
    let demos = demos(&counter);
    assert!(demos.len() >= 5, "{demos:?}");
    for demo in &demos {
        let first = count(&counter, demo, &["200"]);
        assert!(collisions(&first) > 0, "{first}");
        assert_eq!(first, count(&counter, demo, &["200"]), "the same run again");
    }
}

/// The example of the same name has its own program, which knows of no scene and no figures.
#[test]
#[ignore = "run by .ci/run"]
fn bouncing_counts_what_the_example_counts() {
    let Some(counter) = build_counter() else {
        return;
    };
    let examples = root().join("examples-c");
    let Some(example) =
        build("bouncing", &[examples.join("bouncing.c"), examples.join("rng.c")], &[])
    else {
        return;
    };
    for (objects, frames) in [("20", "400"), ("200", "100")] {
        let (printed, well) =
            output(Command::new(&example).args([objects, "20", frames]), "bouncing.log");
        assert!(well, "{printed}");
        let expected = printed.split(" frames: ").nth(1).and_then(|rest| rest.split(' ').next());
        let expected: u64 = expected.and_then(|n| n.parse().ok()).expect("a number of collisions");
        assert_eq!(collisions(&count(&counter, "bouncing", &[frames, objects])), expected);
    }
}

/// Six seconds: a stack with a wrong contact has begun to lean or to tremble by then.
#[test]
#[ignore = "run by .ci/run"]
fn stacks_stand() {
    let Some(counter) = build_counter() else {
        return;
    };
    let printed = count(&counter, "stacking", &["300"]);
    assert!(printed.contains("15 of 15 boxes, 15 of 15 rounded boxes"), "{printed}");
}

/// On triangles a box has four contacts with the floor's one normal: nothing else lets a stack stand. Ten minutes of it, as one can run
/// by hand, end as these seconds do.
#[test]
#[ignore = "run by .ci/run"]
fn a_stack_on_triangles_stands() {
    let viewer = root().join("examples-c/viewer");
    let mut sources =
        ["scene.c", "solver.c", "figure.c", "space.c", "soups.c", "../mesh.c", "../rng.c"]
            .map(|name| viewer.join(name))
            .to_vec();
    sources.push(root().join("capi-tests/stack/stack.c"));
    let Some(stack) = build("stack", &sources, &[]) else {
        return;
    };
    let (printed, stood) = output(Command::new(stack).arg("4"), "stack.log");
    assert!(stood, "{printed}");
}

/// Nothing falls through the triangles, and all comes to rest: wrong normals at their edges would push bodies about.
#[test]
#[ignore = "run by .ci/run"]
fn what_falls_into_a_bowl_of_triangles_comes_to_rest_in_it() {
    let Some(counter) = build_counter() else {
        return;
    };
    let printed = count(&counter, "physics", &["700"]);
    assert!(printed.contains("60 of 60 bodies in the bowl, 60 at rest"), "{printed}");
}

/// Nothing falls through a height field, while its heights change under the bodies on it.
#[test]
#[ignore = "run by .ci/run"]
fn what_rolls_over_a_terrain_that_changes_stays_on_it() {
    let Some(counter) = build_counter() else {
        return;
    };
    let printed = count(&counter, "terrain", &["900"]);
    assert!(printed.contains("60 of 60 bodies on the land"), "{printed}");
}

/// With continuous testing nothing passes; without it the fast ones do, or the demo shows nothing.
#[test]
#[ignore = "run by .ci/run"]
fn no_bullet_passes_when_its_way_is_tested() {
    let Some(counter) = build_counter() else {
        return;
    };
    let printed = count(&counter, "bullets", &["400"]);
    assert!(printed.contains("dtTest: 10 stopped, 20 passed;"), "{printed}");
    assert!(printed.contains("dtTestMotion: 31 stopped, 0 passed\n"), "{printed}");
}

#[test]
#[ignore = "run by .ci/run"]
fn wrong_arguments_are_reported() {
    let Some(counter) = build_counter() else {
        return;
    };
    for arguments in [&["nothing"][..], &[], &["tori", "-3"], &["tori", "10", "-1"]] {
        let (printed, well) = output(Command::new(&counter).args(arguments), "wrong.log");
        assert!(!well && printed.contains("usage"), "{arguments:?}: {printed}");
    }
}

#[test]
#[ignore = "run by .ci/run"]
fn without_opengl_the_script_names_what_to_install() {
    let mut script = Command::new(root().join("examples-c/viewer/run"));
    script.env("CC", "cc -nostdinc"); // finds no headers
    let (printed, well) = output(&mut script, "no-opengl.log");
    assert!(!well && printed.contains("freeglut3-dev"), "{printed}");
}

/// Neither needs OpenGL or a display; the demos in the help are those that there are.
#[test]
#[ignore = "run by .ci/run"]
fn help_is_printed_and_a_missing_display_reported() {
    let script = root().join("examples-c/viewer/run");
    let (printed, well) = output(Command::new(&script).arg("--help"), "help.log");
    assert!(well && printed.contains("--screenshot FILE.png"), "{printed}");
    let Some(counter) = build_counter() else {
        return;
    };
    for demo in demos(&counter) {
        assert!(printed.contains(&demo), "no {demo} in {printed}");
    }
    if !has_opengl() {
        return skipped(NO_OPENGL);
    }
    let mut command = Command::new(&script);
    let (printed, well) =
        output(command.env_remove("DISPLAY").args(["--demo", "tori"]), "none.log");
    let tells = printed.contains("DISPLAY is not set") && !printed.contains("install");
    assert!(!well && tells, "{printed}");
}

/// `docs/pictures` makes the pictures by the commands under them; each holds all that the command prints.
#[test]
#[ignore = "run by .ci/run"]
fn the_gallery_shows_what_its_commands_count() {
    let Some(counter) = build_counter() else {
        return;
    };
    let gallery = fs::read_to_string(root().join("docs/src/gallery.md")).expect("the gallery");
    let is_command =
        |line: &&str| line.starts_with("`examples-c/viewer/run") && line.ends_with(".png`");
    let mut pictures = 0;
    for line in gallery.lines().filter(is_command) {
        let words: Vec<&str> = line.trim_matches('`').split(' ').collect();
        let option = |name: &str| words.iter().position(|word| *word == name).map(|i| words[i + 1]);
        let (demo, frames) =
            (option("--demo").expect("a demo"), option("--frames").expect("frames"));
        let mut arguments = vec![frames];
        arguments.extend(option("--size"));
        let counted = count(&counter, demo, &arguments);
        let file = root().join("docs/src/images").join(option("--screenshot").expect("a file"));
        let reader = BufReader::new(fs::File::open(&file).expect("the picture"));
        let reader = png::Decoder::new(reader).read_info().expect("a PNG file");
        let texts = &reader.info().uncompressed_latin1_text;
        let shown = texts.iter().find(|text| text.keyword == "Description");
        let shown = shown.map_or("nothing", |text| &text.text);
        assert_eq!(shown, counted.trim_end(), "{}: run docs/pictures", file.display());
        pictures += 1;
    }
    assert_eq!(pictures, gallery.matches("](images/").count(), "each picture has its command");
}

/// A picture: its rows of pixels, top down.
fn read_picture(file: &Path) -> Vec<Vec<[u8; 3]>> {
    let file = BufReader::new(fs::File::open(file).expect("the picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG file");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a picture of moderate size")];
    let frame = reader.next_frame(&mut bytes).expect("a whole picture");
    reader.finish().expect("the end of the file");
    assert_eq!((frame.color_type, frame.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    let row = |row: &[u8]| row.as_chunks().0.to_vec();
    bytes.chunks(frame.line_size).map(row).collect()
}

/// The background changes from row to row only, so a row with several colours shows something.
fn assert_not_blank(demo: &str, rows: &[Vec<[u8; 3]>]) {
    // Beside the legend, and above the panel of text.
    let scene: Vec<&[[u8; 3]]> = rows[..800].iter().map(|row| &row[195..]).collect();
    let varied = scene.iter().filter(|row| row.iter().collect::<HashSet<_>>().len() > 2).count();
    assert!(
        3 * varied > scene.len(),
        "{demo}: only {varied} of {} rows show anything",
        scene.len()
    );
    let colours: HashSet<_> = scene.iter().copied().flatten().collect();
    assert!(colours.len() > 20, "{demo}: only {} colours", colours.len());
}

#[test]
#[ignore = "run by .ci/run"]
fn pictures_show_something_and_count_the_same() {
    let Some(counter) = build_counter() else {
        return;
    };
    if !has_opengl() {
        return skipped(NO_OPENGL);
    }
    if Command::new("xvfb-run").arg("--help").output().is_err() {
        return skipped(NO_DISPLAY);
    }
    let Some(viewer) = build("viewer", &sources(|name| name != "count.c"), &["-lglut", "-lGL"])
    else {
        return;
    };
    for demo in demos(&counter) {
        let file = examples::directory("viewer").join(format!("{demo}.png"));
        let _ = fs::remove_file(&file);
        let mut command = Command::new("xvfb-run");
        command.args(["-a", "-s", "-screen 0 1920x1200x24"]).arg(&viewer);
        command
            .args(["--demo", &demo, "--frames", "120", "--show", "cnbtlll", "--screenshot"])
            .arg(&file);
        let (printed, well) = output(&mut command, &format!("{demo}.log"));
        assert!(well, "{demo}: {printed}");
        let drawn = without_notices(&printed);
        assert_eq!(drawn, count(&counter, &demo, &["120"]), "drawn and not drawn");
        let rows = read_picture(&file);
        assert_eq!((rows[0].len(), rows.len()), (1600, 1000));
        assert_not_blank(&demo, &rows);
    }
    let mut command = Command::new("xvfb-run");
    command.args(["-a", "-s", "-screen 0 1920x1200x24"]).arg(&viewer);
    let (printed, well) = output(command.args(["--demo", "nothing"]), "unknown.log");
    assert!(!well && printed.contains("usage"), "{printed}");
}
