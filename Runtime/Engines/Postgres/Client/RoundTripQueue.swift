import Database

/// The round trips of a connection that the server has not answered, in order, as a state machine without I/O.
struct RoundTripQueue {
  private var pending: [RoundTrip] = []
  private var results: [ServerResult] = []

  var isEmpty: Bool { pending.isEmpty }

  mutating func append(_ roundTrip: RoundTrip) {
    pending.append(roundTrip)
  }

  /// Adds a result; returns the round trip that it ends.
  mutating func receive(_ result: ServerResult) -> (RoundTrip, RoundTripReply)? {
    guard result.kind == .sync else {
      results.append(result)
      return nil
    }
    guard !pending.isEmpty else { return nil }
    let roundTrip = pending.removeFirst()
    defer { results = [] }
    return (roundTrip, RoundTripReply(slots: roundTrip.slots, results: results, interruption: roundTrip.interruption))
  }

  /// Ends all round trips, because the connection is lost.
  mutating func lose(because loss: DatabaseError) -> [(RoundTrip, RoundTripReply)] {
    defer { (pending, results) = ([], []) }
    return pending.enumerated().map { index, roundTrip in
      (
        roundTrip,
        RoundTripReply(
          slots: roundTrip.slots, results: index == 0 ? results : [], interruption: roundTrip.interruption, loss: loss)
      )
    }
  }

  /// Records that a round trip is interrupted; `false` when it is over, or was interrupted before.
  mutating func interrupt(
    _ id: UInt64, _ reason: Interruption, until deadline: ContinuousClock.Instant
  ) -> Bool {
    guard let index = pending.firstIndex(where: { $0.id == id }), pending[index].interruption == nil else {
      return false
    }
    pending[index].interrupt(reason, until: deadline)
    return true
  }

  /// The round trips whose deadline is over and that are not interrupted yet.
  func overdue(at now: ContinuousClock.Instant) -> [UInt64] {
    pending.filter { roundTrip in
      roundTrip.interruption == nil && roundTrip.deadline.map { $0 <= now } ?? false
    }.map(\.id)
  }

  /// Whether a round trip is interrupted and not answered yet.
  var isInterrupted: Bool { pending.contains { $0.interruption != nil } }

  /// Whether the server has not ended an interrupted round trip in time.
  func hasOverdueInterruption(at now: ContinuousClock.Instant) -> Bool {
    pending.contains { $0.interruptionDeadline.map { $0 <= now } ?? false }
  }
}
