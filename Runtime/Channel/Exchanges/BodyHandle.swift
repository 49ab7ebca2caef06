/// The owner of an incoming stream. Its deinitializer sends `stop`.
final class BodyHandle: Sendable {
  let exchange: ExchangeCore

  init(of exchange: ExchangeCore) { self.exchange = exchange }

  deinit { exchange.stopBody() }
}
