import Edge
import Host
import ServiceLifecycle

/// A host that listens on a free port of its own.
struct LiveHost: Sendable {
  let harness: Harness
  let port: Int
  let url: String
  private let group: ServiceGroup
  private let running: Task<Void, any Error>

  fileprivate init(_ harness: Harness) async throws {
    self.harness = harness
    let group = ServiceGroup(
      configuration: .init(
        services: [.init(service: harness.host, successTerminationBehavior: .gracefullyShutdownGroup)],
        logger: harness.logs.logger))
    self.group = group
    running = Task { try await group.run() }
    let listening = try await harness.host.waitUntilListening()
    port = listening.port
    url = listening.url
  }

  /// Tells the host to stop; it finishes what it has in hand.
  func beginShutdown() async { await group.triggerGracefulShutdown() }

  /// Waits until the host has stopped.
  func stopped() async throws { try await running.value }
}

/// Runs a test with a host that listens, and stops it after the test.
func withLiveHost(
  functions: [any Endpoint] = [], paths: PathHandlers? = nil, clock: TestClock = TestClock(),
  configure: (inout HostConfiguration) -> Void = { _ in }, _ test: (LiveHost) async throws -> Void
) async throws {
  try await withHarness(functions: functions, paths: paths, clock: clock, configure: configure) { harness in
    let live = try await LiveHost(harness)
    let result: Result<Void, any Error>
    do { result = .success(try await test(live)) } catch { result = .failure(error) }
    await live.beginShutdown()
    try await live.stopped()
    try result.get()
  }
}
