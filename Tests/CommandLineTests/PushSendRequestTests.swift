import Edge
import Foundation
import Testing

@testable import Swiftlet

@Suite struct PushSendRequestTests {
  private static let id = UUID()

  private func request(_ change: (inout PushSendRequest) -> Void = { _ in }) -> PushSendRequest {
    var request = PushSendRequest(to: "ABcd", id: Self.id)
    request.title = "Hello"
    change(&request)
    return request
  }

  private func json(_ push: PreparedPush) throws -> JSONValue { try Wire.decode(JSONValue.self, from: push.body) }

  @Test func flagsBecomeAPayload() throws {
    let push = try request {
      $0.subtitle = "and"
      $0.body = "goodbye"
      $0.sound = "default"
      $0.badge = 0
      $0.data = ["game": 7]
      $0.priority = .considerate
      $0.collapseID = "c"
      $0.expiration = 0
    }.prepared(PushSettings())
    #expect(
      try json(push) == [
        "aps": [
          "alert": ["title": "Hello", "subtitle": "and", "body": "goodbye"], "sound": "default", "badge": 0,
        ],
        "game": 7,
      ])
    #expect(push.path == "/3/device/abcd")
    #expect(push.id == Self.id)
    #expect(push.environment == .sandbox)
    let headers = Dictionary(uniqueKeysWithValues: push.headers.map { ($0.name, $0.value) })
    #expect(headers["apns-topic"] == "com.example.app")
    #expect(headers["apns-push-type"] == "alert")
    #expect(headers["apns-priority"] == "5")
    #expect(headers["apns-collapse-id"] == "c")
    #expect(headers["apns-expiration"] == "0")
    #expect(headers["apns-id"] == Self.id.uuidString.lowercased())
  }

  @Test func theLastFaultIsKnownWithinTheTimeLimit() async throws {
    let receipt = try await request().send(by: Unreachable(), PushSettings())
    #expect(receipt.reason == "cannotConnect")
    #expect(receipt.meaning == "tried for 20.0 seconds")
  }

  private struct Unreachable: PushSending {
    func send(_ push: PreparedPush) async -> PushOutcome {
      let words = "tried for \(push.retryDeadline ?? .seconds(900))"
      return .undelivered(PushFault(.cannotConnect, words), lastAnswer: nil, mayHaveArrived: false)
    }

    func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer {
      .undecided(PushFault(.cannotConnect, "connection refused"), lastAnswer: nil, mayHaveHappened: false)
    }
  }

  @Test func theRequestsFieldsOverrideTheSettings() throws {
    let push = try request {
      $0.environment = .production
      $0.topic = "app.other"
    }.prepared(PushSettings())
    #expect(push.environment == .production)
    #expect(push.headers.contains { $0 == ("apns-topic", "app.other") })
  }

  @Test(arguments: PushType.allCases)
  func aWholePayloadGoesWithAnyType(_ type: PushType) throws {
    let text = #"{"aps":{"anything":1.0}}"#
    let push = try request {
      $0.title = nil
      $0.type = type
      $0.payload = text
    }.prepared(PushSettings())
    #expect(push.body == [UInt8](text.utf8))
    #expect(push.headers.contains { $0 == ("apns-push-type", type.rawValue) })
    #expect(push.headers.contains { $0 == ("apns-topic", "com.example.app\(type.topicSuffix)") })
  }

  @Test(arguments: PushType.allCases)
  func aWholePayloadKeepsToItsLimit(_ type: PushType) throws {
    func sized(_ count: Int) -> PushSendRequest {
      request {
        $0.type = type
        $0.payload = "{\"a\":\"\(String(repeating: "x", count: count - 8))\"}"
      }
    }
    #expect(try sized(type.payloadLimit).prepared(PushSettings()).body.count == type.payloadLimit)
    let error = #expect(throws: PushError.self) { try sized(type.payloadLimit + 1).prepared(PushSettings()) }
    #expect(error?.code == .tooLarge)
  }

  @Test func aPayloadThatIsNotAnObjectIsRefused() {
    for text in ["", "[]", "7", "{", "{\"a\":1,\"a\":2}", String(repeating: "[", count: 600)] {
      let error = #expect(throws: PushError.self) { try request { $0.payload = text }.prepared(PushSettings()) }
      #expect(error?.field == "payload")
    }
  }

  @Test func typesThatFlagsCannotDescribeNeedAPayload() {
    for type in [PushType.liveactivity, .mdm, .fileprovider] {
      let error = #expect(throws: PushError.self) { try request { $0.type = type }.prepared(PushSettings()) }
      #expect(error?.message.contains("--payload") == true)
    }
  }

  @Test func aRequestThatAppleWouldRefuseIsRefused() {
    let wrong: [(String, (inout PushSendRequest) -> Void)] = [
      ("device token", { $0.token = "xyz" }), ("aps.alert", { $0.title = nil }), ("aps.badge", { $0.badge = -1 }),
      ("apns-collapse-id", { $0.collapseID = String(repeating: "x", count: 65) }), ("bundle id", { $0.topic = "a b" }),
      ("apns-priority", { ($0.type, $0.priority) = (.background, .immediate) }),
    ]
    for (field, change) in wrong {
      let error = #expect(throws: PushError.self) { try request(change).prepared(PushSettings()) }
      #expect(error?.field == field)
    }
  }

  @Test func encodingAndDecodingKeepAllFields() throws {
    let before = request {
      $0.data = ["list": [1, "two"]]
      $0.type = .background
      $0.priority = .low
    }
    let after = try Wire.decode(PushSendRequest.self, from: try Wire.encode(before))
    #expect(try after.prepared(PushSettings()).body == before.prepared(PushSettings()).body)
    #expect(after.id == Self.id)
    #expect(after.priority == .low)
  }
}

@Suite struct PushReceiptTests {
  private static let id = UUID()

  private func receipt(_ outcome: PushOutcome?) -> PushReceipt { PushReceipt(outcome, id: Self.id, by: "Apple") }

  @Test func everyOutcomeHasAMeaning() {
    let id = Self.id.uuidString.lowercased()
    #expect(
      receipt(.delivered(id: Self.id, uniqueID: "U")).text
        == """
        apns-id   \(id)
        unique    U
        answer    200
        meaning   Apple accepted the notification. Nothing is left to do.
        """)
    let gone = receipt(
      .unregistered(
        since: Date(timeIntervalSince1970: 1_772_366_400), PushAnswer(status: 410, reason: "ExpiredToken")))
    #expect(gone.status == 410)
    #expect(gone.text.contains("answer    410 ExpiredToken\nmeaning   The device token has expired."))
    #expect(gone.text.hasSuffix("\nsince     2026-03-01T12:00:00Z"))
    let answer = PushAnswer(status: 400, reason: "BadDeviceToken")
    let refused = receipt(.refused(PushFault(answer), answer))
    #expect(refused.outcome == "refused")
    #expect(refused.text.contains("answer    400 BadDeviceToken\nmeaning   Apple does not know the device token"))
    let lost = receipt(.undelivered(PushFault(.connectionLost, "Lost."), lastAnswer: nil, mayHaveArrived: true))
    #expect(lost.status == nil)
    #expect(lost.text.contains("answer    connectionLost\nmeaning   Lost.\n"))
    #expect(lost.text.hasSuffix("It may have arrived all the same: the answer to it was lost."))
  }

  @Test func aTimeoutNamesItsLength() {
    let cancelled = PushOutcome.undelivered(PushFault(.cancelled, "x"), lastAnswer: nil, mayHaveArrived: false)
    for outcome in [nil, cancelled] {
      #expect(receipt(outcome).outcome == "undelivered")
      #expect(receipt(outcome).reason == "timedOut")
      #expect(receipt(outcome).meaning.contains("within 30 s"))
    }
  }
}
