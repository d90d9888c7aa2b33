//! The tag of the ABI: a program that was compiled for one ABI is not linked, or not loaded, with the library of the other. A stub
//! that exports all functions and the other's tag stands for libFreeSOLID; `packaging/check` tries the library itself.

use crate::support::{self, C89, CPP98, Ran, Standard, root, run, time_limit};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A test's directory, with a library of the other ABI, shared and static, under the name of this one; `None` without a compiler.
fn with_other_library(name: &str) -> Option<PathBuf> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tag").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    let exports = fs::read_to_string(support::sources().join("exports.txt")).expect("exports.txt");
    let functions: String = exports
        .lines()
        .chain(["solid_abi_float"])
        .map(|name| format!("void {name}(void);\nvoid {name}(void) {{ }}\n"))
        .collect();
    let source = write(&directory, "other.c", &functions);
    compile(
        C89,
        &["-fPIC", "-shared", "-Wl,-soname,libsolid.so.2"],
        &[&source],
        &directory.join("libsolid.so.2"),
    )?;
    compile(C89, &["-fPIC", "-c"], &[&source], &directory.join("other.o"))?;
    std::os::unix::fs::symlink("libsolid.so.2", directory.join("libsolid.so")).expect("a link");
    let mut ar = Command::new("ar");
    ar.arg("rcs").arg(directory.join("libother.a")).arg(directory.join("other.o"));
    assert!(run(&mut ar, &directory.join("ar.log"), time_limit()).verdict.is_ok());
    Some(directory)
}

fn write(directory: &Path, name: &str, text: &str) -> PathBuf {
    let path = directory.join(name);
    fs::write(&path, text).expect("a source file");
    path
}

/// Runs the compiler, with what linkers may leave out left out.
fn compile(standard: Standard, options: &[&str], sources: &[&Path], out: &Path) -> Option<Ran> {
    let mut command = support::compiler(standard)?;
    command.args(["-O2", "-ffunction-sections", "-fdata-sections"]);
    command.args(["-Wl,--gc-sections", "-Wl,--as-needed"]);
    command.args(sources).arg("-o").arg(out).args(options).args(["-lpthread", "-lm", "-ldl"]);
    Some(run(&mut command, &out.with_extension("log"), time_limit()))
}

/// The options that link the shared library of a directory.
fn shared(directory: &Path) -> [String; 3] {
    let directory = directory.display();
    [format!("-L{directory}"), "-lsolid".into(), format!("-Wl,-rpath,{directory}")]
}

fn is_refused(ran: &Ran, tag: &str) {
    assert!(ran.verdict.is_err() && ran.output.contains(tag), "{:?}: {}", ran.verdict, ran.output);
}

fn started(program: &Path, library: &Path) -> Ran {
    let mut command = Command::new(program);
    run(command.env("LD_LIBRARY_PATH", library), &program.with_extension("run"), time_limit())
}

const CALLS: &str = "#include <SOLID/solid.h>\nint main(void) { dtProceed(); return 0; }\n";
const DECLARES: &str = "#include <SOLID/solid_ext.h>\nextern int second;\nint second = 0;\n";

#[test]
fn a_program_is_not_linked_with_the_library_of_the_other_abi() {
    let Some(other) = with_other_library("linked") else { return };
    let archive = other.join("libother.a").display().to_string();
    let [ours, theirs] = [support::shared_library_directory(), &other].map(shared);
    let [ours, theirs] = [&ours, &theirs].map(|options| options.each_ref().map(String::as_str));
    for (standard, ending) in [(C89, "c"), (CPP98, "cpp")] {
        let main = write(&other, &format!("main.{ending}"), CALLS);
        let second = write(&other, &format!("second.{ending}"), DECLARES);
        let link = |options: &[&str], sources: &[&Path]| {
            compile(standard, options, sources, &other.join("program")).expect("a compiler")
        };
        is_refused(&link(&theirs, &[&main]), "solid_abi_double");
        is_refused(&link(&theirs, &[&main, &second]), "solid_abi_double");
        is_refused(&link(&[&archive], &[&main]), "solid_abi_double");
        let float = root().join("include/FreeSOLID/SOLID").display().to_string();
        let source = CALLS.replace("<SOLID/solid.h>", &format!("\"{float}/solid.h\""));
        let source = write(&other, &format!("float.{ending}"), &source);
        is_refused(&link(&ours, &[&source]), "solid_abi_float");

        // With the right library it runs, and does not where the other one has its place.
        let ran = link(&ours, &[&main, &second]);
        assert!(ran.verdict.is_ok(), "{}", ran.output);
        let program = other.join("program");
        assert!(started(&program, Path::new("")).verdict.is_ok());
        is_refused(&started(&program, &other), "solid_abi_double");
        // A program of before has no tag, and goes on.
        let ran = link(&[&ours[..], &["-DSOLID_NO_ABI_TAG"]].concat(), &[&main]);
        assert!(ran.verdict.is_ok(), "{}", ran.output);
        assert!(started(&program, &other).verdict.is_ok());
    }
}

/// A plugin finds the functions in the program that loads it, which has one of the libraries.
#[test]
fn a_plugin_is_not_loaded_into_a_program_of_the_other_abi() {
    let Some(other) = with_other_library("loaded") else { return };
    let host = "#include <dlfcn.h>\n#include <stdio.h>\nvoid dtProceed(void);\nint main(int argc, char **argv)\n{\n    \
        dtProceed();\n    if (dlopen(argv[argc - 1], RTLD_LAZY) != NULL) return 0;\n    puts(dlerror());\n    return 1;\n}\n";
    let host = write(&other, "host.c", host);
    let plugin = write(&other, "plugin.c", &CALLS.replace("main", "plugin"));
    let plugin = {
        let ran = compile(
            C89,
            &["-shared", "-fPIC", "-Wno-missing-prototypes"],
            &[&plugin],
            &other.join("plugin.so"),
        );
        let ran = ran.expect("a compiler");
        assert!(ran.verdict.is_ok(), "{}", ran.output);
        other.join("plugin.so")
    };
    for (library, is_loaded) in
        [(support::shared_library_directory(), true), (other.as_path(), false)]
    {
        let options = shared(library);
        let options = options.each_ref().map(String::as_str);
        let program = other.join(format!("host-{is_loaded}"));
        let ran = compile(C89, &options, &[&host], &program).expect("a compiler");
        assert!(ran.verdict.is_ok(), "{}", ran.output);
        let ran = run(Command::new(&program).arg(&plugin), &other.join("host.log"), time_limit());
        match is_loaded {
            true => assert!(ran.verdict.is_ok(), "{}", ran.output),
            false => is_refused(&ran, "solid_abi_double"),
        }
    }
}

/// Types alone need no library, and a program that loads the library itself can do without the tag.
#[test]
fn what_calls_no_function_needs_no_library() {
    let Some(directory) = with_other_library("alone") else { return };
    let types = "#include <SOLID/types.h>\nint main(void) { DT_Scalar x = 0; DT_Vector3 v = { 0, 0, 0 }; DT_Bool yes = DT_TRUE; \
        return !(sizeof x == 8 && sizeof v == 24 && sizeof(DT_Quaternion) == 32 && sizeof(DT_Index) == sizeof(DT_Count) && yes); }\n";
    let with_functions = "#define SOLID_NO_ABI_TAG\n#include <SOLID/solid.h>\n#include <SOLID/types.h>\n\
        static DT_Scalar x;\nint main(void) { DtScalar *y = &x; return *y != 0; }\n";
    for (name, text) in [("types.c", types), ("loads.c", with_functions)] {
        let source = write(&directory, name, text);
        let program = source.with_extension("out");
        let ran = compile(C89, &[], &[&source], &program).expect("a compiler");
        assert!(ran.verdict.is_ok() && ran.output.is_empty(), "{name}: {}", ran.output);
        assert!(Command::new(&program).status().expect("a program").success(), "{name}");
    }
}
