import HTTPCalls

extension Transfer {
  /// A request on its way to the event loop.
  struct Submission: Sendable {
    var id: UInt64
    var request: HTTPClient.Request
    var target: TargetURL
    /// Where the body of a streamed response goes; `nil` for a response that is collected.
    var pipe: ResponsePipe?
    var continuation: CheckedContinuation<HTTPClient.StreamedResponse, any Error>
  }
}
