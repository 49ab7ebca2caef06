import Loop
import NIOCore
import Synchronization

/// The handler of one exchange.
package protocol ExchangeHandler: AnyObject, Sendable {
  /// Whether the handler responds quickly by itself, so that its task starts on the loop at once.
  var isImmediate: Bool { get }

  var time: ExchangeTime { get }

  /// Answers the request by one call of ``Exchange/send(_:)`` or ``Exchange/open(_:finished:)``. The exchange is over
  /// when this returns.
  func respond(to body: IncomingBody, through exchange: Exchange) async

  /// The response that replaces the one of ``respond(to:through:)``, which has not begun.
  func refusal(of fault: ProtocolFault) -> ServerResponse
}

extension ExchangeHandler {
  /// The server's limits.
  package var time: ExchangeTime { .common }
}

/// One request and its response, on the side of the task that runs the handler.
///
/// If the client does not get the response, the connection sets the outcome, which the task reads at the end.
package final class Exchange: Sendable {
  /// The number of chunks after which a streaming handler yields its loop. A socket with room never suspends the
  /// handler otherwise.
  private static let chunksAtOnce = 4

  let number: Int
  let handler: any ExchangeHandler
  private let body: IncomingBody
  private let connection: any ExchangeConnection
  private let fate = Mutex<ExchangeOutcome?>(nil)
  /// How many chunks of the response were written.
  private let chunks = Atomic(0)

  init(_ number: Int, _ handler: any ExchangeHandler, _ body: IncomingBody, on connection: any ExchangeConnection) {
    self.number = number
    self.handler = handler
    self.body = body
    self.connection = connection
  }

  var pipe: BodyPipe? {
    if case .stream(let pipe) = body { pipe } else { nil }
  }

  /// Decides the outcome. Only the first decision counts.
  func decide(_ outcome: ExchangeOutcome) { fate.withLock { $0 = $0 ?? outcome } }

  /// Runs the handler; called once, in a task of its own.
  func run() async {
    await handler.respond(to: body, through: self)
    connection.loop.run { [connection] in connection.exchangeIsOver() }
  }
}

extension Exchange {
  /// Sends the response. For a short body this returns at once; for any other it waits until the body is sent.
  ///
  /// - Returns: the outcome of the exchange, as far as it is known.
  package func send(_ response: ServerResponse) async -> ExchangeOutcome {
    guard response.isShort else {
      let outcome = await sendLong(response)
      return fate.withLock { $0 } ?? outcome
    }
    if !connection.loop.runHere({ sendShort(response) }) { connection.loop.run { [self] in sendShort(response) } }
    return fate.withLock { $0 } ?? .completed
  }

  /// Sends a response whose body is a tunnel, and returns at once: the tunnel runs in a task of its own, so an idle one
  /// does not keep the memory of the task that answered the handshake.
  ///
  /// - Parameter finished: called once with the outcome, after the end of the tunnel.
  package func open(_ response: ServerResponse, finished: @escaping @Sendable (ExchangeOutcome) -> Void) {
    connection.loop.run { [connection, number] in connection.open(response, of: number, finished) }
  }

  private func sendShort(_ response: ServerResponse) {
    if case .whole = connection.begin(response, of: number) { connection.end(number, whenOut: nil) }
  }

  /// Sends a response, and waits until its body is sent.
  private func sendLong(_ response: ServerResponse) async -> ExchangeOutcome {
    switch response.body {
    case .bytes, .buffer: await sendWhole(response)
    case .stream(_, let write): await stream(response, write)
    case .tunnel:
      await withCheckedContinuation { continuation in open(response) { continuation.resume(returning: $0) } }
    }
  }

  private func sendWhole(_ response: ServerResponse) async -> ExchangeOutcome {
    let isOut: Bool = await ask { [self] tell in
      if case .whole = connection.begin(response, of: number) {
        connection.end(number, whenOut: tell)
      } else {
        tell(false)
      }
    }
    return isOut ? .completed : .clientLeft
  }

  private func stream(
    _ response: ServerResponse, _ write: @Sendable (BodyWriter) async throws -> Void
  ) async -> ExchangeOutcome {
    switch await begin(response) {
    case .streaming: break
    case .whole:
      end()
      return .completed
    case .refused: return .clientLeft
    }
    do {
      try await write(BodyWriter { [self] chunk in try await send(chunk) })
      end()
      return .completed
    } catch {
      connection.loop.run { [self] in connection.breakOff(number) }
      return error is CancellationError ? .clientLeft : .failed
    }
  }

  private func begin(_ response: ServerResponse) async -> ResponseStart {
    await ask { [self] tell in tell(connection.begin(response, of: number)) }
  }

  private func end() { connection.loop.run { [self] in connection.end(number, whenOut: nil) } }

  private func send(_ chunk: ByteBuffer) async throws {
    let hasRoom = await withTaskCancellationHandler {
      await ask { [self] tell in connection.write(chunk, of: number, tell) }
    } onCancel: {
      // A write to a client that does not read would suspend the task forever.
      connection.loop.run { [self] in connection.breakOff(number) }
    }
    guard hasRoom else { throw CancellationError() }
    try Task.checkCancellation()
    if chunks.add(1, ordering: .relaxed).newValue % Self.chunksAtOnce == 0 { await Task.yield() }
  }

  /// Runs an action on the loop, and waits for the value of its callback.
  private func ask<Value: Sendable>(
    _ action: @escaping @Sendable (_ tell: @escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value {
    await withCheckedContinuation { continuation in
      connection.loop.run { action { continuation.resume(returning: $0) } }
    }
  }
}
