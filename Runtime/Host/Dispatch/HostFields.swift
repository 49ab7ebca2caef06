import Edge
import HTTPTypes

/// What the host says of every answer.
///
/// It goes beside the function's own fields and not among them, so that those need not grow for each answer.
struct HostFields: Sendable {
  let requestID: String
  let servedBy: String
  var traceparent: String?

  /// What becomes of a field of the function's.
  enum Precedence {
    /// It is sent as it is.
    case function
    /// The host's own field takes its place.
    case host
    /// It takes the place of the host's `Access-Control-Allow-Origin: *`, which lets every page read a response that says
    /// nothing of its own about that.
    case origin
  }

  /// Says which of the two is sent.
  func precedence(of name: HTTPField.Name) -> Precedence {
    // Lengths tell most names apart, at less cost.
    switch name.canonicalName.utf8.count {
    case 11 where name == .servedBy || (traceparent != nil && name == .traceparent): .host
    case 13 where name == .requestID: .host
    case 27 where name == .accessControlAllowOrigin: .origin
    default: .function
    }
  }

  /// Writes the fields.
  ///
  /// - Parameter allowsOrigins: Whether the function says nothing of its own about origins.
  func forEach(allowsOrigins: Bool, _ write: (_ name: HTTPField.Name, _ value: String) -> Void) {
    write(.requestID, requestID)
    write(.servedBy, servedBy)
    if let traceparent { write(.traceparent, traceparent) }
    if allowsOrigins { write(.accessControlAllowOrigin, "*") }
  }
}

extension Response {
  /// The response as a client gets it.
  func completed(_ host: HostFields) -> Response {
    var (fields, allowsOrigins) = (HTTPFields(), true)
    for field in headers {
      switch host.precedence(of: field.name) {
      case .host: continue
      case .origin: allowsOrigins = false
      case .function: break
      }
      fields.append(field)
    }
    host.forEach(allowsOrigins: allowsOrigins) { fields.append(HTTPField(name: $0, value: $1)) }
    return Response(status: status, headers: fields, body: body)
  }
}
