/// The most starts of a function's jobs in a period, on all hosts of a database together.
///
/// Starts are spaced evenly (the generic cell rate algorithm). After a pause, up to a tenth of the count may start at
/// once. So a period has at most a tenth more starts than the count, or one more if the count is below ten.
public struct StartRate: Sendable, Hashable {
  /// The number of starts in a period, 1 to 1,000,000.
  public let count: Int
  /// The period, a millisecond to a day.
  public let period: Duration

  /// Creates a rate. Values out of range are clamped.
  public init(_ count: Int, per period: Duration) {
    self.count = min(max(1, count), 1_000_000)
    self.period = min(max(.milliseconds(1), period), .seconds(86_400))
  }

  /// A number of starts a second.
  public static func perSecond(_ count: Int) -> StartRate { StartRate(count, per: .seconds(1)) }
  /// A number of starts a minute.
  public static func perMinute(_ count: Int) -> StartRate { StartRate(count, per: .seconds(60)) }
  /// A number of starts an hour.
  public static func perHour(_ count: Int) -> StartRate { StartRate(count, per: .seconds(3600)) }
}
