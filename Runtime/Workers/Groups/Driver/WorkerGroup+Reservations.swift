import Channel
import Edge
import NIOCore

/// The places that are taken before their calls run.
extension WorkerGroup {
  /// Takes a place without a wait. The caller runs the call, or gives the place up.
  ///
  /// - Returns: nil if the call has to wait.
  func takePlace(_ target: CallTarget, named name: String, _ invocation: Invocation) -> CallReservation? {
    let holder = call(of: target, named: name, Request(), invocation, isReserved: true)
    let assignment = report { state -> RunningCall.Assignment? in
      guard !state.isForgotten,
        let place = state.rules.takePlace(GroupCall(id: holder.id, lane: holder.lane), at: .now()),
        let member = state.members[place.worker]
      else { return nil }
      state.calls[holder.id] = holder
      return RunningCall.Assignment(worker: member, place: place)
    }
    return assignment.map {
      CallReservation(group: self, holder: holder, assignment: $0, waited: .nanoseconds(0))
    }
  }

  /// Waits for a place. The caller runs the call, or gives the place up.
  ///
  /// - Throws: `WorkerFailure` if no place becomes free in time; `CancellationError`.
  nonisolated(nonsending) func reservePlace(
    _ target: CallTarget, named name: String, _ invocation: Invocation
  ) async throws -> CallReservation {
    let holder = call(of: target, named: name, Request(), invocation, isReserved: true)
    let arrived = NIODeadline.now()
    let assignment = try await place(holder)
    return CallReservation(group: self, holder: holder, assignment: assignment, waited: .now() - arrived)
  }

  /// Runs a call at the place that is kept for it. It never waits for another place.
  ///
  /// - Throws: what ``run(_:named:_:_:)`` throws; ``PlaceLost`` if the place is gone, or was used.
  nonisolated(nonsending) func run(
    _ reservation: CallReservation, _ request: Request, _ invocation: Invocation
  ) async throws -> CallResult {
    let call = RunningCall(
      try await request.withShortBodyCollected(), invocation, inPlaceOf: reservation.holder)
    let isKept = report { state -> Bool in
      guard state.calls[call.id] === reservation.holder else { return false }
      state.calls[call.id] = call
      return true
    }
    guard isKept else { throw PlaceLost() }
    return try await run(call, at: reservation.assignment, waited: reservation.waited)
  }

  /// Frees a place, unless its call has begun to run.
  func giveUp(_ reservation: CallReservation) {
    report { state in
      guard state.calls[reservation.holder.id] === reservation.holder else { return }
      state.calls[reservation.holder.id] = nil
      state.rules.end(reservation.holder.id, at: reservation.assignment.place, isUsed: false, now: .now())
    }
  }
}
