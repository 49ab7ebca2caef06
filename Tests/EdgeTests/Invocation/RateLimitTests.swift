import Edge
import Foundation
import HTTPTypes
import Testing

@Suite struct RateLimitTests {
  private let now = Date(timeIntervalSince1970: 1_772_366_400.25)

  private func field(_ name: String, of fields: HTTPFields) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }

  @Test func theFieldsNameTheRemainingUses() {
    let fields = RateLimit(limit: 10, remaining: 3).fields(at: now)
    #expect(field("X-RateLimit-Limit", of: fields) == "10")
    #expect(field("X-RateLimit-Remaining", of: fields) == "3")
    #expect(field("X-RateLimit-Reset", of: fields) == nil)
    #expect(fields[.retryAfter] == nil)
  }

  @Test(arguments: [(0.1, "1"), (1.0, "1"), (1.001, "2"), (59.9, "60"), (-5, "1")])
  func waitsAreRoundedUp(seconds: TimeInterval, expected: String) {
    let error = FunctionError.rateLimitExceeded(
      RateLimit(limit: 10, remaining: 0, retryAt: now + seconds), at: now)
    #expect(error.status == .tooManyRequests)
    #expect(error.code == "RATE_LIMIT_EXCEEDED")
    #expect(error.headers[.retryAfter] == expected)
    let reset = Int64((now.timeIntervalSince1970 + seconds).rounded(.up))
    #expect(field("X-RateLimit-Reset", of: error.headers) == "\(reset)")
  }
}
