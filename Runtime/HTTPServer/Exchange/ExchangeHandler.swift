/// The handler's side of one exchange: a request and its response.
package protocol ExchangeHandler: AnyObject, Sendable {
  /// Whether the response needs no more than the handler's own code, so that the task may begin on the loop at once.
  var isImmediate: Bool { get }

  /// Answers the request; the exchange is over when this returns.
  ///
  /// - Parameter sink: Takes the response, once.
  func respond(to body: IncomingBody, through sink: any ResponseSink) async

  /// The response in place of the one that ``respond(to:through:)`` has not given yet.
  func refusal(of fault: ProtocolFault) -> ServerResponse
}
