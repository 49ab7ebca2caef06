/// The idle timeout of a streamed transfer, as a value without a clock.
struct ProgressLimit {
  /// The longest limit that libcurl can keep.
  static let longest = Duration.milliseconds(Int32.max)

  private var limit: Duration {
    didSet { limit = min(limit, Self.longest) }
  }
  private var last: ContinuousClock.Instant
  private var isSuspended = false

  init(_ limit: Duration, since now: ContinuousClock.Instant) {
    self.limit = min(limit, Self.longest)
    last = now
  }

  /// When the wait is too long; `nil` while this side holds the transfer back.
  var due: ContinuousClock.Instant? { isSuspended ? nil : last.advanced(by: limit) }

  /// Notes that the other side has sent or taken something.
  mutating func progress(at now: ContinuousClock.Instant) { last = now }

  /// Notes whether this side holds the transfer back.
  mutating func suspend(_ isSuspended: Bool, at now: ContinuousClock.Instant) {
    self.isSuspended = isSuspended
    last = now
  }

  /// Sets another limit, from now on.
  mutating func change(to limit: Duration, at now: ContinuousClock.Instant) {
    self.limit = limit
    last = now
  }
}
