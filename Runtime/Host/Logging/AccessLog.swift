import Edge
import FoundationEssentials
public import Logging

/// The output for the log lines of invocations.
///
/// They are most of a host's log, so they can be written to an output directly, without metadata.
public struct AccessLog: Sendable {
  private enum Sink {
    case output(LogOutput)
    case logger(Logger)
  }

  /// The text after the time, of a success and of a failure.
  private static let beginnings = ["info", "error"].map { #","level":"\#($0)","message":"invocation""# }

  private let sink: Sink
  private let level: Logger.Level

  /// Writes JSON lines to an output. At the levels `warning` and above, only failures (status 500 and up, or
  /// a response that broke off) are written.
  public init(output: LogOutput, level: Logger.Level) {
    sink = .output(output)
    self.level = level
  }

  /// Writes to a logger, with the fields as metadata.
  public init(logger: Logger) {
    sink = .logger(logger)
    level = logger.logLevel
  }

  func write(_ log: InvocationLog, at now: Date) {
    let level: Logger.Level = log.status >= 500 || log.outcome == .failed ? .error : .info
    guard level >= self.level else { return }
    switch sink {
    case .output(let output):
      var line = JSONWriter(capacity: 512)
      line.writeRaw(#"{"time":"#)
      line.write(now)
      line.writeRaw(Self.beginnings[level == .error ? 1 : 0])
      log.forEachField { name, value in
        line.writeRaw(name.member)
        switch value {
        case .text(let text): line.write(text)
        case .id(let id): line.write(id)
        case .whole(let number): line.writeNumber(number)
        case .numbered(let name, let number):
          // The names of functions and services have no character that JSON escapes.
          line.writeRaw("\"")
          line.writeRaw(name)
          line.writeRaw("_")
          line.writeNumber(number)
          line.writeRaw("\"")
        case .thousandths(let number): line.writeThousandths(number)
        }
      }
      line.writeRaw("}")
      unsafe line.withBytes { unsafe output.write($0, isUrgent: level >= .warning) }
    case .logger(let logger):
      var metadata: Logger.Metadata = [:]
      log.forEachField { metadata[$0.text] = .stringConvertible($1) }
      logger.log(level: level, "invocation", metadata: metadata)
    }
  }
}
