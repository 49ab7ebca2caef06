import Logging
import Synchronization

/// Keeps the lines that are logged, from a level on.
final class LogRecorder: Sendable {
  struct Line: Sendable, Equatable {
    let message: String
    /// The id of the job, or the name of the schedule; nil if the line names none.
    let job: String?
  }

  private struct Handler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    let recorder: LogRecorder

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let job = event.metadata?["run"] ?? event.metadata?["job"]
      recorder.lines.withLock { $0.append(Line(message: event.message.description, job: job?.description)) }
    }
  }

  private let level: Logger.Level
  private let lines = Mutex<[Line]>([])

  init(level: Logger.Level = .error) { self.level = level }

  /// The lines that were logged since the last call.
  func take() -> [Line] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  var logger: Logger { Logger(label: "test") { _ in Handler(logLevel: self.level, recorder: self) } }
}
