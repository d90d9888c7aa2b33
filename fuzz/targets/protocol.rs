//! What a solid-server and its clients read of each other: any bytes are understood or refused, in time and memory that grow with
//! their number; what is understood and written again means the same.
#![no_main]

use solid_recording::{Bytes, ReceivedCallback};
use solid_remote::frames::Frames;
use solid_remote::messages::{Answer, Hello, decode, encode};
use solid_remote::records::{Record, append_indices};

/// A record that is written again is the same.
fn again(record: &Record) {
    let mut bytes = Vec::new();
    match record {
        Record::VertexSet(set) => set.append(&mut bytes),
        Record::Upload(upload) => upload.append(&mut bytes),
        Record::Indices(indices) => append_indices(&mut bytes, indices),
        _ => return,
    }
    let mut rest = Bytes(&bytes);
    let read = Record::read(&mut rest);
    assert!(rest.0.is_empty());
    // Numbers that are not finite are compared too.
    assert_eq!(format!("{:?}", Some(record)), format!("{:?}", read.as_ref()));
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut rest = Bytes(bytes);
    while let Some(record) = Record::read(&mut rest) {
        again(&record);
        if rest.0.is_empty() {
            break;
        }
    }
    let _ = ReceivedCallback::read(bytes);
    let _ = decode::<Answer>(bytes);
    if let Some(hello) = decode::<Hello>(bytes) {
        assert_eq!(decode::<Hello>(&encode(&hello)), Some(hello));
    }
    let mut frames = Frames::new(std::io::Cursor::new(bytes.to_vec()));
    while let Ok(Some(_)) = frames.read() {}
});
