import CProcess
import Glibc
import Loop
import Synchronization

/// A program that a command runs and waits for. It has its own process group, so Ctrl-C in the terminal reaches the
/// command alone.
struct ChildProcess {
  /// The use of what the program writes to standard output and standard error.
  enum Output: Hashable {
    /// Both, in their order, go into the result.
    case collected
    /// Standard output goes into the result, and is not read beyond `limit` bytes. Standard error is dropped.
    case standardOutput(limit: Int)
    /// Both go to this process's standard error.
    case shown
  }

  /// The end of a program.
  struct Result: Hashable, Sendable {
    /// The exit code; 128 and the signal's number after a signal.
    let status: CInt
    /// The output that ``Output`` collects.
    let output: [UInt8]
  }

  /// The program: a path, or a name that is found in the `PATH`.
  let program: String
  let arguments: [String]
  /// The variables of its environment; nil for those of this process.
  var environment: [String: String]?
  /// The folder that it runs in; nil for that of this process.
  var folder: String?
  let output: Output
  /// The signal to the program and those that it has started when the task is cancelled.
  var signal = SIGTERM

  /// The most bytes that are read after the program's end: more than a pipe of usual size holds.
  private static let longestRest = 1 << 20
  /// The most bytes that are read at once.
  private static let readSize = 64 << 10

  /// Starts the program, and waits for its end. A cancelled task ends the program and those that it has started.
  ///
  /// The output ends with the program. What the pipe holds then is read, up to 1 MiB, and the pipe is closed: a
  /// descendant that still writes gets SIGPIPE.
  ///
  /// - Throws: `SystemError` if it cannot be started.
  func run() async throws(SystemError) -> Result {
    // If SIGCHLD is ignored, which a process may inherit, the system discards the exit status of its children.
    _ = Glibc.signal(SIGCHLD, SIG_DFL)
    let (pid, reader) = try await startOnceClosed()
    let running = RunningChild(pid, endedBy: signal)
    // On a kernel without such descriptors, the output is read to the end of the pipe.
    let end = reader == nil ? -1 : cprocess_watch(pid)
    let limit = if case .standardOutput(let limit) = output { limit } else { Int.max }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        SystemThread.start(named: "swiftlet-child") {
          let bytes = reader.map { Self.read($0, limit, until: end) } ?? []
          if end >= 0 { close(end) }
          continuation.resume(returning: Result(status: running.wait(), output: bytes))
        }
      }
    } onCancel: {
      running.end()
    }
  }

  /// Starts the program, and retries for a second while its file is open for writing (ETXTBSY): a child that another
  /// thread has just forked has this process's descriptors until it executes its program.
  private func startOnceClosed() async throws(SystemError) -> (pid: pid_t, reader: CInt?) {
    for doubling in 0..<10 {
      do throws(SystemError) {
        return try start()
      } catch {
        guard error.number == ETXTBSY else { throw error }
        guard (try? await Task.sleep(for: .milliseconds(1 << doubling))) != nil else { throw error }
      }
    }
    return try start()
  }

  /// - Returns: the process, and the end of the pipe to read its output from; nil if the output is shown.
  private func start() throws(SystemError) -> (pid: pid_t, reader: CInt?) {
    var pipe: [CInt] = [-1, -1]
    if output != .shown { try check(unsafe cprocess_pipe(&pipe)) }
    defer { if output != .shown { close(pipe[1]) } }
    do throws(SystemError) {
      return (try spawn(writer: pipe[1]), output == .shown ? nil : pipe[0])
    } catch {
      if output != .shown { close(pipe[0]) }
      throw error
    }
  }

  private func spawn(writer: CInt) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    try check(unsafe posix_spawn_file_actions_init(&actions))
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    try check(unsafe posix_spawnattr_init(&attributes))
    defer { unsafe posix_spawnattr_destroy(&attributes) }

    try check(unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0))
    switch output {
    case .shown:
      try check(unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO))
    case .collected:
      try check(unsafe posix_spawn_file_actions_adddup2(&actions, writer, STDOUT_FILENO))
      try check(unsafe posix_spawn_file_actions_adddup2(&actions, writer, STDERR_FILENO))
    case .standardOutput:
      try check(unsafe posix_spawn_file_actions_adddup2(&actions, writer, STDOUT_FILENO))
      try check(unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0))
    }
    if let folder { try check(unsafe cprocess_spawn_in(&actions, folder)) }
    try check(unsafe cprocess_spawn_without(&actions, STDERR_FILENO + 1))

    // A host ignores SIGPIPE, and a program inherits that.
    var (all, none) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe sigemptyset(&none)
    try check(unsafe posix_spawnattr_setsigdefault(&attributes, &all))
    try check(unsafe posix_spawnattr_setsigmask(&attributes, &none))
    try check(unsafe posix_spawnattr_setpgroup(&attributes, 0))
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    try check(unsafe posix_spawnattr_setflags(&attributes, Int16(flags)))

    var arguments = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var variables = unsafe (environment ?? [:]).map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe variables.forEach { unsafe free($0) } }
    var pid = pid_t()
    let error =
      environment == nil
      ? unsafe posix_spawnp(&pid, program, &actions, &attributes, &arguments, environ)
      : unsafe posix_spawnp(&pid, program, &actions, &attributes, &arguments, &variables)
    try check(error)
    return pid
  }

  private func check(_ error: CInt) throws(SystemError) { if error != 0 { throw SystemError(error) } }

  /// Reads a pipe to its end, to the limit, or to what it has when the program has ended; and closes it.
  ///
  /// - Parameter end: a descriptor that is ready once the program has ended; -1 for none.
  private static func read(_ pipe: CInt, _ limit: Int, until end: CInt) -> [UInt8] {
    defer { close(pipe) }
    var bytes: [UInt8] = []
    var most = limit
    var hasEnded = false
    var watched = [pipe, end].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while bytes.count < most {
      // A negative descriptor is never ready.
      let count = unsafe poll(&watched, 2, hasEnded ? 0 : -1)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      if watched[1].revents != 0 {
        // A descendant may write endlessly.
        (hasEnded, watched[1].fd) = (true, -1)
        most = min(most, bytes.count + longestRest)
      }
      guard watched[0].revents != 0 else { continue }
      guard let piece = Descriptor.read(pipe, atMost: min(readSize, most - bytes.count)), !piece.isEmpty else { break }
      bytes += piece
    }
    return bytes
  }
}

/// A process that has been started, until it is waited for. Its number may belong to another process afterwards.
private final class RunningChild: Sendable {
  private let pid: Mutex<pid_t?>
  private let signal: CInt

  init(_ pid: pid_t, endedBy signal: CInt) {
    self.pid = Mutex(pid)
    self.signal = signal
  }

  /// Ends the process and those of its group.
  func end() { pid.withLock { if let pid = $0 { kill(-pid, signal) } } }

  /// Waits for the end of the process. To be called once.
  ///
  /// - Returns: the exit code; 128 and the signal's number after a signal; 127 if the system does not tell.
  func wait() -> CInt {
    guard let number = pid.withLock(\.self) else { return 0 }
    var information = unsafe siginfo_t()
    // The process stays until it is waited for again, under the lock, so that no signal goes to another one.
    while unsafe waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return pid.withLock { pid in
      defer { pid = nil }
      var status: CInt = 0
      while unsafe waitpid(number, &status, 0) < 0 { if errno != EINTR { return 127 } }
      let signal = status & 0x7f
      return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
  }
}
