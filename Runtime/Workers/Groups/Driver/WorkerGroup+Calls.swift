import Channel
import Edge
import FoundationEssentials
import NIOCore
import Synchronization

/// The calls of a group.
extension WorkerGroup {
  /// Runs a part of the bundle once in one of the workers.
  ///
  /// - Throws: what the function throws; `WorkerFailure` if no worker answers.
  nonisolated(nonsending) func run(
    _ target: CallTarget, named name: String, _ request: Request, _ invocation: Invocation
  ) async throws -> CallResult {
    let call = call(of: target, named: name, try await request.withShortBodyCollected(), invocation)
    let arrived = NIODeadline.now()
    let assignment = try await place(call)
    return try await run(call, at: assignment, waited: .now() - arrived)
  }

  /// Makes a call.
  ///
  /// - Parameter isReserved: whether it is given its place before it runs.
  func call(
    of target: CallTarget, named name: String, _ request: Request, _ invocation: Invocation, isReserved: Bool = false
  ) -> RunningCall {
    RunningCall(
      id: lastCall.add(1, ordering: .relaxed).newValue, lane: setup.lanes[name] ?? 0, target, name,
      limits: setup.callLimits[name] ?? setup.commonLimits, request, invocation, isReserved: isReserved)
  }

  /// Runs a call that has a place.
  ///
  /// - Throws: what ``run(_:named:_:_:)`` throws; ``PlaceLost`` for a reserved call whose worker ends before it begins.
  nonisolated(nonsending) func run(
    _ call: RunningCall, at first: RunningCall.Assignment, waited: TimeAmount
  ) async throws -> CallResult {
    let (invocation, waited) = (call.invocation, Int(waited.nanoseconds / 1000))
    var assignment = first
    while true {
      let member = assignment.worker
      guard !call.isOverdue else { throw await refuseOverdue(call, assignment) }
      invocation.workerRun = WorkerRun(worker: member.id.number, version: setup.version.shortDigest, waited: waited)
      let (exchange, payload): (OutgoingExchange, ByteBuffer)
      do {
        (exchange, payload) = try await member.send(call)
      } catch is ChannelClosed {
        await member.abandonServices(of: call)
        // The worker's death decides whether the call had begun.
        assignment = try await nextAssignment(of: call)
        // From here on nothing reads its body for the ended worker. The pump may have begun to read after the rules
        // moved the call.
        call.markSent(as: nil)
        guard call.isMovable, !Task.isCancelled else {
          await over(call, assignment)
          throw Task.isCancelled ? CancellationError() : WorkerFailure.died
        }
        continue
      } catch is ExchangeUnanswered {
        throw endWorker(of: call, member, "it ended a call of \(call.name) without an answer")
      } catch {
        await over(call, assignment)
        throw error
      }
      return try await answer(call, assignment, exchange, payload)
    }
  }

  /// Finds a place for a call, or waits for one.
  nonisolated(nonsending) func place(_ call: RunningCall) async throws -> RunningCall.Assignment {
    let assignment = try report { state -> Result<RunningCall.Assignment?, WorkerFailure> in
      // The host has dropped this group, and would not know the workers that the group starts. The client's next try
      // reaches the version that is served.
      guard !state.isForgotten else { return .failure(.boot(retryAfter: 1)) }
      state.calls[call.id] = call
      guard let place = state.rules.arrive(GroupCall(id: call.id, lane: call.lane), at: .now()) else {
        return .success(nil)
      }
      return .success(state.members[place.worker].map { RunningCall.Assignment(worker: $0, place: place) })
    }.get()
    if let assignment { return assignment }
    return try await nextAssignment(of: call)
  }

  /// Waits for a place, and gives the wait up with the call's task.
  private nonisolated(nonsending) func nextAssignment(of call: RunningCall) async throws -> RunningCall.Assignment {
    try await withTaskCancellationHandler {
      try await call.assignment()
    } onCancel: {
      let hasWaited = report { state in
        let hasWaited = state.rules.leave(call.id, lane: call.lane)
        if hasWaited { state.calls[call.id] = nil } else { call.withdraw() }
        return hasWaited
      }
      if hasWaited { call.decide(.failure(CancellationError())) }
    }
  }

  /// Ends a call whose time has passed before it was sent. Sent to a worker it would end the worker, by its limit of
  /// time on the clock.
  ///
  /// - Returns: the call's error.
  private nonisolated(nonsending) func refuseOverdue(
    _ call: RunningCall, _ assignment: RunningCall.Assignment
  ) async -> any Error {
    await over(call, assignment)
    if Task.isCancelled { return CancellationError() }
    return WorkerFailure.resourceLimit(.wallClock)
  }

  /// Reads the answer of a call, which is over now or once its exchange is.
  private nonisolated(nonsending) func answer(
    _ call: RunningCall, _ assignment: RunningCall.Assignment, _ exchange: OutgoingExchange, _ payload: ByteBuffer
  ) async throws -> CallResult {
    let answer: CallAnswer
    do throws(MessageFault) { answer = try CallAnswer(payload: payload) } catch {
      throw endWorker(of: call, assignment.worker, "its answer of \(call.name) cannot be read: \(error)")
    }
    // The end of the worker decides how a body ends that was lost with its channel.
    if exchange.isDone, !exchange.isBodyLost {
      await over(call, assignment)
    } else {
      // Its record may be made before the exchange is over.
      measure(call, assignment)
      tasks.start { [self] in
        await exchange.finished()
        // With its channel the worker ends. Its end frees the place, and may find that the call has exceeded a limit.
        guard !exchange.isChannelEnded else { return measure(call, assignment) }
        await over(call, assignment)
      }
    }
    return try await CallResult(answer, exchange, of: call)
  }

  /// Ends a worker that broke the rules with a call's answer. The worker's end frees the call's place.
  ///
  /// - Returns: the call's error.
  private func endWorker(of call: RunningCall, _ member: GroupMember, _ reason: String) -> WorkerFailure {
    call.markAnswered()
    member.kill(.violation(reason))
    return .died
  }

  /// Notes the CPU time that a call has used so far.
  private func measure(_ call: RunningCall, _ assignment: RunningCall.Assignment) {
    guard let used = assignment.worker.usedTime(of: call) else { return }
    call.invocation.workerRun?.cpu = used
  }

  /// A call is over: its place is free.
  private nonisolated(nonsending) func over(_ call: RunningCall, _ assignment: RunningCall.Assignment) async {
    // From here on the worker's end does not move it.
    call.markAnswered()
    await assignment.worker.endServices(of: call)
    measure(call, assignment)
    assignment.worker.release(call)
    report { state in
      // The end of its worker may have answered it, and then the rules do not know it any more.
      guard state.calls.removeValue(forKey: call.id) != nil else { return }
      state.rules.end(call.id, at: assignment.place, now: .now())
    }
  }
}

extension Request {
  /// The request with its whole body, if the client declares a body that fits into the call's message.
  ///
  /// Such a call can move to a second worker, and occupies none while its client is slow. A longer body, or one of
  /// unknown length, goes to the worker as it arrives.
  func withShortBodyCollected() async throws -> Request {
    guard body.count == nil, let declared = fields.first(.contentLength).flatMap({ Int($0) }),
      declared <= MessageBody.longestWhole
    else { return self }
    var request = self
    request.body = RequestBody(try await body.collect(upTo: MessageBody.longestWhole))
    return request
  }
}
