//! The programs of `capi-tests`. Each is compiled once; all programs of a language are linked to one executable with the
//! shared library, and to one with the static library, which run the program of whose name they are called.

use super::{C89, CPP98, Ran, Standard, compile, compiler, newest_library, run, sources, tool};
use super::{runs, shared_library_directory, skipped, time_limit, work_directory};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// What a Rust static library needs from the system (`rustc --print native-static-libs`).
const STATIC_NEEDS: [&str; 6] = ["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"];

/// How a program is linked with the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    Shared,
    Static,
}

/// The sources in `capi-tests` that use the library.
pub fn names() -> Vec<String> {
    let directory = fs::read_dir(sources()).expect("capi-tests").flatten();
    let mut names: Vec<String> = directory
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".c") || name.ends_with(".cpp"))
        .filter(|name| name != "headers3d.cpp")
        .collect();
    names.sort();
    names
}

/// The executable of a program; `None` (and said so) where there is no compiler.
pub fn executable(source: &str, linkage: Linkage) -> Option<PathBuf> {
    static C: OnceLock<Option<PathBuf>> = OnceLock::new();
    static CPP: OnceLock<Option<PathBuf>> = OnceLock::new();
    let (name, extension) = source.rsplit_once('.').expect("an extension");
    let directory = match extension {
        "c" => C.get_or_init(|| build(C89, ".c")),
        _ => CPP.get_or_init(|| build(CPP98, ".cpp")),
    };
    directory.as_ref().map(|directory| directory.join(format!("{linkage:?}")).join(name))
}

/// Compiles all programs of a language, and links them both ways. Returns the directory of the executables.
fn build(standard: Standard, extension: &str) -> Option<PathBuf> {
    compiler(standard)?;
    let directory = work_directory().join(&extension[1..]);
    fs::create_dir_all(&directory).expect("a directory for programs");
    let names = names();
    let names: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(extension)).collect();
    let header = directory.join("programs.h");
    write_main(&names, &directory.join("main.c"), &header);
    let compile_object = |name: &str| {
        let (source, standard) = match name {
            "main" => (directory.join("main.c"), C89),
            _ => (sources().join(format!("{name}{extension}")), standard),
        };
        let mut command = compiler(standard)?;
        if name != "main" {
            // Programs in C++ have no other way to get a name that C knows.
            command.arg(format!("-Dmain=program_{name}"));
            command.args((extension == ".cpp").then_some("-include"));
            command.args((extension == ".cpp").then_some(&header));
        }
        let object = directory.join(format!("{name}.o"));
        command.arg("-c").arg(source).arg("-o").arg(&object);
        compile(command, &object.with_extension("log"));
        Some(object)
    };
    let all = [&names[..], &["main"]].concat();
    let objects: Option<Vec<PathBuf>> = in_parallel(&all, compile_object).into_iter().collect();
    let objects = objects?;
    in_parallel(&[Linkage::Shared, Linkage::Static], |linkage| {
        link(compiler(standard)?, &objects, linkage, &directory, &names);
        Some(())
    });
    Some(directory)
}

/// The stack, in bytes, on which programs run that are linked statically; the others have the main thread's.
const SMALL_STACK: &str = "65536";

/// The environment variable for that.
const STACK: &str = "CAPI_TESTS_STACK";

/// Writes a `main` that runs one of the programs, and a header that declares them for C++.
fn write_main(names: &[&str], main: &Path, header: &Path) {
    let line =
        |format: fn(&str) -> String| names.iter().map(|name| format(name)).collect::<String>();
    let declared = line(|name| format!("int program_{name}(int, char **);\n"));
    let called = line(|name| {
        format!(
            "    if (strcmp(name, \"{name}\") == 0) status = program_{name}(count, arguments);\n"
        )
    });
    let text = format!(
        r#"#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
{declared}
static int status = 99;
static int count;
static char **arguments;

static void *run(void *unused)
{{
    const char *name = strrchr(arguments[0], '/') + 1;
{called}    return unused;
}}

int main(int argc, char **argv)
{{
    const char *stack = getenv("{STACK}");
    pthread_attr_t attributes;
    pthread_t thread;
    count = argc;
    arguments = argv;
    if (stack == NULL) {{
        run(NULL);
        return status;
    }}
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)atol(stack));
    if (pthread_create(&thread, &attributes, run, NULL) == 0) {{
        pthread_join(thread, NULL);
    }}
    return status;
}}
"#
    );
    fs::write(main, text).expect("a source file");
    let text = line(|name| format!("extern \"C\" int program_{name}(void);\n"));
    fs::write(header, text).expect("a header");
}

fn link(
    mut command: Command,
    objects: &[PathBuf],
    linkage: Linkage,
    directory: &Path,
    names: &[&str],
) {
    let directory = directory.join(format!("{linkage:?}"));
    fs::create_dir_all(&directory).expect("a directory for executables");
    let program = directory.join("all");
    command.args(objects).arg("-o").arg(&program);
    match linkage {
        Linkage::Shared => {
            let library = shared_library_directory();
            command.arg("-L").arg(library).arg(format!("-Wl,-rpath,{}", library.display()));
            command.args(["-lsolid", "-lpthread", "-lm"]);
        }
        Linkage::Static => {
            command.arg(newest_library("a")).args(STATIC_NEEDS);
        }
    }
    compile(command, &program.with_extension("log"));
    for name in names {
        let link = directory.join(name);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink("all", &link).expect("a link to the executable");
    }
}

/// Does some work for each item, on all processors; the results in the order of the items.
fn in_parallel<T: Copy + Sync, R: Send>(items: &[T], work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mine = std::iter::from_fn(|| {
            let i = next.fetch_add(1, Relaxed);
            items.get(i).map(|item| (i, work(*item)))
        });
        mine.collect::<Vec<_>>()
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(some)).collect();
        threads.into_iter().flat_map(|one| one.join().expect("work that is done")).collect()
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Runs a program, one that is linked statically on a small stack. It must end in time, with status 0, and report that
/// it has checked something.
pub fn check(source: &str, linkage: Linkage) {
    if let Some(program) = executable(source, linkage) {
        let mut command = runs(&program);
        if linkage == Linkage::Static {
            // One arena, as the main thread has: others take address space, which a program limits.
            command.env(STACK, SMALL_STACK).env("MALLOC_ARENA_MAX", "1");
        }
        judge(source, &run(&mut command, &program.with_extension("log"), time_limit()));
    }
}

/// The same under valgrind, which must find neither errors nor leaks. Blocks that are possibly lost count as leaks, since
/// valgrind fails the client's program for them.
pub fn check_memory(source: &str) {
    let Some(mut valgrind) = tool("valgrind") else {
        return skipped("no valgrind on this machine");
    };
    if let Some(program) = executable(source, Linkage::Shared) {
        valgrind.args([
            "--quiet",
            "--leak-check=full",
            "--show-leak-kinds=definite,indirect,possible",
            "--errors-for-leak-kinds=definite,indirect,possible",
            "--error-exitcode=99",
        ]);
        valgrind.arg(&program).arg("briefly");
        judge(
            source,
            &run(&mut valgrind, &program.with_extension("valgrind-log"), 2 * time_limit()),
        );
    }
}

/// The same for a program that needs the C++ helper headers alone, and with a macro defined.
pub fn check_headers_alone(source: &str, define: Option<&str>) {
    let Some(mut command) = compiler(CPP98) else {
        return;
    };
    let program = work_directory().join(format!("headers-{}", define.unwrap_or("plain")));
    command.args(define.map(|define| format!("-D{define}"))).arg(sources().join(source));
    command.arg("-o").arg(&program).arg("-lm");
    compile(command, &program.with_extension("compiler-log"));
    judge(source, &run(&mut Command::new(&program), &program.with_extension("log"), time_limit()));
}

fn judge(source: &str, ran: &Ran) {
    if let Err(reason) = &ran.verdict {
        panic!("{source} {reason}\n{}", ran.output);
    }
    let last = ran.output.lines().last().unwrap_or("");
    let good = last.ends_with(" passed, 0 failed") && !last.starts_with("0 ");
    assert!(good, "{source} did not report what it has checked\n{}", ran.output);
}
