use std::io::{self, Cursor, Read, Write};

use super::{Frames, MAX_FRAME, MAX_MESSAGE};

/// A message of any length comes as it was sent, and so does the one after it.
#[test]
fn long_messages_come_in_several_frames() {
    for size in [0, 1, MAX_FRAME - 1, MAX_FRAME, MAX_FRAME + 1, 2 * MAX_FRAME, 3 * MAX_FRAME - 1] {
        let message: Vec<u8> = (0..size).map(|i| (i % 251) as u8).collect();
        let mut frames = Frames::new(Cursor::new(Vec::new()));
        frames.write(&message).expect("a message");
        frames.write(b"next").expect("a message");
        frames.stream_mut().set_position(0);
        assert!(frames.read().expect("a message").expect("a message") == message[..], "{size}");
        assert_eq!(frames.read().expect("a message").expect("a message"), b"next"[..]);
        assert!(frames.read().expect("the end").is_none());
    }
}

#[test]
fn a_message_that_is_cut_or_too_long_is_an_error() {
    let mut frames = Frames::new(Cursor::new(Vec::new()));
    frames.write(&vec![0; MAX_FRAME + 5]).expect("a message");
    let written = std::mem::take(frames.stream_mut()).into_inner();
    for size in [MAX_FRAME, MAX_FRAME + 4, MAX_FRAME + 6, written.len() - 1] {
        let mut cut = Frames::new(Cursor::new(written[..size].to_vec()));
        assert!(cut.read().is_err(), "{size} bytes");
    }
    let mut endless = Frames::new(Endless(Cursor::new(written[..MAX_FRAME + 4].to_vec())));
    assert!(endless.read().is_err());
    assert!(endless.write(&vec![0; MAX_MESSAGE + 1]).is_err());
}

/// The same bytes again and again.
struct Endless(Cursor<Vec<u8>>);

impl Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.0.position() == self.0.get_ref().len() as u64 {
            self.0.set_position(0);
        }
        self.0.read(bytes)
    }
}

impl Write for Endless {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
