public import Edge

/// The settings of one limit, `[limits.<name>]`. A value that is nil is the one that the code declares, or the default.
public struct LimitConfiguration: Sendable, Hashable {
  /// Whether the limit holds.
  public var enabled = true
  /// The number of calls in a period.
  public var count: Int?
  /// The period.
  public var period: Duration?
  /// The number of calls that may come at once after a pause; by default `count`.
  public var burst: Int?
  /// The property by which calls are counted; by default the user.
  public var subject: CallLimit.Subject?
  /// Names of functions and of handlers of paths, in which `*` stands for any text; by default all.
  public var functions: [String]?

  /// No settings.
  public init() {}

  /// The limit with these settings; nil if neither they nor the code give a rate.
  func limit(over declared: CallLimit?) -> CallLimit? {
    guard let count = count ?? declared?.count, let period = period ?? declared?.period else { return nil }
    // A burst that was declared for another rate says nothing about this one.
    let burst = burst ?? (self.count == nil ? declared?.burst : nil)
    return CallLimit(count, per: period, burst: burst, by: subject ?? declared?.subject ?? .user)
  }
}
