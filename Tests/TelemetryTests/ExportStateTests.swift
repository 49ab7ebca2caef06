import Testing

@testable import Telemetry

/// The state machine of one signal's export, with a clock of the test's own.
@Suite struct ExportStateTests {
  private let start = ContinuousClock.now
  private let fault = ExportOutcome.Fault(reason: "refused", hint: "start it")

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  private func state(_ change: (inout ExportRules) -> Void = { _ in }, jitter: Double = 1) -> ExportState {
    var rules = ExportRules()
    rules.queueSize = 5
    rules.batchSize = 3
    change(&rules)
    return ExportState(rules) { jitter }
  }

  private func items(_ numbers: ClosedRange<UInt8>) -> [ExportItem] { numbers.map { ExportItem(bytes: [$0]) } }

  private var accepted: ExportOutcome { .accepted(PartialSuccess([])) }

  @Test func nothingIsSentWithoutItems() {
    var state = state()
    #expect(state.next(at: at(0)) == .wait(until: nil))
    #expect(state.next(at: at(100)) == .wait(until: nil))
  }

  @Test func aBatchIsSentAfterTheDelay() {
    var state = state()
    state.add(items(1...1), at: at(1))
    state.add(items(2...2), at: at(4))
    #expect(state.next(at: at(4)) == .wait(until: at(6)))
    #expect(state.next(at: at(6)) == .send(items(1...2)))
    #expect(state.next(at: at(6)) == .wait(until: nil), "one request at a time")
    #expect(state.ended(accepted, at: at(7)) == nil)
    #expect(state.next(at: at(7)) == .wait(until: nil))
    #expect(state.takeCounts() == ExportCounts(sent: 2))
    #expect(state.takeCounts() == ExportCounts())
  }

  @Test func aFullBatchIsSentAtOnceAndTheRestAfterTheDelay() {
    var state = state()
    state.add(items(1...4), at: at(0))
    #expect(state.next(at: at(0)) == .send(items(1...3)))
    #expect(state.ended(accepted, at: at(1)) == nil)
    #expect(state.next(at: at(1)) == .wait(until: at(5)))
    #expect(state.next(at: at(5)) == .send(items(4...4)))
  }

  @Test func theOldestAreDroppedAndCountedWhileACollectorHangs() {
    var state = state()
    state.add(items(1...3), at: at(0))
    #expect(state.next(at: at(0)) == .send(items(1...3)))
    for number in UInt8(4)...200 { state.add([ExportItem(bytes: [number])], at: at(1)) }
    #expect(state.bytes == 8, "5 wait, 3 are in flight")
    #expect(state.takeCounts() == ExportCounts(dropped: [.queue: 192]))
    #expect(state.ended(.failed(fault, retryAfter: nil), at: at(10)) == .failing(fault))
    #expect(state.bytes == 5)
    #expect(state.takeCounts() == ExportCounts(dropped: [.queue: 3], failures: 1))
  }

  @Test func pausesDoubleUpToALimitAndHaveJitter() {
    for (jitter, part) in [(1.0, 1.0), (0.0, 0.5), (0.5, 0.75), (-1.0, 0.5), (7.0, 1.0)] {
      var state = state(jitter: jitter)
      state.add(items(1...3), at: at(0))
      var now = 0.0
      for (index, bound) in [1.0, 2, 4, 8, 16, 30, 30].enumerated() {
        #expect(state.next(at: at(now)) == .send(items(1...3)))
        let notice = state.ended(.failed(fault, retryAfter: nil), at: at(now))
        #expect(notice == (index == 0 ? .failing(fault) : nil), "one line when it begins to fail")
        #expect(state.next(at: at(now)) == .wait(until: at(now) + .seconds(bound * part)))
        now += bound * part
      }
      #expect(state.next(at: at(now)) == .send(items(1...3)))
      #expect(state.ended(accepted, at: at(now)) == .working)
      #expect(state.takeCounts() == ExportCounts(sent: 3, failures: 7))
      state.add(items(4...6), at: at(now))
      #expect(state.next(at: at(now)) == .send(items(4...6)), "no pause after a success")
      #expect(state.ended(accepted, at: at(now)) == nil)
    }
  }

  @Test func aCollectorSaysWhenToTryAgain() {
    var state = state(jitter: 0)
    state.add(items(1...3), at: at(0))
    _ = state.next(at: at(0))
    _ = state.ended(.failed(fault, retryAfter: .seconds(77)), at: at(1))
    #expect(state.next(at: at(2)) == .wait(until: at(78)))
    state.add(items(4...4), at: at(70))
    #expect(state.next(at: at(78)) == .send(items(1...3)))
    _ = state.ended(.failed(fault, retryAfter: .seconds(100_000)), at: at(80))
    #expect(state.next(at: at(80)) == .wait(until: at(680)), "not for longer than ten minutes")
  }

  @Test func whatIsRefusedIsNotSentAgain() {
    var state = state()
    state.add(items(1...4), at: at(0))
    _ = state.next(at: at(0))
    #expect(state.ended(.refused(fault), at: at(0)) == .failing(fault))
    #expect(state.takeCounts() == ExportCounts(dropped: [.refused: 3], failures: 1))
    #expect(state.next(at: at(0)) == .wait(until: at(1)), "a pause all the same")
    #expect(state.next(at: at(5)) == .send(items(4...4)))
    #expect(state.ended(accepted, at: at(5)) == .working)
  }

  @Test func aPartialSuccessIsCountedAndLoggedOnce() {
    var body = ProtobufWriter()
    body.message(1) { $0.integer(1, 2) }
    let partial = PartialSuccess(body.bytes)
    var state = state()
    for round in 0..<2 {
      state.add(items(1...3), at: at(0))
      #expect(state.next(at: at(0)) == .send(items(1...3)))
      #expect(state.ended(.accepted(partial), at: at(0)) == (round == 0 ? .rejecting(partial) : nil))
      #expect(state.takeCounts() == ExportCounts(sent: 1, dropped: [.refused: 2]))
    }
  }

  @Test func onlyTheNewestMetricsWait() {
    var state = state {
      $0.queueSize = 1
      $0.batchSize = 1
    }
    state.add([ExportItem(bytes: [1], count: 40)], at: at(0))
    #expect(state.next(at: at(0)) == .send([ExportItem(bytes: [1], count: 40)]))
    state.add([ExportItem(bytes: [2], count: 41)], at: at(60))
    _ = state.ended(.failed(fault, retryAfter: nil), at: at(60))
    #expect(state.takeCounts() == ExportCounts(dropped: [.queue: 40], failures: 1))
    #expect(state.next(at: at(61)) == .send([ExportItem(bytes: [2], count: 41)]))
  }

  // MARK: The end

  @Test func aStopSendsWhatWaitsInBatches() {
    var state = state()
    state.add(items(1...4), at: at(0))
    _ = state.next(at: at(0))
    state.add(items(5...6), at: at(0))
    state.stop(by: at(1))
    #expect(state.next(at: at(0)) == .wait(until: nil))
    #expect(state.ended(accepted, at: at(0.1)) == nil)
    #expect(state.timeout(at: at(0.5)) == .seconds(0.5))
    #expect(state.next(at: at(0.5)) == .send(items(4...6)))
    #expect(state.ended(accepted, at: at(0.75)) == nil)
    #expect(state.next(at: at(0.75)) == .end)
    #expect(state.takeCounts() == ExportCounts(sent: 6))
  }

  @Test func aStopDoesNotTryAFailingCollectorAgain() {
    var state = state()
    state.add(items(1...4), at: at(0))
    _ = state.next(at: at(0))
    _ = state.ended(.failed(fault, retryAfter: nil), at: at(0))
    state.stop(by: at(2))
    #expect(state.next(at: at(1)) == .end)
    #expect(state.takeCounts() == ExportCounts(dropped: [.stopped: 4], failures: 1))
    #expect(state.bytes == 0)
  }

  @Test func aStopEndsInTime() {
    var state = state()
    state.add(items(1...4), at: at(0))
    state.stop(by: at(1))
    #expect(state.next(at: at(0.2)) == .send(items(1...3)))
    #expect(state.ended(accepted, at: at(1)) == nil)
    #expect(state.next(at: at(1)) == .end)
    #expect(state.takeCounts() == ExportCounts(sent: 3, dropped: [.stopped: 1]))
  }

  @Test func aCancelledRequestIsCounted() {
    var state = state()
    state.add(items(1...4), at: at(0))
    _ = state.next(at: at(0))
    state.cancel()
    #expect(state.takeCounts() == ExportCounts(dropped: [.stopped: 4]))
    #expect(state.bytes == 0)
  }

  @Test func theTimeLimitOfARequestIsTheConfiguredOne() {
    var state = state { $0.timeout = .seconds(3) }
    #expect(state.timeout(at: at(0)) == .seconds(3))
    state.stop(by: at(9))
    #expect(state.timeout(at: at(0)) == .seconds(3))
    #expect(state.timeout(at: at(10)) == .zero)
  }
}
