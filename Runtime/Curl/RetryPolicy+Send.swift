import HTTPCalls
import HTTPTypes

extension HTTPClient.RetryPolicy {
  /// Sends a request, again if the policy says so.
  func send(
    until deadline: ContinuousClock.Instant, _ pacing: RetryPacing,
    _ attempt: () async throws -> HTTPClient.StreamedResponse
  ) async throws -> HTTPClient.StreamedResponse {
    var retries = RetryState(self)
    while true {
      let result: Result<HTTPClient.StreamedResponse, any Error>
      let outcome: RetryState.Outcome
      do {
        let response = try await attempt()
        result = .success(response)
        outcome = .response(status: response.status.code, retryAfter: response.headers[.retryAfter])
      } catch let error as HTTPClientError {
        result = .failure(error)
        outcome = .error(error.code)
      }
      let remaining = ContinuousClock.now.duration(to: deadline)
      let pause = retries.pause(after: outcome, now: pacing.now(), remaining: remaining, chance: pacing.random())
      guard let pause else { return try result.get() }
      try await pacing.sleep(pause)
    }
  }
}

extension HTTPClient.Request {
  /// Whether a second arrival of the request does what the first one does.
  var mayBeRepeated: Bool {
    guard streamedBody == nil else { return false }
    if headers.contains(.named("Idempotency-Key")) { return true }
    return [.get, .head, .put, .delete, .options, .trace].contains(method)
  }
}
