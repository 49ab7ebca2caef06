import Edge
import FoundationEssentials

/// The log line of one invocation.
struct InvocationLog: Sendable {
  /// A field's value.
  enum Value {
    case text(String)
    case id(UUID)
    case whole(Int)
    /// With a fraction of three digits.
    case thousandths(Int)
    /// A name and a number, such as `signIn_2`.
    case numbered(name: String, number: Int)
  }

  let arrival: Arrival
  let findings: Findings
  let proxies: TrustedProxies
  let status: Int
  let outcome: InvocationOutcome
  let microseconds: Int

  /// A field's name, and its text as a further member of a JSON object.
  struct Name: Sendable {
    let text: String
    let member: String

    private init(_ text: String) {
      self.text = text
      member = ",\"\(text)\":"
    }

    static let (id, function, operation, caller) = (Name("id"), Name("function"), Name("operation"), Name("caller"))
    static let (method, path, client) = (Name("method"), Name("path"), Name("client"))
    static let (status, duration) = (Name("status"), Name("duration_ms"))
    static let (outcome, error) = (Name("outcome"), Name("error"))
    static let upstreamID = Name("upstream_request_id")
  }

  /// Calls a closure for each field of the line, in order.
  func forEachField(_ body: (_ name: Name, _ value: Value) -> Void) {
    body(.id, .id(arrival.id.uuid))
    if let id = findings.upstreamID { body(.upstreamID, .text(id.cut(toBytes: 256))) }
    if let name = arrival.route.name { body(.function, .text(name)) }
    if let name = arrival.operationName, let operation = arrival.operation {
      body(.operation, .numbered(name: name.text, number: operation.number))
    }
    if let caller = findings.caller { body(.caller, caller.userID.map { .id($0) } ?? .text(caller.role.rawValue)) }
    body(.method, .text(arrival.head.method.rawValue))
    // Without the query, which may contain tokens.
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

extension InvocationLog.Value: CustomStringConvertible, Sendable {
  var isNumber: Bool {
    switch self {
    case .text, .id, .numbered: false
    case .whole, .thousandths: true
    }
  }

  var description: String {
    switch self {
    case .text(let text): text
    case .id(let id): id.lowercased
    case .whole(let number): String(number)
    case .numbered(let name, let number): "\(name)_\(number)"
    case .thousandths(let number): JSONMembers.milliseconds(number)
    }
  }
}
