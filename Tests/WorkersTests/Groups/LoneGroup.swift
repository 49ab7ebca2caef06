import Channel
import Curl
import Edge
import Foundation
import Host
import Logging
import SwiftletTesting

@testable import Workers

/// One group of the function `greet` over a launcher of the test.
struct LoneGroup {
  let group: WorkerGroup
  private let launcher: any WorkerLauncher
  private let loop: ChannelLoop
  private let host: TestHost

  /// - Parameters:
  ///   - http: makes the requests of the function.
  ///   - clock: the host's wall clock.
  init(
    _ launcher: any WorkerLauncher, http: HTTPClient = HTTPClient(), clock: WallClock = .system
  ) async throws {
    var settings = WorkersConfiguration(cores: 1)
    settings.queueTimeout = .seconds(3600)
    settings.bootLimit = .seconds(3600)
    let setup = GroupSetup(
      "greet", of: BundleVersion(bundle: "test", digest: "test", executable: "test"), members: ["greet"],
      configuration: settings, start: Start(group: "greet"))
    loop = try ChannelLoop(named: "group")
    loop.start()
    let environment = WorkerEnvironment(
      launcher: launcher, logger: Self.logger, metrics: WorkerMetrics(factory: PrometheusRegistry()),
      hangUpLimit: .seconds(3600))
    group = WorkerGroup(setup, loop: loop, environment: environment)
    host = try await TestHost(functions: [], http: http, clock: clock, transport: .inline)
    self.launcher = launcher
  }

  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A run whose deadline is in so many seconds.
  func invocation(within seconds: Double = 3600) -> Invocation {
    Invocation(
      id: InvocationID(at: Date()), trigger: .http, identity: nil,
      deadline: host.clock.now.addingTimeInterval(seconds), logger: Self.logger, services: host.services)
  }

  /// Runs the function.
  func greet(_ request: Request = Request(), within seconds: Double = 3600) async throws {
    _ = try await group.run(.function("greet"), named: "greet", request, invocation(within: seconds))
  }

  /// A call that no worker has yet.
  func call(_ id: UInt64) -> RunningCall {
    RunningCall(
      id: id, lane: 0, .function("greet"), "greet", limits: group.setup.commonLimits, Request(), invocation())
  }

  /// Waits until the group has no workers. There is no signal for the end of one.
  func endOfWorkers() async { while !group.summaries.isEmpty { await Task.yield() } }

  func stop() async {
    await launcher.stop()
    await group.stop()
    loop.stop()
    await host.shutdown()
  }
}
