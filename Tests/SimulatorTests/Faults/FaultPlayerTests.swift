import Testing

@testable import Simulator

@Suite struct FaultPlayerTests {
  private func requests(_ player: inout FaultPlayer, _ count: Int) -> [String] {
    (0..<count).map { _ in player.nextRequest()?.fault.name ?? "-" }
  }

  @Test func stepsFollowEachOther() {
    var player = FaultPlayer(
      FaultScript(steps: [
        .init(count: 2, faults: []), .init(count: 1, faults: [.init(.silence)]),
        .init(.connections, count: 2, faults: [.init(.disconnect)]), .init(count: 2, faults: [.init(.close)]),
      ]))
    #expect(requests(&player, 7) == ["-", "-", "silence", "close", "close", "-", "-"])
    #expect((0..<3).map { _ in player.nextConnection()?.fault.name } == ["disconnect", "disconnect", nil])
    #expect(player.played == ["silence": 1, "close": 2, "disconnect": 2])
    #expect(player.position(.requests) == 7)
    #expect(player.position(.connections) == 3)
  }

  @Test func aStepMayLastForever() {
    var player = FaultPlayer(
      FaultScript(steps: [.init(count: nil, faults: [.init(.garbage)]), .init(count: 1, faults: [.init(.close)])]))
    #expect(requests(&player, 1000) == Array(repeating: "garbage", count: 1000))
  }

  @Test func withoutStepsNoFaultIsPlayed() {
    var player = FaultPlayer()
    #expect(requests(&player, 10).allSatisfy { $0 == "-" })
  }

  @Test func faultsArePlayedInTheirShare() {
    let script = FaultScript(
      seed: 7, steps: [.init(count: 10_000, faults: [.init(.close, share: 0.1), .init(.silence, share: 0.3)])])
    var player = FaultPlayer(script)
    let played = requests(&player, 10_000)
    #expect((900...1100).contains(played.count { $0 == "close" }))
    #expect((2800...3200).contains(played.count { $0 == "silence" }))
    var again = FaultPlayer(script)
    #expect(requests(&again, 10_000) == played)
    var other = FaultPlayer(FaultScript(seed: 8, steps: script.steps))
    #expect(requests(&other, 10_000) != played)
  }

  /// The values of the algorithm's published reference for seed 1234567.
  @Test func randomNumbersAreSplitMix64() {
    var random = SplitMix(state: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }
}
