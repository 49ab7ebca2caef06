import Channel
import Edge
import Loop
import NIOCore
import Synchronization

import struct FoundationEssentials.UUID

/// The services of one call that a worker has in hand.
///
/// Each operation runs as a task on the loop of the channel, with the services of the call's ``Invocation``. The end of
/// the call cancels all of them and waits for them.
final class CallServer: Sendable {
  /// The most operations of one call at a time, those of the database aside.
  static let capacity = 256
  /// The answer to an operation of a call that has ended.
  static let ended = RemoteError(type: "CallEnded", text: "The call has ended")

  private struct State {
    var background: [UInt64: BackgroundTicket] = [:]
    var isEnded = false
  }

  let invocation: Invocation
  let http: HTTPClient
  private let tasks: OwnedTasks
  let memory: OperationMemory
  private let database: CallDatabase
  private let state = Mutex(State())

  /// - Parameter allowedHosts: the servers that it may reach if its function has no setting of its own; nil for all.
  init(_ invocation: Invocation, reactor: Reactor, memory: OperationMemory, allowedHosts: AllowedHosts? = nil) {
    self.invocation = invocation
    let client = invocation.http
    http = if let allowedHosts, !client.isRestricted { client.restricted(to: allowedHosts) } else { client }
    tasks = OwnedTasks(on: reactor)
    self.memory = memory
    database = CallDatabase(invocation, on: reactor, memory: memory)
  }

  var logger: Logger { invocation.logger }

  /// Takes an operation. The loop's thread calls this, so operations begin in the order in which the worker sent them.
  func take(_ operation: Operation, _ exchange: IncomingExchange) {
    if !operation.isOfTransaction, let refusal = memory.refusal { return exchange.fail(with: refusal) }
    if database.receive(operation, exchange) { return }
    switch operation {
    case .subscribe(let topic, let caller): subscribe(to: topic, by: caller, exchange)
    case .background: startBackground(exchange)
    default: run(exchange) { [self] in try await perform(operation, exchange) }
    }
  }

  /// Takes a note about one of the call's operations.
  func noted(_ payload: ByteBuffer, of id: UInt64) throws(MessageFault) {
    guard let ticket = state.withLock({ $0.background.removeValue(forKey: id) }) else {
      return database.noted(payload, of: id)
    }
    guard try BackgroundNote(payload: payload) == .ended else {
      throw MessageFault("a note that a worker does not send")
    }
    ticket.finish()
  }

  /// Whether an operation has begun that a note ends.
  func awaitsNote(of id: UInt64) -> Bool {
    state.withLock { $0.background[id] != nil } || database.awaitsNote(of: id)
  }

  /// Gives a hint that a row has changed.
  func signal(_ topic: ChangeTopic) { invocation.services.changes.signal(topic) }

  /// Cancels all operations and waits for them.
  func end() async {
    let background = state.withLock { state in
      state.isEnded = true
      defer { state.background = [:] }
      return Array(state.background.values)
    }
    for ticket in background { ticket.finish() }
    tasks.close()
    await database.end()
    await tasks.drain()
  }

  // MARK: Operations

  /// Runs an operation as a task that the opener can cancel.
  ///
  /// - Parameter work: the operation; it answers the exchange, unless it throws.
  private func run(_ exchange: IncomingExchange, _ work: @escaping @Sendable () async throws -> Void) {
    if let refusal = state.withLock({ reasonToRefuse(in: $0) }) { return exchange.fail(with: refusal) }
    let task = tasks.start {
      do { try await work() } catch { exchange.fail(with: error) }
    }
    guard let task else { return exchange.fail(with: Self.ended) }
    exchange.onCancel { task.cancel() }
  }

  /// Subscribes before the next operation begins: a hint about a row that the call reads then is not lost.
  private func subscribe(to topic: ChangeTopic, by caller: UUID, _ exchange: IncomingExchange) {
    do {
      let relay = HintRelay(try invocation.services.changes.subscribe(to: topic, by: caller), exchange)
      run(exchange) { await relay.run() }
    } catch {
      exchange.fail(with: error)
    }
  }

  private func startBackground(_ exchange: IncomingExchange) {
    let ticket = BackgroundTicket(exchange)
    let refusal = state.withLock { state in
      let refusal = reasonToRefuse(in: state)
      if refusal == nil { state.background[exchange.id] = ticket }
      return refusal
    }
    if let refusal { return exchange.fail(with: refusal) }
    exchange.onCancel { [self] in
      state.withLock { _ = $0.background.removeValue(forKey: exchange.id) }
      ticket.finish()
    }
    ticket.start(with: invocation)
  }

  /// The reason to refuse another operation: the call has ended, or has too many.
  private func reasonToRefuse(in state: State) -> RemoteError? {
    if state.isEnded { return Self.ended }
    guard tasks.count + state.background.count >= Self.capacity else { return nil }
    return RemoteError(type: "TooManyOperations", text: "A call has at most \(Self.capacity) operations")
  }
}
