//! Prints the calls of a recording.

use std::io::{self, Write};

use crate::format::{Reader, Record, kinds};
use crate::functions::Function;
use crate::scan::Scan;
use crate::text;

/// Writes all calls up to the first invalid record, one a line. Calls made by callbacks are indented.
pub fn list(file: &[u8], scan: &Scan, out: &mut impl Write) -> io::Result<()> {
    let mut reader = Reader::new(scan.header);
    let (mut thread, mut calls) = (0, 0_u64);
    // For each thread, the calls that have not returned.
    let mut open: Vec<Vec<(Function, Record)>> = vec![Vec::new()];
    while let Ok(Some(record)) = reader.next(file) {
        let number = record.number(file).unwrap_or(0) as usize;
        if record.kind == kinds::THREAD {
            thread = number.min(scan.threads as usize);
            open.resize_with(open.len().max(thread + 1), Vec::new);
            continue;
        }
        let open = &mut open[thread];
        let indent = "  ".repeat(open.len());
        if let Some(function) = Function::from_number(record.kind) {
            calls += 1;
            let threads = if scan.threads > 1 { format!(" [{thread}]") } else { String::new() };
            let call = text::call(function, record.payload(file));
            writeln!(out, "{calls}{threads} {indent}{call}")?;
            open.push((function, record));
            continue;
        }
        match record.kind {
            kinds::RETURN => {
                if let Some((function, call)) = open.pop() {
                    let result = text::result(function, call.payload(file), record.payload(file));
                    if result != "nothing" {
                        writeln!(out, "  {indent}= {result}")?;
                    }
                }
            }
            kinds::CALLBACK => writeln!(out, "  {indent}{}", text::callback(record.payload(file)))?,
            kinds::UNWOUND => {
                open.truncate(number);
                writeln!(out, "  {indent}callbacks were left without returning")?;
            }
            kinds::THREAD_END => writeln!(out, "  {indent}the thread ends")?,
            _ => {}
        }
    }
    Ok(())
}
