import FoundationEssentials

/// The mean rate per minute over the last minutes. The current minute counts with the fraction that has passed.
struct RecentRate: Sendable {
  /// The number of the last minutes, with the running one.
  static let minutes = 5

  /// The length of the counted time in minutes.
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
