import Channel
package import Logging
import NIOCore
import Synchronization
import Wire

/// The log of a worker: its lines go to the host as notes of their calls, within a limit.
package final class WorkerLog: Sendable {
  /// The most Unicode scalars of a line, with its metadata.
  private static let longestLine = 10_000

  private struct State {
    var budget = LineBudget()
    var lines = LineBudget.lines
    var send: (@Sendable (ByteBuffer, UInt64) -> Void)?
    var level = Logger.Level.info
    /// Reports the dropped lines after their window. There is one at most: a later one takes its place.
    var report: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant
  private let pause: @Sendable (Duration) async -> Void

  /// Creates a log without a host: its lines are dropped until ``connect(level:_:)``.
  ///
  /// - Parameters:
  ///   - now: the clock of the limit.
  ///   - pause: waits until a window is over.
  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.pause = pause
  }

  /// Sets the host.
  ///
  /// - Parameters:
  ///   - level: the least level of the lines that it takes.
  ///   - lines: the most lines in ten seconds.
  ///   - send: sends a note of a call; id 0 for a line of no call.
  package func connect(
    level: Logger.Level, lines: Int = LineBudget.lines, _ send: @escaping @Sendable (ByteBuffer, UInt64) -> Void
  ) {
    state.withLock { state in
      state.level = level
      state.lines = lines
      state.budget = LineBudget(lines: lines)
      state.send = send
    }
  }

  /// The least level of the lines that the host takes.
  var level: Logger.Level { state.withLock(\.level) }

  /// Writes a line of a call; id 0 for none.
  func write(_ level: Logger.Level, _ message: String, _ metadata: [String: String], of call: UInt64) {
    let instant = now()
    let (dropped, isAdmitted, isFirstDrop, lines, send) = state.withLock { state in
      let dropped = state.budget.report(at: instant)
      let isAdmitted = state.budget.admit(at: instant)
      return (dropped, isAdmitted, !isAdmitted && state.budget.dropped == 1, state.lines, state.send)
    }
    if let dropped { send?(Self.note(dropped: dropped, of: lines), 0) }
    if isAdmitted { send?(Self.note(level, message, metadata), call) }
    guard isFirstDrop else { return }
    // Reported once after the window, even if no further line is written.
    let report = Task { [self] in
      await pause(LineBudget.window)
      if !Task.isCancelled { reportDropped() }
    }
    replaceReport(with: report)
  }

  /// Ends the report that waits for the end of its window. The host of the log is gone.
  func end() { replaceReport(with: nil) }

  private func replaceReport(with report: Task<Void, Never>?) {
    let previous = state.withLock { state in
      defer { state.report = report }
      return state.report
    }
    previous?.cancel()
  }

  private func reportDropped() {
    let (count, lines, send) = state.withLock { ($0.budget.takeDropped(), $0.lines, $0.send) }
    if let count { send?(Self.note(dropped: count, of: lines), 0) }
  }

  private static func note(dropped count: Int, of lines: Int) -> ByteBuffer {
    note(
      .warning, "Dropped \(count) log lines: a worker may write \(lines) in 10 seconds",
      ["dropped": "\(count)"])
  }

  /// A line of at most ``longestLine`` Unicode scalars.
  private static func note(_ level: Logger.Level, _ message: String, _ metadata: [String: String]) -> ByteBuffer {
    var left = longestLine
    func cut(_ text: String) -> String {
      let short = text.cut(toScalars: left)
      left = max(0, left - short.unicodeScalars.count)
      return short
    }
    let line = cut(message)
    var fields: [String: String] = [:]
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) where left > 0 { fields[cut(key)] = cut(value) }
    return CallNote.log(level: level, message: line, metadata: fields).payload
  }
}
