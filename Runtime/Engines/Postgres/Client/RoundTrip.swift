/// Commands that are sent to the server together, end together, and are answered together: a section of libpq's
/// pipeline.
struct RoundTrip: Sendable {
  let id: UInt64
  let slots: [ResultSlot]
  /// When the round trip is cancelled; `nil` for no limit.
  let deadline: ContinuousClock.Instant?
  let completion: @Sendable (RoundTripReply) -> Void

  private(set) var interruption: Interruption?
  /// When the connection is closed because the server did not end the interrupted round trip.
  private(set) var interruptionDeadline: ContinuousClock.Instant?

  mutating func interrupt(_ reason: Interruption, until deadline: ContinuousClock.Instant) {
    interruption = reason
    interruptionDeadline = deadline
  }
}
