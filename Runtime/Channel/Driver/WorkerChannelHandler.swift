package import NIOCore

/// The receiver of a channel's events. All calls are made as the loop's own work, without a lock of the channel: they
/// may use the channel and its exchanges.
package protocol WorkerChannelHandler: AnyObject, Sendable {
  /// The other side has sent its first frame. Nothing else is received before.
  func received(hello: ByteBuffer, on channel: WorkerChannel)
  /// The other side has opened an exchange, which has to be answered or done.
  func opened(_ exchange: IncomingExchange)
  /// A note has come, about an open exchange or, with id 0, about the worker.
  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel)
  /// The channel has ended: the last call, made once. Its exchanges have got ``ChannelClosed`` by then.
  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd)
}
