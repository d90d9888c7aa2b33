//! Connects to a server.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};
use solid_recording::Function;

use crate::address::Address;
use crate::frames::Frames;
use crate::messages::{Answer, Hello, VERSION, decode, encode};
use crate::tls;

/// How long it may take to reach the server's machine.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a connection that is silent is asked whether its other end still exists, and after how long first.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// A connection of any kind.
pub trait Stream: Read + Write + Send {}

impl<S: Read + Write + Send> Stream for S {}

/// Where a server is and what it demands.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its address.
    pub address: Address,
    /// The token that it demands; empty for none.
    pub token: String,
    /// The file with the certificates that are trusted. With one, TLS is used, unless the address is a path.
    pub certificate: Option<PathBuf>,
    /// The world that is shared; empty for a world of the client's own.
    pub world: String,
    /// How long to wait for a result.
    pub timeout: Duration,
    /// How long to try again where the server is not there, closes the connection, or has no room.
    pub retry: Duration,
}

/// The pause before the first time it is tried again. Each one is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Connects the first thread of a client as [`connect`] does, and tries again for a while where another attempt may succeed.
/// `waits` is called with the first error before that.
pub fn connect_first(
    target: &Target,
    client: [u8; 16],
    waits: impl FnOnce(&io::Error),
) -> io::Result<Frames<Box<dyn Stream>>> {
    let start = Instant::now();
    let mut pause = FIRST_PAUSE;
    let mut waits = Some(waits);
    loop {
        let error = match connect(target, client, true) {
            Ok(frames) => return Ok(frames),
            Err(error) => error,
        };
        let rest = target.retry.saturating_sub(start.elapsed());
        if rest.is_zero() || !may_pass(&error) {
            return Err(error);
        }
        waits.take().into_iter().for_each(|waits| waits(&error));
        std::thread::sleep(pause.min(rest));
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
}

/// Whether another attempt may succeed: nobody listens yet, or the server has no room.
fn may_pass(error: &io::Error) -> bool {
    use io::ErrorKind::*;
    matches!(
        error.kind(),
        BrokenPipe
            | ConnectionAborted
            | ConnectionRefused
            | ConnectionReset
            | NotFound
            | ResourceBusy
            | UnexpectedEof
    )
}

/// Connects a thread of a client. Waits until the server has let it in.
pub fn connect(
    target: &Target,
    client: [u8; 16],
    is_first: bool,
) -> io::Result<Frames<Box<dyn Stream>>> {
    let mut frames = Frames::new(open(target)?);
    let hello = Hello {
        version: VERSION,
        functions: Function::ALL.len() as u32,
        client,
        is_first,
        token: target.token.clone(),
        world: target.world.clone(),
    };
    frames.write(&encode(&hello))?;
    let frame = frames.read()?.ok_or(io::ErrorKind::UnexpectedEof)?;
    match decode(&frame) {
        Some(Answer::Welcome) => Ok(frames),
        Some(Answer::Busy(why)) => Err(io::Error::new(io::ErrorKind::ResourceBusy, why)),
        Some(Answer::Refused(why)) => Err(io::Error::new(io::ErrorKind::PermissionDenied, why)),
        None => Err(io::Error::new(io::ErrorKind::InvalidData, "this is no solid-server")),
    }
}

fn open(target: &Target) -> io::Result<Box<dyn Stream>> {
    let Address::Tcp(address) = &target.address else {
        return open_path(target);
    };
    if target.certificate.is_none() && !target.address.is_local() {
        let what = "a server that is not on this machine needs SOLID_SERVER_CERTIFICATE";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    let mut result = Err(io::ErrorKind::AddrNotAvailable.into());
    for address in address.to_socket_addrs()? {
        result = TcpStream::connect_timeout(&address, CONNECT_TIMEOUT);
        if result.is_ok() {
            break;
        }
    }
    let stream = result?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(target.timeout))?;
    stream.set_write_timeout(Some(target.timeout))?;
    let keepalive = socket2::TcpKeepalive::new().with_time(KEEPALIVE);
    socket2::SockRef::from(&stream).set_tcp_keepalive(&keepalive)?;
    let Some(certificate) = &target.certificate else { return Ok(Box::new(stream)) };
    let name = ServerName::try_from(target.address.host().to_owned())
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let connection = ClientConnection::new(tls::client_config(certificate)?, name)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    Ok(Box::new(StreamOwned::new(connection, stream)))
}

#[cfg(unix)]
fn open_path(target: &Target) -> io::Result<Box<dyn Stream>> {
    let Address::Unix(path) = &target.address else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let stream = std::os::unix::net::UnixStream::connect(path)?;
    stream.set_read_timeout(Some(target.timeout))?;
    stream.set_write_timeout(Some(target.timeout))?;
    Ok(Box::new(stream))
}

#[cfg(not(unix))]
fn open_path(_: &Target) -> io::Result<Box<dyn Stream>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "there are no sockets with paths here"))
}
