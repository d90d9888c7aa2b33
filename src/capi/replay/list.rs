//! A recording as text.

use std::io::{self, Write};

use super::scan::{Scan, number, payload};
use super::text;
use crate::capi::recording::calls::Op;
use crate::capi::recording::format::{Reader, Record, kinds};

/// Writes all calls, one a line, as far as the recording is whole; those made by callbacks are indented.
pub fn list(file: &[u8], scan: &Scan, to: &mut impl Write) -> io::Result<()> {
    let mut reader = Reader::new(scan.header);
    let (mut thread, mut calls) = (0, 0_u64);
    // By thread, the calls that have not returned.
    let mut open: Vec<Vec<(Op, Record)>> = vec![Vec::new()];
    while let Ok(Some(record)) = reader.next(file) {
        let told = || number(file, &record).unwrap_or(0) as usize;
        if record.kind == kinds::THREAD {
            thread = told().min(scan.threads as usize);
            open.resize_with(open.len().max(thread + 1), Vec::new);
            continue;
        }
        let open = &mut open[thread];
        let indent = "  ".repeat(open.len());
        if let Some(op) = Op::of(record.kind) {
            calls += 1;
            let threads = if scan.threads > 1 { format!(" [{thread}]") } else { String::new() };
            writeln!(to, "{calls}{threads} {indent}{}", text::call(op, payload(file, &record)))?;
            open.push((op, record));
            continue;
        }
        match record.kind {
            kinds::END => {
                if let Some((op, call)) = open.pop() {
                    let answer = text::answer(op, payload(file, &call), payload(file, &record));
                    if answer != "nothing" {
                        writeln!(to, "  {indent}= {answer}")?;
                    }
                }
            }
            kinds::CALLBACK => {
                writeln!(to, "  {indent}{}", text::callback(payload(file, &record)))?
            }
            kinds::ABANDONED => {
                open.truncate(told());
                writeln!(to, "  {indent}callbacks were left without returning")?;
            }
            kinds::THREAD_END => writeln!(to, "  {indent}the thread ends")?,
            _ => {}
        }
    }
    Ok(())
}
