package import NIOCore

/// An exchange that this side has opened.
package final class OutgoingExchange: Sendable {
  private let core: ExchangeCore

  init(_ core: ExchangeCore) { self.core = core }

  deinit { core.abandonBody() }

  package var id: UInt64 { core.id }

  /// Waits for the answer. Cancelling the task sends `cancel`, and still waits for the answer.
  ///
  /// - Throws: ``ChannelClosed`` when the channel ends before; `CancellationError` when the other side is done without
  ///   an answer after a cancellation, ``ExchangeUnanswered`` when it is without one; ``PayloadTooLong``.
  package func answer() async throws -> ByteBuffer { try await core.answer() }

  /// Whether the answer has come, also while no task has taken it.
  package var isAnswered: Bool { core.isAnswered }

  /// Whether the channel ended before the answer's stream did.
  package var isBodyLost: Bool { core.isBodyLost }

  /// The stream of the answer, when the answer has one; nil before the answer. The first access takes it, to be kept in
  /// a variable: dropping it sends `stop`.
  package var body: ExchangeBody? { core.takeBody() }

  /// Sends a piece of the opener's stream; returns when there was credit for all of it.
  ///
  /// - Throws: `CancellationError` when the other side takes no more, or the task is cancelled; ``ChannelClosed``.
  package func write(_ piece: ByteBuffer) async throws { try await core.write(piece) }

  /// Ends the opener's stream.
  package func end() { core.endStream() }

  /// Breaks the opener's stream off.
  package func fail(_ reason: String) { core.failStream(reason) }

  /// Waits until the other side is done with the exchange, or the channel has ended; also in a cancelled task.
  package func finished() async { await core.finished() }

  /// Whether the other side is done with the exchange, or the channel has ended.
  package var isDone: Bool { core.isOver }

  /// Whether the channel has ended, before or after the exchange.
  package var isChannelEnded: Bool { core.channel.isEnded }

  /// Adds a closure that is called once, on the loop's thread, when the other side is done with the exchange or the
  /// channel ends; at once, on the caller's thread, if that has happened.
  package func onFinished(_ action: @escaping @Sendable () -> Void) { core.onEnd(action) }

  /// Tells the other side that the answer is not wanted any more.
  package func cancel() { core.cancel() }

  package func note(_ payload: ByteBuffer) { core.channel.note(payload, of: core.id) }
}
