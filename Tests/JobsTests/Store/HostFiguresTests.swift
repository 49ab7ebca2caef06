import Edge
import Foundation
import Testing

@testable import Jobs

@Suite(.ownDatabases) struct HostFiguresTests {
  @Test func aHostTellsOfItselfWheneverItAnnouncesItself() async throws {
    let fixture = try await Fixture()
    let (silent, telling) = (try fixture.system([]), try fixture.system([]))
    let figures = HostFigures(version: "1.2 <b>", callsPerSecond: 12.5, inFlight: 3, processors: 0.5, memory: 1 << 30)
    telling.announce { figures }
    try await silent.announce()
    try await telling.announce()
    var hosts = try await silent.store.hosts()
    #expect(hosts.first { $0.id == telling.hostName }?.figures == figures)
    #expect(hosts.first { $0.id == silent.hostName }.map { $0.figures == nil && $0.isUp } == true)
    fixture.clock.advance(by: 31)
    telling.announce { HostFigures(version: "2", callsPerSecond: 0, inFlight: 0, processors: 0, memory: nil) }
    try await telling.announce()
    hosts = try await silent.store.hosts()
    #expect(hosts.first { $0.id == telling.hostName }?.figures?.version == "2")
    #expect(hosts.first { $0.id == telling.hostName }?.isUp == true)
    let lost = try #require(hosts.first { $0.id == silent.hostName })
    #expect(!lost.isUp)
    #expect(lost.leaseEnd.map { $0 < fixture.clock.wall.now } == true)
  }

  @Test func figuresOfAnotherFormAreLeftOut() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([])
    try await system.announce()
    let table = system.store.sql.hosts
    try await system.store.database.execute("UPDATE \(table) SET figures = 'no json'")
    #expect(try await system.store.hosts().map(\.figures) == [nil])
  }
}
