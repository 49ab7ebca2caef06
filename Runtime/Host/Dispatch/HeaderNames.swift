import HTTPTypes

/// A field name that is known to be one.
private func name(_ text: StaticString) -> HTTPField.Name {
  HTTPField.Name("\(text)") ?? .xContentTypeOptions
}

extension HTTPField.Name {
  static let errorCode = name("sb-error-code")
  static let requestID = name("sb-request-id")
  static let servedBy = name("x-served-by")
  static let relayError = name("x-relay-error")
  static let apiKey = name("apikey")
  static let traceparent = name("traceparent")
  static let forwardedFor = name("x-forwarded-for")
  static let hostField = name("host")
}

extension HTTPFields {
  /// The value of the first field of that name.
  func first(_ name: HTTPField.Name) -> String? {
    // By indices: an iterator is asked through its protocol, field by field.
    for index in 0..<count where self[index].name == name { return self[index].value }
    return nil
  }
}

extension HTTPFields {
  /// Adds what every answer of the host says, in place of what its function may have said of it; and lets every page read
  /// a response that says nothing of its own about that.
  mutating func complete(requestID: String, servedBy: String, traceparent: String?) {
    var says = (own: false, origin: false)
    for index in 0..<count {
      let field = self[index]
      switch field.name.canonicalName.utf8.count {
      // Lengths tell most names apart, at less cost.
      case 11, 13: says.own = says.own || [.requestID, .servedBy, .traceparent].contains(field.name)
      case 27: says.origin = says.origin || field.name == .accessControlAllowOrigin
      default: break
      }
    }
    if says.own {
      self[.requestID] = nil
      self[.servedBy] = nil
      if traceparent != nil { self[.traceparent] = nil }
    }
    reserveCapacity(count + 4)
    append(HTTPField(name: .requestID, value: requestID))
    append(HTTPField(name: .servedBy, value: servedBy))
    if let traceparent { append(HTTPField(name: .traceparent, value: traceparent)) }
    if !says.origin { append(HTTPField(name: .accessControlAllowOrigin, value: "*")) }
  }
}
