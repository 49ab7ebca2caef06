import Channel
import Loop
import NIOCore

/// A side that answers each exchange with its payload, in a task on the loop, as a function's call runs.
final class Answers: WorkerChannelHandler {
  private let loop: Reactor

  init(on loop: ChannelLoop) { self.loop = loop.reactor }

  func received(hello: ByteBuffer, on channel: WorkerChannel) {}

  func opened(_ exchange: IncomingExchange) {
    Task(executorPreference: loop) { exchange.answer(exchange.payload, isDone: true) }
  }

  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}

  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
}
