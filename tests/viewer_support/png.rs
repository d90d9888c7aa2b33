//! Reads the pictures that the viewer writes: PNG files of eight bits each of red, green and blue.

/// A picture: its rows of pixels, top down.
pub struct Picture {
    pub width: usize,
    pub rows: Vec<Vec<[u8; 3]>>,
}

/// CRC-32 as PNG has it, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |c, _| {
                if c & 1 == 1 { c >> 1 ^ 0xEDB8_8320 } else { c >> 1 }
            },
        )
    })
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_be_bytes(bytes[..4].try_into().expect("four bytes"))
}

/// The chunks of a file: their types and data, each held to its sum.
fn chunks(mut rest: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut found = Vec::new();
    while !rest.is_empty() {
        let length = word(rest) as usize;
        let (name, data) = (&rest[4..8], &rest[8..8 + length]);
        assert_eq!(crc(&rest[4..8 + length]), word(&rest[8 + length..]), "the sum of a chunk");
        found.push((name, data));
        rest = &rest[12 + length..];
    }
    found
}

/// Decodes a picture; panics about what is not as the standard wants it.
pub fn decode(file: &[u8]) -> Picture {
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
    let chunks = chunks(&file[8..]);
    assert_eq!(
        chunks.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        [b"IHDR", b"IDAT", b"IEND"]
    );
    let header = chunks[0].1;
    let (width, height) = (word(header) as usize, word(&header[4..]) as usize);
    assert_eq!(header[8..], [8, 2, 0, 0, 0], "eight bits, red, green and blue, not interlaced");
    let data = miniz_oxide::inflate::decompress_to_vec_zlib(chunks[1].1).expect("deflate");
    let stride = 3 * width;
    assert_eq!(data.len(), height * (stride + 1));
    let mut rows = Vec::new();
    let mut above = vec![0u8; stride];
    for row in data.chunks(stride + 1) {
        let mut line = row[1..].to_vec();
        for i in 0..stride {
            let from = match row[0] {
                1 if i >= 3 => line[i - 3],
                1 => 0,
                2 => above[i],
                filter => panic!("filter {filter} is not one that the viewer uses"),
            };
            line[i] = line[i].wrapping_add(from);
        }
        rows.push(line.chunks(3).map(|p| [p[0], p[1], p[2]]).collect());
        above = line;
    }
    Picture { width, rows }
}
