import Channel
import Edge
import FoundationEssentials
import Loop
import NIOCore
import Synchronization

/// One worker of a group, as its host holds it: the process, the channel, and the services of its calls.
///
/// It reports each event to its ``WorkerGroup``, which decides what follows.
final class GroupMember: Sendable {
  private struct State {
    var handle: (any WorkerHandle)?
    /// The channel, until its end.
    var channel: WorkerChannel?
    /// Whether the channel's first frame was accepted.
    var isAccepted = false
    /// The first reason to end it. It is kept here so that it also ends a process that starts later.
    var kill: WorkerKill?
    var ending = WorkerEnding()
    /// The end of a channel that outlives the process.
    var closing: Task<Void, Never>?
    /// Whether the channel is closed as soon as it is connected.
    var mustClose = false
  }

  let id: WorkerID
  let group: WorkerGroup
  let services: WorkerServices
  let startedAt = NIODeadline.now()
  private let state = Mutex(State())
  /// Fulfilled when its channel has closed, after the end of the worker was reported if the process has ended.
  private let hangUp = Promise<Void>()

  init(_ id: WorkerID, of group: WorkerGroup) {
    self.id = id
    self.group = group
    services = WorkerServices(
      reactor: group.loop.reactor, logger: group.logger(of: id), allowedHosts: group.setup.allowedHosts,
      logLines: group.setup.limits.logLines)
  }

  /// The process; nil until it is started.
  var handle: (any WorkerHandle)? { state.withLock(\.handle) }

  /// The channel; nil until its first frame was accepted, and after its end.
  var channel: WorkerChannel? { state.withLock { $0.isAccepted ? $0.channel : nil } }

  /// Takes the started process, and connects its channel.
  func attach(_ handle: any WorkerHandle) {
    let (connects, reason) = state.withLock { state in
      state.handle = handle
      return (state.ending.beginConnecting(), state.kill)
    }
    if let reason { handle.kill(reason) }
    guard connects else { return }
    guard let descriptor = handle.takeChannel() else {
      channelEnded()
      return
    }
    let channel = group.loop.connect(descriptor, as: .host, hello: group.startPayload, handler: self)
    let mustClose = state.withLock { state in
      if !state.ending.isClosed { state.channel = channel }
      return state.mustClose
    }
    if mustClose { channel.close() }
  }

  /// Asks it to end once it has no calls.
  func retire() {
    guard let channel else { return }
    channel.note(WorkerNote.retire.payload)
  }

  /// Notifies the worker that the deadline of one of its calls is earlier.
  func pullIn(_ call: RunningCall, to deadline: Date) {
    guard let channel, let sending = call.sending, sending.worker == id else { return }
    channel.note(DeadlineNote(deadline: deadline.timeIntervalSince1970).payload, of: sending.exchange)
  }

  /// Ends its process at once, or once it is started.
  func kill(_ reason: WorkerKill) {
    let handle = state.withLock { state in
      if state.kill == nil { state.kill = reason }
      return state.handle
    }
    handle?.kill(reason)
  }

  /// Makes the channel usable for calls, after its first frame was accepted. The frame may come before ``attach(_:)``
  /// has the channel.
  func accept(_ channel: WorkerChannel) { state.withLock { ($0.channel, $0.isAccepted) = (channel, true) } }

  // MARK: Its end

  /// Takes the end of its process, and reports the worker's end if the channel has closed. Else the channel is read until
  /// it hangs up, at most for `hangUpLimit`: a process that the worker started in the open sandbox may hold it open.
  func processEnded(_ death: WorkerDeath) {
    let (ended, isFirst) = state.withLock { state in
      let isFirst = !state.ending.isDead
      let ended = state.ending.died(death)
      if isFirst, ended == nil { state.closing = group.tasks.start { [self] in await closeLater() } }
      return (ended, isFirst)
    }
    guard isFirst else { return }
    if let ended { group.ended(self, ended) } else { group.beganEnding(self) }
  }

  /// Closes the channel after `hangUpLimit`, or at once in a task that is cancelled, and waits for its end. A group that
  /// stops waits for this task, and so for the report of the worker's end.
  private func closeLater() async {
    try? await Task.sleep(for: group.environment.hangUpLimit)
    let channel = state.withLock { state in
      state.mustClose = true
      return state.channel
    }
    channel?.close()
    await hangUp.value()
  }

  /// Takes the end of its channel, and reports the worker's end if its process has ended. The channel holds this object as
  /// its handler, so dropping it breaks the cycle.
  ///
  /// - Returns: whether its process may still run.
  @discardableResult
  func channelEnded() -> Bool {
    let (death, isDead, closing, channel) = state.withLock { state in
      let channel = state.channel.take()
      return (state.ending.closed(), state.ending.isDead, state.closing, channel)
    }
    withExtendedLifetime(channel) {}
    if let death { group.ended(self, death) }
    closing?.cancel()
    hangUp.fulfil(())
    return !isDead
  }

  // MARK: Calls

  /// The process and its channel; nil before the first frame, and after the end of either. A channel may be open for a
  /// moment after its process has ended: a call that is sent then would lose its body's stream.
  private var liveEnds: (any WorkerHandle, WorkerChannel)? {
    state.withLock { state in
      guard !state.ending.isDead, state.isAccepted, let handle = state.handle, let channel = state.channel else {
        return nil
      }
      return (handle, channel)
    }
  }

  /// Sends a call, and waits for its answer.
  ///
  /// - Returns: the exchange, and the answer's payload.
  /// - Throws: `ChannelClosed` if the worker ends before its answer.
  func send(_ call: RunningCall) async throws -> (OutgoingExchange, ByteBuffer) {
    guard let (handle, channel) = liveEnds else { throw ChannelClosed() }
    guard let slot = handle.claimSlot(call.limitsFromNow) else { throw WorkerFailure.busy(retryAfter: 1) }
    let body = call.request.body.wholeOfMessage
    let message = CallMessage(call, slot: slot, body: body).payload
    let exchange: OutgoingExchange
    do {
      exchange = try services.begin(call.invocation) { () throws(ChannelClosed) in
        try channel.open(message, hasBody: body == nil) { exchange in
          // The worker may run the call and die before this thread goes on, and a call that has begun is not moved.
          handle.bind(slot, to: exchange.id)
          call.markSent(as: RunningCall.Sending(worker: id, exchange: exchange.id, slot: slot), by: exchange)
        }
      }
    } catch {
      handle.releaseSlot(slot)
      throw error
    }
    if body == nil {
      let pump = group.tasks.start { [id] in await call.sendBody(to: id, by: exchange) }
      exchange.onFinished { pump?.cancel() }
    }
    let answer = try await withTaskCancellationHandler {
      try await exchange.answer()
    } onCancel: {
      if call.isLate { group.exceededTime(call, on: self) }
    }
    call.markAnswered()
    return (exchange, answer)
  }

  /// Whether a call must not be sent to another worker: its handler has begun, it has an answer, or its body's stream
  /// was read. Valid after the worker's end.
  func hasBegun(_ call: RunningCall) -> Bool {
    // A call that is about to be sent to this worker may still have the exchange of its predecessor.
    guard let sending = call.sending, sending.worker == id else { return false }
    return !call.isMovable || (handle?.hasBegun(sending.exchange, in: sending.slot) ?? false)
  }

  /// The CPU time that a call has used, in microseconds; nil if it is not measured.
  func usedTime(of call: RunningCall) -> Int? {
    guard let sending = call.sending else { return nil }
    return handle?.usedTime(of: sending.exchange, in: sending.slot).map { Int(clamping: $0 / 1000) }
  }

  nonisolated(nonsending) func endServices(of call: RunningCall) async {
    guard let sending = call.sending else { return }
    await services.end(sending.exchange)
  }

  /// Ends the services of a call whose channel has ended. Its operations end with those of the worker's other calls.
  nonisolated(nonsending) func abandonServices(of call: RunningCall) async {
    // A call that was not sent has none. The channel of the others may still be read then.
    guard call.sending?.worker == id else { return }
    services.abandonAll()
    await endServices(of: call)
  }

  /// Returns the slot of a call that is over.
  func release(_ call: RunningCall) {
    guard let sending = call.sending else { return }
    handle?.releaseSlot(sending.slot)
  }
}

extension RequestBody {
  /// The body if it goes with its call's message; nil if it follows as a stream.
  fileprivate var wholeOfMessage: ByteBuffer? {
    guard let count, count <= MessageBody.longestWhole else { return nil }
    return collected
  }
}
