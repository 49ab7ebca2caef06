import Edge

/// A request that is to be answered, and all that its task needs for it.
final class PendingExchange: Sendable {
  private let arrival: Arrival
  private let body: RequestBody
  private let started: ContinuousClock.Instant
  private let fate: ExchangeFate
  private let dispatcher: Dispatcher
  private let link: ConnectionLink
  private let table: ConnectionTable

  init(
    arrival: Arrival, body: RequestBody, started: ContinuousClock.Instant, fate: ExchangeFate,
    dispatcher: Dispatcher, link: ConnectionLink, table: ConnectionTable
  ) {
    self.arrival = arrival
    self.body = body
    self.started = started
    self.fate = fate
    self.dispatcher = dispatcher
    self.link = link
    self.table = table
  }

  /// Answers it, and writes down how that ended.
  func run() async {
    let exchange = await dispatcher.respond(to: arrival, body: body, startedAt: started, id: fate.id)
    let outcome = await link.send(exchange.answer, exchange.fields)
    exchange.finished(fate.outcome ?? outcome)
    link.run { [table] _ in table.exchangeEnds() }
  }
}
