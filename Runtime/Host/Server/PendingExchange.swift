import Edge
import Synchronization

/// A request that is being answered, and what became of it if the client did not get its answer: decided on the connection,
/// read by its task at the end.
final class PendingExchange: Sendable {
  let arrival: Arrival
  private let body: RequestBody
  private let dispatcher: Dispatcher
  private let link: ConnectionLink
  private let table: ConnectionTable
  private let fate = Mutex<Dispatcher.Outcome?>(nil)
  /// The invocation, and its place among those of the loop; it is there from the request's head on, so that one that waits for a thread is too.
  private let invocation: (running: RunningInvocation, place: Int)?

  init(arrival: Arrival, body: RequestBody, dispatcher: Dispatcher, link: ConnectionLink, table: ConnectionTable) {
    self.arrival = arrival
    self.body = body
    self.dispatcher = dispatcher
    self.link = link
    self.table = table
    invocation = arrival.invocation.map { ($0, table.running.enter($0)) }
  }

  /// Decides what becomes of it; only the first decision counts.
  func decide(_ outcome: Dispatcher.Outcome) { fate.withLock { $0 = $0 ?? outcome } }

  /// Answers it, and writes down how that ended.
  ///
  /// - Returns: whether all of that is done, and the connection knows its task no more.
  func run() async -> Bool {
    guard let invocation else { return await answer() }
    return await RunningInvocation.$current.withValue(invocation.running) { await answer() }
  }

  private func answer() async -> Bool {
    let exchange = await dispatcher.respond(to: arrival, body: body)
    var outcome = Dispatcher.Outcome.completed
    var isHere = false
    if exchange.answer.body.isShort {
      isHere = link.runHere { $0.send(exchange) }
      if !isHere { link.run { $0.send(exchange) } }
    } else {
      outcome = await link.send(exchange.answer, exchange.fields, of: self)
    }
    // Here, and not as the loop's own work: whoever writes the line may take a while.
    exchange.finished(fate.withLock { $0 } ?? outcome)
    if let invocation { table.running.leave(invocation.place) }
    if link.runHere({ _ in table.exchangeEnds() }) { return isHere }
    link.run { [table] _ in table.exchangeEnds() }
    return false
  }
}
