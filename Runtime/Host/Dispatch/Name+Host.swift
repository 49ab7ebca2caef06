package import HTTPTypes

/// The field name of a valid text.
private func name(_ text: StaticString) -> HTTPField.Name {
  HTTPField.Name("\(text)") ?? .xContentTypeOptions
}

extension HTTPField.Name {
  package static let errorCode = name("sb-error-code")
  package static let requestID = name("sb-request-id")
  static let servedBy = name("x-served-by")
  package static let relayError = name("x-relay-error")
  static let apiKey = name("apikey")
  static let traceparent = name("traceparent")
  package static let forwardedFor = name("x-forwarded-for")
  package static let hostField = name("host")
  static let prefer = name("prefer")
  static let preferenceApplied = name("preference-applied")
  static let acceptProfile = name("accept-profile")
  static let contentProfile = name("content-profile")
  static let idempotencyKey = name("idempotency-key")
  static let idempotentReplayed = name("Idempotent-Replayed")
  static let rateLimitPolicy = name("ratelimit-policy")
  static let rateLimitState = name("ratelimit")
}
