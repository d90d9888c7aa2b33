//! Listens, checks who a client is, and passes its connection to its world.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::Mode;
use solid_recording::Function;
use solid_remote::address::Address;
use solid_remote::frames::MAX_HELLO;
use solid_remote::messages::{Answer, Hello, VERSION, decode, encode};
use solid_remote::tls;
use subtle::ConstantTimeEq;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use super::options::Options;
use super::pass::Passed;
use super::worlds::{Name, Worlds};

/// How long a client may take to say who it is.
const GREETING_TIMEOUT: Duration = Duration::from_secs(10);

/// How many clients may be saying so at a time.
const MAX_GREETINGS: usize = 128;

/// How often a connection that is silent is asked whether its other end still exists, and after how long first.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Listens until the process is told to end.
#[tokio::main(flavor = "current_thread")]
pub async fn run(options: Options) -> io::Result<()> {
    let acceptor = match (&options.certificate, &options.key) {
        (Some(certificate), Some(key)) => {
            Some(TlsAcceptor::from(tls::server_config(certificate, key)?))
        }
        _ => None,
    };
    let worlds = Worlds::new(options.clone());
    let greeter = Arc::new(Greeter {
        worlds: Arc::clone(&worlds),
        acceptor,
        greetings: Semaphore::new(MAX_GREETINGS),
        options,
    });
    let (mut terminated, mut interrupted) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let listener = Listener::bind(greeter.options.listen.as_ref())?;
    tokio::select! {
        result = listener.accept_all(&greeter) => result?,
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
    log::info!("ends: {} connections", worlds.connections());
    worlds.end().await;
    Ok(())
}

enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener, #[allow(dead_code, reason = "removed when it is dropped")] SocketFile),
}

/// The path of a socket, which is removed when this is dropped.
struct SocketFile(std::path::PathBuf);

impl Drop for SocketFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Listener {
    fn bind(address: Option<&Address>) -> io::Result<Listener> {
        match address {
            Some(Address::Tcp(address)) => {
                let listener = std::net::TcpListener::bind(address)?;
                listener.set_nonblocking(true)?;
                log::info!("listens on {}", listener.local_addr()?);
                Ok(Listener::Tcp(TcpListener::from_std(listener)?))
            }
            Some(Address::Unix(path)) => {
                remove_stale(path)?;
                // For the user who has started the server.
                let before = rustix::process::umask(Mode::from_raw_mode(0o177));
                let listener = UnixListener::bind(path);
                rustix::process::umask(before);
                let listener = listener?;
                log::info!("listens on unix:{}", path.display());
                Ok(Listener::Unix(listener, SocketFile(path.clone())))
            }
            None => Err(io::Error::other("no address")),
        }
    }

    async fn accept_all(&self, greeter: &Arc<Greeter>) -> io::Result<()> {
        loop {
            let accepted = match self {
                Listener::Tcp(listener) => {
                    let accepted = listener.accept().await;
                    accepted.map(|(stream, peer)| (Stream::Tcp(stream), peer.to_string()))
                }
                Listener::Unix(listener, _) => {
                    let accepted = listener.accept().await;
                    accepted.map(|(stream, _)| (Stream::Unix(stream), "a local client".to_string()))
                }
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    pause(&error).await;
                    continue;
                }
            };
            let greeter = Arc::clone(greeter);
            tokio::spawn(async move {
                if let Err(error) = greeter.greet(stream, &peer).await {
                    log::info!("{peer}: {error}");
                }
            });
        }
    }
}

/// Too many files are open, perhaps: connections that end make room.
async fn pause(error: &io::Error) {
    log::warn!("cannot accept: {error}");
    tokio::time::sleep(Duration::from_millis(100)).await;
}

/// Removes a socket that nobody listens on any more.
fn remove_stale(path: &Path) -> io::Result<()> {
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket());
    if is_socket && std::os::unix::net::UnixStream::connect(path).is_err() {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Stream {
    /// The socket, in blocking mode.
    fn into_descriptor(self) -> io::Result<OwnedFd> {
        let descriptor: OwnedFd = match self {
            Stream::Tcp(stream) => stream.into_std()?.into(),
            Stream::Unix(stream) => stream.into_std()?.into(),
        };
        rustix::io::ioctl_fionbio(&descriptor, false)?;
        Ok(descriptor)
    }
}

struct Greeter {
    worlds: Arc<Worlds>,
    acceptor: Option<TlsAcceptor>,
    greetings: Semaphore,
    options: Options,
}

impl Greeter {
    async fn greet(&self, mut stream: Stream, peer: &str) -> io::Result<()> {
        let Ok(permit) = self.greetings.try_acquire() else {
            return Err(io::Error::other("too many connections at once"));
        };
        match (&mut stream, &self.acceptor) {
            (Stream::Tcp(tcp), Some(acceptor)) => {
                prepare(tcp)?;
                let Stream::Tcp(tcp) = stream else { return Ok(()) };
                let mut secure = timeout(GREETING_TIMEOUT, acceptor.accept(tcp)).await??;
                let Some(hello) = self.check(&mut secure, peer).await? else { return Ok(()) };
                drop(permit);
                let (own, other) = UnixStream::pair()?;
                let other = Stream::Unix(other).into_descriptor()?;
                let passed = self.pass(&hello, peer, other);
                if let Some(secure) = answer(secure, passed).await? {
                    forward(secure, own).await;
                }
                Ok(())
            }
            (Stream::Tcp(tcp), None) => {
                prepare(tcp)?;
                let Some(hello) = self.check(tcp, peer).await? else { return Ok(()) };
                self.hand_over(&hello, peer, stream).await
            }
            (Stream::Unix(unix), _) => {
                let Some(hello) = self.check(unix, peer).await? else { return Ok(()) };
                self.hand_over(&hello, peer, stream).await
            }
        }
    }

    async fn hand_over(&self, hello: &Hello, peer: &str, stream: Stream) -> io::Result<()> {
        let descriptor = stream.into_descriptor()?;
        if let Err(error) = self.pass(hello, peer, &descriptor) {
            refuse_blocking(descriptor, &error);
            return Err(error);
        }
        Ok(())
    }

    /// Reads the greeting; refuses it where something is wrong.
    async fn check<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: &mut S,
        peer: &str,
    ) -> io::Result<Option<Hello>> {
        let hello = timeout(GREETING_TIMEOUT, read_hello(stream)).await??;
        let Some(why) = self.objection(&hello) else { return Ok(Some(hello)) };
        log::warn!("{peer}: refused: {why}");
        timeout(GREETING_TIMEOUT, refuse(stream, &why)).await??;
        Ok(None)
    }

    fn objection(&self, hello: &Hello) -> Option<String> {
        let functions = Function::ALL.len() as u32;
        if hello.version != VERSION || hello.functions != functions {
            return Some("the server is of another version".into());
        }
        if !bool::from(hello.token.as_bytes().ct_eq(self.options.token.as_bytes())) {
            return Some("the token is not right".into());
        }
        (self.worlds.connections() >= self.options.clients)
            .then(|| "the server has as many connections as it may have".into())
    }

    fn pass(&self, hello: &Hello, peer: &str, connection: impl AsFd) -> io::Result<()> {
        let name = match &*hello.world {
            "" => Name::Own(hello.client),
            world => Name::Shared(world.into()),
        };
        let passed = Passed { client: hello.client, peer: peer.chars().take(100).collect() };
        match self.worlds.pass(&name, &passed, connection, hello.is_first)? {
            true => Ok(()),
            false => Err(io::Error::other("the world of this client has ended")),
        }
    }
}

/// A small frame is sent at once, and it shows when the other machine is gone.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let keepalive = socket2::TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE);
    socket2::SockRef::from(stream).set_tcp_keepalive(&keepalive)
}

async fn read_hello<S: AsyncRead + Unpin>(stream: &mut S) -> io::Result<Hello> {
    let size = stream.read_u32().await? as usize;
    if size > MAX_HELLO {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "not a client"));
    }
    let mut frame = vec![0; size];
    stream.read_exact(&mut frame).await?;
    decode(&frame).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not a client"))
}

fn refusal(why: &str) -> Vec<u8> {
    let frame = encode(&Answer::Refused(why.into()));
    [&(frame.len() as u32).to_be_bytes()[..], &frame].concat()
}

async fn refuse<S: AsyncWrite + Unpin>(stream: &mut S, why: &str) -> io::Result<()> {
    stream.write_all(&refusal(why)).await?;
    stream.shutdown().await
}

/// As [`refuse`]: so few bytes fit into the buffer of a socket.
fn refuse_blocking(descriptor: OwnedFd, why: &io::Error) {
    use std::io::Write;
    let _ = std::net::TcpStream::from(descriptor).write_all(&refusal(&why.to_string()));
}

async fn answer<S: AsyncWrite + Unpin>(
    mut stream: S,
    passed: io::Result<()>,
) -> io::Result<Option<S>> {
    match passed {
        Ok(()) => Ok(Some(stream)),
        Err(error) => {
            refuse(&mut stream, &error.to_string()).await?;
            Err(error)
        }
    }
}

/// Carries bytes between a client and its world until one of them ends.
async fn forward<S: AsyncRead + AsyncWrite + Unpin>(mut client: S, mut world: UnixStream) {
    // An end without farewell is an end.
    let _ = copy_bidirectional(&mut client, &mut world).await;
}
