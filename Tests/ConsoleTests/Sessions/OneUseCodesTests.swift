import Edge
import Foundation
import Testing

@testable import Console
@testable import Host

@Suite struct OneUseCodesTests {
  @Test func aCodeAdmitsOnce() throws {
    let fixture = try SessionFixture()
    let code = fixture.gate.codes.issue(at: fixture.time.now)
    // A terminal's link has no page before it.
    let request = fixture.request(.get, "/console/enter", query: "code=\(code)", site: "none")
    let response = try fixture.gate.enter(request)
    #expect(response.status == .ok)
    #expect(fixture.session(SessionFixture.pair(of: response))?.role == .operator)
    #expect(throws: AccessRefusal.wrongCode) { try fixture.gate.enter(request) }
  }

  @Test func aCodeEndsAfterAMinute() throws {
    let fixture = try SessionFixture()
    let request = fixture.request(
      .get, "/console/enter", query: "code=\(fixture.gate.codes.issue(at: fixture.time.now))")
    fixture.time.pass(60)
    #expect(throws: AccessRefusal.wrongCode) { try fixture.gate.enter(request) }
  }

  @Test func aCodeIsNotUsedUpByALookAhead() throws {
    let fixture = try SessionFixture()
    let query = "code=\(fixture.gate.codes.issue(at: fixture.time.now))"
    let ahead = fixture.request(.get, "/console/enter", query: query, more: [("Sec-Purpose", "prefetch;prerender")])
    #expect(throws: AccessRefusal.methodNotAllowed) { try fixture.gate.enter(ahead) }
    #expect(throws: AccessRefusal.methodNotAllowed) {
      try fixture.gate.enter(fixture.request(.head, "/console/enter", query: query))
    }
    _ = try fixture.gate.enter(fixture.request(.get, "/console/enter", query: query))
  }

  @Test func otherTextsAreNoCodes() throws {
    let fixture = try SessionFixture()
    _ = fixture.gate.codes.issue(at: fixture.time.now)
    for query in [
      nil, "", "code=", "code=\(String(repeating: "A", count: 22))", "code=\(String(repeating: "A", count: 999))",
    ] {
      #expect(throws: AccessRefusal.wrongCode) {
        try fixture.gate.enter(fixture.request(.get, "/console/enter", query: query))
      }
    }
  }

  @Test func theOldestOfTooManyCodesIsReplaced() {
    let codes = OneUseCodes()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let issued = (0...OneUseCodes.capacity).map { _ in codes.issue(at: now) }
    #expect(Set(issued).count == issued.count)
    #expect(!codes.redeem(issued[0], at: now))
    #expect(issued.dropFirst().allSatisfy { codes.redeem($0, at: now) })
  }
}
