import FoundationEssentials

/// The crash of a worker, read from the line that its signal handler writes.
package struct WorkerCrash: Sendable, Hashable {
  /// The signal's name: `SIGILL`.
  package var signal: String
  /// What is known about the cause: `stack-overflow` or `out-of-memory`.
  package var reason: String?
  /// The function or the job that ran on the crashed thread.
  package var function: String?
}

extension WorkerCrash {
  /// The line that the handler of crashes writes (`cprocess_report_crashes`), as JSON.
  private struct Line: Decodable {
    let message: String
    let signal: String
    let reason: String?
    let function: String?
    let job: String?
  }

  /// Reads the line of a crash; nil for any other line.
  init?(line: String) {
    guard line.hasPrefix("{"), line.contains("\"The process crashed\""),
      let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)), line.message == "The process crashed"
    else { return nil }
    self.init(signal: line.signal, reason: line.reason, function: line.function ?? line.job)
  }
}
