//! Listens, checks who a client is, and passes its connection to its world.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::Mode;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use solid_recording::Function;
use solid_remote::address::Address;
use solid_remote::frames::MAX_HELLO;
use solid_remote::messages::{Answer, Hello, VERSION, decode, encode};
use solid_remote::tls;
use subtle::ConstantTimeEq;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{interval, timeout};
use tokio_rustls::TlsAcceptor;

use super::greetings::{GREETING_TIMEOUT, Greeting, Greetings, Peer};
use super::options::Options;
use super::pass::Passed;
use super::worlds::{Name, Worlds};

/// How many connections may wait until they are accepted.
const BACKLOG: i32 = 1024;

/// How often the memory of clients with several worlds is divided anew.
const SHARE_INTERVAL: Duration = Duration::from_millis(250);

/// How often it is logged how many lines were left out.
const FLUSH_INTERVAL: Duration = Duration::from_secs(10);

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
    let greeter = Arc::new(Greeter { worlds: Arc::clone(&worlds), acceptor, options });
    raise_descriptor_limit();
    let (mut terminated, mut interrupted) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let listener = Listener::bind(greeter.options.listen.as_ref())?;
    warn_if_open(&greeter.options);
    tokio::select! {
        result = listener.accept_all(&greeter) => result?,
        () = work_regularly(&worlds) => {}
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
    log::info!("ends: {} connections", worlds.connections());
    worlds.end().await;
    log::logger().flush();
    Ok(())
}

/// What is done regularly.
async fn work_regularly(worlds: &Worlds) {
    let (mut share, mut flush) = (interval(SHARE_INTERVAL), interval(FLUSH_INTERVAL));
    loop {
        tokio::select! {
            _ = share.tick() => worlds.share_all(),
            _ = flush.tick() => log::logger().flush(),
        }
    }
}

/// A port of this machine is open to every user and program on it.
fn warn_if_open(options: &Options) {
    if matches!(options.listen, Some(Address::Tcp(_))) && options.token.is_empty() {
        log::warn!(
            "no --token-file: every user and every program on this machine may use this server, take all its connections, \
             and join worlds that are shared; a socket with a path (unix:PATH) is for its user alone"
        );
    }
}

/// A connection may need three descriptors: as many as the system allows.
fn raise_descriptor_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
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
                socket2::SockRef::from(&listener).listen(BACKLOG)?;
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
        let greetings = Arc::new(Greetings::default());
        loop {
            let accepted = match self {
                Listener::Tcp(listener) => listener.accept().await.map(|(stream, address)| {
                    (Stream::Tcp(stream), Peer::at(address), address.to_string())
                }),
                Listener::Unix(listener, _) => listener.accept().await.map(|(stream, _)| {
                    let process = stream.peer_cred().ok().and_then(|user| user.pid()).unwrap_or(0);
                    (Stream::Unix(stream), Peer::Process(process), format!("process {process}"))
                }),
            };
            let (stream, peer, name) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    pause(&error).await;
                    continue;
                }
            };
            let greeting = greetings.begin(peer).await;
            let greeter = Arc::clone(greeter);
            tokio::spawn(async move {
                if let Err(error) = greeter.greet(stream, greeting, (peer, &name)).await {
                    log::info!("{name}: {error}");
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

/// A peer, and its name for the log.
type NamedPeer<'a> = (Peer, &'a str);

struct Greeter {
    worlds: Arc<Worlds>,
    acceptor: Option<TlsAcceptor>,
    options: Options,
}

impl Greeter {
    async fn greet(
        &self,
        mut stream: Stream,
        greeting: Greeting,
        peer: NamedPeer<'_>,
    ) -> io::Result<()> {
        match (&mut stream, &self.acceptor) {
            (Stream::Tcp(tcp), Some(acceptor)) => {
                prepare(tcp)?;
                let Stream::Tcp(tcp) = stream else { return Ok(()) };
                let work = async {
                    let mut secure = acceptor.accept(tcp).await?;
                    let hello = read_hello(&mut secure).await?;
                    Ok((secure, hello))
                };
                let (mut secure, hello) = greeting.complete(work).await?;
                if self.refuses(&hello, &mut secure, peer).await? {
                    return Ok(());
                }
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
                let hello = greeting.complete(read_hello(tcp)).await?;
                match self.refuses(&hello, tcp, peer).await? {
                    true => Ok(()),
                    false => self.hand_over(&hello, peer, stream),
                }
            }
            (Stream::Unix(unix), _) => {
                let hello = greeting.complete(read_hello(unix)).await?;
                match self.refuses(&hello, unix, peer).await? {
                    true => Ok(()),
                    false => self.hand_over(&hello, peer, stream),
                }
            }
        }
    }

    fn hand_over(&self, hello: &Hello, peer: NamedPeer<'_>, stream: Stream) -> io::Result<()> {
        let descriptor = stream.into_descriptor()?;
        if let Err(error) = self.pass(hello, peer, &descriptor) {
            refuse_blocking(descriptor, &error);
            return Err(error);
        }
        Ok(())
    }

    /// Refuses a greeting in which something is wrong, and says so to the client.
    async fn refuses<S: AsyncWrite + Unpin>(
        &self,
        hello: &Hello,
        stream: &mut S,
        (_, name): NamedPeer<'_>,
    ) -> io::Result<bool> {
        let Some(answer) = self.objection(hello) else { return Ok(false) };
        if let Answer::Refused(why) | Answer::Busy(why) = &answer {
            log::warn!("{name}: refused: {why}");
        }
        timeout(GREETING_TIMEOUT, refuse(stream, &answer)).await??;
        Ok(true)
    }

    fn objection(&self, hello: &Hello) -> Option<Answer> {
        let functions = Function::ALL.len() as u32;
        if hello.version != VERSION || hello.functions != functions {
            return Some(Answer::Refused("the server is of another version".into()));
        }
        if !bool::from(hello.token.as_bytes().ct_eq(self.options.token.as_bytes())) {
            return Some(Answer::Refused("the token is not right".into()));
        }
        (self.worlds.connections() >= self.options.clients)
            .then(|| Answer::Busy("the server has as many connections as it may have".into()))
    }

    fn pass(
        &self,
        hello: &Hello,
        (peer, name): NamedPeer<'_>,
        connection: impl AsFd,
    ) -> io::Result<()> {
        let world = match &*hello.world {
            "" => Name::Own(hello.client),
            world => Name::Shared(world.into()),
        };
        let passed = Passed { client: hello.client, peer: name.into() };
        match self.worlds.pass(&world, peer, &passed, connection, hello.is_first)? {
            true => Ok(()),
            false => {
                Err(io::Error::new(io::ErrorKind::NotFound, "the world of this client has ended"))
            }
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

/// The answer to a client that could not be passed to its world: there may be room for a world later.
fn not_passed(error: &io::Error) -> Answer {
    let why = error.to_string();
    if error.kind() == io::ErrorKind::NotFound { Answer::Refused(why) } else { Answer::Busy(why) }
}

fn framed(answer: &Answer) -> Vec<u8> {
    let frame = encode(answer);
    [&(frame.len() as u32).to_be_bytes()[..], &frame].concat()
}

async fn refuse<S: AsyncWrite + Unpin>(stream: &mut S, answer: &Answer) -> io::Result<()> {
    stream.write_all(&framed(answer)).await?;
    stream.shutdown().await
}

/// As [`refuse`]: so few bytes fit into the buffer of a socket.
fn refuse_blocking(descriptor: OwnedFd, error: &io::Error) {
    use std::io::Write;
    let _ = std::net::TcpStream::from(descriptor).write_all(&framed(&not_passed(error)));
}

async fn answer<S: AsyncWrite + Unpin>(
    mut stream: S,
    passed: io::Result<()>,
) -> io::Result<Option<S>> {
    match passed {
        Ok(()) => Ok(Some(stream)),
        Err(error) => {
            timeout(GREETING_TIMEOUT, refuse(&mut stream, &not_passed(&error))).await??;
            Err(error)
        }
    }
}

/// Carries bytes between a client and its world until one of them ends.
async fn forward<S: AsyncRead + AsyncWrite + Unpin>(mut client: S, mut world: UnixStream) {
    // An end without farewell is an end.
    let _ = copy_bidirectional(&mut client, &mut world).await;
}
