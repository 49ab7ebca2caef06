import Loop
import NIOCore
import Synchronization

@testable import Channel

/// A side of a channel whose events a test awaits, and whose exchanges run as tasks on the loop.
final class TestHandler: WorkerChannelHandler {
  typealias Serve = @Sendable (IncomingExchange) async throws -> Void

  /// The other side's first frame, the notes and the end, in their order.
  enum Event: Sendable, Equatable {
    case hello(String)
    case note(String, UInt64)
    case closed(ChannelEnd)
  }

  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let loop: Reactor
  private let serve: Serve

  init(on loop: Reactor, serve: @escaping Serve = { $0.answer(ByteBuffer(), isDone: true) }) {
    self.loop = loop
    self.serve = serve
    (events, continuation) = AsyncStream.makeStream()
  }

  func received(hello: ByteBuffer, on channel: WorkerChannel) { continuation.yield(.hello(String(buffer: hello))) }

  func opened(_ exchange: IncomingExchange) {
    Task(executorPreference: loop) { [serve] in
      do { try await serve(exchange) } catch { exchange.done() }
    }
  }

  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {
    continuation.yield(.note(String(buffer: payload), id))
  }

  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {
    continuation.yield(.closed(reason))
    continuation.finish()
  }

  /// Waits for the channel's end.
  func end() async -> ChannelEnd? {
    for await case .closed(let reason) in events { return reason }
    return nil
  }
}
