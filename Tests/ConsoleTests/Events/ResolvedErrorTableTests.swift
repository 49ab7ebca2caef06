import Engines
import Foundation
import Host
import SwiftletTesting
import Testing

@testable import Console

@Suite struct ResolvedErrorTableTests {
  /// As many groups as there can be marks; each was seen in one version.
  private func groups() -> [ErrorGroup] {
    let ring = EventRing(stripes: 1)
    for number in 0..<ResolvedErrors.capacity {
      let letters = String(number, radix: 2).map { $0 == "0" ? "a" : "b" }.joined()
      ring.add(EventFixture.invocation("f\(letters)", status: 500) { $0.version = "v1" })
    }
    return ring.errorGroups()
  }

  @Test func theOldestMarksAreDropped() async throws {
    let temporary = try await TemporaryDatabase()
    try await temporary.database.migrate(.console)
    let table = ResolvedErrorTable(temporary.database)
    let versions = ServedVersions(host: "v2")
    let groups = groups()
    let (first, others) = (groups[0], Array(groups.dropFirst()))
    try await table.resolve([first], in: versions, at: EventFixture.now)
    try await table.resolve(others, in: versions, at: EventFixture.now.addingTimeInterval(1))
    guard case .resolved(let mark) = try await table.marks().standing(of: first) else {
      Issue.record("a mark is missing")
      return
    }
    #expect(mark.version == "v2" && mark.seen == ["v1"])

    let ring = EventRing(stripes: 1)
    ring.add(EventFixture.invocation("another", status: 500))
    let another = try #require(ring.errorGroups().first)
    try await table.resolve([another], in: versions, at: EventFixture.now.addingTimeInterval(2))
    let marks = try await table.marks()
    #expect(marks.standing(of: first) == .open)
    #expect(marks.standing(of: another) != .open && marks.standing(of: others[0]) != .open)
    #expect(try await table.reopen([another.id, "none"]) == 1)
    #expect(try await table.marks().standing(of: another) == .open)
    await temporary.remove()
  }
}
