import Synchronization

/// The state that ``SharedLimiter``s share with ``LimitLeases``: whether the database answers, and whether calls wait
/// for it.
final class LeaseState: Sendable {
  private let away = Atomic(true)
  private let signals: AsyncStream<Void>.Continuation
  /// Has an element after calls began to wait.
  let wakes: AsyncStream<Void>

  init() {
    (wakes, signals) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Whether the database is away, or ``LimitLeases`` does not run.
  var isAway: Bool { away.load(ordering: .relaxed) }

  /// Sets ``isAway``; returns whether it changed.
  func set(isAway: Bool) -> Bool { away.exchange(isAway, ordering: .relaxed) != isAway }

  func wake() { signals.yield() }
  func finish() { signals.finish() }
}
