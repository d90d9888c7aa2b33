//! Functions of the program, which recordings do not have.

use super::format::{kinds, replay, work};
use crate::support;
use crate::support::programs::{self, Linkage};
use solid_recording::Function;
use std::fs;
use std::process::Command;

/// In their place are hulls, which answer something else; the program that is recorded notices nothing.
#[test]
fn support_functions_are_hulls_in_recordings() {
    let Some(program) = programs::executable("own_shapes.c", Linkage::Shared) else { return };
    let recording = work("own_shapes.solid");
    let mut command = Command::new(program);
    command.env("SOLID_RECORD", &recording);
    let ran = support::run(&mut command, &work("own_shapes.log"), support::time_limit());
    assert!(ran.verdict.is_ok(), "{:?}\n{}", ran.verdict, ran.output);
    assert!(kinds(&recording).contains(&(Function::dtLoadShape as u8)));
    let (said, status) = replay(&[], &recording);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("differs"), "{said}");
    fs::remove_file(&recording).expect("the recording");
}

/// A replay raises the errors of functions that made no shape.
#[test]
fn refused_support_functions_are_errors_in_recordings() {
    let source = r#"
        #include <SOLID/solid.h>
        #include <SOLID/solid_ext.h>
        #include <stddef.h>
        static void nothing(void *data, const DtScalar *direction, DtScalar *point)
        {
            (void)data, (void)direction, (void)point;
        }
        static void inside_out(void *data, const DtScalar *direction, DtScalar *point)
        {
            int i;
            (void)data;
            for (i = 0; i < 3; ++i) point[i] = -direction[i];
        }
        int main(void)
        {
            int is_right = dtSupport(NULL, NULL, NULL) == NULL && dtGetError() == DT_INVALID_POINTER;
            is_right &= dtSupport(nothing, NULL, NULL) == NULL && dtGetError() == DT_INVALID_VALUE;
            is_right &= dtSupport(inside_out, NULL, NULL) == NULL;
            dtTranslate(1, 2, 3);
            is_right &= dtGetError() == DT_INVALID_VALUE && dtGetError() == DT_NO_ERROR;
            return !is_right;
        }"#;
    let (file, program) = (work("refused.c"), work("refused"));
    fs::write(&file, source).expect("a source file");
    let Some(()) = support::examples::build(&program, &[file], &[]) else { return };
    let recording = work("refused.solid");
    let status = Command::new(program).env("SOLID_RECORD", &recording).status();
    assert!(status.expect("the program").success());
    let (said, status) = replay(&[], &recording);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("8 calls, all as recorded"), "{said}");
    fs::remove_file(&recording).expect("the recording");
}
