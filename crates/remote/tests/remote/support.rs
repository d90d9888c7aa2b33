//! A server of this build, and programs that use it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use solid_remote::connect::Target;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A new directory for a test.
pub fn directory(name: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Relaxed);
    let directory =
        std::env::temp_dir().join(format!("solid-{}-{number}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

/// A running server. It is ended, and must end well, when this is dropped.
pub struct Server {
    pub child: Child,
    /// Where it listens.
    pub address: String,
    log: Arc<Mutex<String>>,
    directory: PathBuf,
}

impl Server {
    /// Starts a server on a socket of its own.
    pub fn start(options: &[&str]) -> Server {
        let directory = directory("server");
        let address = format!("unix:{}", directory.join("socket").display());
        Server::listen(&address, directory, options)
    }

    /// Starts a server on a socket with this path, which is in `directory`.
    pub fn start_at(address: &str, directory: PathBuf) -> Server {
        Server::listen(address, directory, &[])
    }

    /// Starts a server with TLS, or a token, on a port of its own.
    pub fn start_tcp(options: &[&str]) -> Server {
        Server::listen("127.0.0.1:0", directory("server"), options)
    }

    fn listen(address: &str, directory: PathBuf, options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_solid-server"));
        command.args(["--listen", address]).args(options);
        command.env_remove("RUST_LOG").stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server");
        let mut log = BufReader::new(child.stderr.take().expect("its log"));
        let mut line = String::new();
        log.read_line(&mut line).expect("its first line");
        let (_, address) = line.trim().rsplit_once("listens on ").expect("where it listens");
        let address = address.to_owned();
        let all = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&all);
        // Read to its end, so that the server never waits.
        std::thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                let mut all = kept.lock().expect("the log");
                all.push_str(&line);
                all.push('\n');
            }
        });
        Server { child, address, log: all, directory }
    }

    /// What it has logged so far.
    pub fn log(&self) -> String {
        self.log.lock().expect("the log").clone()
    }

    /// Waits until so many lines of the log contain all of these texts. More are an error.
    pub fn wait_for_log(&self, texts: &[&str], times: usize) {
        let contains = |line: &&str| texts.iter().all(|text| line.contains(text));
        let count = || self.log().lines().filter(contains).count();
        until(&format!("{texts:?}, {times} times"), || count() >= times);
        assert_eq!(count(), times, "{texts:?}: {}", self.log());
    }

    /// The environment that leads a program to this server.
    pub fn lead<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        lead_to(&self.address, command)
    }

    /// A connection that says nothing by itself.
    pub fn raw(&self) -> UnixStream {
        let path = self.address.strip_prefix("unix:").expect("a path");
        let stream = UnixStream::connect(path).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        stream
    }

    /// A program still gets right answers.
    pub fn serves(&self) {
        let program = program("every_function.c").expect("a program");
        run(self.lead(&mut Command::new(program)));
    }

    /// A connection to its port that says nothing by itself.
    pub fn raw_tcp(&self) -> TcpStream {
        TcpStream::connect(&self.address).expect("a connection")
    }

    /// How to connect to it, trying again for a while.
    pub fn target(&self, token: &str) -> Target {
        let limit = Duration::from_secs(20);
        Target {
            address: self.address.parse().expect("an address"),
            token: token.into(),
            certificate: None,
            world: String::new(),
            timeout: limit,
            retry: limit,
        }
    }

    /// The processes of its worlds.
    pub fn worlds(&self) -> Vec<u32> {
        let id = self.child.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        children
            .unwrap_or_default()
            .split_whitespace()
            .map(|id| id.parse().expect("a number"))
            .collect()
    }

    /// Tells the server to end, and waits.
    pub fn end(&mut self) {
        signal("TERM", self.child.id());
        let status = wait(&mut self.child, Duration::from_secs(20));
        assert!(status.is_some_and(|status| status.success()), "the server does not end well");
        let log = self.log();
        assert!(!log.contains("panicked"), "{log}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Those that have stopped, too.
            for world in self.worlds() {
                // One that has ended meanwhile is no failure; a second panic would hide the first.
                let _ = Command::new("kill").args(["-KILL", &world.to_string()]).status();
            }
        } else if self.child.try_wait().expect("its state").is_none() {
            self.end();
        }
        let _ = self.child.kill();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// The environment that leads a program to a server.
pub fn lead_to<'a>(address: &str, command: &'a mut Command) -> &'a mut Command {
    command.env("SOLID_SERVER", address).env("SOLID_SERVER_TIMEOUT", "60");
    command.env("SOLID_SERVER_RETRY", "1")
}

/// Sends a signal to a process.
pub fn signal(name: &str, process: u32) {
    let status = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(status.expect("kill").success());
}

/// Waits for a process; `None` if it takes too long.
pub fn wait(child: &mut Child, limit: Duration) -> Option<std::process::ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < limit {
        if let Some(status) = child.try_wait().expect("its state") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    None
}

/// Waits until something holds.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}: it never comes");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs a command to its end; what it prints on both streams.
pub fn output(command: &mut Command) -> (bool, String) {
    let output = command.stdin(Stdio::null()).output().expect("a program");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

/// Runs a command, which must end well; what it prints.
pub fn run(command: &mut Command) -> String {
    let (is_good, text) = output(command);
    assert!(is_good, "{command:?}\n{text}");
    text
}

/// The stand-in of this build, under its installed name, and its directory.
pub fn stand_in() -> &'static Path {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let test = std::env::current_exe().expect("this program");
        let deps = test.parent().expect("its directory");
        let newest = fs::read_dir(deps)
            .expect("a directory")
            .flatten()
            .filter(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                name.starts_with("libsolid_stand_in") && name.ends_with(".so")
            })
            .max_by_key(|entry| entry.metadata().and_then(|m| m.modified()).expect("its age"))
            .expect("the stand-in")
            .path();
        assert!(is_stand_in(&newest), "{}: not the stand-in", newest.display());
        let directory = deps.join("stand-in");
        fs::create_dir_all(&directory).expect("a directory");
        for name in ["libsolid.so", "libsolid.so.2"] {
            let link = directory.join(name);
            let _ = fs::remove_file(&link);
            std::os::unix::fs::symlink(&newest, link).expect("a link");
        }
        directory
    })
}

/// Whether a file has the code of the stand-in in it: the library itself reads no such variable.
fn is_stand_in(file: &Path) -> bool {
    let bytes = fs::read(file).expect("a file");
    let name = b"SOLID_SERVER_TIMEOUT";
    bytes.windows(name.len()).any(|part| part == name)
}

/// The library that a program loads under the name `libsolid.so.2`, in the environment that it is run in.
fn loaded(program: &Path) -> Option<PathBuf> {
    let printed = run(Command::new(program).env("LD_TRACE_LOADED_OBJECTS", "1"));
    let line = printed.lines().find_map(|line| line.trim().strip_prefix("libsolid.so.2 => "))?;
    Some(line.split(" (").next().unwrap_or(line).into())
}

/// An example of this build, which has the stand-in in it.
pub fn example(name: &str) -> Command {
    let test = std::env::current_exe().expect("this program");
    let profile = test.parent().and_then(Path::parent).expect("target/<profile>/deps");
    let example = profile.join("examples").join(name);
    assert!(is_stand_in(&example), "{name}: not linked with the stand-in");
    assert_eq!(loaded(&example), None, "{name} loads a library besides");
    Command::new(example)
}

/// Compiles a program of `capi-tests`, linked with the stand-in. `None`, and said so, where there is no compiler.
pub fn program(source: &str) -> Option<PathBuf> {
    compile(&root().join("capi-tests").join(source))
}

/// Compiles a C or C++ program, linked with the stand-in.
pub fn compile(source: &Path) -> Option<PathBuf> {
    let is_cpp = source.extension().is_some_and(|extension| extension == "cpp");
    let (compiler, standard) = if is_cpp { ("c++", "-std=c++98") } else { ("cc", "-std=c99") };
    let library = stand_in();
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Relaxed);
    let stem = source.file_stem().expect("a name").to_string_lossy();
    let program = library.join(format!("{stem}-{}-{number}", std::process::id()));
    let mut command = Command::new(compiler);
    command.arg(standard).arg("-O1").arg("-I").arg(root().join("include")).arg(source);
    command.arg("-o").arg(&program).arg("-L").arg(library);
    // Cargo sets LD_LIBRARY_PATH to directories that may have the library itself: this path comes before it.
    command.arg(format!("-Wl,--disable-new-dtags,-rpath,{}", library.display()));
    command.args(["-lsolid", "-lpthread", "-lm"]);
    match command.output() {
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let expected = library.join("libsolid.so.2");
            assert_eq!(loaded(&program), Some(expected), "{}", source.display());
            Some(program)
        }
        Err(_) => {
            eprintln!("skipped: no {compiler} on this machine");
            None
        }
    }
}

/// Sends bytes and reads until the other side closes.
pub fn exchange(mut stream: UnixStream, bytes: &[u8]) -> Vec<u8> {
    // The server may close while this still writes.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

/// A client that does what it is told: see `driver.c`.
pub struct Driver {
    pub child: Child,
    input: std::process::ChildStdin,
    answers: BufReader<std::process::ChildStdout>,
}

impl Driver {
    /// Starts a client; `prepare` sets its environment. `None` where there is no compiler.
    pub fn start(server: &Server, prepare: impl FnOnce(&mut Command)) -> Option<Driver> {
        Driver::start_at(&server.address, prepare)
    }

    /// Starts a client of the server at an address.
    pub fn start_at(address: &str, prepare: impl FnOnce(&mut Command)) -> Option<Driver> {
        static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/remote/driver.c");
        let program = PROGRAM.get_or_init(|| compile(&source)).as_ref()?;
        let mut command = Command::new(program);
        prepare(lead_to(address, &mut command));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("a client");
        let input = child.stdin.take().expect("its input");
        let answers = BufReader::new(child.stdout.take().expect("its output"));
        Some(Driver { child, input, answers })
    }

    /// Gives a command without waiting for the answer.
    pub fn tell(&mut self, command: &str) {
        writeln!(self.input, "{command}").expect("a client that listens");
    }

    /// The next line that it prints.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("a line");
        line.trim().into()
    }

    /// Gives a command; the answer.
    pub fn ask(&mut self, command: &str) -> String {
        self.tell(command);
        let line = self.line();
        let answer = line.strip_suffix("done").unwrap_or_else(|| panic!("{command}: '{line}'"));
        answer.trim().into()
    }

    /// Gives a command that raises no error, and waits until the server has done it.
    pub fn does(&mut self, command: &str) {
        assert_eq!(self.ask(command), "");
        assert_eq!(self.ask("error"), "0");
    }

    /// Ends it as a crash does.
    pub fn kill(mut self) {
        self.child.kill().expect("a process");
        self.child.wait().expect("its end");
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
