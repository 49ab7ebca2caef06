import NIOCore

/// The time that a client may still take for its body, by the bytes that have come: a value without a clock.
///
/// A client begins with the whole allowance. Waiting for its bytes uses it up, and each byte gives some of it back. A
/// client below the least rate therefore runs out of time. One above it never does, and may pause.
struct BodyPace {
  private let allowance: TimeAmount
  /// The nanoseconds that a byte gives back.
  private let perByte: Int64
  private var left: TimeAmount
  /// Since when bytes are awaited; nil while the reader of the body holds the client back.
  private var since: NIODeadline?

  /// The pace of ``ServerLimits/bodyTimeout`` and ``ServerLimits/bodyRate``.
  init(_ limits: ServerLimits) {
    allowance = .nanoseconds(Int64(limits.bodyTimeout * 1e9))
    perByte = 1_000_000_000 / Int64(max(1, limits.bodyRate))
    left = allowance
  }

  /// Bytes are awaited from now on; returns the time that is left for them, zero or less if it is used up.
  mutating func wait(from now: NIODeadline) -> TimeAmount {
    spend(until: now)
    since = now
    return left
  }

  mutating func receive(_ count: Int, at now: NIODeadline) {
    spend(until: now)
    left = min(allowance, left + .nanoseconds(Int64(count) * perByte))
  }

  /// No bytes are awaited from now on.
  mutating func pause(at now: NIODeadline) {
    spend(until: now)
    since = nil
  }

  private mutating func spend(until now: NIODeadline) {
    guard let start = since else { return }
    left = left - (now - start)
    since = now
  }
}
