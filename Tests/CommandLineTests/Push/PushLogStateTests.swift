import Edge
import Foundation
import Testing

@testable import Console
@testable import Swiftlet

@Suite struct PushLogStateTests {
  private static let now = Date(timeIntervalSince1970: 1_772_366_400)

  private static func push(
    _ token: String = "00c0ffee", id: UUID = UUID(), expiration: PushExpiration? = nil
  ) throws -> PreparedPush {
    try PushNotification(.alert(PushAlert(title: "Hello")), bundleID: "app.example", expiration: expiration).prepared(
      for: DeviceToken(token, environment: .sandbox), id: id)
  }

  private static let late = PushOutcome.undelivered(
    PushFault(.failed, "It failed."), lastAnswer: PushAnswer(status: 503, reason: "Shutdown"), mayHaveArrived: true)

  @Test func aNotificationIsKeptWithItsOutcome() throws {
    var state = PushLogState()
    let push = try Self.push()
    state.begin(push, at: Self.now)
    var activity = state.activity(PushQuery(), at: Self.now)
    #expect(activity.inFlight == 1)
    #expect(activity.records.map(\.outcome) == [.sending])
    state.end(push, .delivered(id: push.id, uniqueID: nil), milliseconds: 8, at: Self.now)
    activity = state.activity(PushQuery(), at: Self.now)
    let record = try #require(activity.records.first)
    #expect(activity.inFlight == 0)
    #expect(activity.p95 == 8)
    #expect(record.outcome == .delivered)
    #expect(record.token == "c0ffee")
    #expect(record.kind == "alert")
    #expect(record.topic == "app.example")
    #expect(record.environment == "sandbox")
    #expect(record.status == 200)
    #expect(!record.isHeld)
    #expect(activity.minutes.sent.last == 1)
    #expect(activity.minutes.delivered.last == 1)
  }

  @Test func anAnswerIsExplained() throws {
    var state = PushLogState()
    for outcome in [
      PushOutcome.unregistered(since: Self.now, PushAnswer(status: 410, reason: "Unregistered")),
      .refused(PushFault(.badDeviceToken, "Forget it."), PushAnswer(status: 400, reason: "BadDeviceToken")),
    ] {
      let push = try Self.push()
      state.begin(push, at: Self.now)
      state.end(push, outcome, milliseconds: 1, at: Self.now)
    }
    let records = state.activity(PushQuery(), at: Self.now).records
    #expect(records.map(\.outcome) == [.refused, .unregistered])
    #expect(records.map(\.reason) == ["BadDeviceToken", "Unregistered"])
    #expect(records.first?.meaning == "Forget it.")
    #expect(records.last?.meaning?.contains("Forget the token") == true)
  }

  @Test func whatIsUndeliveredIsHeldUntilItIsSentAgain() throws {
    var state = PushLogState()
    let push = try Self.push()
    state.begin(push, at: Self.now)
    state.end(push, Self.late, milliseconds: 1, at: Self.now)
    var activity = state.activity(PushQuery(), at: Self.now)
    #expect(activity.held == 1)
    #expect(activity.records.first?.isHeld == true)
    #expect(activity.records.first?.mayHaveArrived == true)
    #expect(state.undelivered(nil, at: Self.now).map(\.id) == [push.id])
    #expect(state.undelivered([UUID()], at: Self.now).isEmpty)
    state.begin(push, at: Self.now)
    #expect(state.undelivered(nil, at: Self.now).isEmpty)
    state.end(push, .delivered(id: push.id, uniqueID: nil), milliseconds: 1, at: Self.now)
    activity = state.activity(PushQuery(), at: Self.now)
    #expect(activity.held == 0)
    #expect(activity.records.count == 1)
    #expect(activity.records.first?.tries == 2)
    #expect(activity.records.first?.outcome == .delivered)
  }

  @Test func anUndeliveredPushOfAJobIsNotHeld() throws {
    var state = PushLogState()
    var push = try Self.push()
    push.job = 17
    state.begin(push, at: Self.now)
    state.end(push, Self.late, milliseconds: 1, at: Self.now)
    let activity = state.activity(PushQuery(), at: Self.now)
    #expect(activity.held == 0)
    #expect(activity.records.map(\.job) == [17])
    #expect(state.undelivered(nil, at: Self.now).isEmpty)
  }

  @Test func whatHasExpiredIsNotSentAgain() throws {
    var state = PushLogState()
    let push = try Self.push(expiration: .at(Self.now.addingTimeInterval(60)))
    state.begin(push, at: Self.now)
    state.end(push, Self.late, milliseconds: 1, at: Self.now)
    #expect(state.undelivered(nil, at: Self.now).count == 1)
    #expect(state.undelivered(nil, at: Self.now.addingTimeInterval(61)).isEmpty)
  }

  @Test func theLogIsBoundedAndReadInPages() throws {
    var state = PushLogState()
    for _ in 0..<(PushLogState.kept + 100) {
      let push = try Self.push()
      state.begin(push, at: Self.now)
      state.end(push, Self.late, milliseconds: 1, at: Self.now)
    }
    #expect(state.undelivered(nil, at: Self.now).count == PushLogState.held)
    var (pages, count, before) = (0, 0, Int?.none)
    repeat {
      let activity = state.activity(PushQuery(before: before, limit: PushQuery.most), at: Self.now)
      #expect(activity.records.map(\.number) == activity.records.map(\.number).sorted(by: >))
      pages += 1
      count += activity.records.count
      before = activity.next
    } while before != nil
    #expect(count == PushLogState.kept)
    #expect(pages == PushLogState.kept / PushQuery.most)
    #expect(state.activity(PushQuery(limit: .max), at: Self.now).records.count == PushQuery.most)
    #expect(state.activity(PushQuery(limit: -1), at: Self.now).records.count == 1)
  }

  @Test func theSameNotificationManyTimesIsBoundedToo() throws {
    var state = PushLogState()
    let push = try Self.push()
    for _ in 0..<10_000 {
      state.begin(push, at: Self.now)
      state.end(push, Self.late, milliseconds: 1, at: Self.now)
    }
    #expect(state.activity(PushQuery(), at: Self.now).records.map(\.tries) == [10_000])
  }

  @Test func minutesPass() {
    var minutes = PushMinutes()
    minutes.add(.sent, at: Self.now)
    minutes.add(.sent, at: Self.now.addingTimeInterval(120))
    // The clock was set back.
    minutes.add(.sent, at: Self.now.addingTimeInterval(-3600))
    #expect(minutes.lists(at: Self.now.addingTimeInterval(120)).sent.suffix(3) == [1, 0, 2])
    #expect(minutes.lists(at: Self.now.addingTimeInterval(61 * 60)).sent.first == 2)
    #expect(minutes.lists(at: Self.now.addingTimeInterval(100 * 60)).sent.allSatisfy { $0 == 0 })
    minutes.add(.failed, at: Self.now.addingTimeInterval(1e12))
    #expect(minutes.lists(at: Self.now.addingTimeInterval(1e12)).failed.last == 1)
    #expect(minutes.lists(at: .distantFuture).sent.count == 60)
  }
}
