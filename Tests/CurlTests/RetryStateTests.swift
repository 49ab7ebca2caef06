import HTTPCalls
import HTTPTypes
import Testing

@testable import Curl

@Suite("The decision to send again")
struct RetryStateTests {
  private func pauses(
    _ policy: HTTPClient.RetryPolicy, _ outcome: RetryState.Outcome,
    remaining: Duration = .seconds(600),
    chance: Double = 1
  ) -> [Duration] {
    var state = RetryState(policy)
    var pauses: [Duration] = []
    while let pause = state.pause(
      after: outcome, now: 784_111_777, remaining: remaining, chance: chance)
    {
      pauses.append(pause)
    }
    return pauses
  }

  @Test("the bound doubles up to the longest pause, and chance chooses below it")
  func backOff() {
    var policy = HTTPClient.RetryPolicy(attempts: 6)
    policy.firstPause = .milliseconds(100)
    policy.longestPause = .milliseconds(500)
    let bounds = [100, 200, 400, 500, 500].map { Duration.milliseconds($0) }
    #expect(pauses(policy, .response(status: 503, retryAfter: nil)) == bounds)
    #expect(pauses(policy, .error(.connectionClosed), chance: 0.5) == bounds.map { $0 / 2 })
    #expect(pauses(policy, .error(.connectionClosed), chance: 0) == bounds.map { _ in .zero })
    #expect(pauses(policy, .error(.connectionClosed), chance: 7) == bounds)
  }

  @Test("after many attempts the pause is still the longest one")
  func manyAttempts() {
    var policy = HTTPClient.RetryPolicy(attempts: 10_001)
    policy.firstPause = .nanoseconds(1)
    let all = pauses(policy, .error(.timedOut))
    #expect(all.count == 10_000)
    #expect(all.last == policy.longestPause)
    policy.firstPause = .seconds(Int64.max)
    #expect(pauses(policy, .error(.timedOut)).allSatisfy { $0 == policy.longestPause })
  }

  @Test("a refused address is not tried again, whatever the policy says")
  func notAllowed() {
    var policy = HTTPClient.RetryPolicy(attempts: .max)
    policy.errors = [.notAllowed]
    #expect(pauses(policy, .error(.notAllowed)).isEmpty)
  }

  @Test("one attempt or less is no retry", arguments: [1, 0, -5])
  func once(attempts: Int) {
    #expect(pauses(HTTPClient.RetryPolicy(attempts: attempts), .error(.timedOut)).isEmpty)
  }

  @Test("other statuses and errors stand")
  func others() {
    let policy = HTTPClient.RetryPolicy()
    for status in [200, 304, 400, 404, 500, 501] {
      #expect(pauses(policy, .response(status: status, retryAfter: "1")).isEmpty)
    }
    for code in [HTTPClientError.Code.tls, .invalidURL, .shutdown, .responseTooLarge] {
      #expect(pauses(policy, .error(code)).isEmpty)
    }
    for status in [429, 502, 503, 504] {
      #expect(pauses(policy, .response(status: status, retryAfter: nil)).count == 2)
    }
  }

  @Test(
    "Retry-After in seconds or as a date; another text is ignored, a longer pause stands",
    arguments: [
      ("7", 7), ("0", 0), ("30", 30), ("31", nil), ("99999999999999999999999999", nil),
      ("Sun, 06 Nov 1994 08:49:57 GMT", 20), ("Sun, 06 Nov 1994 08:49:07 GMT", 0),
      ("Sun, 06 Nov 1994 09:49:37 GMT", nil), ("soon", -1), ("-5", -1), ("", -1),
    ] as [(String, Int?)])
  func retryAfter(text: String, seconds: Int?) {
    let policy = HTTPClient.RetryPolicy(attempts: 2)
    let expected = seconds.map { [$0 < 0 ? policy.firstPause : .seconds($0)] } ?? []
    #expect(pauses(policy, .response(status: 429, retryAfter: text)) == expected)
  }

  @Test("without time for the pause the outcome stands")
  func remaining() {
    let policy = HTTPClient.RetryPolicy()
    #expect(pauses(policy, .error(.connectionClosed), remaining: .milliseconds(200)).isEmpty)
    #expect(pauses(policy, .error(.connectionClosed), remaining: .milliseconds(201)).count == 1)
    #expect(pauses(policy, .error(.connectionClosed), remaining: .seconds(-1)).isEmpty)
  }

  @Test("idempotent methods, and any with an Idempotency-Key")
  func methods() throws {
    for method in [HTTPRequest.Method.get, .head, .put, .delete, .options, .trace, .post, .patch] {
      var request = HTTPClient.Request(method: method, url: "http://a/")
      #expect(request.mayBeRepeated == ![.post, .patch].contains(method))
      try request.setHeader("idempotency-key", "k")
      #expect(request.mayBeRepeated)
      request.streamedBody = HTTPClient.StreamedBody { nil }
      #expect(!request.mayBeRepeated)
    }
  }
}
