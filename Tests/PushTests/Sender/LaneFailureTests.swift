import Testing

@testable import Push

@Suite("Lane: without an answer") struct LaneFailureTests {
  @Test func requestsOfALostConnectionMoveAndTheFirstToFailBacksOff() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...5)
    lane.dispatch(2...4)
    #expect(lane.fail(3, .connection, .lost) == [.close(1), .open(2), .start(2, on: 2)])
    // A late event of the lost connection is ignored.
    #expect(lane.fail(4, .connection, .lost) == [])
    lane.dispatch(2...2)
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2), .start(4, on: 2), .start(5, on: 2)])
    lane.dispatch(4...5)
    #expect(lane.pass(.milliseconds(999)) == [])
    #expect(lane.pass(.milliseconds(1)) == [.start(3, on: 2)])
  }

  @Test func dispatchedRequestsMayHaveArrived() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...4)
    lane.dispatch(2...3)
    _ = lane.fail(2, .connection, .lost)
    lane.state.drain()
    #expect(
      lane.actions() == [
        LaneScript.undelivered(2, .shutdown, mayHaveArrived: true),
        LaneScript.undelivered(4, .shutdown, mayHaveArrived: false),
      ])
    // This one was already sent again.
    #expect(
      lane.fail(3, .connection, .unreachable) == [
        .close(2), LaneScript.undelivered(3, .shutdown, mayHaveArrived: true),
      ])
  }

  @Test func aResetStreamAffectsOnlyItsRequest() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...3)
    lane.dispatch(2...3)
    #expect(lane.fail(2, .request, .reset) == [])
    #expect(lane.answer(3, 200) == [LaneScript.delivered(3)])
    #expect(lane.pass(.seconds(1)) == [.start(2, on: 1)])
    lane.dispatch(2...2)
    // The second pause is twice as long.
    #expect(lane.fail(2, .request, .reset) == [])
    #expect(lane.pass(.milliseconds(1999)) == [])
    #expect(lane.pass(.milliseconds(1)) == [.start(2, on: 1)])
  }

  @Test func aPushCanShortenItsRetryDeadlineButNotExtendIt() {
    var lane = LaneScript { $0.retryDeadline = .seconds(20) }
    lane.open(1)
    _ = lane.submit(2...2, retryDeadline: .seconds(5))
    _ = lane.submit(3...3, retryDeadline: .seconds(60))
    _ = lane.submit(4...4, retryDeadline: .seconds(-60))
    lane.dispatch(2...4)
    let answer = LaneScript.answer(503, "ServiceUnavailable", retryAfter: .seconds(10))
    #expect(
      lane.answer(2, 503, "ServiceUnavailable", retryAfter: .seconds(10)) == [
        LaneScript.undelivered(2, PushFault(answer), answer)
      ])
    #expect(lane.answer(3, 503, "ServiceUnavailable", retryAfter: .seconds(10)) == [])
    #expect(lane.answer(4, 200) == [LaneScript.delivered(4)])
    #expect(lane.pass(.seconds(10)) == [.start(3, on: 1)])
    lane.dispatch(3...3)
    #expect(
      lane.answer(3, 503, "ServiceUnavailable", retryAfter: .seconds(10)) == [
        LaneScript.undelivered(3, PushFault(answer), answer)
      ])
  }

  @Test func anUnreachableServiceIsTriedWithGrowingPauses() {
    var lane = LaneScript { $0.retryDeadline = .seconds(20) }
    #expect(lane.submit(1...2) == [.open(1), .start(1, on: 1)])
    #expect(lane.fail(1, .connection, .unreachable) == [.close(1)])
    #expect(lane.pass(.milliseconds(999)) == [])
    #expect(lane.pass(.milliseconds(1)) == [.open(2), .start(1, on: 2)])
    #expect(lane.fail(1, .connection, .unreachable) == [.close(2)])
    #expect(lane.pass(.seconds(2)) == [.open(3), .start(1, on: 3)])
    #expect(lane.fail(1, .connection, .unreachable) == [.close(3)])
    #expect(lane.pass(.seconds(4)) == [.open(4), .start(1, on: 4)])
    #expect(lane.fail(1, .connection, .unreachable) == [.close(4)])
    #expect(lane.pass(.seconds(8)) == [.open(5), .start(1, on: 5)])
    #expect(lane.fail(1, .connection, .unreachable) == [.close(5)])
    // Nothing was on the wire; a notification that was never tried reports the fault too.
    #expect(
      lane.pass(.seconds(5)) == [LaneScript.undelivered(1, .unreachable), LaneScript.undelivered(2, .unreachable)])
    #expect(lane.state.items.isEmpty)
  }

  @Test func anUntrustedCertificateStopsTheLane() {
    var lane = LaneScript()
    _ = lane.submit(1...2)
    #expect(
      lane.fail(1, .lane, .untrusted) == [
        .close(1), .stopped(.untrusted), LaneScript.undelivered(1, .untrusted), LaneScript.undelivered(2, .untrusted),
      ])
  }

  @Test func aTimeoutClosesTheConnection() {
    var lane = LaneScript()
    #expect(lane.submit(1...1) == [.open(1), .start(1, on: 1)])
    lane.dispatch(1...1)
    #expect(lane.fail(1, .connection, .late) == [.close(1)])
    #expect(lane.pass(.seconds(1)) == [.open(2), .start(1, on: 2)])
    lane.dispatch(1...1)
    #expect(lane.answer(1, 200) == [LaneScript.delivered(1)])
  }
}
