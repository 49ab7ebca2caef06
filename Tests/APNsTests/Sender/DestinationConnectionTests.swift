import Push
import Testing

@testable import APNs

@Suite("Destination: connections") struct DestinationConnectionTests {
  @Test func oneRequestGoesFirstAndTheOthersFollow() {
    var destination = DestinationScript()
    #expect(destination.submit(1...5) == [.open(1), .start(1, on: 1)])
    destination.dispatch(1...1)
    #expect(
      destination.answer(1, 200) == [
        DestinationScript.delivered(1), .start(2, on: 1), .start(3, on: 1), .start(4, on: 1),
      ])
    destination.dispatch(2...4)
    #expect(destination.answer(3, 200) == [DestinationScript.delivered(3), .start(5, on: 1)])
  }

  @Test func aSecondConnectionIsOpenedForWaitingRequestsAndSharesTheLoad() {
    var destination = DestinationScript { $0.connections = 2 }
    #expect(destination.submit(1...6) == [.open(1), .start(1, on: 1), .open(2), .start(2, on: 2)])
    destination.dispatch(1...2)
    #expect(
      destination.answer(1, 200) == [
        DestinationScript.delivered(1), .start(3, on: 1), .start(4, on: 1), .start(5, on: 1),
      ])
    destination.dispatch(3...5)
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2), .start(6, on: 2)])
    #expect(destination.submit(7...8) == [.start(7, on: 2), .start(8, on: 2)])
  }

  @Test func sequentialRequestsNeedOneConnection() {
    var destination = DestinationScript { $0.connections = 2 }
    destination.open(1)
    #expect(destination.submit(2...2) == [.start(2, on: 1)])
    destination.dispatch(2...2)
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2)])
    #expect(destination.submit(3...3) == [.start(3, on: 1)])
  }

  @Test func theStreamLimitOfTheServerIsFollowed() {
    var destination = DestinationScript { $0.inFlightPerConnection = 4 }
    destination.open(1)
    #expect(destination.submit(2...9) == [.start(2, on: 1), .start(3, on: 1), .start(4, on: 1), .start(5, on: 1)])
    destination.dispatch(2...2)
    destination.state.settled(1, now: destination.now)
    // One request without a stream stays; the others return to the front of the queue, in order.
    #expect(destination.actions() == [.takeOff(5, from: 1), .takeOff(4, from: 1)])
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2)])
    destination.dispatch(3...3)
    #expect(destination.actions() == [.start(4, on: 1)])
    destination.state.settled(1, now: destination.now)
    #expect(destination.actions() == [])
    // The server now allows more: each new stream raises the known limit by one.
    destination.dispatch(4...4)
    #expect(destination.actions() == [.start(5, on: 1)])
    destination.dispatch(5...5)
    destination.state.settled(1, now: destination.now)
    #expect(destination.actions() == [.start(6, on: 1)])
    destination.dispatch(6...6)
    #expect(destination.actions() == [])
  }

  @Test func aTimeoutWhileWaitingForAStreamIsNotAnAttempt() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...3)
    destination.dispatch(2...2)
    destination.state.settled(1, now: destination.now)
    #expect(destination.fail(3, .connection, .late) == [.start(3, on: 1)])
    _ = destination.pass(.seconds(3600))
    #expect(
      destination.answer(3, 500, "InternalServerError") == [
        DestinationScript.undelivered(
          3, PushFault(DestinationScript.answer(500, "InternalServerError")),
          DestinationScript.answer(500, "InternalServerError"))
      ])
  }

  @Test func afterAReconnectByLibcurlOneRequestGoesFirst() {
    var destination = DestinationScript()
    destination.open(1)
    #expect(destination.submit(2...4).count == 3)
    destination.state.connecting(1, for: 2, now: destination.now)
    #expect(destination.actions() == [.takeOff(4, from: 1), .takeOff(3, from: 1)])
    destination.dispatch(2...2)
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2), .start(3, on: 1), .start(4, on: 1)])
  }

  @Test func aRequestThatIsTakenBackAfterItsDeadlineEnds() {
    var destination = DestinationScript()
    destination.open(1)
    #expect(destination.submit(2...4, retryDeadline: .seconds(20)).count == 3)
    // Requests in flight outlast their deadlines.
    #expect(destination.pass(.seconds(20)) == [])
    destination.state.connecting(1, for: 2, now: destination.now)
    #expect(
      destination.actions() == [
        .takeOff(4, from: 1), DestinationScript.undelivered(4, .overdue), .takeOff(3, from: 1),
        DestinationScript.undelivered(3, .overdue),
      ])
  }

  @Test func anIdleConnectionStartsWithOneRequestAndIsClosedAtTheIdleLimit() {
    var destination = DestinationScript { $0.idleLimit = .seconds(600) }
    destination.open(1)
    #expect(destination.pass(.seconds(60)) == [])
    #expect(destination.submit(2...3) == [.start(2, on: 1)])
    destination.dispatch(2...2)
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2), .start(3, on: 1)])
    destination.dispatch(3...3)
    _ = destination.answer(3, 200)
    #expect(destination.pass(.seconds(599)) == [])
    #expect(destination.pass(.seconds(1)) == [.close(1)])
    #expect(destination.submit(4...4) == [.open(2), .start(4, on: 2)])
  }

  @Test func aRetiringConnectionClosesAfterItsLastRequest() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...3)
    destination.dispatch(2...3)
    #expect(destination.answer(2, 400, "IdleTimeout") == [])
    #expect(destination.submit(4...4) == [.open(2), .start(4, on: 2)])
    #expect(destination.answer(3, 200) == [.close(1), DestinationScript.delivered(3)])
    destination.dispatch(4...4)
    #expect(destination.answer(4, 200) == [DestinationScript.delivered(4)])
    #expect(destination.pass(.seconds(1)) == [.start(2, on: 2)])
  }
}
