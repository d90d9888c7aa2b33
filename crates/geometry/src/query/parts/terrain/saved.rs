//! Height fields as bytes.

use super::{Diagonal, HeightField, Heights};
use crate::bytes::{Reader, Writer};

const SINGLE: u32 = 1;
const DOUBLE: u32 = 2;

const DIAGONALS: [(u32, Diagonal); 3] =
    [(1, Diagonal::Rising), (2, Diagonal::Falling), (3, Diagonal::Alternating)];

impl HeightField {
    /// Appends the field: columns, rows, the spacing, the number of the diagonal, that of the precision, and the heights.
    pub(in crate::query) fn save(&self, bytes: &mut Writer) {
        bytes.word(self.columns);
        bytes.word(self.rows);
        bytes.numbers(&self.spacing);
        let number = DIAGONALS.iter().find(|(_, diagonal)| *diagonal == self.diagonal);
        bytes.word(number.map_or(0, |(number, _)| *number));
        match &self.heights {
            Heights::Single(all) => {
                bytes.word(SINGLE);
                bytes.list(all);
            }
            Heights::Double(all) => {
                bytes.word(DOUBLE);
                bytes.list(all);
            }
        }
    }

    /// The field that [`HeightField::save`] has appended.
    pub(in crate::query) fn load(bytes: &mut Reader<'_>) -> Option<HeightField> {
        let size = [bytes.word()?, bytes.word()?];
        let spacing = [bytes.number()?, bytes.number()?];
        let number = bytes.word()?;
        let (_, diagonal) = DIAGONALS.iter().find(|(other, _)| *other == number)?;
        let heights = match bytes.word()? {
            SINGLE => Heights::Single(std::mem::take(bytes.list()?.to_mut())),
            DOUBLE => Heights::Double(std::mem::take(bytes.list()?.to_mut())),
            _ => return None,
        };
        HeightField::new(heights, size, spacing, *diagonal).ok()
    }
}
