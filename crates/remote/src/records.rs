//! The records of a batch: calls, and what the calls need.

use solid_recording::{
    Argument, Bytes, Function, Parameter, Returns, append_number, take_arguments,
};

/// The first bytes of records that are not calls. Those of calls are the functions' numbers, which are smaller.
pub mod kinds {
    /// Callbacks were left by an exception or longjmp. Holds the number that the thread is still in.
    pub const UNWOUND: u8 = 224;
    /// The innermost callback has returned. The last record of its batch.
    pub const CALLBACK_RETURN: u8 = 225;
    /// The last call was a test whose callbacks came all at once, and one of them makes calls: its number, counted from 0. The
    /// callbacks after it are to come again.
    pub const IN_CALLBACK: u8 = 230;
    /// Asks for a result once everything before it is done: what the errors were since it was asked last. The last record of its
    /// batch.
    pub const SYNC: u8 = 226;
    /// Which vertices of its arrays a complex shape uses.
    pub const VERTEX_SET: u8 = 227;
    /// New contents of an array.
    pub const UPLOAD: u8 = 228;
    /// A part of the indices that the next dtVertexIndices reads.
    pub const INDICES: u8 = 229;
}

/// How many arrays of a shape the server remembers.
pub const ARRAYS: usize = 4;

/// A part of a list: where it begins, and its length.
pub type Run = (u32, u32);

/// A record of a batch.
#[derive(Debug)]
pub enum Record {
    /// A call. A function that returns the handle of a shape or context comes with the client's handle for it.
    Call(Function, Vec<Argument>, u64),
    /// See [`kinds::UNWOUND`].
    Unwound(u64),
    /// See [`kinds::CALLBACK_RETURN`].
    CallbackReturn,
    /// See [`kinds::IN_CALLBACK`].
    InCallback(u64),
    /// See [`kinds::SYNC`].
    Sync,
    /// See [`kinds::VERTEX_SET`].
    VertexSet(VertexSet),
    /// See [`kinds::UPLOAD`].
    Upload(Upload),
    /// See [`kinds::INDICES`].
    Indices(Vec<u32>),
}

/// Which vertices of its arrays a complex shape uses: ranges of indices, in ascending order.
#[derive(Debug, PartialEq, Eq)]
pub struct VertexSet {
    /// The client's handle of the shape.
    pub shape: u64,
    /// The ranges.
    pub ranges: Vec<Run>,
}

/// New contents of an array. Vertices that the shape does not use are left out of all counts.
#[derive(Debug, PartialEq)]
pub struct Upload {
    /// The client's handle of the shape.
    pub shape: u64,
    /// The number of the array, less than [`ARRAYS`].
    pub array: usize,
    /// The parts that have changed.
    pub runs: Vec<Run>,
    /// Their vertices.
    pub vertices: Vec<[f64; 3]>,
}

/// Which vertices of its arrays a saved complex shape uses; `None` if the bytes are no such shape. The format is that of
/// `solid_geometry::Shape::to_bytes`, whose numbers have fixed sizes.
pub fn vertices_of_saved(bytes: &[u8]) -> Option<Vec<Run>> {
    const HEADER: usize = 24;
    const MESHES: [u64; 2] = [2, 7];
    let size = bytes.len();
    let mut bytes = Bytes(bytes);
    bytes.take(HEADER)?;
    MESHES.contains(&bytes.bits(4)?).then_some(())?;
    // How many vertices there were, and how many are by value.
    bytes.take(16)?;
    // A list begins at a multiple of 16.
    let mut take_list = |element: usize| {
        let count = usize::try_from(bytes.bits(8)?).ok()?;
        let at = size - bytes.0.len();
        bytes.take(at.next_multiple_of(16) - at)?;
        bytes.take(count.checked_mul(element)?)
    };
    take_list(24)?;
    let indices = take_list(4)?;
    let mut runs: Vec<Run> = Vec::new();
    for index in indices.as_chunks().0.iter().map(|index| u32::from_le_bytes(*index)) {
        let end = runs.last().map_or(0, |(start, length)| u64::from(*start) + u64::from(*length));
        if end > index.into() {
            return None;
        }
        push_to_runs(&mut runs, index);
    }
    Some(runs)
}

/// Whether a function's call waits for no result: it has none, or the client knows it.
pub fn is_deferred(function: Function) -> bool {
    let signature = function.signature();
    let is_scalar = |parameter: &Parameter| *parameter == Parameter::Scalar;
    match function {
        // The client waits to hear whether they have changed the current context.
        Function::dtMakeCurrent | Function::dtDeleteContext => false,
        Function::dtNewContext | Function::dtNewComplexShape | Function::dtNewCompound => true,
        _ => match signature.returns {
            Returns::Nothing => !signature.parameters.iter().any(|parameter| parameter.is_output()),
            // A shape made of numbers alone is always a new one.
            Returns::Shape => signature.parameters.iter().all(is_scalar),
            _ => false,
        },
    }
}

/// Whether a function may call back.
pub fn is_test(function: Function) -> bool {
    function.name().starts_with("dtTest")
}

/// Whether the record of a call ends with the client's handle for what the function returns.
pub fn has_handle(function: Function) -> bool {
    matches!(function.signature().returns, Returns::Shape | Returns::Context)
}

impl Record {
    /// Reads the record at the front of `bytes`; `None` if it is malformed.
    pub fn read(bytes: &mut Bytes) -> Option<Record> {
        let kind = bytes.byte()?;
        if let Some(function) = Function::from_number(kind) {
            let arguments = take_arguments(function, bytes)?;
            let handle = if has_handle(function) { bytes.number()? } else { 0 };
            return Some(Record::Call(function, arguments, handle));
        }
        Some(match kind {
            kinds::UNWOUND => Record::Unwound(bytes.number()?),
            kinds::CALLBACK_RETURN => Record::CallbackReturn,
            kinds::IN_CALLBACK => Record::InCallback(bytes.number()?),
            kinds::SYNC => Record::Sync,
            kinds::VERTEX_SET => {
                let shape = bytes.number()?;
                Record::VertexSet(VertexSet { shape, ranges: read_runs(bytes)? })
            }
            kinds::UPLOAD => Record::Upload(Upload::read(bytes)?),
            kinds::INDICES => {
                let count = bytes.number()?;
                let index = |bytes: &mut Bytes| u32::try_from(bytes.number()?).ok();
                Record::Indices((0..count).map(|_| index(bytes)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }
}

/// Appends runs: the distance of each from the end of the one before, and its length.
fn append_runs(bytes: &mut Vec<u8>, runs: &[Run]) {
    append_number(bytes, runs.len() as u64);
    let mut end = 0;
    for &(start, length) in runs {
        append_number(bytes, u64::from(start) - end);
        append_number(bytes, u64::from(length));
        end = u64::from(start) + u64::from(length);
    }
}

fn read_runs(bytes: &mut Bytes) -> Option<Vec<Run>> {
    let count = bytes.number()?;
    let mut end = 0;
    let mut run = || {
        let start = u32::try_from(u64::checked_add(end, bytes.number()?)?).ok()?;
        let length = u32::try_from(bytes.number()?).ok()?;
        end = u64::from(start) + u64::from(length);
        (end <= 1 << 32).then_some((start, length))
    };
    (0..count).map(|_| run()).collect()
}

impl VertexSet {
    /// Appends the record.
    pub fn append(&self, bytes: &mut Vec<u8>) {
        bytes.push(kinds::VERTEX_SET);
        append_number(bytes, self.shape);
        append_runs(bytes, &self.ranges);
    }
}

impl Upload {
    /// Appends the record. Coordinates that are floats are sent as such if all are.
    pub fn append(&self, bytes: &mut Vec<u8>) {
        bytes.push(kinds::UPLOAD);
        append_number(bytes, self.shape);
        append_number(bytes, self.array as u64);
        append_runs(bytes, &self.runs);
        let is_single = |x: &f64| f64::from(*x as f32).to_bits() == x.to_bits();
        let single = self.vertices.as_flattened().iter().all(is_single);
        bytes.push(u8::from(single));
        for x in self.vertices.as_flattened() {
            if single {
                bytes.extend_from_slice(&(*x as f32).to_le_bytes());
            } else {
                bytes.extend_from_slice(&x.to_le_bytes());
            }
        }
    }

    fn read(bytes: &mut Bytes) -> Option<Upload> {
        let shape = bytes.number()?;
        let array = usize::try_from(bytes.number()?).ok().filter(|array| *array < ARRAYS)?;
        let runs = read_runs(bytes)?;
        let single = bytes.byte()? != 0;
        let mut coordinate = || {
            let bits = bytes.bits(if single { 4 } else { 8 })?;
            Some(if single { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) })
        };
        let count: u64 = runs.iter().map(|run| u64::from(run.1)).sum();
        let vertex = |_| Some([coordinate()?, coordinate()?, coordinate()?]);
        let vertices = (0..count).map(vertex).collect::<Option<Vec<_>>>()?;
        Some(Upload { shape, array, runs, vertices })
    }
}

/// Appends the record of indices.
pub fn append_indices(bytes: &mut Vec<u8>, indices: &[u32]) {
    bytes.push(kinds::INDICES);
    append_number(bytes, indices.len() as u64);
    indices.iter().for_each(|index| append_number(bytes, u64::from(*index)));
}

/// The runs of numbers in ascending order.
///
/// ```
/// assert_eq!(solid_remote::records::runs_of([3, 4, 5, 9].into_iter()), [(3, 3), (9, 1)]);
/// ```
pub fn runs_of(numbers: impl Iterator<Item = u32>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    numbers.for_each(|number| push_to_runs(&mut runs, number));
    runs
}

/// Adds a number to the last run, if it follows it, else as a new one.
pub fn push_to_runs(runs: &mut Vec<Run>, number: u32) {
    match runs.last_mut() {
        Some((start, length)) if u64::from(*start) + u64::from(*length) == number.into() => {
            *length += 1;
        }
        _ => runs.push((number, 1)),
    }
}

#[cfg(test)]
mod tests;
