//! Measures this library beside its peers. `benches/peers/run` builds it with all that it needs and calls it:
//!
//!     peers run W1 --root PROJECT --adapters FOLDER [--quick]    a line a case and peer on stdout
//!     peers machine                                              what it runs on
//!     peers report --from FOLDER --to FOLDER                     tables and charts of all CSV files there

mod behind;
mod bodies;
mod case;
mod cells;
mod composite;
mod dots;
mod foreign;
mod heat;
mod judge;
#[path = "../../../common/machine.rs"]
#[allow(dead_code)]
mod machine;
mod matrix;
mod measure;
mod meshes;
mod obvhs;
mod parry;
mod plain;
#[path = "../../../common/plot.rs"]
#[allow(dead_code)]
mod plot;
mod queries;
mod random;
mod reference;
mod results;
mod rows;
mod solid;
mod workloads;
mod world;

use case::Peer;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn adapters(folder: &Path) -> Vec<Box<dyn Peer>> {
    let mut peers: Vec<Box<dyn Peer>> =
        vec![Box::new(solid::Solid::USUAL), Box::new(solid::Solid::TIGHT)];
    let Ok(entries) = std::fs::read_dir(folder) else { return peers };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    // Our own first, then the crate, then what was found.
    paths.sort_by_key(|path| !path.ends_with("solid-c.so"));
    for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "so")) {
        match foreign::load(path) {
            Ok(found) => {
                peers.extend(found.into_iter().map(|peer| Box::new(peer) as Box<dyn Peer>))
            }
            Err(error) => eprintln!("{} is left out: {error}", path.display()),
        }
    }
    peers.push(Box::new(parry::Parry));
    peers.push(Box::new(obvhs::Obvhs));
    peers
}

fn option(arguments: &[String], name: &str) -> PathBuf {
    let place = arguments.iter().position(|argument| argument == name);
    let value = place.and_then(|place| arguments.get(place + 1));
    PathBuf::from(value.unwrap_or_else(|| panic!("{name} is missing")))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("run") => {
            let Some((_, run)) = workloads::WORKLOADS
                .iter()
                .find(|(name, _)| arguments.get(1).is_some_and(|a| a == name))
            else {
                eprintln!("no such workload");
                return ExitCode::from(2);
            };
            machine::pin_to_one_cpu();
            let root = option(&arguments, "--root");
            let peers = adapters(&option(&arguments, "--adapters"));
            let versions: Vec<String> = peers
                .iter()
                .skip(2)
                .map(|peer| format!("{} {}", peer.name(), peer.version()))
                .collect();
            eprintln!("peers: {}", versions.join(", "));
            run(&workloads::Setting {
                peers: &peers,
                quick: arguments.iter().any(|a| a == "--quick"),
                root: &root,
            });
            ExitCode::SUCCESS
        }
        Some("machine") => {
            println!("{}", machine::description());
            ExitCode::SUCCESS
        }
        Some("report") => {
            let made = results::write(&option(&arguments, "--from"), &option(&arguments, "--to"));
            match made {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("the report: {error}");
                    ExitCode::FAILURE
                }
            }
        }
        _ => {
            eprintln!("peers run|machine|report ..");
            ExitCode::from(2)
        }
    }
}
