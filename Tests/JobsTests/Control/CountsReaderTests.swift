import Edge
import Foundation
import Logging
import Synchronization
import Testing

@testable import Jobs

@Suite struct CountsReaderTests {
  /// Readings that a test lets run.
  private final class Readings: Sendable {
    private let begun = Mutex<[@Sendable () async throws -> Void]>([])

    var count: Int { begun.withLock(\.count) }
    func add(_ reading: @escaping @Sendable () async throws -> Void) { begun.withLock { $0.append(reading) } }
    func runAll() async throws {
      for reading in begun.withLock(\.self) { try await reading() }
      begun.withLock { $0 = [] }
    }
  }

  @Test func aCallerDoesNotWaitLongAndAnotherGetsTheResult() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([Function("ping", access: .serviceRole) { _ in NoContent() }])
    let counts = CountsReader(store: system.store, registries: system.registries, patience: .zero)
    let readings = Readings()
    for _ in 1...2 {
      await #expect(throws: FunctionError.self) { try await counts.counts { readings.add($0) } }
    }
    #expect(readings.count == 1, "both callers wait for the same reading")
    try await readings.runAll()
    let names = try await counts.counts { readings.add($0) }.functions.map(\.name)
    #expect(names == ["ping"])

    await counts.invalidate()
    #expect(try await counts.counts { readings.add($0) }.functions.map(\.name) == names, "the last counts")
    #expect(readings.count == 1, "which are read again")
  }

  @Test func eachCommandThatChangesTheQueueInvalidatesTheCounts() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system(jobs: [Job("tidy_up", every: "@daily") { _ in }])
    let name = #"{"name":"tidy_up"}"#
    for (number, command) in ["jobs_run", "jobs_enqueue", "jobs_pause", "jobs_resume"].enumerated() {
      try await call(command, name, fixture, system)
      #expect(await system.counts.changes == number + 1, "\(command)")
    }
    let ids: [Int64] = try await fixture.rows("SELECT id FROM \(fixture.tables.jobs) ORDER BY id").map {
      try $0.get("id")
    }
    try #require(ids.count == 2)
    try await call("jobs_retry", #"{"id":\#(ids[0])}"#, fixture, system)
    #expect(await system.counts.changes == 5)
    try await call("jobs_cancel", #"{"id":\#(ids[0])}"#, fixture, system)
    #expect(await system.counts.changes == 6)
    try await call("jobs_discard", #"{"id":\#(ids[1])}"#, fixture, system)
    #expect(await system.counts.changes == 7)
    try await call("jobs_change", #"{"action":"discard","name":"tidy_up"}"#, fixture, system)
    #expect(await system.counts.changes == 8)
    try await call("jobs_list", "", fixture, system)
    #expect(await system.counts.changes == 8, "a list changes nothing")
  }

  @Test func aBulkChangeThatFailsInvalidatesTheCounts() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system()
    let changes = Readings()
    var change = JobCommand.Change(.cancel)
    change.state = "available"
    _ = try system.begin(JobCommand.Bulk(change: change, count: 1, selection: "available")) { changes.add($0) }
    try await fixture.database.execute("DROP TABLE \(fixture.tables.jobs)")
    await #expect(throws: (any Error).self) { try await changes.runAll() }
    #expect(system.bulkChanges.progress.first?.error != nil)
    #expect(await system.counts.changes == 1)
  }

  /// Calls one of the functions behind `swiftlet jobs`.
  private func call(_ name: String, _ input: String, _ fixture: Fixture, _ system: JobSystem) async throws {
    let control = try #require(system.controls.first { $0.name == name })
    let invocation = Invocation(
      id: InvocationID(at: fixture.clock.now), trigger: .http, identity: Identity(Claims(["role": "service_role"])),
      deadline: .distantFuture, logger: Logger(label: "test"), function: name,
      services: TestServices.make(fixture, fixture.queue(system)))
    _ = try await control.invoke(Request(method: .post, body: RequestBody([UInt8](input.utf8))), invocation)
  }
}
