//! A server of worlds: see the chapter "Remote" of the manual.
//!
//! The process that listens accepts connections, checks who they are, and passes each to the process of its world: one process
//! a world, so that what happens in one cannot harm another. It is this program again, with `--world`.

mod arrays;
mod client;
mod execute;
mod listen;
mod options;
mod pass;
mod session;
mod world;
mod worlds;

use std::process::ExitCode;

fn main() -> ExitCode {
    let options = match options::Options::parse(std::env::args_os().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{}", options::USAGE);
            return ExitCode::SUCCESS;
        }
        Err(what) => {
            eprint!("solid-server: {what}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    let level = if options.verbose { "debug" } else { "info" };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).init();
    let result = if options.is_world { world::run(&options) } else { listen::run(options) };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}
