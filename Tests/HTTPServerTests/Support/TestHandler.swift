import HTTPServer
import HTTPTypes
import NIOCore
import Synchronization

/// Answers each request with a closure, and refuses faults with their names.
final class TestHandler: ServerHandler {
  typealias Answer = @Sendable (_ head: RequestHead, _ body: IncomingBody) async -> ServerResponse

  private let answer: Answer
  private let finished = Mutex<[ExchangeOutcome]>([])

  init(_ answer: @escaping Answer) { self.answer = answer }

  /// How the exchanges ended so far.
  var outcomes: [ExchangeOutcome] { finished.withLock { $0 } }

  func exchange(
    for head: RequestHead, from peer: String?, on loop: Int, at now: NIODeadline
  ) -> any ExchangeHandler { TestExchange(head, answer) { [self] outcome in finished.withLock { $0.append(outcome) } } }

  func refusal(of fault: ProtocolFault) -> ServerResponse { .test("\(fault)", status: .badRequest) }

  func connectionOpened(isAboveLimit: Bool) {}

  func connectionClosed() {}

  func acceptFailed(_ error: CInt, at now: NIODeadline) {}
}

/// One exchange of a ``TestHandler``.
private final class TestExchange: ExchangeHandler {
  private let head: RequestHead
  private let answer: TestHandler.Answer
  private let finished: @Sendable (ExchangeOutcome) -> Void

  init(
    _ head: RequestHead, _ answer: @escaping TestHandler.Answer,
    _ finished: @escaping @Sendable (ExchangeOutcome) -> Void
  ) {
    self.head = head
    self.answer = answer
    self.finished = finished
  }

  var isImmediate: Bool { false }

  func respond(to body: IncomingBody, through sink: any ResponseSink) async {
    finished(await sink.send(await answer(head, body)))
  }

  func refusal(of fault: ProtocolFault) -> ServerResponse { .test("\(fault)", status: .gatewayTimeout) }
}
