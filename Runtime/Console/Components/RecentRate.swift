import FoundationEssentials

/// The mean per minute over the last minutes. Of the running minute only the part that has passed counts as time.
struct RecentRate: Sendable {
  /// The number of the last minutes, with the running one.
  static let minutes = 5

  /// The time that the counts are of, in minutes.
  private let length: Double

  /// - Parameter start: the instant from which there are counts; nil for long ago. A shorter time than a minute counts
  ///   as one.
  init(now: Date, since start: Date?) {
    let running = now.timeIntervalSince1970.truncatingRemainder(dividingBy: 60) / 60
    let known = start.map { now.timeIntervalSince($0) / 60 } ?? .infinity
    length = min(Double(Self.minutes - 1) + max(0, running), max(1, known))
  }

  /// The rate of what happened in the last minutes.
  func perMinute(_ count: Int) -> Double { Double(count) / length }
}
