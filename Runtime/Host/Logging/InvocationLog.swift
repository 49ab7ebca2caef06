import Edge
import Foundation
public import Logging

/// The one line that every invocation leaves.
struct InvocationLog: Sendable {
  /// A field's value.
  enum Value {
    case text(String)
    case id(UUID)
    case whole(Int)
    /// With a fraction of three digits.
    case thousandths(Int)
  }

  let arrival: Arrival
  let findings: Findings
  /// The addresses of proxies that say where a request comes from.
  let proxies: Set<String>
  let status: Int
  let outcome: InvocationOutcome
  let microseconds: Int

  /// A field's name, and how it goes on an object in JSON.
  struct Name: Sendable {
    let text: String
    fileprivate let member: String

    private init(_ text: String) {
      self.text = text
      member = ",\"\(text)\":"
    }

    static let (id, function, caller) = (Name("id"), Name("function"), Name("caller"))
    static let (method, path, client) = (Name("method"), Name("path"), Name("client"))
    static let (status, duration) = (Name("status"), Name("duration_ms"))
    static let (outcome, error) = (Name("outcome"), Name("error"))
  }

  /// The line's fields in their order.
  func forEachField(_ body: (_ name: Name, _ value: Value) -> Void) {
    body(.id, .id(arrival.id.uuid))
    switch arrival.route {
    case .function(let entry, _), .procedure(let entry): body(.function, .text(entry.endpoint.name))
    default: break
    }
    if let caller = findings.caller { body(.caller, caller.userID.map { .id($0) } ?? .text(caller.role.rawValue)) }
    body(.method, .text(arrival.head.method.rawValue))
    // Without the query, which may carry tokens.
    let path = arrival.target.path
    body(.path, .text(path.utf8.count <= 256 ? String(path) : String(path.prefix(256))))
    if let client = arrival.head.client(trusting: proxies) { body(.client, .text(client)) }
    body(.status, .whole(status))
    body(.duration, .thousandths(microseconds))
    switch outcome {
    case .completed, .replaced: break
    case .clientLeft: body(.outcome, .text("client_left"))
    case .failed: body(.outcome, .text("failed"))
    }
    if let fault = findings.fault { body(.error, .text(fault)) }
  }
}

/// Where the lines of invocations go.
///
/// They are most of what a host logs, so they can go to an output directly, written without a detour through metadata.
public struct AccessLog: Sendable {
  private enum Sink {
    case output(LogOutput)
    case logger(Logger)
  }

  /// What follows the time of a success and of a failure.
  private static let beginnings = ["info", "error"].map { #","level":"\#($0)","message":"invocation""# }

  private let sink: Sink
  private let level: Logger.Level

  /// As JSON lines to an output; at `warning` and above only failures, status 500 and up, are written.
  public init(output: LogOutput, level: Logger.Level) {
    sink = .output(output)
    self.level = level
  }

  /// To a logger, as metadata of a message.
  public init(logger: Logger) {
    sink = .logger(logger)
    level = logger.logLevel
  }

  func write(_ log: InvocationLog, at now: Date) {
    let level: Logger.Level = log.status >= 500 ? .error : .info
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

extension InvocationLog.Value: CustomStringConvertible, Sendable {
  var isNumber: Bool {
    switch self {
    case .text, .id: false
    case .whole, .thousandths: true
    }
  }

  var description: String {
    switch self {
    case .text(let text): return text
    case .id(let id): return id.lowercased
    case .whole(let number): return String(number)
    case .thousandths(let number):
      let fraction = String(number % 1000)
      return "\(number / 1000).\(String(repeating: "0", count: 3 - fraction.utf8.count))\(fraction)"
    }
  }
}
