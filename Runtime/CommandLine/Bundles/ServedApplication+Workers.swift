import Channel
import Edge
import Host
import Logging
import ServiceLifecycle
import Workers

extension ServedApplication {
  /// The workers of a host with these settings.
  func workers(
    metrics: PrometheusRegistry, logger: Logger, dialect: SQLDialect
  ) throws(Failure) -> any HostedWorkers {
    AbsentWorkers(configuration: configuration.workers)
  }
}

/// The workers of a host that has none.
private final class AbsentWorkers: HostedWorkers {
  let configurations: Replaceable<Box>
  final class Box: Sendable {
    let value: WorkersConfiguration
    init(_ value: WorkersConfiguration) { self.value = value }
  }

  init(configuration: WorkersConfiguration) { configurations = Replaceable(Box(configuration), stripes: 0) }

  var controls: [any Endpoint] { [] }
  var problems: [String] { [] }
  var configuration: WorkersConfiguration {
    get { configurations.current.value }
    set { configurations.replace(with: Box(newValue)) }
  }
  func use(_ services: Services) {}
  func seed(_ version: BundleVersion, on day: CalendarDay) async throws {}
  func stop() async {}
  func run() async throws { try? await gracefulShutdown() }
  func manifest(of executable: String, digest: String) async throws(BundleFault) -> Manifest {
    throw BundleFault("This host has no workers")
  }
  func take(_ version: BundleVersion, manifest: Manifest) {}
  func caller(of version: BundleVersion, group: String) -> any BundleCaller { NoCaller() }
  func retire(_ version: BundleVersion) {}
}

private struct NoCaller: BundleCaller {
  nonisolated(nonsending) func call(
    _ endpoint: BundledEndpoint, _ request: Request, _ invocation: Invocation
  ) async throws -> Response { throw FunctionError.notConnected("This host has no workers") }
  func queueKey(of input: [UInt8], for endpoint: BundledEndpoint) async throws -> String? { nil }
}
