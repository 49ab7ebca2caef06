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
  /// Whether a document gets the policy of ``DocumentSandbox``. It does beside pages of the host's own, which do not
  /// get it themselves.
  var sandboxesDocuments = false

  /// Calls a closure for each field of a response except the id: `passed` for its own fields that the host does not
  /// replace, then `added` for the host's.
  ///
  /// The own fields are passed whole, because their values need not be UTF-8. If a function sets no allowed origin,
  /// every page may read a shared response. Of a forwarded response no field is replaced, and only the policy of a
  /// document is added.
  func forEach(
    of own: HTTPFields, isForwarded: Bool, status: Int, passed: (HTTPField) -> Void,
    added: (_ name: HTTPField.Name, _ value: String) -> Void
  ) {
    var sandbox = DocumentSandbox(isOn: sandboxesDocuments, status: status)
    var allowsOrigins = isShared
    for index in 0..<own.count {
      let field = own[index]
      if !isForwarded && replaces(field.name) || !sandbox.admits(field) { continue }
      if field.name.canonicalName.utf8.count == 27, field.name == .accessControlAllowOrigin { allowsOrigins = false }
      passed(field)
    }
    if !isForwarded {
      added(.servedBy, servedBy)
      if let traceparent { added(.traceparent, traceparent) }
      if allowsOrigins { added(.accessControlAllowOrigin, "*") }
    }
    if sandbox.isNeeded { added(.contentSecurityPolicy, DocumentSandbox.policy) }
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
  /// The response with the host's fields. A forwarded response gets an id only if it has none, and a document the
  /// policy of ``DocumentSandbox``.
  func completed(_ host: HostFields) -> Response {
    var fields = HTTPFields()
    let passed = { (field: HTTPField) in fields.append(field) }
    let added = { (name: HTTPField.Name, value: String) in fields.append(HTTPField(name: name, value: value)) }
    if !isForwarded || !headers.contains(.requestID) { fields[.requestID] = host.id.description }
    host.forEach(of: headers, isForwarded: isForwarded, status: status.code, passed: passed, added: added)
    return Response(status: status, headers: fields, body: body)
  }
}
