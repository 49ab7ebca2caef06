import Loop
import NIOCore

@testable import Channel

/// A side that opens an exchange as soon as it has the other side's first frame.
final class EagerSide: WorkerChannelHandler {
  /// The exchange is open.
  let opened = Promise<Void>()

  func received(hello: ByteBuffer, on channel: WorkerChannel) {
    _ = try? channel.open(ByteBuffer())
    opened.fulfil(())
  }

  func opened(_ exchange: IncomingExchange) {}
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
}
