import HTTPCalls

/// The attempts of a client without connections: a closure answers them.
struct AnsweringTransport: Attempting {
  let answer: @Sendable (HTTPClient.Request) async throws -> HTTPClient.StreamedResponse

  func perform(
    _ request: HTTPClient.Request, at target: TargetURL, isStreamed: Bool
  ) async throws -> HTTPClient.StreamedResponse {
    var response = try await answer(request)
    response.url = target.text
    return response
  }

  func shutdown() async {}
}
