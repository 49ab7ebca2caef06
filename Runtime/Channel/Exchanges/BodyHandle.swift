/// The ownership of the other side's stream: when it is dropped, the stream is stopped.
final class BodyHandle: Sendable {
  let exchange: ExchangeCore

  init(of exchange: ExchangeCore) { self.exchange = exchange }

  deinit { exchange.stopBody() }
}
