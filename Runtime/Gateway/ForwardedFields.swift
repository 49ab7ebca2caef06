import HTTPCalls
package import HTTPTypes
import Host

/// The rules for header fields that pass through the gateway (RFC 9110, section 7.6.1). All functions are pure.
package enum ForwardedFields {
  /// The sender of a request, as the host sees it.
  package struct Sender: Sendable {
    /// The address of the connection's other end; nil on the host's own Unix socket.
    package let peer: String?
    /// Whether the peer is a trusted proxy, whose statements about its own client count.
    package let isTrusted: Bool
  }

  /// The fields that hold for one connection, or that each sender of a message sets anew.
  private static let hopByHop: Set<String> = [
    "connection", "expect", "keep-alive", "proxy-authenticate", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// The fields of a request for the server behind the gateway, in their order, followed by `X-Forwarded-For`,
  /// `-Proto`, `-Host` and `-By`, the last one with the host's own mark, if there is one.
  package static func request(_ fields: HTTPFields, from sender: Sender, mark: String?) -> HTTPFields {
    let named = namedByConnection(fields)
    var passed = HTTPFields()
    passed.reserveCapacity(fields.count + 4)
    for index in 0..<fields.count {
      let own = fields[index].name.canonicalName
      // Some servers read an underscore as a hyphen, and would take the field for one that frames the message.
      let name = own.contains("_") ? own.replacing("_", with: "-") : own
      if hopByHop.contains(name) || name == "host" || setHere.contains(name) || named.contains(own) { continue }
      if name != own, name == "content-length" { continue }
      if !sender.isTrusted, isStatementOfProxy(name) { continue }
      passed.append(fields[index])
    }
    let hops = (sender.isTrusted ? fields[values: .forwardedFor] : []) + (sender.peer.map { [$0] } ?? [])
    if !hops.isEmpty { passed[.forwardedFor] = hops.joined(separator: ", ") }
    passed[.forwardedProto] = (sender.isTrusted ? fields[.forwardedProto] : nil) ?? "http"
    passed[.forwardedHost] = (sender.isTrusted ? fields[.forwardedHost] : nil) ?? fields[.hostField]
    let marks = fields[values: .forwardedBy] + (mark.map { [$0] } ?? [])
    if !marks.isEmpty { passed[.forwardedBy] = marks.joined(separator: ", ") }
    return passed
  }

  /// The fields of a response for the client, in their order.
  package static func response(_ fields: HTTPFields) -> HTTPFields {
    let named = namedByConnection(fields)
    var passed = HTTPFields()
    passed.reserveCapacity(fields.count)
    for index in 0..<fields.count {
      let name = fields[index].name.canonicalName
      // The host's server writes the length.
      if hopByHop.contains(name) || named.contains(name) || name == "content-length" { continue }
      passed.append(fields[index])
    }
    return passed
  }

  /// Whether a request has passed through the host with this mark, or through eight hosts, more than any set-up has.
  package static func isLoop(_ fields: HTTPFields, mark: String) -> Bool {
    guard fields.contains(.forwardedBy) else { return false }
    let marks = fields[values: .forwardedBy].flatMap { $0.split(separator: ",") }
    return marks.count >= 8 || marks.contains { $0.filter { $0 != " " } == mark }
  }

  /// The length of a response's body; nil if the fields give none, or more than one.
  static func length(_ fields: HTTPFields) -> Int? {
    guard !fields.contains(.transferEncoding) else { return nil }
    let lengths = Set(fields[values: .contentLength])
    guard lengths.count == 1, let length = lengths.first.flatMap({ Int($0) }), length >= 0 else { return nil }
    return length
  }

  /// The names that `Connection` lists, in lower case.
  private static func namedByConnection(_ fields: HTTPFields) -> Set<String> {
    guard fields.contains(.connection) else { return [] }
    return Set(
      fields[values: .connection].flatMap { value in
        value.split(separator: ",").map { String($0.filter { $0 != " " && $0 != "\t" }).lowercased() }
      })
  }

  /// The fields that the gateway sets in each request.
  private static let setHere: Set<String> = [
    "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-by",
  ]

  /// Whether a field is a proxy's statement about its client.
  private static func isStatementOfProxy(_ name: String) -> Bool {
    name == "forwarded" || name == "x-real-ip" || name.hasPrefix("x-forwarded-")
  }
}

extension HTTPField.Name {
  fileprivate static let forwardedProto = named("x-forwarded-proto")
  fileprivate static let forwardedHost = named("x-forwarded-host")
  fileprivate static let forwardedBy = named("x-forwarded-by")
}
