import Loop
import NIOCore
import Synchronization

/// One request and its response, on the side of the task that runs the handler.
///
/// If the client does not get the response, the connection sets the outcome, which the task reads at the end.
final class Exchange: Sendable {
  /// The number of chunks after which a streaming handler yields its loop. A socket with room never suspends the
  /// handler otherwise.
  private static let chunksAtOnce = 4

  /// The number of the exchange on its connection.
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

  /// The pipe of a streamed body.
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

extension Exchange: ResponseSink {
  func send(_ response: ServerResponse) async -> ExchangeOutcome {
    guard response.isShort else {
      let outcome = await sendLong(response)
      return fate.withLock { $0 } ?? outcome
    }
    if !connection.loop.runHere({ sendShort(response) }) { connection.loop.run { [self] in sendShort(response) } }
    return fate.withLock { $0 } ?? .completed
  }

  func open(_ response: ServerResponse, finished: @escaping @Sendable (ExchangeOutcome) -> Void) {
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
