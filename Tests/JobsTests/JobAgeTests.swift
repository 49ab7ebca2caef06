import Edge
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

  @Test func anAgeForAJobWithoutOneIsAnError() throws {
    let job = Job("tick", every: "@daily") { _ in }
    var override = JobOverride()
    override.olderThan = .seconds(3600)
    let error = #expect(throws: JobRegistryError.self) {
      try JobRegistry(functions: [], jobs: [job], overrides: ["tick": override])
    }
    #expect(error?.description.hasPrefix("The job tick has no older_than") == true)
  }
}
