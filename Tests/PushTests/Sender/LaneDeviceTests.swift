import Testing

@testable import Push

@Suite("Lane: devices") struct LaneDeviceTests {
  @Test func aDeviceGetsOneAtATimeWithoutDelayingOthers() {
    var lane = LaneScript { $0.inFlightPerConnection = 10 }
    lane.open(1)
    #expect(lane.submit(2...4, device: "a") == [.start(2, on: 1)])
    #expect(lane.submit(5...5, device: "b") == [.start(5, on: 1)])
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2), .start(3, on: 1)])
    #expect(lane.answer(3, 200) == [LaneScript.delivered(3), .start(4, on: 1)])
    #expect(lane.answer(4, 200) == [LaneScript.delivered(4)])
    #expect(lane.answer(5, 200) == [LaneScript.delivered(5)])
    #expect(lane.state.devices.isEmpty)
  }

  @Test func theLimitPerDeviceIsConfigurable() {
    var lane = LaneScript { $0.inFlightPerDevice = 2 }
    lane.open(1)
    #expect(lane.submit(2...4, device: "a") == [.start(2, on: 1), .start(3, on: 1)])
    #expect(lane.answer(3, 200) == [LaneScript.delivered(3), .start(4, on: 1)])
  }

  @Test func aPausedDeviceKeepsItsOrderAndDelaysNoOther() {
    var lane = LaneScript { $0.inFlightPerConnection = 10 }
    lane.open(1)
    _ = lane.submit(2...3, device: "a")
    #expect(lane.answer(2, 429, "TooManyRequests") == [])
    #expect(lane.submit(4...4, device: "b") == [.start(4, on: 1)])
    #expect(lane.pass(.milliseconds(999)) == [])
    #expect(lane.pass(.milliseconds(1)) == [.start(2, on: 1)])
    // The next pause is twice as long.
    #expect(lane.answer(2, 429, "TooManyRequests", retryAfter: .milliseconds(1)) == [])
    #expect(lane.pass(.milliseconds(1999)) == [])
    #expect(lane.pass(.milliseconds(1)) == [.start(2, on: 1)])
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2), .start(3, on: 1)])
    #expect(lane.answer(3, 200) == [LaneScript.delivered(3)])
    #expect(lane.answer(4, 200) == [LaneScript.delivered(4)])
    #expect(lane.state.devices.isEmpty)
  }

  @Test func aDeviceThatStaysOverItsLimitEndsAtTheDeadline() {
    var lane = LaneScript { $0.retryDeadline = .seconds(2) }
    lane.open(1)
    _ = lane.submit(2...3, device: "a")
    let answer = LaneScript.answer(429, "TooManyRequests")
    #expect(lane.answer(2, 429, "TooManyRequests") == [])
    #expect(lane.pass(.seconds(1)) == [.start(2, on: 1)])
    #expect(lane.answer(2, 429, "TooManyRequests") == [LaneScript.undelivered(2, PushFault(answer), answer)])
    // The notifications behind it wait until their own deadlines.
    #expect(lane.pass(.seconds(1)) == [LaneScript.undelivered(3, .overdue)])
    _ = lane.pass(.seconds(60))
    #expect(lane.state.devices.isEmpty)
  }

  @Test func aCancelledNotificationFreesItsSlot() {
    var lane = LaneScript { $0.inFlightPerConnection = 1 }
    lane.open(1)
    #expect(lane.submit(2...2) == [.start(2, on: 1)])
    #expect(lane.submit(3...5, device: "a") == [])
    // 3 holds the device's slot, and waits for the connection.
    lane.state.cancel(3, now: lane.now)
    #expect(lane.actions() == [LaneScript.undelivered(3, .cancelled)])
    lane.state.cancel(5, now: lane.now)
    #expect(lane.actions() == [LaneScript.undelivered(5, .cancelled)])
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2), .start(4, on: 1)])
    lane.dispatch(4...4)
    lane.state.cancel(4, now: lane.now)
    #expect(lane.actions() == [.takeOff(4, from: 1), LaneScript.undelivered(4, .cancelled, mayHaveArrived: true)])
    #expect(lane.state.devices.isEmpty)
    #expect(lane.state.items.isEmpty)
  }

  @Test func drainingFinishesOnlyRequestsInFlight() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...3, device: "a")
    _ = lane.submit(4...4)
    lane.dispatch(2...2)
    lane.dispatch(4...4)
    lane.state.drain()
    #expect(lane.actions() == [LaneScript.undelivered(3, .shutdown)])
    #expect(lane.submit(5...5) == [LaneScript.undelivered(5, .shutdown)])
    #expect(lane.answer(2, 200) == [LaneScript.delivered(2)])
    #expect(
      lane.answer(4, 500, "InternalServerError")
        == [LaneScript.undelivered(4, .shutdown, LaneScript.answer(500, "InternalServerError"))])
    #expect(lane.state.items.isEmpty)
  }
}
