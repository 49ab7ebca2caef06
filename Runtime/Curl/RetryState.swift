import CCurl
import HTTPCalls

/// The attempts of one request under a retry policy. A value without a clock, without chance and without I/O.
struct RetryState {
  /// The result of an attempt.
  enum Outcome {
    case response(status: Int, retryAfter: String?)
    case error(HTTPClientError.Code)
  }

  private let policy: HTTPClient.RetryPolicy
  private var ended = 0

  init(_ policy: HTTPClient.RetryPolicy) { self.policy = policy }

  /// Decides what follows an attempt. `now` is in seconds since 1970, `chance` a random number from 0 to 1.
  ///
  /// - Returns: the pause before the next attempt; `nil` if the outcome stands.
  mutating func pause(
    after outcome: Outcome, now: Int, remaining: Duration, chance: Double
  ) -> Duration? {
    ended += 1
    guard ended < policy.attempts else { return nil }
    var pause = backOff * min(max(chance, 0), 1)
    switch outcome {
    case .error(let code):
      // What is not allowed now is not allowed a moment later.
      guard code != .notAllowed, policy.errors.contains(code) else { return nil }
    case .response(let status, let retryAfter):
      guard policy.statuses.contains(status) else { return nil }
      if let asked = retryAfter.flatMap({ Self.duration($0, now: now) }) {
        guard asked <= policy.longestRetryAfter else { return nil }
        pause = asked
      }
    }
    return pause < remaining ? pause : nil
  }

  private var backOff: Duration {
    let longest = max(.zero, min(policy.longestPause, HTTPClient.Request.longestTimeout))
    let first = min(max(.zero, policy.firstPause), longest)
    return min(first * (1 << min(ended - 1, 40)), longest)
  }

  /// The pause that a `Retry-After` asks for (RFC 9110 section 10.2.3); `nil` for any other text.
  private static func duration(_ text: String, now: Int) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(Int(text) ?? .max)
    }
    let date = unsafe curl_getdate(text, nil)
    return date < 0 ? nil : .seconds(max(0, date - now))
  }
}
