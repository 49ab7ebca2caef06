import Synchronization

/// A clock that a test moves on. A sleep moves it on at once.
final class JumpingClock: Clock {
  typealias Duration = Swift.Duration

  /// A time since the clock was made.
  struct Instant: InstantProtocol {
    typealias Duration = Swift.Duration

    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let instant = Mutex(Instant())

  var now: Instant { instant.withLock(\.self) }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves it on.
  func advance(by duration: Duration) { instant.withLock { $0 = $0.advanced(by: duration) } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    instant.withLock { $0 = max($0, deadline) }
  }
}
