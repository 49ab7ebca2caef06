import HTTPServer
import HTTPTypes
import NIOCore
import Synchronization

/// Answers each request with a closure, and refuses faults with their names.
final class TestHandler: ServerHandler {
  typealias Answer = @Sendable (_ head: RequestHead, _ body: IncomingBody) async -> ServerResponse

  private let isImmediate: Bool
  private let answer: Answer
  private let countsNetworks: Bool
  private let finished = Mutex<[ExchangeOutcome]>([])

  /// - Parameters:
  ///   - isImmediate: whether it answers in the loop's turn that has the request, so that no limit can pass before.
  ///   - countsNetworks: whether the connections of one address are counted together.
  init(isImmediate: Bool = false, countsNetworks: Bool = false, _ answer: @escaping Answer) {
    self.isImmediate = isImmediate
    self.countsNetworks = countsNetworks
    self.answer = answer
  }

  /// How the exchanges ended so far.
  var outcomes: [ExchangeOutcome] { finished.withLock { $0 } }

  func exchange(
    for head: RequestHead, from peer: String?, on loop: Int, at now: NIODeadline
  ) -> any ExchangeHandler {
    TestExchange(head, isImmediate: isImmediate, answer) { [self] outcome in finished.withLock { $0.append(outcome) } }
  }

  func refusal(of fault: ProtocolFault) -> ServerResponse { .test("\(fault)", status: .badRequest) }

  func network(of peer: String) -> String? { countsNetworks ? peer : nil }

  func connectionOpened(isAboveLimit: Bool) {}

  func connectionClosed() {}

  func networkRefused(_ peer: String, at now: NIODeadline) {}

  func acceptFailed(_ error: CInt, at now: NIODeadline) {}
}

/// One exchange of a ``TestHandler``.
private final class TestExchange: ExchangeHandler {
  let isImmediate: Bool
  private let head: RequestHead
  private let answer: TestHandler.Answer
  private let finished: @Sendable (ExchangeOutcome) -> Void

  init(
    _ head: RequestHead, isImmediate: Bool, _ answer: @escaping TestHandler.Answer,
    _ finished: @escaping @Sendable (ExchangeOutcome) -> Void
  ) {
    self.isImmediate = isImmediate
    self.head = head
    self.answer = answer
    self.finished = finished
  }

  func respond(to body: IncomingBody, through exchange: Exchange) async {
    finished(await exchange.send(await answer(head, body)))
  }

  func refusal(of fault: ProtocolFault) -> ServerResponse { .test("\(fault)", status: .gatewayTimeout) }
}
