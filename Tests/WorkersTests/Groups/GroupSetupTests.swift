import Channel
import Edge
import NIOCore
import Testing

@testable import Workers

/// What a group takes from the settings of its functions.
@Suite struct GroupSetupTests {
  private func setup(
    _ members: [String], _ functions: [String: WorkersConfiguration.Function] = [:],
    change: (inout WorkersConfiguration) -> Void = { _ in }
  ) -> GroupSetup {
    var configuration = WorkersConfiguration(cores: 3)
    configuration.functions = functions
    change(&configuration)
    return GroupSetup(
      "group", of: BundleVersion(bundle: "b", digest: "d", executable: "/b"), members: members,
      configuration: configuration, start: Start(group: "group"))
  }

  /// The limits of Supabase's Edge Functions, and the rules of the contract of workers.
  @Test func theDefaults() {
    let setup = setup(["a"])
    #expect(setup.limits.memory == 256 << 20)
    #expect(setup.limits.descriptors == 256)
    #expect(
      setup.commonLimits
        == CallLimits(softCPU: .seconds(1), hardCPU: .seconds(2), wallClock: .seconds(400), idle: .seconds(150)))
    #expect(setup.callLimits.isEmpty && setup.lanes.isEmpty)
    #expect(setup.sandbox == .strict)
    #expect(setup.rules.policy == .perWorker)
    #expect((setup.rules.minimumWorkers, setup.rules.maximumWorkers) == (0, 3))
    #expect(setup.rules.idleExit == .minutes(5))
    #expect((setup.rules.bootTolerance, setup.rules.bootPause) == (10, .seconds(5)))
    #expect(setup.rules.lanes.map(\.concurrency) == [nil])
  }

  @Test func aFunctionWithAConcurrencyOrATimeoutHasALaneOfItsOwn() {
    var one = WorkersConfiguration.Function()
    one.concurrency = 2
    one.queueTimeout = .seconds(3)
    var two = WorkersConfiguration.Function()
    two.concurrency = 0
    let setup = setup(["a", "b", "c"], ["a": one, "c": two]) { $0.queueTimeout = .seconds(7) }
    #expect(setup.lanes == ["a": 1, "c": 2])
    #expect(setup.rules.lanes.map(\.concurrency) == [nil, 2, 1])
    #expect(setup.rules.lanes.map(\.queueTimeout) == [.seconds(7), .seconds(3), .seconds(7)])
  }

  @Test func aGroupHasTheLargestMemoryTheStrictestSandboxAndOneshotIfAnyFunctionHasIt() {
    var open = WorkersConfiguration.Function()
    open.sandbox = .open
    open.memory = 512 << 20
    #expect(setup(["a"], ["a": open]).sandbox == .open)
    var oneshot = WorkersConfiguration.Function()
    oneshot.policy = .oneshot
    let both = setup(["a", "b"], ["a": open, "b": oneshot])
    #expect(both.sandbox == .strict)
    #expect(both.limits.memory == 512 << 20)
    #expect(both.rules.policy == .oneshot)
    #expect(setup(["b"], ["a": open]).limits.memory == 256 << 20)
  }

  @Test func aGroupHasTheLargestLimitsOfOpenFilesAndLogLines() {
    var one = WorkersConfiguration.Function()
    (one.openFiles, one.logLines) = (1024, 10)
    var two = WorkersConfiguration.Function()
    (two.openFiles, two.logLines) = (64, 20)
    let both = setup(["a", "b"], ["a": one, "b": two])
    #expect((both.limits.descriptors, both.limits.logLines) == (1024, 20))
    #expect(both.start.logLines == 20)
    #expect(setup(["c"], ["a": one]).limits.descriptors == 256)
    #expect(setup(["c"], ["a": one]).start.logLines == 100)
  }

  @Test func aCallMayHaveTimesOfItsOwn() {
    var own = WorkersConfiguration.Function()
    (own.idle, own.wallClock) = (.seconds(5), .seconds(9))
    let limits = setup(["a", "b"], ["a": own]).callLimits
    #expect(limits["a"] == CallLimits(wallClock: .seconds(9), idle: .seconds(5)))
    #expect(limits["b"] == nil)
  }

  /// Code in the open sandbox reaches all servers by itself.
  @Test func theStrictSandboxHasTheCommonAllowedHosts() {
    #expect(setup(["a"]).allowedHosts == .publicServers)
    #expect(setup(["a"]) { $0.allowedHosts = nil }.allowedHosts == nil)
    #expect(setup(["a"]) { $0.sandbox = .open }.allowedHosts == nil)
  }

  @Test func aFunctionsOwnPolicyGoesBeforeTheCommonOne() {
    var reusing = WorkersConfiguration.Function()
    reusing.policy = .perWorker
    #expect(setup(["a"], ["a": reusing]) { $0.policy = .oneshot }.rules.policy == .perWorker)
    #expect(setup(["a", "b"], ["a": reusing]) { $0.policy = .oneshot }.rules.policy == .oneshot)
    #expect(setup([]) { $0.policy = .oneshot }.rules.policy == .oneshot)
  }

  @Test func oneLimitOfCPUTimeMovesTheOther() {
    var low = WorkersConfiguration.Function()
    low.hardCPU = .milliseconds(300)
    var high = WorkersConfiguration.Function()
    high.softCPU = .seconds(5)
    let limits = setup(["low", "high"], ["low": low, "high": high]).callLimits
    #expect(limits["low"]?.softCPU == .milliseconds(300))
    #expect(limits["high"]?.hardCPU == .seconds(5))
    #expect(limits["low"]?.wallClock == .seconds(400))
  }
}
