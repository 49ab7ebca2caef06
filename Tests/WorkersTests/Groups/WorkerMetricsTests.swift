import Channel
import Host
import Testing

@testable import Workers

/// The gauges of a name of which two groups have workers: those of two versions, or of two settings.
@Suite struct WorkerMetricsTests {
  private final class Group {}

  private let setup = GroupSetup(
    "greet", of: BundleVersion(bundle: "notes", digest: "1f0c", executable: ""), members: ["greet"],
    configuration: WorkersConfiguration(cores: 2), start: Start(group: "greet"), manifest: nil)
  private let registry = PrometheusRegistry()

  private func expect(up: Int, waiting: Int) {
    let labels = #"{bundle="notes",group="greet"}"#
    #expect(registry.text.contains("swiftlet_workers\(labels) \(up)\n"))
    #expect(registry.text.contains("swiftlet_worker_calls_waiting\(labels) \(waiting)\n"))
  }

  @Test func theGaugesAreTheSumOfTheGroups() {
    let metrics = WorkerMetrics(factory: registry)
    let (old, new) = (Group(), Group())
    metrics.record(.init(up: 2, waiting: 3, reading: 1), ObjectIdentifier(old), setup)
    metrics.record(.init(up: 1, waiting: 4, reading: 1), ObjectIdentifier(new), setup)
    expect(up: 3, waiting: 7)
    // The end of the old group's workers says nothing about the new one's.
    metrics.record(.init(up: 0, waiting: 0, reading: 3), ObjectIdentifier(old), setup)
    expect(up: 1, waiting: 4)
    // An earlier reading that is recorded later does not count.
    metrics.record(.init(up: 2, waiting: 3, reading: 2), ObjectIdentifier(old), setup)
    expect(up: 1, waiting: 4)
  }
}
