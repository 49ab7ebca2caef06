import Channel
import Edge
import Host
import Logging
import Testing

@testable import Workers

/// The groups of a version whose settings change.
@Suite(.timeLimit(.minutes(10))) struct ChangedGroupsTests {
  private let version = BundleVersion(bundle: "test", digest: "test", executable: "test")
  private let manifest = Manifest(
    bundle: "test", functions: ["one", "two"].map { name in ManifestFunction(Function(name) { _ in 1 }) })

  private func system() throws -> WorkerSystem {
    let environment = WorkerEnvironment(
      launcher: FadingLauncher(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      metrics: WorkerMetrics(factory: PrometheusRegistry()))
    return try WorkerSystem(WorkersConfiguration(cores: 1), environment: environment) { group, _, _ in
      Start(group: group)
    }
  }

  /// The groups that take calls, and those that are replaced.
  private func groups(of system: WorkerSystem) -> [String: [Bool]] {
    system.report().groups.reduce(into: [:]) { $0[$1.group, default: []].append($1.isReplaced) }
  }

  @Test func settingsThatComeBackHaveTheirWorkersStill() async throws {
    let system = try system()
    system.take(version, manifest: manifest)
    let first = try #require(system.caller(of: version, group: "one") as? GroupCaller).group
    var function = WorkersConfiguration.Function()
    function.memory = 64 << 20
    system.configuration.functions = ["one": function]
    system.take(version, manifest: manifest)
    #expect(groups(of: system)["one"]?.sorted { $1 && !$0 } == [false, true])
    system.configuration.functions = [:]
    system.take(version, manifest: manifest)
    let caller = try #require(system.caller(of: version, group: "one") as? GroupCaller)
    #expect(caller.group === first)
    #expect(first.summary.isReplaced == false)
    #expect(groups(of: system)["one"]?.count == 2)
    await system.stop()
  }

  @Test func aGroupThatTheSettingsDoNotNameAnyMoreIsReplaced() async throws {
    let system = try system()
    system.take(version, manifest: manifest)
    #expect(groups(of: system) == ["one": [false], "two": [false]])
    var function = WorkersConfiguration.Function()
    function.group = "both"
    system.configuration.functions = ["one": function, "two": function]
    system.take(version, manifest: manifest)
    #expect(groups(of: system) == ["one": [true], "two": [true], "both": [false]])
    system.take(version, manifest: manifest)
    #expect(groups(of: system) == ["one": [true], "two": [true], "both": [false]])
    system.configuration.functions = [:]
    system.take(version, manifest: manifest)
    #expect(groups(of: system) == ["one": [false], "two": [false], "both": [true]])
    await system.stop()
  }
}
