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
      recorder.lines.withLock {
        $0.append(Line(level: event.level, message: event.message.description, metadata: all))
      }
    }
  }

  private let lines = Mutex<[Line]>([])

  var all: [Line] { lines.withLock { $0 } }
  var invocations: [Line] { all.filter { $0.message == "invocation" } }
  var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }
}
