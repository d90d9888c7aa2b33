//! A server of worlds: see the chapter "Remote" of the manual.
//!
//! The process that listens accepts connections, checks who they are, and passes each to the process of its world: one process
//! a world, so that what happens in one cannot harm another. It is this program again, with `--world`.

mod arrays;
mod client;
mod execute;
mod greetings;
mod listen;
mod log_limit;
mod options;
mod pass;
mod session;
mod shares;
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
    start_log(level);
    let result = if options.is_world { world::run(&options) } else { listen::run(options) };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn start_log(level: &str) {
    let environment = env_logger::Env::default().default_filter_or(level);
    let logger = env_logger::Builder::from_env(environment).build();
    log::set_max_level(logger.filter());
    if log::set_boxed_logger(Box::new(log_limit::Limited::new(logger))).is_err() {
        unreachable!("no other logger has been set");
    }
}
