//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use solid_remote::address::Address;

pub const USAGE: &str = "\
usage: solid-server --listen ADDRESS [OPTIONS]

Owns worlds for programs that use the stand-in for libsolid.so.2.

  --listen ADDRESS    HOST:PORT or unix:PATH; port 0 stands for any, which the log names
  --token-file FILE   clients must present the first line of the file
  --certificate FILE  TLS with this certificate, in PEM; needed where ADDRESS is not on this machine
  --key FILE          its key, in PEM
  --clients N         how many connections there may be (256)
  --objects N         how many objects a client may have (100000)
  --memory MIB        how much memory a client may have, over all its worlds (1024)
  --threads N         how many threads dtSetThreads may start in a world (1)
  --verbose           logs each connection; the variable RUST_LOG says it in detail

A client names the server, and the token, in its environment: SOLID_SERVER, SOLID_SERVER_TOKEN, SOLID_SERVER_CERTIFICATE,
SOLID_SERVER_WORLD, SOLID_SERVER_TIMEOUT, SOLID_SERVER_RETRY. SIGTERM and SIGINT end the server: calls that have arrived are completed.
";

/// What the command line says.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; none in the process of a world.
    pub listen: Option<Address>,
    /// What clients must present; empty for nothing.
    pub token: String,
    pub certificate: Option<PathBuf>,
    pub key: Option<PathBuf>,
    pub clients: usize,
    pub objects: usize,
    pub memory: u64,
    pub threads: u32,
    pub verbose: bool,
    /// Whether this is the process of a world.
    pub is_world: bool,
    /// Whether several clients share it.
    pub is_shared: bool,
}

impl Options {
    /// Reads the arguments; `None` if they ask for help.
    pub fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<Options>, String> {
        let mut options = Options {
            listen: None,
            token: String::new(),
            certificate: None,
            key: None,
            clients: 256,
            objects: 100_000,
            memory: 1024,
            threads: 1,
            verbose: false,
            is_world: false,
            is_shared: false,
        };
        while let Some(argument) = arguments.next() {
            let name = argument.to_string_lossy().into_owned();
            let mut value = || arguments.next().ok_or_else(|| format!("{name} needs a value"));
            match &*name {
                "--listen" => options.listen = Some(number(value()?)?),
                "--token-file" => options.token = read_token(&value()?.into())?,
                "--certificate" => options.certificate = Some(value()?.into()),
                "--key" => options.key = Some(value()?.into()),
                "--clients" => options.clients = number(value()?)?,
                "--objects" => options.objects = number(value()?)?,
                "--memory" => options.memory = number(value()?)?,
                "--threads" => options.threads = number(value()?)?,
                "--verbose" => options.verbose = true,
                "--world" => options.is_world = true,
                "--shared" => options.is_shared = true,
                "--help" | "-h" => return Ok(None),
                _ => return Err(format!("there is no option {name}")),
            }
        }
        if options.certificate.is_some() != options.key.is_some() {
            return Err("--certificate and --key belong together".into());
        }
        match &options.listen {
            None if !options.is_world => Err("--listen is missing".into()),
            Some(address) if !address.is_local() && options.certificate.is_none() => {
                Err("an address that is not on this machine needs --certificate and --key".into())
            }
            Some(address) if !address.is_local() && options.token.is_empty() => {
                Err("an address that is not on this machine needs --token-file".into())
            }
            _ => Ok(Some(options)),
        }
    }

    /// The arguments of the process of a world.
    pub fn for_world(&self) -> Vec<String> {
        let mut arguments = vec!["--world".to_string()];
        arguments.extend(self.verbose.then(|| "--verbose".into()));
        let numbers = [("--objects", self.objects as u64), ("--threads", self.threads.into())];
        for (name, number) in numbers {
            arguments.extend([name.to_string(), number.to_string()]);
        }
        arguments
    }
}

fn number<T: FromStr>(value: OsString) -> Result<T, String> {
    let text = value.to_string_lossy();
    text.parse().map_err(|_| format!("'{text}' makes no sense here"))
}

fn read_token(file: &PathBuf) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let token = text.lines().next().unwrap_or("").trim().to_owned();
    if token.is_empty() { Err(format!("{}: no token in it", file.display())) } else { Ok(token) }
}
