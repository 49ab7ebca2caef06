/// The rule for when counts that cost a scan are read again: the longer a reading takes, the longer its result is used,
/// so that readings take a tenth of the time at most. A reading that takes long is made beside the callers, who get the
/// last counts meanwhile.
struct CountsFreshness: Sendable, Equatable {
  /// The way in which a caller gets its counts.
  enum Decision: Sendable, Equatable {
    case use
    /// It uses the last counts, and a reading starts beside it, unless one is under way.
    case useAndRead
    case read
  }

  /// The time that a reading may take for a caller to wait for it.
  static let shortReading: Duration = .milliseconds(20)
  /// The age above which a caller waits for a new reading; with a reading that takes more than half a second, twenty
  /// times its duration.
  static let greatestAge: Duration = .seconds(10)

  private var cost: Duration?

  /// - Parameter age: the age of the last counts; nil if there are none.
  func decide(age: Duration?) -> Decision {
    guard let age, let cost else { return .read }
    if age < cost * 10 { return .use }
    if cost <= Self.shortReading || age > max(Self.greatestAge, cost * 20) { return .read }
    return .useAndRead
  }

  mutating func ended(cost: Duration) { self.cost = cost }
}
