use super::*;

#[test]
fn numbers_are_read_as_they_were_appended() {
    for number in [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, u64::from(u32::MAX), u64::MAX] {
        let mut bytes = Vec::new();
        append_number(&mut bytes, number);
        let mut rest = Bytes(&bytes);
        assert_eq!(rest.number(), Some(number));
        assert!(rest.0.is_empty());
        assert_eq!(Bytes(&bytes[..bytes.len() - 1]).number(), None, "{number} is cut off");
    }
}

#[test]
fn numbers_of_more_than_64_bits_are_rejected() {
    assert_eq!(Bytes(&[0xff; 11]).number(), None);
    assert_eq!(Bytes(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]).number(), None);
}

fn recording(payloads: &[&[u8]]) -> (Vec<u8>, usize) {
    let mut file = Vec::new();
    append_header(&mut file, "1.2.3");
    let header = file.len();
    for (index, payload) in payloads.iter().enumerate() {
        append_record(&mut file, index as u32, kinds::RETURN, payload);
    }
    (file, header)
}

#[test]
fn records_are_read_in_order_and_may_be_followed_by_zeros() {
    let (mut file, header) = recording(&[b"one", b"", b"three"]);
    file.resize(file.len() + 100, 0);
    assert_eq!(read_header(&file), Ok((header, "1.2.3".to_string())));
    let mut reader = Reader::new(header);
    for expected in [b"one" as &[u8], b"", b"three"] {
        let record = reader.next(&file).expect("no break").expect("a record");
        assert_eq!(record.payload(&file), expected);
    }
    assert_eq!(reader.next(&file), Ok(None));
}

#[test]
fn damaged_missing_and_incomplete_records_are_detected() {
    let (whole, header) = recording(&[b"one", b"two", b"three"]);
    let read = |file: &[u8]| {
        let mut reader = Reader::new(header);
        loop {
            match reader.next(file) {
                Ok(Some(_)) => {}
                end => return end,
            }
        }
    };
    let first_end = header + 3 + 6;
    let mut damaged = whole.clone();
    damaged[header + 3] ^= 1;
    assert_eq!(read(&damaged), Err(Break::Damaged(header)));
    let missing = [&whole[..header], &whole[first_end..]].concat();
    assert_eq!(read(&missing), Err(Break::Damaged(header)));
    assert_eq!(read(&whole[..first_end + 5]), Err(Break::CutOff(first_end)));
    assert_eq!(read(&whole[..first_end]), Ok(None));
}
