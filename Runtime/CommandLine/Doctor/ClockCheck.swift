import Edge
import FoundationEssentials

/// The clocks of this machine, compared over the time of an examination.
struct ClockCheck: Sendable {
  /// The seconds by which the wall clock may be adjusted during the examination.
  private static let tolerance = 0.2
  /// The start of 2026 in UTC. An earlier date means that the clock is not set.
  private static let earliest = Date(timeIntervalSince1970: 1_767_225_600)

  private let wall: Date
  private let monotonic: ContinuousClock.Instant

  /// - Parameters:
  ///   - wall: the wall clock at the start of the examination.
  ///   - monotonic: the same instant by the monotonic clock, which is never set.
  init(wall: Date = Date(), monotonic: ContinuousClock.Instant = .now) {
    self.wall = wall
    self.monotonic = monotonic
  }

  /// The findings now, at the end of the examination.
  func findings(wall now: Date = Date(), monotonic instant: ContinuousClock.Instant = .now) -> [Finding] {
    guard now >= Self.earliest else {
      return [
        .problem(
          "clock",
          "it is \(Words.instant(now)) by this machine's clock, which is too early: tokens and schedules go wrong",
          hint: "set the clock, and let a time service such as systemd-timesyncd keep it")
      ]
    }
    let step = now.timeIntervalSince(wall) - (instant - monotonic) / .seconds(1)
    guard abs(step) <= Self.tolerance else {
      return [
        .warning(
          "clock", "the clock was moved by \(Self.words(step)) while this command ran",
          hint: "find what sets it; schedules and leases follow the wall clock")
      ]
    }
    return [.good("clock", "\(Words.instant(now)), and it advances evenly")]
  }

  /// Compares this machine's clock with a database's.
  ///
  /// - Parameters:
  ///   - ahead: by how many seconds the database's clock is ahead.
  ///   - uncertainty: half the time that it took to ask.
  static func comparison(ahead: Double, uncertainty: Double) -> Finding {
    let least = max(0, abs(ahead) - uncertainty)
    let words = "\(Self.words(abs(ahead))) \(ahead < 0 ? "ahead of" : "behind") the database's"
    if least > 30 {
      return .problem(
        "clock", "this machine's clock is \(words): leases of jobs end too early or too late",
        hint: "let both machines take their time from a time service")
    }
    if least > 1 {
      return .warning(
        "clock", "this machine's clock is \(words): jobs run early or late by as much",
        hint: "let both machines take their time from a time service")
    }
    return .good("clock", "agrees with the database's within \(Self.words(abs(ahead) + uncertainty))")
  }

  private static func words(_ seconds: Double) -> String {
    Words.duration(milliseconds: Int64((abs(seconds) * 1000).rounded()))
  }
}
