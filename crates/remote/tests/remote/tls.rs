//! Tokens, and TLS.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::support::{Server, directory, output, program, run};

/// A certificate of this machine, and its key.
fn certificate() -> [PathBuf; 2] {
    let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".into()]).expect("a certificate");
    let directory = directory("certificate");
    let files = ["certificate.pem", "key.pem"].map(|name| directory.join(name));
    fs::write(&files[0], made.cert.pem()).expect("a file");
    fs::write(&files[1], made.signing_key.serialize_pem()).expect("a file");
    files
}

pub fn token_file() -> String {
    let file = directory("token").join("token");
    fs::write(&file, "a secret\n").expect("a file");
    file.display().to_string()
}

/// Whether a program gets right answers with these variables; it must end either way.
fn passes(server: &Server, variables: &[(&str, &str)]) -> Option<bool> {
    let program = program("every_function.c")?;
    let mut command = Command::new(program);
    server.lead(&mut command).envs(variables.iter().copied()).env("SOLID_SERVER_TIMEOUT", "5");
    let (is_good, text) = output(&mut command);
    assert_eq!(is_good, !text.contains("libsolid: no server"), "{text}");
    Some(is_good)
}

#[test]
fn without_the_token_there_is_no_world() {
    let file = token_file();
    let server = Server::start_tcp(&["--token-file", &file]);
    let token = "SOLID_SERVER_TOKEN";
    let Some(passed) = passes(&server, &[(token, "a secret")]) else { return };
    assert!(passed);
    assert_eq!(passes(&server, &[]), Some(false));
    assert_eq!(passes(&server, &[(token, "a secreT")]), Some(false));
    server.wait_for_log(&["the token is not right"], 2);
}

#[test]
fn tls_protects_what_leaves_the_machine() {
    let [certificate_file, key] = certificate().map(|file| file.display().to_string());
    let [other, _] = certificate().map(|file| file.display().to_string());
    let server = Server::start_tcp(&["--certificate", &certificate_file, "--key", &key]);
    let trusted = "SOLID_SERVER_CERTIFICATE";
    let Some(passed) = passes(&server, &[(trusted, &certificate_file)]) else { return };
    assert!(passed);
    assert_eq!(passes(&server, &[(trusted, &other)]), Some(false), "another's certificate");
    assert_eq!(passes(&server, &[]), Some(false), "no TLS at all");
    assert_eq!(passes(&server, &[(trusted, &certificate_file)]), Some(true));
}

#[test]
fn other_machines_are_served_by_tls_and_with_a_token_alone() {
    let [certificate, key] = certificate().map(|file| file.display().to_string());
    let file = token_file();
    let everywhere = ["--listen", "0.0.0.0:0"];
    for options in
        [&[][..], &["--token-file", &file], &["--certificate", &certificate, "--key", &key]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_solid-server"));
        let (is_good, text) = output(command.args(everywhere).args(options));
        assert!(!is_good && text.contains("not on this machine needs"), "{text}");
    }
    let text = run(Command::new(env!("CARGO_BIN_EXE_solid-server")).arg("--help"));
    assert!(text.contains("--listen ADDRESS"), "{text}");
}
