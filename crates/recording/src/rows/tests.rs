use std::ffi::c_void;

use super::*;

/// Encodes an array whose rows lie in `words`.
fn encoded(layout: u32, kind: u32, stride: u32, count: u32, words: &[u8]) -> Vec<u8> {
    let rows = Rows { base: words.as_ptr().cast::<c_void>(), layout, kind, stride, count };
    let mut bytes = Vec::new();
    rows.append(&mut bytes, |at, element| {
        Bytes(&words[at..]).bits(element.size()).expect("inside")
    });
    bytes
}

#[test]
fn arrays_come_back_packed() {
    // Two rows of a point each, of floats, with a gap of a number between them.
    let numbers = [1.0_f32, 2.0, 3.0, 99.0, 4.0, 5.0, 6.0];
    let words: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    let bytes = encoded(RowLayout::Points as u32, FLOAT, 16, 2, &words);
    let mut rest = Bytes(&bytes);
    let memory = Rows::take_all(&mut rest).flatten().expect("an array");
    assert!(rest.0.is_empty());
    assert_eq!(memory[0], 1, "rows follow");
    let rows: Vec<u8> =
        memory[ROWS_START / 8..].iter().flat_map(|word| word.to_ne_bytes()).collect();
    let floats: Vec<f32> =
        rows.as_chunks().0.iter().map(|bytes| f32::from_ne_bytes(*bytes)).collect();
    assert_eq!(floats, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}

#[test]
fn damaged_arrays_are_refused() {
    let whole = encoded(RowLayout::Flags as u32, 0, 0, 7, &[1, 0, 1, 0, 1, 0, 1]);
    assert!(Rows::take_all(&mut Bytes(&whole)).flatten().is_some());
    for length in 0..whole.len() {
        assert!(Rows::take_all(&mut Bytes(&whole[..length])).is_none(), "{length}");
    }
    // More rows than there are bytes.
    let mut long = vec![2];
    for number in [1, DOUBLE, u32::MAX] {
        append_number(&mut long, number.into());
    }
    assert!(Rows::take_all(&mut Bytes(&long)).is_none());
    // A layout that does not exist has no rows.
    let none = Rows::take_all(&mut Bytes(&[2, 77, 0, 5])).flatten().expect("a description");
    assert_eq!(none.len() * 8, ROWS_START);
    assert_eq!(Rows::take_all(&mut Bytes(&[0])), Some(None));
}
