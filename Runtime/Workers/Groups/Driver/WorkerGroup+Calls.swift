import Channel
import Edge
import Foundation
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
    let call = RunningCall(
      id: lastCall.add(1, ordering: .relaxed).newValue, lane: setup.lanes[name] ?? 0, target, name,
      limits: setup.callLimits[name] ?? setup.commonLimits, request,
      invocation)
    var assignment = try await place(call)
    while true {
      let member = assignment.worker
      let (exchange, payload): (OutgoingExchange, ByteBuffer)
      do {
        (exchange, payload) = try await member.send(call)
      } catch is ChannelClosed {
        await member.endServices(of: call)
        // The worker's death decides whether the call had begun.
        assignment = try await call.assignment()
        call.isSent(as: nil)
        continue
      } catch {
        await over(call, assignment)
        throw error
      }
      return try await answer(call, assignment, exchange, payload)
    }
  }

  /// Finds a place for a call, or waits for one.
  private nonisolated(nonsending) func place(_ call: RunningCall) async throws -> RunningCall.Assignment {
    let assignment = report { state -> RunningCall.Assignment? in
      state.calls[call.id] = call
      guard let place = state.rules.arrive(GroupCall(id: call.id, lane: call.lane), at: .now()) else { return nil }
      return state.members[place.worker].map { RunningCall.Assignment(worker: $0, place: place) }
    }
    if let assignment { return assignment }
    return try await withTaskCancellationHandler {
      try await call.assignment()
    } onCancel: {
      let hasWaited = report { state in
        let hasWaited = state.rules.leave(call.id, lane: call.lane)
        if hasWaited { state.calls[call.id] = nil }
        return hasWaited
      }
      if hasWaited { call.decide(.failure(CancellationError())) }
    }
  }

  /// Reads the answer of a call, which is over now or once its exchange is.
  private nonisolated(nonsending) func answer(
    _ call: RunningCall, _ assignment: RunningCall.Assignment, _ exchange: OutgoingExchange, _ payload: ByteBuffer
  ) async throws -> CallResult {
    let answer: CallAnswer
    do throws(MessageFault) { answer = try CallAnswer(payload: payload) } catch {
      assignment.worker.kill(.violation("its answer cannot be read: \(error)"))
      throw WorkerFailure.died
    }
    if exchange.isDone {
      await over(call, assignment)
    } else {
      tasks.add { [self] in
        await exchange.finished()
        await over(call, assignment)
      }
    }
    return try await CallResult(answer, exchange)
  }

  /// A call is over: its place is free.
  private nonisolated(nonsending) func over(_ call: RunningCall, _ assignment: RunningCall.Assignment) async {
    // From here on the worker's end does not move it.
    call.hasAnswer()
    await assignment.worker.endServices(of: call)
    assignment.worker.release(call)
    report { state in
      state.calls[call.id] = nil
      state.rules.end(call.id, at: assignment.place, now: .now())
    }
  }
}
