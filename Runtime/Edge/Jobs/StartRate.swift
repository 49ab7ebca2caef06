/// How often jobs of a function may start, on all hosts of a database together.
///
/// Starts are spaced evenly (the generic cell rate algorithm). Starts that a pause left out are made up for, up to a tenth of the count at once:
/// so any period sees at most a tenth more starts than the count, and one more where the count is below ten.
public struct StartRate: Sendable, Hashable {
  /// How many may start in a period, 1 to 1,000,000.
  public let count: Int
  /// The period, a millisecond to a day.
  public let period: Duration

  /// A rate; values out of range count as the nearest within.
  public init(_ count: Int, per period: Duration) {
    self.count = min(max(1, count), 1_000_000)
    self.period = min(max(.milliseconds(1), period), .seconds(86_400))
  }

  /// So many starts a second.
  public static func perSecond(_ count: Int) -> StartRate { StartRate(count, per: .seconds(1)) }
  /// So many starts a minute.
  public static func perMinute(_ count: Int) -> StartRate { StartRate(count, per: .seconds(60)) }
  /// So many starts an hour.
  public static func perHour(_ count: Int) -> StartRate { StartRate(count, per: .seconds(3600)) }
}
