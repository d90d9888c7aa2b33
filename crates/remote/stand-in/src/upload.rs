//! The program's vertex arrays as the server has them: what has changed since is sent.

use std::io;

use solid_recording::VertexArray;
use solid_remote::records::{ARRAYS, Run, Upload, VertexSet, push_to_runs};

use crate::connection::Connection;
use crate::memory::vertex;

/// The most vertices of a record.
const MAX_VERTICES: usize = 1 << 14;

/// The arrays of a finished complex shape.
pub struct SentArrays {
    shape: u64,
    used: Vec<Run>,
    sent: [Option<Sent>; ARRAYS],
    /// Counts uploads.
    time: u64,
}

struct Sent {
    array: VertexArray,
    /// The used vertices, as they were sent last.
    vertices: Vec<[f64; 3]>,
    time: u64,
}

impl SentArrays {
    /// The arrays of a shape that uses these vertices. Sends which they are.
    pub fn new(shape: u64, used: Vec<Run>, connection: &mut Connection) -> SentArrays {
        let set = VertexSet { shape, ranges: used };
        set.append(&mut connection.batch);
        SentArrays { shape, used: set.ranges, sent: Default::default(), time: 0 }
    }

    /// Sends what has changed in an array. Returns its number, counted from 1.
    ///
    /// An array that is new takes the place of the one that has not been used for longest, if there are too many: of what they
    /// have in common, nothing is sent.
    pub fn upload(&mut self, array: VertexArray, connection: &mut Connection) -> io::Result<u64> {
        self.time += 1;
        let is_it = |sent: &Option<Sent>| sent.as_ref().is_some_and(|sent| sent.array == array);
        let age = |i: &usize| self.sent[*i].as_ref().map_or(0, |sent| sent.time);
        let number = self.sent.iter().position(is_it).or_else(|| (0..ARRAYS).min_by_key(age));
        let number = number.unwrap_or(0);
        let sent =
            self.sent[number].get_or_insert_with(|| Sent { array, vertices: Vec::new(), time: 0 });
        (sent.array, sent.time) = (array, self.time);
        let mut upload =
            Upload { shape: self.shape, array: number, runs: Vec::new(), vertices: Vec::new() };
        let mut place = 0;
        for &(start, length) in &self.used {
            for offset in 0..length {
                let now = vertex(&array, start + offset);
                let before = sent.vertices.get_mut(place);
                let is_same =
                    before.as_ref().is_some_and(|v| v.map(f64::to_bits) == now.map(f64::to_bits));
                if !is_same {
                    match before {
                        Some(before) => *before = now,
                        None => sent.vertices.push(now),
                    }
                    upload.vertices.push(now);
                    push_to_runs(&mut upload.runs, place as u32);
                    if upload.vertices.len() == MAX_VERTICES {
                        upload.append(&mut connection.batch);
                        (upload.runs, upload.vertices) = (Vec::new(), Vec::new());
                        connection.flush()?;
                    }
                }
                place += 1;
            }
        }
        // Without vertices, too: it says which arrays the next call reads.
        upload.append(&mut connection.batch);
        Ok(number as u64 + 1)
    }
}
