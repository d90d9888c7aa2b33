//! Where a server listens: `HOST:PORT` or `unix:PATH`.

use std::net::ToSocketAddrs;
use std::path::PathBuf;
use std::str::FromStr;

/// The address of a server.
///
/// ```
/// use solid_remote::address::Address;
///
/// assert_eq!("unix:/run/solid".parse(), Ok(Address::Unix("/run/solid".into())));
/// assert_eq!("[::1]:4800".parse(), Ok(Address::Tcp("[::1]:4800".into())));
/// assert!("localhost".parse::<Address>().is_err()); // no port
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A host and a port.
    Tcp(String),
    /// The path of a socket.
    Unix(PathBuf),
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        if let Some(path) = text.strip_prefix("unix:").filter(|path| !path.is_empty()) {
            return Ok(Address::Unix(path.into()));
        }
        let is_port = |port: &str| port.parse::<u16>().is_ok();
        match text.rsplit_once(':') {
            Some((host, port)) if !host.is_empty() && is_port(port) => {
                Ok(Address::Tcp(text.into()))
            }
            _ => Err(format!("'{text}' is neither HOST:PORT nor unix:PATH")),
        }
    }
}

impl Address {
    /// Whether it leads to this machine alone.
    pub fn is_local(&self) -> bool {
        match self {
            Address::Unix(_) => true,
            Address::Tcp(address) => address.to_socket_addrs().is_ok_and(|mut addresses| {
                addresses.len() > 0 && addresses.all(|address| address.ip().is_loopback())
            }),
        }
    }

    /// The name of the host; empty for a path.
    pub fn host(&self) -> &str {
        match self {
            Address::Unix(_) => "",
            Address::Tcp(address) => {
                let host = address.rsplit_once(':').map_or(&**address, |(host, _)| host);
                host.trim_start_matches('[').trim_end_matches(']')
            }
        }
    }
}
