public import Foundation
public import HTTPTypes

/// A caller's state under a rate limit.
public struct RateLimit: Sendable, Hashable {
  /// The number of uses in the limit's period.
  public let limit: Int
  /// The number of uses that are left now.
  public let remaining: Int
  /// The instant of the next allowed use; nil while uses are left.
  public let retryAt: Date?

  /// Describes a caller's state.
  public init(limit: Int, remaining: Int, retryAt: Date? = nil) {
    self.limit = limit
    self.remaining = remaining
    self.retryAt = retryAt
  }

  /// The header fields for the client: `X-RateLimit-Limit` and `X-RateLimit-Remaining`; while uses are refused, also `X-RateLimit-Reset`
  /// (seconds since 1970) and `Retry-After` (seconds, at least 1). Pages of other origins may read all of them.
  ///
  /// - Parameter now: the instant of the response.
  public func fields(at now: Date) -> HTTPFields {
    var fields: HTTPFields = [
      .rateLimit: "\(limit)", .rateLimitRemaining: "\(remaining)",
      .accessControlExposeHeaders: "x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after",
    ]
    if let retryAt {
      let wait = max(1, retryAt.timeIntervalSince(now).rounded(.up))
      fields[.rateLimitReset] = "\(Int64(retryAt.timeIntervalSince1970.rounded(.up)))"
      fields[.retryAfter] = "\(Int64(wait))"
    }
    return fields
  }
}

extension FunctionError.Code {
  /// The caller has exceeded a rate limit: 429.
  public static let rateLimitExceeded: Self = "RATE_LIMIT_EXCEEDED"
}

extension FunctionError {
  /// 429 `RATE_LIMIT_EXCEEDED`, with the fields of ``RateLimit/fields(at:)``.
  public static func rateLimitExceeded(
    _ limit: RateLimit, at now: Date, _ message: String = "Too many requests. Please try again later."
  ) -> FunctionError {
    var error = FunctionError(status: .tooManyRequests, code: .rateLimitExceeded, message: message)
    error.headers = limit.fields(at: now)
    return error
  }
}

extension HTTPField.Name {
  fileprivate static let rateLimit = name("X-RateLimit-Limit")
  fileprivate static let rateLimitRemaining = name("X-RateLimit-Remaining")
  fileprivate static let rateLimitReset = name("X-RateLimit-Reset")

  /// The field name of a valid text.
  private static func name(_ text: String) -> Self { Self(text) ?? .retryAfter }
}
