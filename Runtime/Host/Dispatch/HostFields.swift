import Edge
import HTTPTypes

/// What the host says of every answer.
///
/// It goes beside the function's own fields and not among them, so that those need not grow for each answer.
struct HostFields: Sendable {
  /// `sb-request-id`.
  let id: InvocationID
  let servedBy: String
  var traceparent: String?

  /// Gives each field that a client gets, but for the id: the function's, without those that the host says itself, and then the host's.
  ///
  /// A function that says nothing of origins lets every page read its responses.
  func forEach(with function: HTTPFields, _ body: (_ name: HTTPField.Name, _ value: String) -> Void) {
    var allowsOrigins = true
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
    // Lengths tell most names apart, at less cost.
    switch name.canonicalName.utf8.count {
    case 11: name == .servedBy || (traceparent != nil && name == .traceparent)
    case 13: name == .requestID
    default: false
    }
  }
}

extension Response {
  /// The response as a client gets it.
  func completed(_ host: HostFields) -> Response {
    var fields = HTTPFields()
    fields[.requestID] = host.id.description
    host.forEach(with: headers) { fields.append(HTTPField(name: $0, value: $1)) }
    return Response(status: status, headers: fields, body: body)
  }
}
