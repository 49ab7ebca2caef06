import Logging
import Synchronization

/// Keeps the warnings that are logged.
final class LogRecorder: Sendable {
  struct Line: Sendable, Equatable {
    let message: String
    let metadata: [String: String]
  }

  private struct Handler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning
    let recorder: LogRecorder

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let metadata = (event.metadata ?? [:]).mapValues(\.description)
      recorder.lines.withLock { $0.append(Line(message: event.message.description, metadata: metadata)) }
    }
  }

  private let lines = Mutex<[Line]>([])

  /// What was logged since the last call.
  func take() -> [Line] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }
}
