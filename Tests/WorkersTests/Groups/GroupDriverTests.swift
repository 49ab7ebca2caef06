import Channel
import Edge
import Foundation
import Host
import Logging
import SwiftletTesting
import Testing

@testable import Workers

/// What the driver of a group reports to its rules.
@Suite(.timeLimit(.minutes(10))) struct GroupDriverTests {
  @Test func aCallThatEndsWhileItsWorkerDiesLeavesTheGroup() async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var settings = WorkersConfiguration(cores: 1)
    settings.queueTimeout = .seconds(3600)
    settings.bootLimit = .seconds(3600)
    let setup = GroupSetup(
      "greet", of: BundleVersion(bundle: "test", digest: "test", executable: "test"), members: ["greet"],
      configuration: settings, start: Start(group: "greet"))
    let launcher = FadingLauncher()
    let loop = try ChannelLoop(named: "group")
    loop.start()
    let environment = WorkerEnvironment(
      launcher: launcher, logger: logger, metrics: WorkerMetrics(factory: PrometheusRegistry()))
    let group = WorkerGroup(setup, loop: loop, environment: environment)
    let host = try await TestHost(functions: [], transport: .inline)
    let invocation = Invocation(
      id: InvocationID(at: Date()), trigger: .http, identity: nil, deadline: Date().addingTimeInterval(3600),
      logger: logger, services: host.services)
    // The worker dies before its slots are looked at, so the rules have moved the call when it is refused.
    await #expect(throws: WorkerFailure.busy(retryAfter: 1)) {
      _ = try await group.run(.function("greet"), named: "greet", Request(), invocation)
    }
    let (waiting, running, calls) = group.read { ($0.rules.waiting, $0.rules.running, $0.calls.count) }
    #expect(waiting == 0)
    #expect(running == 0)
    #expect(calls == 0)
    await launcher.stop()
    await group.stop()
    loop.stop()
    await host.shutdown()
  }
}
