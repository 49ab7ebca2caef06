import Channel
import Edge
import FoundationEssentials
import NIOCore
import Synchronization

/// One worker of a group, as its host holds it: the process, the channel, and the services of its calls.
///
/// It reports each event to its ``WorkerGroup``, which decides what follows.
final class GroupMember: Sendable {
  private struct State {
    var handle: (any WorkerHandle)?
    var channel: WorkerChannel?
    /// The channel, also before its first frame has come.
    var connection: WorkerChannel?
    /// The first reason to end it. It is kept here so that it also ends a process that starts later.
    var kill: WorkerKill?
    var isDead = false
    /// The end of a channel that outlives the process.
    var closing: Task<Void, Never>?
    var isClosed = false
  }

  let id: WorkerID
  let group: WorkerGroup
  let services: WorkerServices
  let startedAt = NIODeadline.now()
  private let state = Mutex(State())

  init(_ id: WorkerID, of group: WorkerGroup) {
    self.id = id
    self.group = group
    services = WorkerServices(
      reactor: group.loop.reactor, logger: group.logger(of: id), allowedHosts: group.setup.allowedHosts,
      logLines: group.setup.limits.logLines)
  }

  /// The process; nil until it is started.
  var handle: (any WorkerHandle)? { state.withLock(\.handle) }

  /// The channel; nil until its first frame has come, and after its end.
  var channel: WorkerChannel? { state.withLock(\.channel) }

  /// Takes the started process, and connects its channel.
  func attach(_ handle: any WorkerHandle) {
    let (isDead, reason) = state.withLock { state in
      state.handle = handle
      return (state.isDead, state.kill)
    }
    if let reason { handle.kill(reason) }
    guard !isDead, let descriptor = handle.takeChannel() else { return }
    let connection = group.loop.connect(descriptor, as: .host, hello: group.startPayload, handler: self)
    state.withLock { if !$0.isClosed { $0.connection = connection } }
  }

  /// Asks it to end once it has no calls.
  func retire() {
    guard let channel else { return }
    channel.note(WorkerNote.retire.payload)
  }

  /// Tells it that a call in hand has a closer deadline.
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

  /// Makes the channel usable for calls, after its first frame was accepted.
  func connect(by channel: WorkerChannel) { state.withLock { $0.channel = channel } }

  /// Records the end of its process. The channel is still read until it hangs up, at most for `hangUpLimit`: a process
  /// that the worker started in the open sandbox may hold the channel open.
  func processEnded() {
    state.withLock { state in
      state.isDead = true
      guard !state.isClosed else { return }
      state.closing = group.tasks.start { [self] in
        guard (try? await Task.sleep(for: group.environment.hangUpLimit)) != nil else { return }
        self.state.withLock(\.connection)?.close()
      }
    }
  }

  /// Drops the channel after its end. The channel holds this object as its handler, so this breaks the cycle.
  func channelEnded() {
    let closing = state.withLock { state in
      state.isClosed = true
      (state.channel, state.connection) = (nil, nil)
      return state.closing
    }
    closing?.cancel()
  }

  // MARK: Calls

  /// The process and its channel; nil before the first frame, and after the end of either. A channel may be open for a
  /// moment after its process has ended: a call that is sent then would lose its body's stream.
  private var liveEnds: (any WorkerHandle, WorkerChannel)? {
    state.withLock { state in
      guard !state.isDead, let handle = state.handle, let channel = state.channel else { return nil }
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
          handle.bind(slot, to: exchange)
          call.markSent(as: RunningCall.Sending(worker: id, exchange: exchange, slot: slot))
        }
      }
    } catch {
      handle.releaseSlot(slot)
      throw error
    }
    if body == nil {
      let pump = group.tasks.start { [id] in await RequestPump(call: call, worker: id, exchange: exchange).run() }
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

  /// Ends the services of a call.
  nonisolated(nonsending) func endServices(of call: RunningCall) async {
    guard let sending = call.sending else { return }
    await services.end(sending.exchange)
  }

  /// Ends the services of a call whose worker has ended. Its operations end with those of the worker's other calls.
  nonisolated(nonsending) func abandonServices(of call: RunningCall) async {
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
