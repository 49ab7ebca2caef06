import HTTPCalls
package import HTTPTypes

extension HTTPField.Name {
  package static let errorCode = named("sb-error-code")
  package static let requestID = named("sb-request-id")
  static let servedBy = named("x-served-by")
  package static let relayError = named("x-relay-error")
  static let apiKey = named("apikey")
  static let traceparent = named("traceparent")
  package static let forwardedFor = named("x-forwarded-for")
  package static let hostField = named("host")
  static let prefer = named("prefer")
  static let preferenceApplied = named("preference-applied")
  static let acceptProfile = named("accept-profile")
  static let contentProfile = named("content-profile")
  static let idempotencyKey = named("idempotency-key")
  static let idempotentReplayed = named("Idempotent-Replayed")
  static let rateLimitPolicy = named("ratelimit-policy")
  static let rateLimitState = named("ratelimit")
  static let serviceWorkerAllowed = named("service-worker-allowed")
}
