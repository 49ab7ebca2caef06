import HTTPCalls
import HTTPTypes

/// A transport that checks requests, follows redirects and retries, over any sender of single attempts.
struct FollowingTransport: HTTPTransport {
  /// How many redirects one request follows at most.
  static let maximumRedirects = 5

  let attempts: any Attempting
  let pacing: RetryPacing

  func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse {
    let deadline = ContinuousClock.now.advanced(by: min(request.timeout, HTTPClient.Request.longestTimeout))
    guard let policy = request.retry, request.mayBeRepeated else {
      return try await follow(request, until: deadline, isStreamed: isStreamed)
    }
    return try await policy.send(until: deadline, pacing) {
      try await follow(request, until: deadline, isStreamed: isStreamed)
    }
  }

  func shutdown() async { await attempts.shutdown() }

  /// Sends a request and follows its redirects.
  private func follow(
    _ request: HTTPClient.Request, until deadline: ContinuousClock.Instant, isStreamed: Bool
  ) async throws -> HTTPClient.StreamedResponse {
    var request = request
    var target = try TargetURL(request.url)
    try request.validate(for: target)
    for _ in 0...Self.maximumRedirects {
      request.timeout = ContinuousClock.now.duration(to: deadline)
      guard request.timeout > .zero else {
        throw HTTPClientError(.timedOut, "\(target.host): the time for this request is over")
      }
      try request.checkAllowed(target)
      let response = try await attempts.perform(request, at: target, isStreamed: isStreamed)
      let status = response.status.code
      guard request.followsRedirects, HTTPClient.Request.redirects.contains(status),
        let location = response.headers[values: .location].first, !location.isEmpty
      else { return response }
      let next = try target.resolving(location)
      request = try request.redirected(by: status, from: target, to: next)
      target = next
    }
    throw HTTPClientError(.redirectRefused, "\(target.host): more than \(Self.maximumRedirects) redirects")
  }
}
