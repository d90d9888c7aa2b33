use super::*;

fn read(bytes: &[u8]) -> Option<Record> {
    let mut rest = Bytes(bytes);
    Record::read(&mut rest).filter(|_| rest.0.is_empty())
}

#[test]
fn uploads_are_read_as_they_were_appended() {
    for x in [0.5, 0.1, f64::NAN] {
        let vertices = vec![[x, -0.0, 1e300], [1.0; 3], [x; 3]];
        let upload = Upload { shape: 16, array: 3, runs: vec![(1, 1), (7, 2)], vertices };
        let mut bytes = Vec::new();
        upload.append(&mut bytes);
        let Some(Record::Upload(read)) = read(&bytes) else { panic!("malformed") };
        let bits = |upload: &Upload| {
            upload.vertices.as_flattened().iter().map(|x| x.to_bits()).collect::<Vec<_>>()
        };
        assert_eq!((read.shape, read.array, &read.runs), (16, 3, &upload.runs));
        assert_eq!(bits(&read), bits(&upload));
    }
}

#[test]
fn sets_and_indices_are_read_as_they_were_appended() {
    let set = VertexSet { shape: 32, ranges: vec![(0, 3), (u32::MAX, 1)] };
    let mut bytes = Vec::new();
    set.append(&mut bytes);
    assert!(matches!(read(&bytes), Some(Record::VertexSet(read)) if read == set));
    let mut bytes = Vec::new();
    append_indices(&mut bytes, &[5, 0, u32::MAX]);
    assert!(matches!(read(&bytes), Some(Record::Indices(read)) if read == [5, 0, u32::MAX]));
}

/// Counts far beyond what is there neither take memory nor time.
#[test]
fn counts_that_are_too_large_are_malformed() {
    let mut huge = Vec::new();
    append_number(&mut huge, u64::MAX);
    let kinds = [kinds::INDICES, kinds::VERTEX_SET, kinds::UPLOAD];
    for kind in kinds {
        for small in 0..3 {
            let bytes = [&[kind][..], &vec![1; small], &huge].concat();
            assert!(read(&bytes).is_none());
        }
    }
}

#[test]
fn calls_that_return_nothing_or_a_new_shape_are_deferred() {
    use Function::*;
    for function in [dtBox, dtSelectObject, dtProceed, dtNewContext, dtNewComplexShape, dtEndTest] {
        assert!(is_deferred(function), "{}", function.name());
    }
    for function in
        [dtTest, dtSum, dtGetShape, dtGetError, dtGetStatistics, dtMakeCurrent, dtCurrentContext]
    {
        assert!(!is_deferred(function), "{}", function.name());
    }
}
