import CProcess
import Channel
import Edge
import FoundationEssentials
import Glibc
import Logging
import Loop

/// The main function of a worker: it serves the channel on descriptor 3 until the host hangs up or retires it.
enum WorkerMain {
  private static let channel: CInt = 3
  private static let page: CInt = 4

  /// Serves the channel, and ends the process.
  static func run(_ bundle: Bundle) async -> Never {
    // A line that a function prints is in the host's log at once, and is not lost with a worker that crashes.
    cprocess_write_lines_at_once()
    signal(SIGPIPE, SIG_IGN)
    CallLabel.reportCrashes()
    SystemThread.useSignalStack()
    let log = WorkerLog()
    LoggingSystem.bootstrap { _ in WorkerLogHandler(log, call: 0) }
    if let fault = bundle.fault {
      Bundle.write("The bundle \(bundle.name) cannot be served: \(fault)\n", to: STDERR_FILENO)
      _exit(65)
    }
    guard fcntl(channel, F_SETFD, FD_CLOEXEC) == 0, let loop = try? ChannelLoop(named: "worker") else {
      Bundle.write("The bundle \(bundle.name) was not started by a host: it has no channel\n", to: STDERR_FILENO)
      _exit(64)
    }
    // Without its call page a worker cannot mark calls as begun, and the host would run them again elsewhere.
    guard let calls = CallPage(descriptor: page) else {
      Bundle.write("The worker of \(bundle.name) cannot start: it cannot map its call page\n", to: STDERR_FILENO)
      _exit(71)
    }
    close(page)
    let runtime = WorkerRuntime(bundle, on: loop.reactor, page: calls, log: log, whenOver: end)
    HangUpWatch.start(channel)
    let isBrief = ProcessInfo.processInfo.environment["SWIFTLET_MANIFEST"] == "brief"
    let manifest = isBrief ? Manifest(bundle: bundle.name) : bundle.manifest
    loop.start()
    _ = loop.connect(channel, as: .worker, hello: manifest.hello, handler: runtime)
    // The loop's thread ends the process.
    while true { try? await Task.sleep(for: .seconds(86_400)) }
  }

  /// Ends the process at once. It holds no state of its own: database, sockets and secrets are the host's.
  private static func end(_ reason: WorkerEnd) {
    if let text = reason.text { Bundle.write("The worker ends: \(text)\n", to: STDERR_FILENO) }
    fflush(nil)
    if case .closed(.hangUp) = reason { HangUpWatch.endProcesses() }
    _exit(reason.status)
  }
}
