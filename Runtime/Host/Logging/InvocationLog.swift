import Edge
import Foundation
import HTTPTypes
import Logging

/// The one line that every invocation leaves.
struct InvocationLog: Sendable {
  let id: InvocationID
  let method: String
  let path: String
  let client: String?
  var function: String?
  var caller: Identity?
  private var fault: String?

  init(id: InvocationID, head: RequestHead, target: RequestTarget) {
    self.id = id
    method = head.method.rawValue
    // Without the query, which may carry tokens.
    path = String(target.path.prefix(256))
    client = head.peer
  }

  /// Keeps what an untyped error says: it goes to the log, since the client is told nothing.
  mutating func note(_ error: any Error) {
    if case .host(let answer) = Fault(error), answer.code == HostError.functionError.code { fault = "\(error)" }
  }

  func write(
    to logger: Logger, status: Int, outcome: Dispatcher.Outcome, elapsed: Duration
  ) {
    let level: Logger.Level = status >= 500 ? .error : .info
    guard level >= logger.logLevel else { return }
    var metadata: Logger.Metadata = [
      "id": "\(id)", "method": "\(method)", "path": "\(path)", "status": .stringConvertible(status),
      "duration_ms": .stringConvertible((elapsed.seconds * 1e6).rounded() / 1e3),
    ]
    if let function { metadata["function"] = "\(function)" }
    if let caller { metadata["caller"] = "\(caller.userID?.uuidString.lowercased() ?? caller.role.rawValue)" }
    if outcome != .completed { metadata["outcome"] = "\(outcome.rawValue)" }
    if let fault { metadata["error"] = "\(fault)" }
    logger.log(level: level, "invocation", metadata: metadata)
  }
}
