import Edge
import HTTPTypes

/// The header fields that the host adds to every response.
///
/// They are kept apart from the function's fields, so that adding them copies nothing.
struct HostFields: Sendable {
  /// The value of `sb-request-id`.
  let id: InvocationID
  let servedBy: String
  var traceparent: String?
  /// Whether pages of other origins may read the response. Otherwise it has no field of CORS.
  var isShared = true

  /// Calls a closure for each field of the response except the id: the function's fields that the host does not
  /// replace, then the host's.
  ///
  /// If the function sets no allowed origin, every page may read a shared response.
  func forEach(with function: HTTPFields, _ body: (_ name: HTTPField.Name, _ value: String) -> Void) {
    var allowsOrigins = isShared
    for index in 0..<function.count {
      let field = function[index]
      if replaces(field.name) { continue }
      if field.name.canonicalName.utf8.count == 27, field.name == .accessControlAllowOrigin { allowsOrigins = false }
      body(field.name, field.value)
    }
    body(.servedBy, servedBy)
    if let traceparent { body(.traceparent, traceparent) }
    if allowsOrigins { body(.accessControlAllowOrigin, "*") }
  }

  private func replaces(_ name: HTTPField.Name) -> Bool {
    if !isShared, name.canonicalName.hasPrefix("access-control-") { return true }
    // Comparing lengths first is faster.
    return switch name.canonicalName.utf8.count {
    case 11: name == .servedBy || (traceparent != nil && name == .traceparent)
    case 13: name == .requestID
    default: false
    }
  }
}

extension Response {
  /// The response with the host's fields. A forwarded response gets only an id, and only if it has none.
  func completed(_ host: HostFields) -> Response {
    var fields = HTTPFields()
    if isForwarded {
      if !headers.contains(.requestID) { fields[.requestID] = host.id.description }
      fields.append(contentsOf: headers)
      return Response(status: status, headers: fields, body: body)
    }
    fields[.requestID] = host.id.description
    host.forEach(with: headers) { fields.append(HTTPField(name: $0, value: $1)) }
    return Response(status: status, headers: fields, body: body)
  }
}
