import Channel
import Host
import Testing

@testable import Workers

/// The gauges of a group of which two versions have workers.
@Suite struct WorkerMetricsTests {
  private func setup(_ digest: String) -> GroupSetup {
    GroupSetup(
      "greet", of: BundleVersion(bundle: "notes", digest: digest, executable: ""), members: ["greet"],
      configuration: WorkersConfiguration(cores: 2), start: Start(group: "greet"), manifest: nil)
  }

  @Test func theGaugesAreTheSumOfTheVersions() {
    let registry = PrometheusRegistry()
    let metrics = WorkerMetrics(factory: registry)
    let labels = #"{bundle="notes",group="greet"}"#
    metrics.has(setup("old"), up: 2, waiting: 3)
    metrics.has(setup("new"), up: 1, waiting: 4)
    #expect(registry.text.contains("swiftlet_workers\(labels) 3\n"))
    #expect(registry.text.contains("swiftlet_worker_calls_waiting\(labels) 7\n"))
    // The end of the old version's workers says nothing about the new one's.
    metrics.has(setup("old"), up: 0, waiting: 0)
    #expect(registry.text.contains("swiftlet_workers\(labels) 1\n"))
    #expect(registry.text.contains("swiftlet_worker_calls_waiting\(labels) 4\n"))
  }
}
