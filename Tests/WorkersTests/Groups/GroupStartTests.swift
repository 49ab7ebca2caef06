import Testing

@testable import Workers

/// The starts of workers.
struct GroupStartTests {
  @Test func theFirstCallStartsAWorkerAndWaitsForIt() {
    var group = GroupScript()
    #expect(group.arrive() == ["1 waits", "start 1"])
    #expect(group.arrive() == ["2 waits"])
    #expect(group.ready(1) == ["1 to 1", "2 to 1", "start 2"])
  }

  @Test func callsGoToTheFirstWorkerThatIsNotFull() {
    var group = GroupScript()
    _ = group.arrive()
    _ = group.ready(1)
    #expect(group.arrive() == ["2 to 1", "start 2"])
    _ = group.ready(2)
    #expect(group.arrive() == ["3 to 2"])
    _ = group.end(1)
    #expect(group.arrive() == ["4 to 1"])
  }

  @Test func beyondTheMostWorkersCallsGoToTheOneWithTheFewest() {
    var group = GroupScript { $0.maximumWorkers = 1 }
    _ = group.arrive()
    _ = group.ready(1)
    _ = group.arrive()
    #expect(group.arrive() == ["3 to 1"])
    #expect(group.state.workers.count == 1)
  }

  @Test func callsWaitWhenAllPlacesAreTaken() {
    var group = GroupScript {
      $0.maximumWorkers = 1
      $0.slots = 2
    }
    _ = group.arrive()
    _ = group.ready(1)
    _ = group.arrive()
    #expect(group.arrive() == ["3 waits"])
    #expect(group.end(2) == ["3 to 1"])
  }

  @Test func minimumWorkersAreKept() {
    var group = GroupScript { $0.minimumWorkers = 1 }
    #expect(group.restore() == ["start 1"])
    _ = group.ready(1)
    #expect(group.wait(1799) == [], "it is not idle beyond the minimum")
    #expect(group.wait(1) == ["retire 1", "start 2"], "at half of its age")
    #expect(group.ready(2) == [])
    #expect(group.die(1) == [])
  }

  @Test func aStartThatHangsIsEndedAndAnswered() {
    var group = GroupScript()
    _ = group.arrive()
    #expect(group.wait(10) == ["kill 1: it did not start in 10.0 s", "1: boot, again in 1 s"])
    #expect(group.die(1) == [])
  }

  @Test func aCallOutlivesOneDeathAtBoot() {
    var group = GroupScript()
    _ = group.arrive()
    #expect(group.die(1) == ["start 2"])
    #expect(group.die(2) == ["1: boot, again in 1 s"])
    #expect(group.arrive() == ["2 waits", "start 3"])
  }

  /// A group with ten deaths at boot, of the calls 1 to 5.
  private func bootLoop() -> GroupScript {
    var group = GroupScript()
    failTenStarts(of: &group, from: 1)
    return group
  }

  /// Ten deaths at boot of the workers from a number on, for five calls.
  private func failTenStarts(of group: inout GroupScript, from first: UInt64) {
    for worker in first..<first + 10 {
      if (worker - first).isMultiple(of: 2) { _ = group.arrive() }
      _ = group.die(worker)
    }
  }

  @Test func afterTheTenthDeathAtBootStartsAreSpaced() {
    var group = bootLoop()
    #expect(group.state.isBackingOff)
    #expect(group.arrive() == ["6 waits", "6: boot, again in 5 s"])
    #expect(group.wait(3.5) == [])
    #expect(group.arrive() == ["7 waits", "7: boot, again in 2 s"])
    #expect(group.wait(1.5) == [])
    #expect(group.arrive() == ["8 waits", "start 11"])
    #expect(group.die(11) == ["8: boot, again in 5 s"])
    _ = group.wait(5)
    _ = group.arrive()
    #expect(group.ready(12) == ["9 to 12"])
    #expect(!group.state.isBackingOff)
  }

  @Test func withoutCallsAWorkerIsStartedAfterAMinuteAndThenEverMoreSeldomUntilOneIsReady() {
    var group = bootLoop()
    for (index, minutes) in ([1, 2, 4, 8, 15, 15] as [Double]).enumerated() {
      let worker = 11 + UInt64(index)
      #expect(group.wait(minutes * 60 - 1) == [])
      #expect(group.wait(1) == ["start \(worker)"])
      #expect(group.die(worker) == [])
    }
    #expect(group.wait(15 * 60) == ["start 17"])
    #expect(group.state.isBackingOff)
    #expect(group.ready(17) == [])
    #expect(!group.state.isBackingOff)
    #expect(group.wait(299) == [])
    #expect(group.wait(1) == ["retire 17"])
    #expect(group.die(17) == [])
    failTenStarts(of: &group, from: 18)
    #expect(group.wait(59) == [])
    #expect(group.wait(1) == ["start 28"], "the probes of the first loop do not count")
  }

  @Test func startsForCallsDoNotLengthenTheTimeToTheNextProbe() {
    var group = bootLoop()
    for call in 6...8 as ClosedRange<UInt64> {
      let worker = call + 5
      #expect(group.wait(5) == [])
      #expect(group.arrive() == ["\(call) waits", "start \(worker)"])
      #expect(group.die(worker) == ["\(call): boot, again in 5 s"])
    }
    #expect(group.wait(59) == [])
    #expect(group.wait(1) == ["start 14"])
  }

  @Test func aReplacedVersionStartsNoProbe() {
    var group = bootLoop()
    _ = group.replace()
    #expect(group.wait(600) == [])
  }

  @Test func aVersionThatTakesCallsAgainStartsAtOnce() {
    var group = bootLoop()
    _ = group.replace()
    _ = group.restore()
    #expect(!group.state.isBackingOff)
    #expect(group.arrive() == ["6 waits", "start 11"])
  }

  @Test func aChangeOfTheSettingsDoesNotEndTheBackOff() {
    var group = bootLoop()
    #expect(group.restore() == [])
    #expect(group.state.isBackingOff)
    #expect(group.arrive() == ["6 waits", "6: boot, again in 5 s"])
  }

  @Test func afterTheThirdEarlyDeathCallsWaitForTheNextStart() {
    var group = GroupScript { $0.maximumWorkers = 1 }
    _ = group.arrive()
    for number in 1...3 as ClosedRange<UInt64> {
      _ = group.ready(number)
      #expect(group.die(number, begun: [number]) == ["\(number): died"])
      let isSpaced = number == 3
      #expect(group.arrive() == ["\(number + 1) waits"] + (isSpaced ? [] : ["start \(number + 1)"]))
    }
    #expect(!group.state.isBackingOff, "no call is refused")
    #expect(group.wait(0.049) == [])
    #expect(group.wait(0.001) == ["start 4"])
    #expect(group.ready(4) == ["4 to 4"])
    _ = group.end(4)
    #expect(group.wait(1) == [])
    #expect(group.die(4) == [], "no early one: it has lived for more than a second")
    #expect(group.arrive() == ["5 waits", "start 5"])
  }

  @Test func workersThatEndOnDemandDoNotSpaceStarts() {
    var group = GroupScript { $0.maximumWorkers = 1 }
    for number in 1...6 as ClosedRange<UInt64> {
      #expect(group.arrive() == ["\(number) waits", "start \(number)"])
      _ = group.ready(number)
      _ = group.end(number)
      #expect(group.retire(number) == ["retire \(number)"])
      #expect(group.die(number) == [])
    }
  }

  @Test func oneshotWorkersThatAnswerTheirCallsDoNotSpaceStarts() {
    var group = GroupScript {
      $0.policy = .oneshot
      $0.maximumWorkers = 1
    }
    for number in 1...6 as ClosedRange<UInt64> {
      #expect(group.arrive() == ["\(number) waits", "start \(number)"])
      _ = group.ready(number)
      #expect(group.end(number) == ["retire \(number)"])
      // The worker confirms, and ends.
      #expect(group.beganRetiring(number) == [])
      #expect(group.die(number) == [])
    }
  }

  @Test func workersThatRetireThemselvesEarlySpaceStarts() {
    var group = GroupScript {
      $0.maximumWorkers = 1
      $0.minimumWorkers = 1
    }
    #expect(group.restore() == ["start 1"])
    for number in 1...3 as ClosedRange<UInt64> {
      _ = group.ready(number)
      #expect(group.beganRetiring(number) == ["retire \(number)", "start \(number + 1)"])
      #expect(group.die(number) == [])
    }
    _ = group.ready(4)
    #expect(group.beganRetiring(4) == ["retire 4"])
    #expect(group.wait(0.05) == ["start 5"])
  }

  @Test func oneCleanEndOfAOneshotWorkerEndsTheSpacing() {
    var group = GroupScript { $0.policy = .oneshot }
    for number in 1...3 as ClosedRange<UInt64> {
      _ = group.arrive()
      _ = group.ready(number)
      _ = group.die(number, begun: [number])
    }
    #expect(group.arrive() == ["4 waits"])
    #expect(group.wait(0.05) == ["start 4"])
    _ = group.ready(4)
    #expect(group.end(4) == ["retire 4"])
    #expect(group.arrive() == ["5 waits"])
    #expect(group.die(4) == ["start 5"])
  }

  @Test func oneshotGivesEachCallAWorkerOfItsOwn() {
    var group = GroupScript { $0.policy = .oneshot }
    #expect(group.arrive() == ["1 waits", "start 1"])
    #expect(group.arrive() == ["2 waits", "start 2"])
    #expect(group.arrive() == ["3 waits"])
    #expect(group.ready(1) == ["1 to 1"])
    #expect(group.ready(2) == ["2 to 2"])
    #expect(group.end(1) == ["retire 1", "start 3"])
    #expect(group.ready(3) == ["3 to 3"])
    #expect(group.die(1) == [])
    #expect(group.end(3) == ["retire 3"])
  }
}
