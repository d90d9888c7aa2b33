use super::*;

#[test]
fn appended_bytes_are_in_the_file_at_once() {
    let path = std::env::temp_dir().join(format!("solid-file-{}", std::process::id()));
    let mut file = MappedFile::create(&path).expect("a file");
    let mut expected = Vec::new();
    for size in [1, 100, 70_000, 3, 5_000_000, 60_000] {
        let bytes: Vec<u8> = (0..size).map(|i: u32| (i % 251) as u8 + 1).collect();
        file.append(&bytes).expect("space");
        expected.extend(bytes);
        let written = std::fs::read(&path).expect("the file");
        assert!(written.starts_with(&expected), "{size}");
        assert!(written[expected.len()..].iter().all(|byte| *byte == 0));
    }
    assert!(MappedFile::create(&path).is_err(), "it is being recorded to");
    file.trim();
    assert_eq!(std::fs::read(&path).expect("the file"), expected);
    file.append(b"more").expect("space");
    assert!(std::fs::read(&path).expect("the file")[expected.len()..].starts_with(b"more"));
    drop(file);
    std::fs::remove_file(&path).expect("the file");
}

#[test]
fn only_regular_files_are_recorded_to() {
    assert!(MappedFile::create(&std::env::temp_dir()).is_err());
    #[cfg(unix)]
    assert!(MappedFile::create(Path::new("/dev/null")).is_err());
}

/// As on a full disk.
#[test]
fn a_file_that_cannot_grow_is_an_error() {
    let path = std::env::temp_dir().join(format!("solid-file-full-{}", std::process::id()));
    let mut file = MappedFile::create(&path).expect("a file");
    file.file = File::open(&path).expect("the file, for reading");
    assert!(file.append(b"some").is_err());
    assert!(file.append(b"some").is_err());
    std::fs::remove_file(&path).expect("the file");
}
