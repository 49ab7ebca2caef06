import Testing

@testable import Push

@Suite("Lane: connections") struct LaneConnectionTests {
  @Test func oneRequestGoesFirstAndTheOthersFollow() {
    var lane = LaneScript()
    #expect(lane.submit(1...5) == [.open(1), .start(1, on: 1)])
    lane.dispatch(1...1)
    #expect(lane.answer(1, 200) == [LaneScript.delivered(1), .start(2, on: 1), .start(3, on: 1), .start(4, on: 1)])
    lane.dispatch(2...4)
    #expect(lane.answer(3, 200) == [LaneScript.delivered(3), .start(5, on: 1)])
  }

  @Test func aSecondConnectionIsOpenedForWaitingRequestsAndSharesTheLoad() {
    var lane = LaneScript { $0.connections = 2 }
    #expect(lane.submit(1...6) == [.open(1), .start(1, on: 1), .open(2), .start(2, on: 2)])
    lane.dispatch(1...2)
    #expect(lane.answer(1, 200) == [LaneScript.delivered(1), .start(3, on: 1), .start(4, on: 1), .start(5, on: 1)])
    lane.dispatch(3...5)
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2), .start(6, on: 2)])
    #expect(lane.submit(7...8) == [.start(7, on: 2), .start(8, on: 2)])
  }

  @Test func sequentialRequestsNeedOneConnection() {
    var lane = LaneScript { $0.connections = 2 }
    lane.open(1)
    #expect(lane.submit(2...2) == [.start(2, on: 1)])
    lane.dispatch(2...2)
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2)])
    #expect(lane.submit(3...3) == [.start(3, on: 1)])
  }

  @Test func theStreamLimitOfTheServerIsFollowed() {
    var lane = LaneScript { $0.inFlightPerConnection = 4 }
    lane.open(1)
    #expect(lane.submit(2...9) == [.start(2, on: 1), .start(3, on: 1), .start(4, on: 1), .start(5, on: 1)])
    lane.dispatch(2...2)
    lane.state.settled(1, now: lane.now)
    // One request without a stream stays; the others return to the front of the queue, in order.
    #expect(lane.actions() == [.takeOff(5, from: 1), .takeOff(4, from: 1)])
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2)])
    lane.dispatch(3...3)
    #expect(lane.actions() == [.start(4, on: 1)])
    lane.state.settled(1, now: lane.now)
    #expect(lane.actions() == [])
    // The server now allows more: each new stream raises the known limit by one.
    lane.dispatch(4...4)
    #expect(lane.actions() == [.start(5, on: 1)])
    lane.dispatch(5...5)
    lane.state.settled(1, now: lane.now)
    #expect(lane.actions() == [.start(6, on: 1)])
    lane.dispatch(6...6)
    #expect(lane.actions() == [])
  }

  @Test func aTimeoutWhileWaitingForAStreamIsNotAnAttempt() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...3)
    lane.dispatch(2...2)
    lane.state.settled(1, now: lane.now)
    #expect(lane.fail(3, .connection, .late) == [.start(3, on: 1)])
    _ = lane.pass(.seconds(3600))
    #expect(
      lane.answer(3, 500, "InternalServerError") == [
        LaneScript.undelivered(
          3, PushFault(LaneScript.answer(500, "InternalServerError")),
          LaneScript.answer(500, "InternalServerError"))
      ])
  }

  @Test func afterAReconnectByLibcurlOneRequestGoesFirst() {
    var lane = LaneScript()
    lane.open(1)
    #expect(lane.submit(2...4).count == 3)
    lane.state.connecting(1, for: 2, now: lane.now)
    #expect(lane.actions() == [.takeOff(4, from: 1), .takeOff(3, from: 1)])
    lane.dispatch(2...2)
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2), .start(3, on: 1), .start(4, on: 1)])
  }

  @Test func anIdleConnectionStartsWithOneRequestAndIsClosedAtTheIdleLimit() {
    var lane = LaneScript { $0.idleLimit = .seconds(600) }
    lane.open(1)
    #expect(lane.pass(.seconds(60)) == [])
    #expect(lane.submit(2...3) == [.start(2, on: 1)])
    lane.dispatch(2...2)
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2), .start(3, on: 1)])
    lane.dispatch(3...3)
    _ = lane.answer(3, 200)
    #expect(lane.pass(.seconds(599)) == [])
    #expect(lane.pass(.seconds(1)) == [.close(1)])
    #expect(lane.submit(4...4) == [.open(2), .start(4, on: 2)])
  }

  @Test func aRetiringConnectionClosesAfterItsLastRequest() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...3)
    lane.dispatch(2...3)
    #expect(lane.answer(2, 400, "IdleTimeout") == [])
    #expect(lane.submit(4...4) == [.open(2), .start(4, on: 2)])
    #expect(lane.answer(3, 200) == [.close(1), LaneScript.delivered(3)])
    lane.dispatch(4...4)
    #expect(lane.answer(4, 200) == [LaneScript.delivered(4)])
    #expect(lane.pass(.seconds(1)) == [.start(2, on: 2)])
  }

  @Test func newCredentialsUseNewConnections() {
    var lane = LaneScript()
    lane.open(1)
    lane.state.resume()
    #expect(lane.submit(2...2) == [.close(1), .open(2), .start(2, on: 2)])
  }
}
