import Push
import Testing

@testable import APNs

@Suite("Destination: answers") struct DestinationAnswerTests {
  private func fault(_ status: Int, _ reason: String) -> PushFault {
    PushFault(DestinationScript.answer(status, reason))
  }

  @Test func aBusyServerIsRetriedWithGrowingPausesFor15Minutes() {
    var destination = DestinationScript { $0.backOff.longest = .seconds(300) }
    destination.open(1)
    let answer = DestinationScript.answer(503, "ServiceUnavailable")
    #expect(destination.submit(2...2, device: "a") == [.start(2, on: 1)])
    for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256] {
      destination.dispatch(2...2)
      #expect(destination.answer(2, 503, "ServiceUnavailable") == [])
      #expect(destination.pass(.seconds(pause) - .milliseconds(1)) == [])
      #expect(destination.pass(.milliseconds(1)) == [.start(2, on: 1)])
    }
    destination.dispatch(2...2)
    _ = destination.pass(.seconds(100))
    // 611 s have passed; the next pause of 300 s would end after the 15 minutes.
    #expect(
      destination.answer(2, 503, "ServiceUnavailable")
        == [DestinationScript.undelivered(2, fault(503, "ServiceUnavailable"), answer)])
    #expect(destination.state.devices.isEmpty)
  }

  @Test func retryAfterCountsWhenItIsLonger() {
    var destination = DestinationScript(jitter: { 0 })
    destination.open(1)
    _ = destination.submit(2...3)
    #expect(destination.answer(2, 500, "InternalServerError", retryAfter: .seconds(7)) == [])
    #expect(destination.pass(.milliseconds(6999)) == [])
    #expect(destination.pass(.milliseconds(1)) == [.start(2, on: 1)])
    #expect(destination.answer(3, 500, "InternalServerError") == [.start(3, on: 1)])
  }

  @Test func expiredNotificationsAreNotRetried() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...2, expires: .milliseconds(1000))
    _ = destination.submit(3...3, expires: .milliseconds(1001))
    _ = destination.submit(4...4, expires: .zero)
    let answer = DestinationScript.answer(500, "InternalServerError")
    let fault = PushFault(answer)
    #expect(destination.answer(2, 500, "InternalServerError") == [DestinationScript.undelivered(2, fault, answer)])
    #expect(destination.answer(3, 500, "InternalServerError") == [])
    // With an expiration of zero there is one attempt.
    #expect(destination.answer(4, 500, "InternalServerError") == [DestinationScript.undelivered(4, fault, answer)])
    #expect(destination.pass(.seconds(1)) == [.start(3, on: 1)])
  }

  @Test func anExpiredTokenGetsOneMoreTryOnANewConnectionAndThenStopsTheDestination() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...2)
    let answer = DestinationScript.answer(403, "ExpiredProviderToken")
    #expect(destination.answer(2, 403, "ExpiredProviderToken") == [.close(1), .open(2), .start(2, on: 2)])
    let fault = PushFault(answer)
    #expect(
      destination.answer(2, 403, "ExpiredProviderToken")
        == [.close(2), DestinationScript.undelivered(2, fault, answer), .stopped(fault)])
    #expect(destination.submit(3...3) == [DestinationScript.undelivered(3, fault, answer)])
    #expect(destination.pass(.seconds(60)) == [])
    #expect(destination.submit(4...4) == [.open(3), .start(4, on: 3)])
  }

  @Test func aSecondRefusalOfAnotherKeyIDOnTheConnectionStopsNothing() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...2)
    let answer = DestinationScript.answer(403, "UnrelatedKeyIdInToken")
    #expect(destination.answer(2, 403, "UnrelatedKeyIdInToken") == [.close(1), .open(2), .start(2, on: 2)])
    #expect(
      destination.answer(2, 403, "UnrelatedKeyIdInToken")
        == [.close(2), DestinationScript.undelivered(2, PushFault(answer), answer)])
    #expect(destination.submit(3...3) == [.open(3), .start(3, on: 3)])
  }

  @Test func aShutdownAnswerRetiresTheConnection() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...2)
    #expect(destination.answer(2, 503, "Shutdown") == [.close(1)])
    #expect(destination.pass(.seconds(1)) == [.open(2), .start(2, on: 2)])
  }

  @Test func refusalsAndUnregisteredTokensEndAtOnce() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...4)
    #expect(
      destination.answer(2, 400, "BadTopic") == [
        .finish(2, .refused(fault(400, "BadTopic"), DestinationScript.answer(400, "BadTopic")))
      ])
    #expect(
      destination.answer(3, 410, "Unregistered") == [
        .finish(3, .unregistered(DestinationScript.answer(410, "Unregistered")))
      ])
    #expect(destination.answer(4, 200) == [DestinationScript.delivered(4)])
  }

  @Test func tooManyTokenUpdatesAreRetried() {
    var destination = DestinationScript()
    destination.open(1)
    _ = destination.submit(2...2)
    #expect(destination.answer(2, 429, "TooManyProviderTokenUpdates") == [])
    #expect(destination.pass(.seconds(1)) == [.start(2, on: 1)])
  }

  @Test func aRefusedKeyStopsTheDestinationUntilTheStopIsOver() {
    var destination = DestinationScript { $0.backOff.longest = .seconds(1) }
    destination.open(1)
    _ = destination.submit(2...5)
    destination.dispatch(2...4)
    _ = destination.answer(4, 500, "InternalServerError")
    let answer = DestinationScript.answer(403, "InvalidProviderToken")
    let fault = PushFault(answer)
    #expect(
      destination.answer(2, 403, "InvalidProviderToken") == [
        DestinationScript.undelivered(2, fault, answer), .stopped(fault),
        DestinationScript.undelivered(4, fault, DestinationScript.answer(500, "InternalServerError")),
      ])
    // Requests in flight still get their answers; new ones end at once. The stop is reported once.
    #expect(destination.answer(3, 200) == [DestinationScript.delivered(3)])
    #expect(destination.answer(5, 403, "InvalidProviderToken") == [DestinationScript.undelivered(5, fault, answer)])
    #expect(destination.submit(6...6) == [DestinationScript.undelivered(6, fault, answer)])
    #expect(destination.pass(.milliseconds(59_999)) == [])
    #expect(destination.submit(7...7) == [DestinationScript.undelivered(7, fault, answer)])
    #expect(destination.pass(.milliseconds(1)) == [])
    #expect(destination.submit(8...8) == [.start(8, on: 1)])
    #expect(
      destination.answer(8, 403, "InvalidProviderToken") == [
        DestinationScript.undelivered(8, fault, answer), .stopped(fault),
      ])
    #expect(destination.pass(.seconds(60)) == [])
    #expect(destination.submit(9...9) == [.start(9, on: 1)])
    #expect(destination.answer(9, 200) == [DestinationScript.delivered(9)])
  }
}
