import Testing

@testable import Push

@Suite("Lane: answers") struct LaneAnswerTests {
  private func fault(_ status: Int, _ reason: String) -> PushFault { PushFault(LaneScript.answer(status, reason)) }

  @Test func aBusyServerIsRetriedWithGrowingPausesFor15Minutes() {
    var lane = LaneScript { $0.backOff.longest = .seconds(300) }
    lane.open(1)
    let answer = LaneScript.answer(503, "ServiceUnavailable")
    #expect(lane.submit(2...2, device: "a") == [.start(2, on: 1)])
    for pause in [1, 2, 4, 8, 16, 32, 64, 128, 256] {
      lane.dispatch(2...2)
      #expect(lane.answer(2, 503, "ServiceUnavailable") == [])
      #expect(lane.pass(.seconds(pause) - .milliseconds(1)) == [])
      #expect(lane.pass(.milliseconds(1)) == [.start(2, on: 1)])
    }
    lane.dispatch(2...2)
    _ = lane.pass(.seconds(100))
    // 611 s have passed; the next pause of 300 s would end after the 15 minutes.
    #expect(
      lane.answer(2, 503, "ServiceUnavailable")
        == [LaneScript.undelivered(2, fault(503, "ServiceUnavailable"), answer)])
    #expect(lane.state.devices.isEmpty)
  }

  @Test func retryAfterCountsWhenItIsLonger() {
    var lane = LaneScript(jitter: { 0 })
    lane.open(1)
    _ = lane.submit(2...3)
    #expect(lane.answer(2, 500, "InternalServerError", retryAfter: .seconds(7)) == [])
    #expect(lane.pass(.milliseconds(6999)) == [])
    #expect(lane.pass(.milliseconds(1)) == [.start(2, on: 1)])
    #expect(lane.answer(3, 500, "InternalServerError") == [.start(3, on: 1)])
  }

  @Test func expiredNotificationsAreNotRetried() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...2, expires: .milliseconds(1000))
    _ = lane.submit(3...3, expires: .milliseconds(1001))
    _ = lane.submit(4...4, expires: .zero)
    let answer = LaneScript.answer(500, "InternalServerError")
    let fault = PushFault(answer)
    #expect(lane.answer(2, 500, "InternalServerError") == [LaneScript.undelivered(2, fault, answer)])
    #expect(lane.answer(3, 500, "InternalServerError") == [])
    // With an expiration of zero there is one attempt.
    #expect(lane.answer(4, 500, "InternalServerError") == [LaneScript.undelivered(4, fault, answer)])
    #expect(lane.pass(.seconds(1)) == [.start(3, on: 1)])
  }

  @Test func anExpiredTokenGetsOneMoreTryOnANewConnection() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...2)
    let answer = LaneScript.answer(403, "ExpiredProviderToken")
    #expect(lane.answer(2, 403, "ExpiredProviderToken") == [.close(1), .open(2), .start(2, on: 2)])
    #expect(
      lane.answer(2, 403, "ExpiredProviderToken")
        == [.close(2), LaneScript.undelivered(2, PushFault(answer), answer)])
    // The lane goes on.
    #expect(lane.submit(3...3) == [.open(3), .start(3, on: 3)])
  }

  @Test func aShutdownAnswerRetiresTheConnection() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...2)
    #expect(lane.answer(2, 503, "Shutdown") == [.close(1)])
    #expect(lane.pass(.seconds(1)) == [.open(2), .start(2, on: 2)])
  }

  @Test func refusalsAndUnregisteredTokensEndAtOnce() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...4)
    #expect(
      lane.answer(2, 400, "BadTopic") == [
        .finish(2, .refused(fault(400, "BadTopic"), LaneScript.answer(400, "BadTopic")))
      ])
    #expect(lane.answer(3, 410, "Unregistered") == [.finish(3, .unregistered(LaneScript.answer(410, "Unregistered")))])
    #expect(lane.answer(4, 200) == [LaneScript.delivered(4)])
  }

  @Test func tooManyTokenUpdatesAreRetried() {
    var lane = LaneScript()
    lane.open(1)
    _ = lane.submit(2...2)
    #expect(lane.answer(2, 429, "TooManyProviderTokenUpdates") == [])
    #expect(lane.pass(.seconds(1)) == [.start(2, on: 1)])
  }

  @Test func aRefusedKeyStopsTheLaneUntilItIsReplacedOrTheStopIsOver() {
    var lane = LaneScript { $0.backOff.longest = .seconds(1) }
    lane.open(1)
    _ = lane.submit(2...5)
    lane.dispatch(2...4)
    _ = lane.answer(4, 500, "InternalServerError")
    let answer = LaneScript.answer(403, "InvalidProviderToken")
    let fault = PushFault(answer)
    #expect(
      lane.answer(2, 403, "InvalidProviderToken") == [
        LaneScript.undelivered(2, fault, answer), .stopped(fault),
        LaneScript.undelivered(4, fault, LaneScript.answer(500, "InternalServerError")),
      ])
    // Requests in flight still get their answers; new ones end at once. The stop is reported once.
    #expect(lane.answer(3, 200) == [LaneScript.delivered(3)])
    #expect(lane.answer(5, 403, "InvalidProviderToken") == [LaneScript.undelivered(5, fault, answer)])
    #expect(lane.submit(6...6) == [LaneScript.undelivered(6, fault, answer)])
    #expect(lane.pass(.milliseconds(59_999)) == [])
    #expect(lane.submit(7...7) == [LaneScript.undelivered(7, fault, answer)])
    #expect(lane.pass(.milliseconds(1)) == [])
    #expect(lane.submit(8...8) == [.start(8, on: 1)])
    #expect(lane.answer(8, 403, "InvalidProviderToken") == [LaneScript.undelivered(8, fault, answer), .stopped(fault)])
    lane.state.resume()
    #expect(lane.submit(9...9) == [.close(1), .open(2), .start(9, on: 2)])
  }
}
