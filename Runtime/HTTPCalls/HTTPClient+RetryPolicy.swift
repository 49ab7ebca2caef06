extension HTTPClient {
  /// The rules by which a request is sent again after a failure that may pass.
  ///
  /// A request is repeated if its method is idempotent (RFC 9110 section 9.2.2) or if it has the field
  /// `Idempotency-Key`, and if its body is not streamed. The pauses are random, with upper limits that double with each
  /// retry. All attempts and pauses are within ``Request/timeout``: when there is no time for another pause, the last
  /// response is returned, or the last error thrown.
  public struct RetryPolicy: Hashable, Sendable {
    /// How many times the request is sent at most; less than 1 counts as 1, and in a worker more than 10 as 10.
    public var attempts: Int

    /// The upper limit of the first pause; zero or less makes no pauses. In a worker it is at least 50 ms.
    public var firstPause: Duration = .milliseconds(200)

    /// The upper limit of every pause for which no response asks, at most 24 days; zero or less makes no pauses. In a
    /// worker it is at least 50 ms.
    public var longestPause: Duration = .seconds(5)

    /// The statuses after which the request is sent again.
    public var statuses: Set<Int> = [429, 502, 503, 504]

    /// The errors after which the request is sent again.
    public var errors: Set<HTTPClientError.Code> = [
      .couldNotResolve, .couldNotConnect, .timedOut, .connectionClosed,
    ]

    /// The longest pause that a response may ask for by `Retry-After`, in seconds or as a date. A response that asks
    /// for more is returned.
    public var longestRetryAfter: Duration = .seconds(30)

    /// Creates the rules.
    public init(attempts: Int = 3) { self.attempts = attempts }
  }
}
