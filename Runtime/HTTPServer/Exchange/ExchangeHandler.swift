/// The handler of one exchange.
package protocol ExchangeHandler: AnyObject, Sendable {
  /// Whether the handler responds quickly by itself, so that its task starts on the loop at once.
  var isImmediate: Bool { get }

  /// The limits on its time.
  var time: ExchangeTime { get }

  /// Answers the request. The exchange is over when this returns.
  ///
  /// - Parameter sink: takes the response, once.
  func respond(to body: IncomingBody, through sink: any ResponseSink) async

  /// The response that replaces the one of ``respond(to:through:)``, which has not begun.
  func refusal(of fault: ProtocolFault) -> ServerResponse
}

extension ExchangeHandler {
  /// The server's limits.
  package var time: ExchangeTime { .common }
}
