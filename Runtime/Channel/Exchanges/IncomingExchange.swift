package import NIOCore

/// An exchange that the other side has opened. It is over after ``answer(_:hasBody:isDone:)`` with `isDone`, or
/// ``done()``.
package final class IncomingExchange: Sendable {
  private let core: ExchangeCore
  /// The opener's payload.
  package let payload: ByteBuffer

  init(_ core: ExchangeCore, payload: ByteBuffer) {
    self.core = core
    self.payload = payload
  }

  deinit { core.abandonBody() }

  package var id: UInt64 { core.id }
  package var channel: WorkerChannel { core.channel }

  /// The opener's stream, if it sends one. The first access takes it, to be kept in a
  /// variable: dropping it sends `stop`.
  package var body: ExchangeBody? { core.takeBody() }

  /// Adds a closure that is called once, on the loop's thread, when the opener cancels or the channel ends; at once, on
  /// the caller's thread, if that has happened. After the end of the exchange the closure is not called.
  package func onCancel(_ action: @escaping @Sendable () -> Void) { core.onCancel(action) }

  /// Answers, once. Later calls do nothing. A payload above ``Frame/maximumPayload`` ends the exchange without an
  /// answer.
  ///
  /// - Parameters:
  ///   - hasBody: whether a stream follows, which has to be ended before ``done()``.
  ///   - isDone: whether the exchange is over with this answer; without a stream only.
  package func answer(_ payload: ByteBuffer, hasBody: Bool = false, isDone: Bool = false) {
    channel.answer(core.id, payload, hasBody: hasBody, isDone: isDone)
  }

  /// Sends a piece of the answer's stream; returns when there was credit for all of it.
  ///
  /// - Throws: `CancellationError` when the other side takes no more, or the task is cancelled; ``ChannelClosed``.
  package func write(_ piece: ByteBuffer) async throws { try await core.write(piece) }

  /// Ends the answer's stream.
  package func end() { core.endStream() }

  /// Breaks the answer's stream off.
  package func fail(_ reason: String) { core.failStream(reason) }

  /// Ends the exchange, also without an answer. An open stream of the answer breaks off.
  package func done() { channel.done(core.id) }

  package func note(_ payload: ByteBuffer) { channel.note(payload, of: core.id) }
}
