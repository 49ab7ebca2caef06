import Logging
import Synchronization

/// Keeps what is logged.
final class LogRecorder: Sendable {
  struct Line: Sendable {
    let level: Logger.Level
    let message: String
    let metadata: [String: String]
    var text: String { "\(level) \(message) \(metadata.sorted { $0.key < $1.key })" }
  }

  private struct Handler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    let recorder: LogRecorder

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(\.description)
      recorder.add(Line(level: event.level, message: event.message.description, metadata: all))
    }
  }

  private struct State {
    var lines: [Line] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    var invocations: [Line] { lines.filter { $0.message == "invocation" } }
  }

  private let state = Mutex(State())

  var all: [Line] { state.withLock { $0.lines } }
  var invocations: [Line] { state.withLock { $0.invocations } }

  /// Waits until so many invocations are logged.
  func invocations(_ count: Int) async -> [Line] {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.invocations.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return invocations
  }

  private func add(_ line: Line) {
    let ready = state.withLock { state in
      state.lines.append(line)
      guard !state.waiters.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      let count = state.invocations.count
      defer { state.waiters.removeAll { $0.count <= count } }
      return state.waiters.filter { $0.count <= count }.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }
}
