import Glibc
import Logging
import NIOCore
import Testing

@testable import Host

/// The metrics and log lines of connections that cannot be accepted.
@Suite struct DescriptorShortageTests {
  @Test func eachFailureIsCountedAndALineIsLoggedNowAndThen() {
    let (registry, logs) = (PrometheusRegistry(), LogRecorder())
    let shortage = DescriptorShortage(metrics: HostMetrics(registry: registry), logger: logs.logger)
    #expect(registry.text.contains("swiftlet_accept_failures_total 0\n"))
    let start = NIODeadline.now()
    for pause in 0..<50 { shortage.happened(EMFILE, at: start + .milliseconds(100) * pause) }
    #expect(registry.text.contains("swiftlet_accept_failures_total 50\n"))
    #expect(logs.all.map { $0.metadata["failures"] } == ["1"])
    shortage.happened(ENFILE, at: start + DescriptorShortage.interval)
    #expect(logs.all.map { $0.metadata["failures"] } == ["1", "50"])
    #expect(logs.all.allSatisfy { $0.level == .error && $0.message.contains("ulimit -n") })
    #expect(logs.all.first?.metadata["error"]?.contains("Too many open files") == true)
  }
}
