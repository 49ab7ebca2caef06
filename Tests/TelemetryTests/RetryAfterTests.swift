import Foundation
import Testing

@testable import Telemetry

@Suite struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test func secondsAndInstantsAreRead() {
    #expect(RetryAfter.pause("0", now: now) == .zero)
    #expect(RetryAfter.pause("120", now: now) == .seconds(120))
    // RFC 9110, section 5.6.7: this text is `now`.
    #expect(RetryAfter.pause("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == .zero)
    #expect(RetryAfter.pause("Sun, 06 Nov 1994 08:50:07 GMT", now: now) == .seconds(30))
    #expect(RetryAfter.pause("Thu, 01 Jan 1970 00:00:00 GMT", now: now) == .zero)
    #expect(RetryAfter.pause("999999999999999999999999", now: now) == .seconds(1 << 31))
  }

  @Test(arguments: [
    "", "-1", "1.5", "soon", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
    "Sun, 66 Nov 1994 08:49:37 GMT", "Thu, 31 Feb 1994 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT",
  ])
  func otherTextsAskForNothing(_ text: String) { #expect(RetryAfter.pause(text, now: now) == nil) }
}
