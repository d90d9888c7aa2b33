//! Recordings that are damaged, cut off, or were never written by the library.

use super::format::{Recording, dying, replay, work};
use crate::support;
use crate::support::root;
use solid_testing::Random;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::time::Duration;

/// A process that is killed while it writes a record leaves some of its bytes, of the front or of the back: a copy goes
/// through memory as it likes.
#[test]
fn a_record_written_in_part_is_none() {
    let Some((path, _)) = dying("ends") else {
        return;
    };
    let whole = fs::read(&path).expect("the recording");
    let recording = Recording::read(&path);
    let file = work("partly.solid");
    let ends = recording.boundaries();
    let last = ends.len() - 2;
    for (count, ends) in ends.windows(2).enumerate().skip(last.saturating_sub(8)) {
        for written in 0..ends[1] - ends[0] {
            for front in [true, false] {
                let mut bytes = whole[..ends[1]].to_vec();
                let lost =
                    if front { ends[0] + written..ends[1] } else { ends[0]..ends[1] - written };
                let is_lost = whole[lost.clone()].iter().any(|byte| *byte != 0);
                bytes[lost].fill(0);
                bytes.resize(1 << 16, 0);
                fs::write(&file, bytes).expect("a file");
                let (said, status) = replay(&[], &file);
                assert_eq!(status, Some(0), "{count} {written} {front}: {said}");
                let read = Recording::read(&file).boundaries().len() - 1;
                assert_eq!(
                    read,
                    count + usize::from(!is_lost),
                    "{count} {written} {front}: {said}"
                );
            }
        }
    }
}

#[test]
fn a_truncated_recording_is_replayed_as_far_as_it_goes() {
    let Some((path, _)) = dying("ends") else {
        return;
    };
    let whole = fs::read(&path).expect("the recording");
    let recording = Recording::read(&path);
    let boundaries = recording.boundaries();
    let file = work("truncated.solid");
    for length in 0..whole.len() {
        fs::write(&file, &whole[..length]).expect("a file");
        let (said, status) = replay(&[], &file);
        if length < recording.header {
            assert_eq!(status, Some(2), "{length}: {said}");
            assert!(said.contains("ends before its first call"), "{length}: {said}");
            continue;
        }
        assert_eq!(status, Some(0), "{length}: {said}");
        let cut = !boundaries.contains(&length);
        // One byte that is zero may be room as well.
        let may_be_room = whole[..length].last() == Some(&0);
        assert!(said.contains("cut off") == cut || may_be_room, "{length}: {said}");
    }
}

#[test]
fn damage_is_reported() {
    let Some((path, _)) = dying("ends") else {
        return;
    };
    let whole = fs::read(&path).expect("the recording");
    let file = work("damaged.solid");
    let mut generator = Random::new(7);
    for round in 0..1000 {
        let mut bytes = whole.clone();
        let random = generator.word();
        let (place, bit) = (random as usize / 8 % bytes.len(), random % 8);
        bytes[place] ^= 1 << bit;
        fs::write(&file, bytes).expect("a file");
        let (said, status) = replay(if round % 2 == 0 { &[] } else { &["--partial"] }, &file);
        // No result was changed: what is whole is replayed, and nothing differs.
        let is_told = ["damaged", "cut off", "not a recording", "version", "ABI", "ends before"];
        assert!(matches!(status, Some(0 | 2)), "{place} {bit}: {said}");
        assert!(is_told.iter().any(|word| said.contains(word)), "{place} {bit}: {said}");
    }
}

/// Records that are whole and were never written: no pointer of a recording is followed, nobody waits for ever.
#[test]
fn a_recording_that_makes_no_sense_does_no_harm() {
    let Some((path, _)) = dying("ends") else {
        return;
    };
    let folder = root().join("tests/recordings");
    let (file, mut generator) = (work("senseless.solid"), Random::new(8));
    let mut statuses = BTreeSet::new();
    for path in [path, folder.join("left-by-longjmp.solid"), folder.join("every_function.solid")] {
        let recording = Recording::read(&path);
        for _ in 0..200 {
            fs::write(&file, recording.with_changed_bit(generator.word())).expect("a file");
            let mut command = Command::new(env!("CARGO_BIN_EXE_solid-replay"));
            let ran = support::run(command.arg(&file), &work("log"), Duration::from_secs(60));
            let status = match &ran.verdict {
                Ok(()) => "0",
                Err(why) => why.strip_prefix("ended with exit status: ").unwrap_or(why),
            };
            assert!(
                ["0", "1", "2"].contains(&status),
                "{status}: {}\n{}",
                file.display(),
                ran.output
            );
            statuses.insert(status.to_string());
        }
    }
    assert_eq!(statuses.len(), 3, "{statuses:?}");
}
