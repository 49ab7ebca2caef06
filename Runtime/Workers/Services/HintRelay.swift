import Channel
import Edge

/// A subscription of a call: it passes hints on to the worker as notes of the subscription's exchange.
final class HintRelay: Sendable {
  /// The least time between two notes. Hints within it merge, so that a worker which does not read gets few.
  private static let pause = Duration.milliseconds(10)
  /// The longest wait for a hint; the relay then waits again.
  private static let patience = Duration.seconds(3600)

  private let subscription: ChangeSubscription
  private let exchange: IncomingExchange

  init(_ subscription: ChangeSubscription, _ exchange: IncomingExchange) {
    self.subscription = subscription
    self.exchange = exchange
  }

  /// Grants the subscription, and passes hints on until the task is cancelled, or the host stops; then it ends the
  /// exchange.
  func run() async {
    exchange.note(HintNote.granted.payload)
    while let wake = try? await subscription.next(upTo: Self.patience), wake != .closed {
      guard wake == .hint else { continue }
      exchange.note(HintNote.hint.payload)
      try? await Task.sleep(for: Self.pause)
    }
    if !Task.isCancelled { exchange.note(HintNote.closed.payload) }
    await exchange.answer(with: Nothing())
  }
}
