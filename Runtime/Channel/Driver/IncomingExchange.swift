package import NIOCore

/// An exchange that the other side has opened. It is over after ``answer(_:hasBody:isDone:)`` with `isDone`, or ``done()``.
package final class IncomingExchange: Sendable {
  package let id: UInt64
  /// The opener's payload.
  package let payload: ByteBuffer
  package let channel: Channel

  init(id: UInt64, payload: ByteBuffer, channel: Channel) {
    self.id = id
    self.payload = payload
    self.channel = channel
  }

  /// The opener's stream, if it sends one. The first access takes it: dropping it then sends `stop`.
  package var body: ExchangeBody? { nil }

  /// Sets what is called once when the opener cancels or the channel ends, on the loop's thread; at once if that is past. An exchange that
  /// is over does not call it.
  package func onCancel(_ action: @escaping @Sendable () -> Void) {}

  /// Answers, once. Later calls do nothing.
  ///
  /// - Parameters:
  ///   - hasBody: whether a stream follows, which has to be ended before ``done()``.
  ///   - isDone: whether the exchange is over with this answer; without a stream only.
  package func answer(_ payload: ByteBuffer, hasBody: Bool = false, isDone: Bool = false) {}

  /// Sends a piece of the answer's stream; returns when there was credit for all of it.
  ///
  /// - Throws: `CancellationError` when the other side takes no more, or the task is cancelled; ``ChannelClosed``.
  package func write(_ piece: ByteBuffer) async throws {}

  /// Ends the answer's stream.
  package func end() {}

  /// Breaks the answer's stream off.
  package func fail(_ reason: String) {}

  /// Ends the exchange, also without an answer. An open stream of the answer breaks off.
  package func done() {}

  /// Sends a note about the exchange.
  package func note(_ payload: ByteBuffer) {}
}
