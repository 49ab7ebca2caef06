import CProcess
import Edge
import FoundationEssentials
import Glibc
import Host
import Logging
import Loop
import NIOCore
import Synchronization

/// The thread that handles SIGTERM, SIGINT and SIGHUP, the driver of ``StopRules``. Handlers and Swift's task pool cannot block
/// it.
///
/// The first signal stops the host gracefully. At the end of the grace period the thread logs the running invocations,
/// and ``StopRules/margin`` later it ends the process with the status of ``Failure/Code/cutOff``. A second signal ends
/// the process at once, by that signal. SIGHUP reloads the configuration, or stops the host once its terminal is gone.
final class StopThread: Sendable {
  /// The most invocations that are logged individually.
  private static let mostNamed = 100
  /// The time that the log's reader has at the end of the process.
  static let flushTime = Duration.milliseconds(200)
  /// The same after a second signal.
  private static let lastFlushTime = Duration.milliseconds(50)

  private let host: FunctionHost
  private let logger: Logger
  private let output: LogOutput
  private let stop: @Sendable () -> Void
  private let reload: @Sendable () -> Void
  private let gracePeriod: Duration
  private let beganOnTerminal = Output.errorIsTerminal
  /// The latest end of the process; nil before the first signal.
  private let end = Mutex<ContinuousClock.Instant?>(nil)

  /// - Parameters:
  ///   - reload: takes the configuration anew on SIGHUP, without waiting for it.
  ///   - stop: begins the graceful shutdown, without waiting for it.
  init(
    _ host: FunctionHost, gracePeriod: Duration, logger: Logger, output: LogOutput,
    reload: @escaping @Sendable () -> Void = {}, stop: @escaping @Sendable () -> Void
  ) {
    self.host = host
    self.gracePeriod = gracePeriod
    self.logger = logger
    self.output = output
    self.reload = reload
    self.stop = stop
  }

  /// Receives the signals from now on.
  func start() {
    let signals = [SIGTERM, SIGINT, SIGHUP]
    let descriptor = unsafe cprocess_receive_signals(signals, CInt(signals.count))
    guard descriptor >= 0 else {
      // The signals keep their default action, which ends the process at once.
      return logger.error("The host cannot stop gracefully", metadata: ["error": "\(SystemError())"])
    }
    SystemThread.start(named: "swiftlet-stop") { [self] in
      var rules = StopRules(gracePeriod: gracePeriod)
      while true {
        if let signal = wait(for: descriptor, until: rules.deadline) {
          if signal == SIGHUP, !isTerminalGone {
            reload()
            continue
          }
          let action = rules.signalled(signal, at: .now)
          end.withLock { $0 = rules.end }
          take(action)
        }
        if let action = rules.timePassed(at: .now) { take(action) }
      }
    }
  }

  /// Waits, after the services have stopped, for the last invocation and the log.
  ///
  /// The thread ends the process if that takes too long.
  func finish() async {
    guard let end = end.withLock(\.self) else {
      output.flush()
      return
    }
    while !host.running.isEmpty { try? await Task.sleep(for: .milliseconds(10)) }
    output.flush(within: max(end - .now, Self.flushTime))
  }

  /// Whether the host ran on a terminal that was closed. The signal then asks it to stop.
  private var isTerminalGone: Bool { beganOnTerminal && !Output.errorIsTerminal }

  /// The next signal; nil once the deadline has come.
  private func wait(for descriptor: CInt, until deadline: ContinuousClock.Instant?) -> CInt? {
    // Rounded up, so that poll does not return before the deadline.
    let time = deadline.map { CInt(clamping: max(.zero, $0 - .now).milliseconds + 1) } ?? -1
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var number: UInt8 = 0
    guard unsafe poll(&ready, 1, time) > 0, unsafe read(descriptor, &number, 1) == 1 else { return nil }
    return CInt(number)
  }

  private func take(_ action: StopRules.Action) {
    switch action {
    case .stop:
      host.stopAccepting()
      stop()
    case .report: report("Still running at the end of the grace period")
    case .cutOff:
      output.flush(within: Self.flushTime)
      _exit(Failure.Code.cutOff.rawValue)
    case .end(let signal):
      report("Cut off by a second signal")
      output.flush(within: Self.lastFlushTime)
      _ = Glibc.signal(signal, SIG_DFL)
      kill(getpid(), signal)
    }
  }

  /// Logs each running invocation: function, request or job, and its time.
  private func report(_ message: Logger.Message) {
    let (running, now) = (host.running, NIODeadline.now())
    for invocation in running.prefix(Self.mostNamed) {
      var metadata: Logger.Metadata = [
        "id": "\(invocation.id)",
        "running_s": .stringConvertible(Double((now - invocation.began).nanoseconds / 1_000_000) / 1000),
      ]
      if let job = invocation.job {
        metadata["job"] = "\(invocation.function.text)"
        metadata["run"] = "\(job)"
      } else {
        metadata["function"] = "\(invocation.function.text)"
      }
      logger.warning(message, metadata: metadata)
    }
    if running.count > Self.mostNamed { logger.warning("And \(running.count - Self.mostNamed) more") }
  }
}
