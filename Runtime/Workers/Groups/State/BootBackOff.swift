import NIOCore

/// The spacing of starts after many deaths at boot.
struct BootBackOff: Sendable {
  /// The deaths at boot since the last worker that became ready.
  private(set) var deaths = 0
  private var lastStart: NIODeadline?
  private let tolerance: Int
  private let pause: TimeAmount

  init(_ rules: GroupRules) {
    tolerance = rules.bootTolerance
    pause = rules.bootPause
  }

  /// Whether starts are spaced.
  var isActive: Bool { deaths >= tolerance }

  /// The instant of the next start; nil if a worker may start at once.
  func nextStart(at now: NIODeadline) -> NIODeadline? {
    guard isActive, let lastStart, now < lastStart + pause else { return nil }
    return lastStart + pause
  }

  /// The value of `Retry-After` for a call that is refused now.
  func retryAfter(at now: NIODeadline) -> Int {
    guard let next = nextStart(at: now) else { return 1 }
    return max(1, Int(((next - now).nanoseconds + 999_999_999) / 1_000_000_000))
  }

  mutating func started(at now: NIODeadline) { lastStart = now }

  mutating func died() { deaths += 1 }

  mutating func becameReady() { deaths = 0 }
}
