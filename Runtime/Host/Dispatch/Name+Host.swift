import HTTPTypes

/// The field name of a valid text.
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
