//! Messages on a blocking stream, in frames: each is a length of four bytes and so many bytes.
//!
//! A message ends with the first frame that is shorter than [`MAX_FRAME`], which may be empty.

use std::io::{self, Read, Write};

use bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder, LengthDelimitedCodec};

/// The most bytes of a frame.
pub const MAX_FRAME: usize = 4 << 20;

/// The most bytes of a message.
pub const MAX_MESSAGE: usize = 256 << 20;

/// The most bytes of the first frame, which comes before it is known who sends it.
pub const MAX_HELLO: usize = 4 << 10;

/// How much is read at once.
const READ_SIZE: usize = 32 << 10;

/// A stream of messages.
///
/// ```
/// use solid_remote::frames::Frames;
///
/// let mut file = Frames::new(std::io::Cursor::new(Vec::new()));
/// file.write(b"a frame").unwrap();
/// file.stream_mut().set_position(0);
/// assert_eq!(file.read().unwrap().unwrap(), b"a frame"[..]);
/// assert!(file.read().unwrap().is_none());
/// ```
pub struct Frames<S> {
    stream: S,
    codec: LengthDelimitedCodec,
    received: BytesMut,
    to_send: BytesMut,
    piece: Box<[u8]>,
}

impl<S: Read + Write> Frames<S> {
    /// The frames of a stream.
    pub fn new(stream: S) -> Frames<S> {
        let codec = LengthDelimitedCodec::builder().max_frame_length(MAX_FRAME).new_codec();
        let piece = vec![0; READ_SIZE].into_boxed_slice();
        Frames { stream, codec, received: BytesMut::new(), to_send: BytesMut::new(), piece }
    }

    /// Waits for a message; `None` at the end of the stream. A stream that ends within a message, and a message or a frame that is
    /// too long, are errors.
    pub fn read(&mut self) -> io::Result<Option<BytesMut>> {
        let mut message = BytesMut::new();
        while let Some(frame) = self.read_frame()? {
            let is_last = frame.len() < MAX_FRAME;
            if message.len() + frame.len() > MAX_MESSAGE {
                return Err(too_long());
            }
            if message.is_empty() {
                message = frame;
            } else {
                message.extend_from_slice(&frame);
            }
            if is_last {
                return Ok(Some(message));
            }
        }
        if message.is_empty() { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    fn read_frame(&mut self) -> io::Result<Option<BytesMut>> {
        loop {
            if let Some(frame) = self.codec.decode(&mut self.received)? {
                return Ok(Some(frame));
            }
            match self.stream.read(&mut self.piece) {
                Ok(0) => return self.codec.decode_eof(&mut self.received),
                Ok(count) => self.received.extend_from_slice(&self.piece[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends a message.
    pub fn write(&mut self, message: &[u8]) -> io::Result<()> {
        if message.len() > MAX_MESSAGE {
            return Err(too_long());
        }
        let mut rest = message;
        loop {
            let (frame, after) = rest.split_at(rest.len().min(MAX_FRAME));
            self.to_send.clear();
            self.codec.encode(Bytes::copy_from_slice(frame), &mut self.to_send)?;
            self.stream.write_all(&self.to_send)?;
            if frame.len() < MAX_FRAME {
                return self.stream.flush();
            }
            rest = after;
        }
    }

    /// The stream.
    pub fn stream_mut(&mut self) -> &mut S {
        &mut self.stream
    }
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a message is too long")
}

#[cfg(test)]
mod tests;
