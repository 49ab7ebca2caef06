public import FoundationEssentials
public import HTTPTypes

/// A caller's state under a rate limit.
public struct RateLimit: Sendable, Hashable {
  /// The number of uses in the limit's period.
  public let limit: Int
  /// The number of uses that are left now.
  public let remaining: Int
  /// The instant of the next allowed use; nil while uses are left.
  public let retryAt: Date?
  /// The instant at which all uses are left again, while uses are left; nil if it is not known.
  public let resetAt: Date?

  /// Describes a caller's state.
  public init(limit: Int, remaining: Int, retryAt: Date? = nil, resetAt: Date? = nil) {
    self.limit = limit
    self.remaining = remaining
    self.retryAt = retryAt
    self.resetAt = resetAt
  }

  /// The header fields for the client: `X-RateLimit-Limit` and `X-RateLimit-Remaining`; `X-RateLimit-Reset` (seconds
  /// since 1970), which is ``retryAt`` or else ``resetAt``; while uses are refused, also `Retry-After` (seconds, at
  /// least 1). Pages of other origins may read all of them, and the draft's `RateLimit` and `RateLimit-Policy`.
  ///
  /// - Parameter now: the instant of the response.
  public func fields(at now: Date) -> HTTPFields {
    var fields: HTTPFields = [
      .rateLimit: "\(limit)", .rateLimitRemaining: "\(remaining)",
      .accessControlExposeHeaders:
        "x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, ratelimit, ratelimit-policy, retry-after",
    ]
    if let instant = retryAt ?? resetAt {
      fields[.rateLimitReset] = "\(Self.roundedUp(instant.timeIntervalSince1970))"
    }
    if let retryAt { fields[.retryAfter] = "\(max(1, Self.roundedUp(retryAt.timeIntervalSince(now))))" }
    return fields
  }

  /// Whole seconds. A difference of dates has an error of less than a microsecond, which must not become a second.
  private static func roundedUp(_ seconds: Double) -> Int64 { Int64((seconds - 1e-6).rounded(.up)) }
}

extension FunctionError.Code {
  /// The caller has exceeded a rate limit: 429.
  public static let rateLimitExceeded: Self = "RATE_LIMIT_EXCEEDED"
}

extension FunctionError {
  /// The message to a caller that has exceeded a rate limit, where the function has none of its own.
  public static let tooManyRequestsMessage = "Too many requests. Please try again later."

  /// 429 `RATE_LIMIT_EXCEEDED`, with the fields of ``RateLimit/fields(at:)``.
  public static func rateLimitExceeded(
    _ limit: RateLimit, at now: Date, _ message: String = tooManyRequestsMessage
  ) -> FunctionError {
    var error = FunctionError(status: .tooManyRequests, code: .rateLimitExceeded, message: message)
    error.headers = limit.fields(at: now)
    return error
  }
}

extension HTTPField.Name {
  /// The number of uses in a period.
  package static let rateLimit = name("X-RateLimit-Limit")
  fileprivate static let rateLimitRemaining = name("X-RateLimit-Remaining")
  fileprivate static let rateLimitReset = name("X-RateLimit-Reset")

  /// The field name of a valid text.
  private static func name(_ text: String) -> Self { Self(text) ?? .retryAfter }
}
