import Edge
import Foundation
import Jobs
import SwiftletTesting
import Synchronization
import Testing

/// The configurable age of jobs that remove or end old rows.
@Suite struct JobAgeTests {
  @Test func theConfigurationOverridesTheCode() async throws {
    let ages = Mutex<[Duration]>([])
    let job = Job("tidy_up", every: "@daily", olderThan: .seconds(60)) { _, age in ages.withLock { $0.append(age) } }
    var override = JobOverride()
    override.olderThan = .seconds(3600)
    let registry = try JobRegistry(functions: [], jobs: [job], overrides: ["tidy_up": override])
    let configured = try #require(registry.scheduled.first?.job)
    let host = try await TestHost(functions: [])
    do {
      try await host.run(job)
      try await host.run(configured)
    } catch {
      await host.shutdown()
      throw error
    }
    await host.shutdown()
    #expect(ages.withLock { $0 } == [.seconds(60), .seconds(3600)])
  }

  @Test func eachKindOfHistoryHasDaysOfItsOwn() async throws {
    let ends = Mutex<[String: Date]>([:])
    func kind(_ name: String, _ days: Int, fails: Bool = false) -> Retention {
      Retention(name, days: days) { _, end in
        ends.withLock { $0[name] = end }
        if fails { throw FunctionError.conflict("no") }
        return 1
      }
    }
    let job = Job.pruneHistory(kinds: [kind("broken", 1, fails: true), kind("orders", 365), kind("visits", 30)])
    var override = JobOverride()
    override.days = ["visits": 2, "job_history": 1]
    let registry = try JobRegistry(functions: [], jobs: [job], overrides: ["prune_history": override])
    let configured = try #require(registry.scheduled.first?.job)
    let now = Date(timeIntervalSince1970: 1_772_366_400)
    let host = try await TestHost(functions: [], clock: .fixed(now))
    // The run fails, and the kinds after the broken one are removed all the same.
    await #expect(throws: FunctionError.self) { try await host.run(configured) }
    await host.shutdown()
    let day = 86_400.0
    #expect(ends.withLock { $0 } == ["broken": now - day, "orders": now - 365 * day, "visits": now - 2 * day])
  }

  @Test func daysOfAnUnknownKindAreAnError() throws {
    var override = JobOverride()
    override.days = ["order": 1]
    let job = Job.pruneHistory(kinds: [Retention("orders", days: 1) { _, _ in 0 }])
    let error = #expect(throws: JobRegistryError.self) {
      try JobRegistry(functions: [], jobs: [job], overrides: ["prune_history": override])
    }
    #expect(error?.description.hasPrefix("[retention] order is no kind of history") == true)
    #expect(error?.description.hasSuffix("its kinds are job_history, orders") == true)
  }

  @Test func anAgeForAJobWithoutOneIsAnError() throws {
    let job = Job("tick", every: "@daily") { _ in }
    var override = JobOverride()
    override.olderThan = .seconds(3600)
    let error = #expect(throws: JobRegistryError.self) {
      try JobRegistry(functions: [], jobs: [job], overrides: ["tick": override])
    }
    #expect(error?.description.hasPrefix("[jobs.tick] older_than has no meaning") == true)
  }
}
