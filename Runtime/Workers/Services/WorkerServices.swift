package import Channel
package import Edge
package import Loop
package import NIOCore
import Synchronization

/// The host's services for the calls that one worker has in hand.
package final class WorkerServices: Sendable {
  fileprivate struct State {
    var calls: [UInt64: CallServer] = [:]
    /// The calls that are being ended because their worker has ended.
    var ending: [UInt64: Promise<Void>] = [:]
    /// The calls of the operations whose notes come from the worker: transactions and background work.
    var owners: [UInt64: UInt64] = [:]
    /// The number of owners at which those of operations that are over are removed.
    var mostOwners = 1024
    var last: UInt64 = 0
  }

  private let reactor: Reactor
  private let log: WorkerLogWriter
  private let memory: OperationMemory
  private let allowedHosts: AllowedHosts?
  /// The tasks that end the calls whose worker has ended.
  private let endingTasks = OwnedTasks()
  private let state = Mutex(State())

  /// Creates the services of a worker without calls.
  ///
  /// - Parameters:
  ///   - logger: the logger of its lines of no call.
  ///   - allowedHosts: the servers that calls may reach whose functions have no setting of their own; nil for all.
  ///   - logLines: the worker's limit of log lines in ten seconds.
  ///   - clock: the clock of the limit on its lines.
  package init(
    reactor: Reactor, logger: Logger, memory: OperationMemory = OperationMemory(),
    allowedHosts: AllowedHosts? = nil, logLines: Int = LineBudget.lines,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.reactor = reactor
    self.memory = memory
    self.allowedHosts = allowedHosts
    log = WorkerLogWriter(logger, limit: logLines, clock: clock)
  }

  /// Opens a call's exchange, and serves its operations until ``end(_:)``.
  package func begin(
    _ invocation: Invocation, opening open: () throws(ChannelClosed) -> OutgoingExchange
  ) throws(ChannelClosed) -> OutgoingExchange {
    let server = CallServer(invocation, reactor: reactor, memory: memory, allowedHosts: allowedHosts)
    // Under the lock, so that the call's first operation finds it.
    return try state.withLock { state throws(ChannelClosed) -> OutgoingExchange in
      let exchange = try open()
      state.calls[exchange.id] = server
      state.last = max(state.last, exchange.id)
      return exchange
    }
  }

  /// Takes an operation: an exchange that the worker has opened. The loop's thread calls this.
  ///
  /// An operation of a call that has ended fails: a task that the handler started may have outlived it.
  package func opened(_ exchange: IncomingExchange) throws(WorkerViolation) {
    let message: OperationMessage
    do throws(MessageFault) { message = try OperationMessage(payload: exchange.payload) } catch {
      throw .message(error)
    }
    let (server, isKnown) = state.withLock { state in
      let server = state.calls[message.call]
      if server != nil, message.operation.endsWithNote { state.own(exchange.id, by: message.call) }
      return (server, state.hasHad(message.call))
    }
    if let server { return server.take(message.operation, exchange) }
    guard isKnown else { throw .unknownCall(message.call) }
    exchange.fail(with: CallServer.ended)
  }

  /// Takes a note about the worker, a call or an operation. The loop's thread calls this.
  package func noted(_ payload: ByteBuffer, of id: UInt64) throws(WorkerViolation) {
    do throws(MessageFault) {
      if id % 2 == 0 { try calls(payload, id) } else { try operations(payload, id) }
    } catch {
      throw .message(error)
    }
  }

  /// Takes a note of a call, or of no call with id 0.
  private func calls(_ payload: ByteBuffer, _ id: UInt64) throws(MessageFault) {
    let server = state.withLock { $0.calls[id] }
    switch try CallNote(payload: payload) {
    case .log(let level, let message, let metadata): try log.write(level, message, metadata, by: server?.logger)
    case .signal(let topic): server?.signal(topic)
    }
  }

  /// Takes a note of an operation. A note that arrives after the end of its call is ignored.
  private func operations(_ payload: ByteBuffer, _ id: UInt64) throws(MessageFault) {
    let server = state.withLock { state in state.owners.removeValue(forKey: id).flatMap { state.calls[$0] } }
    try server?.noted(payload, of: id)
  }

  /// Ends a call: cancels its operations and waits for them.
  package func end(_ call: UInt64) async {
    let (server, ending) = state.withLock { state in
      if !state.owners.isEmpty { state.owners = state.owners.filter { $0.value != call } }
      return (state.calls.removeValue(forKey: call), state.ending[call])
    }
    await server?.end()
    await ending?.value()
  }

  /// Begins to end all calls at the same time, since their worker has ended. ``end(_:)`` waits for the end of one of
  /// them.
  ///
  /// - Parameter limit: the longest wait for the end of a call, whose operations may not end when they are cancelled.
  package func abandonAll(within limit: Duration = .seconds(5)) {
    let abandoned = state.withLock { state -> [(UInt64, CallServer, Promise<Void>)] in
      let abandoned = state.calls.map { ($0.key, $0.value, Promise<Void>()) }
      (state.calls, state.owners) = ([:], [:])
      for (call, _, ended) in abandoned { state.ending[call] = ended }
      return abandoned
    }
    for (call, server, ended) in abandoned {
      let timer = endingTasks.start {
        if (try? await Task.sleep(for: limit)) != nil { ended.fulfil(()) }
      }
      endingTasks.start { [self] in
        await server.end()
        timer?.cancel()
        ended.fulfil(())
        state.withLock { $0.ending[call] = nil }
      }
    }
  }

  /// Ends all calls, after the worker's end, and waits for them.
  package func endAll(within limit: Duration = .seconds(5)) async {
    abandonAll(within: limit)
    for ended in state.withLock({ Array($0.ending.values) }) { await ended.value() }
    log.finish()
  }
}

extension WorkerServices.State {
  /// Whether the host has opened a call of that id.
  fileprivate func hasHad(_ call: UInt64) -> Bool { call > 0 && call % 2 == 0 && call <= last }

  /// Notes the call of an operation. One that was refused or cancelled gets no note: its entry would stay until the
  /// call's end.
  fileprivate mutating func own(_ operation: UInt64, by call: UInt64) {
    if owners.count >= mostOwners {
      owners = owners.filter { calls[$0.value]?.awaitsNote(of: $0.key) == true }
      mostOwners = max(1024, owners.count * 2)
    }
    owners[operation] = call
  }
}
