import Channel
import Foundation
import Testing

@testable import Workers

/// The records of deaths that are kept.
@Suite struct DeathLogTests {
  private func record(_ number: UInt64, of group: String) -> DeathRecord {
    let setup = GroupSetup(
      group, of: BundleVersion(bundle: "notes", digest: "1f0c", executable: ""), members: [],
      configuration: WorkersConfiguration(cores: 1), start: Start(group: group))
    let death = WorkerDeath(worker: WorkerID(number: number), pid: 1, end: .signal(9))
    return DeathRecord(death, of: setup, lost: [], served: 0, at: Date(timeIntervalSince1970: 0))
  }

  @Test func aGroupThatKeepsDyingLeavesTheRecordsOfTheOthers() {
    let log = DeathLog()
    log.add(record(1, of: "other"))
    for number in 2...301 as ClosedRange<UInt64> { log.add(record(number, of: "dying")) }
    let kept: [UInt64] = [1] + Array(282...301 as ClosedRange<UInt64>)
    #expect(log.all.map(\.worker) == kept)
  }

  @Test func theRecordsOfManyGroupsAreBounded() {
    let log = DeathLog()
    for number in 1...300 as ClosedRange<UInt64> { log.add(record(number, of: "group\(number)")) }
    #expect(log.all.map(\.worker) == Array(101...300 as ClosedRange<UInt64>))
  }
}
