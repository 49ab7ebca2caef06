import Console
import Foundation
import Host
import Testing

@Suite struct ResolvedErrorsTests {
  private let ring = EventRing(stripes: 1)
  private let mark = EventFixture.now

  private func fail(_ version: String?, after seconds: Double) {
    ring.add(
      EventFixture.invocation("like", status: 500, ago: -seconds) {
        $0.version = version
        $0.error = "odd"
      })
  }

  private func group() throws -> ErrorGroup { try #require(ring.errorGroups().first) }

  /// Marks the group as resolved.
  private func resolved(in version: String) throws -> ResolvedErrors {
    let group = try group()
    return ResolvedErrors([group.id: .init(of: group, in: version, at: mark)])
  }

  @Test func anErrorOfTheHostsOwnProcessComesBack() throws {
    fail(nil, after: -5)
    #expect(ResolvedErrors().standing(of: try group()) == .open)
    let resolved = try resolved(in: "1.0")
    guard case .resolved(let kept) = resolved.standing(of: try group()) else {
      Issue.record("the state is another one")
      return
    }
    #expect(kept.version == "1.0" && kept.date == mark)
    fail(nil, after: 1)
    #expect(resolved.standing(of: try group()) == .returned(kept))
  }

  @Test func anOlderVersionThatStillEndsItsCallsDoesNotReopen() throws {
    fail("old", after: -5)
    let resolved = try resolved(in: "new")
    fail("old", after: 1)
    guard case .resolved = resolved.standing(of: try group()) else {
      Issue.record("the state is another one")
      return
    }
    fail("new", after: 2)
    fail("old", after: 3)
    guard case .returned = resolved.standing(of: try group()) else {
      Issue.record("the state is another one")
      return
    }
  }

  @Test func theServedVersionReopensAlsoIfItHadTheErrorBefore() throws {
    fail("only", after: -5)
    let resolved = try resolved(in: "only")
    fail("only", after: 1)
    guard case .returned = resolved.standing(of: try group()) else {
      Issue.record("the state is another one")
      return
    }
  }
}
