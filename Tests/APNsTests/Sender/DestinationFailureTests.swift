import Push
import Testing

@testable import APNs

@Suite("Destination: without an answer") struct DestinationFailureTests {
  @Test func requestsOfALostConnectionMoveAndTheFirstToFailBacksOff() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...5)
    destination.dispatch(2...4)
    #expect(destination.fail(3, .connection, .lost) == [.close(1), .open(2), .start(2, on: 2)])
    // A late event of the lost connection is ignored.
    #expect(destination.fail(4, .connection, .lost) == [])
    destination.dispatch(2...2)
    #expect(destination.answer(2, 200) == [DestinationScript.delivered(2), .start(4, on: 2), .start(5, on: 2)])
    destination.dispatch(4...5)
    #expect(destination.pass(.milliseconds(999)) == [])
    #expect(destination.pass(.milliseconds(1)) == [.start(3, on: 2)])
  }

  @Test func dispatchedRequestsMayHaveArrived() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...4)
    destination.dispatch(2...3)
    _ = destination.fail(2, .connection, .lost)
    destination.state.drain()
    #expect(
      destination.actions() == [
        DestinationScript.undelivered(2, .shutdown, mayHaveArrived: true),
        DestinationScript.undelivered(4, .shutdown, mayHaveArrived: false),
      ])
    // This one was already sent again.
    #expect(
      destination.fail(3, .connection, .unreachable) == [
        .close(2), DestinationScript.undelivered(3, .shutdown, mayHaveArrived: true),
      ])
  }

  @Test func aResetStreamAffectsOnlyItsRequest() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...3)
    destination.dispatch(2...3)
    #expect(destination.fail(2, .request, .reset) == [])
    #expect(destination.answer(3, 200) == [DestinationScript.delivered(3)])
    #expect(destination.pass(.seconds(1)) == [.start(2, on: 1)])
    destination.dispatch(2...2)
    // The second pause is twice as long.
    #expect(destination.fail(2, .request, .reset) == [])
    #expect(destination.pass(.milliseconds(1999)) == [])
    #expect(destination.pass(.milliseconds(1)) == [.start(2, on: 1)])
  }

  @Test func aPushCanShortenItsRetryDeadlineButNotExtendIt() {
    var destination = DestinationScript { $0.retryDeadline = .seconds(20) }
    destination.open(1)
    _ = destination.submit(2...2, retryDeadline: .seconds(5))
    _ = destination.submit(3...3, retryDeadline: .seconds(60))
    _ = destination.submit(4...4, retryDeadline: .seconds(-60))
    destination.dispatch(2...4)
    let answer = DestinationScript.answer(503, "ServiceUnavailable", retryAfter: .seconds(10))
    #expect(
      destination.answer(2, 503, "ServiceUnavailable", retryAfter: .seconds(10)) == [
        DestinationScript.undelivered(2, PushFault(answer), answer)
      ])
    #expect(destination.answer(3, 503, "ServiceUnavailable", retryAfter: .seconds(10)) == [])
    #expect(destination.answer(4, 200) == [DestinationScript.delivered(4)])
    #expect(destination.pass(.seconds(10)) == [.start(3, on: 1)])
    destination.dispatch(3...3)
    #expect(
      destination.answer(3, 503, "ServiceUnavailable", retryAfter: .seconds(10)) == [
        DestinationScript.undelivered(3, PushFault(answer), answer)
      ])
  }

  @Test func anUnreachableServiceIsTriedWithGrowingPauses() {
    var destination = DestinationScript { $0.retryDeadline = .seconds(20) }
    #expect(destination.submit(1...2) == [.open(1), .start(1, on: 1)])
    #expect(destination.fail(1, .connection, .unreachable) == [.close(1)])
    #expect(destination.pass(.milliseconds(999)) == [])
    #expect(destination.pass(.milliseconds(1)) == [.open(2), .start(1, on: 2)])
    #expect(destination.fail(1, .connection, .unreachable) == [.close(2)])
    #expect(destination.pass(.seconds(2)) == [.open(3), .start(1, on: 3)])
    #expect(destination.fail(1, .connection, .unreachable) == [.close(3)])
    #expect(destination.pass(.seconds(4)) == [.open(4), .start(1, on: 4)])
    #expect(destination.fail(1, .connection, .unreachable) == [.close(4)])
    #expect(destination.pass(.seconds(5)) == [.open(5), .start(1, on: 5)])
    #expect(destination.fail(1, .connection, .unreachable) == [.close(5)])
    #expect(destination.pass(.seconds(5)) == [.open(6), .start(1, on: 6)])
    #expect(destination.fail(1, .connection, .unreachable) == [.close(6)])
    // Nothing was on the wire; a notification that was never tried reports the fault too.
    #expect(
      destination.pass(.seconds(3)) == [
        DestinationScript.undelivered(1, .unreachable), DestinationScript.undelivered(2, .unreachable),
      ])
    #expect(destination.state.items.isEmpty)
  }

  @Test func aPushAfterALongOutageWaitsForAConnectionForFiveSecondsAtMost() {
    var destination = DestinationScript()
    _ = destination.submit(1...1)
    for connection in 1...30 {
      #expect(destination.fail(1, .connection, .unreachable) == [.close(connection)])
      if connection < 30 {
        #expect(destination.pass(.seconds(5)) == [.open(connection + 1), .start(1, on: connection + 1)])
      }
    }
    // The jitter makes the pause as long as it can be.
    #expect(destination.submit(2...2, retryDeadline: .seconds(20)) == [])
    #expect(destination.pass(.milliseconds(4999)) == [])
    #expect(destination.pass(.milliseconds(1)) == [.open(31), .start(1, on: 31)])
    destination.dispatch(1...1)
    #expect(destination.answer(1, 200) == [DestinationScript.delivered(1), .start(2, on: 31)])
  }

  @Test func anUntrustedCertificateStopsTheDestination() {
    var destination = DestinationScript()
    _ = destination.submit(1...2)
    #expect(
      destination.fail(1, .destination, .untrusted) == [
        .close(1), .stopped(.untrusted), DestinationScript.undelivered(1, .untrusted),
        DestinationScript.undelivered(2, .untrusted),
      ])
  }

  @Test func aTimeoutClosesTheConnection() {
    var destination = DestinationScript()
    #expect(destination.submit(1...1) == [.open(1), .start(1, on: 1)])
    destination.dispatch(1...1)
    #expect(destination.fail(1, .connection, .late) == [.close(1)])
    #expect(destination.pass(.seconds(1)) == [.open(2), .start(1, on: 2)])
    destination.dispatch(1...1)
    #expect(destination.answer(1, 200) == [DestinationScript.delivered(1)])
  }
}
