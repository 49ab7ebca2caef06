/// A limit on the calls that one caller may make: `100/minute` for each user.
///
/// Calls are counted by the generic cell rate algorithm: a caller that has been quiet may make ``burst`` calls at once,
/// and after that one call each `period / count`. So any window of time has at most `burst + count × window / period`
/// calls.
public struct CallLimit: Sendable, Hashable {
  /// The property of a call by which calls are counted together.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    /// The user of the token. A function's call without a user, other than the service role's, is counted by its client's
    /// address, as by ``address``.
    case user
    /// The client's address; an IPv6 address by its first 64 bits.
    case address
    /// The role of the token or API key: `anon`, `authenticated`, `service_role`.
    case key
    /// The function.
    case function
    /// Nothing: all calls count together.
    case project
  }

  /// The number of calls in a period, 1 to 1,000,000.
  public let count: Int
  /// The period, a second to a day.
  public let period: Duration
  /// The number of calls that may come at once after a pause, 1 to 1,000,000.
  public let burst: Int
  /// The property by which calls are counted.
  public let subject: Subject

  /// Creates a limit. Values out of range are clamped, and a burst of nil is `count`.
  public init(_ count: Int, per period: Duration, burst: Int? = nil, by subject: Subject = .user) {
    self.count = min(max(1, count), 1_000_000)
    self.period = min(max(.seconds(1), period), .seconds(86_400))
    self.burst = min(max(1, burst ?? self.count), 1_000_000)
    self.subject = subject
  }

  /// A number of calls a second.
  public static func perSecond(_ count: Int, burst: Int? = nil, by subject: Subject = .user) -> CallLimit {
    CallLimit(count, per: .seconds(1), burst: burst, by: subject)
  }
  /// A number of calls a minute.
  public static func perMinute(_ count: Int, burst: Int? = nil, by subject: Subject = .user) -> CallLimit {
    CallLimit(count, per: .seconds(60), burst: burst, by: subject)
  }
  /// A number of calls an hour.
  public static func perHour(_ count: Int, burst: Int? = nil, by subject: Subject = .user) -> CallLimit {
    CallLimit(count, per: .seconds(3600), burst: burst, by: subject)
  }
  /// A number of calls a day.
  public static func perDay(_ count: Int, burst: Int? = nil, by subject: Subject = .user) -> CallLimit {
    CallLimit(count, per: .seconds(86_400), burst: burst, by: subject)
  }
}
