import Foundation
import Testing

@testable import Push

@Suite struct HeaderTests {
  private let alert = PushNotification(.alert(PushAlert(body: "b")))

  /// The contract's push types with their topic suffixes and payloads.
  @Test(arguments: [
    (PushContent.alert(PushAlert(badge: 1)), "alert", "", #"{"aps":{"badge":1}}"#),
    (.background, "background", "", #"{"aps":{"content-available":1}}"#),
    (.complication, "complication", ".complication", #"{"aps":{}}"#),
    (.controls, "controls", ".push-type.controls", #"{"aps":{"content-changed":true}}"#),
    (
      .fileProvider(container: "NSFileProviderRootContainerItemIdentifier", domain: "d"), "fileprovider",
      ".pushkit.fileprovider",
      #"{"container-identifier":"NSFileProviderRootContainerItemIdentifier","domain":"d"}"#
    ),
    (
      .liveActivity(.update(state: [1], timestamp: Date(timeIntervalSince1970: 1))), "liveactivity",
      ".push-type.liveactivity", #"{"aps":{"content-state":[1],"event":"update","timestamp":1}}"#
    ), (.location, "location", ".location-query", #"{"aps":{}}"#), (.mdm(pushMagic: "M"), "mdm", "", #"{"mdm":"M"}"#),
    (.pushToTalk, "pushtotalk", ".voip-ptt", #"{"aps":{}}"#), (.voip, "voip", ".voip", #"{"aps":{}}"#),
    (.widgets, "widgets", ".push-type.widgets", #"{"aps":{"content-changed":true}}"#),
  ])
  func everyPushType(content: PushContent, type: String, suffix: String, body: String) throws {
    let sent = try PushNotification(content).sent()
    let priority = type == "background" ? ["apns-priority: 5"] : []
    #expect(
      sent.headers == ["apns-topic: com.example.app\(suffix)", "apns-push-type: \(type)", fixedIDLine] + priority)
    #expect(sent.body == body)
    #expect(sent.path == "/3/device/00fc13adff")
  }

  @Test func allPushTypesAreCovered() {
    #expect(PushType.allCases.count == 11)
  }

  @Test func everyHeaderInItsOrder() throws {
    var push = alert
    push.expiration = .at(Date(timeIntervalSince1970: 1_700_000_000.99))
    push.priority = .low
    push.collapseID = "match-1"
    #expect(
      try push.sent().headers == [
        "apns-topic: com.example.app", "apns-push-type: alert", fixedIDLine, "apns-expiration: 1700000000",
        "apns-priority: 1", "apns-collapse-id: match-1",
      ])
  }

  @Test func preparedPushesHaveDeviceAndExpiration() throws {
    var push = alert
    let prepared = try push.prepared(for: DeviceToken("00AA", environment: .production), id: fixedID)
    #expect(prepared.id == fixedID)
    #expect(prepared.environment == .production)
    #expect(prepared.device == "00aa")
    #expect(prepared.expiresAt == nil)
    push.expiration = .oneAttempt
    #expect(try push.prepared(for: DeviceToken("00AA", environment: .production)).expiresAt == nil)
    #expect(try push.sent().headers.contains("apns-expiration: 0"))
    push.expiration = .at(Date(timeIntervalSince1970: 1_700_000_000))
    #expect(
      try push.prepared(for: DeviceToken("00AA", environment: .production)).expiresAt
        == Date(timeIntervalSince1970: 1_700_000_000))
  }

  @Test func eachDeviceGetsItsOwnId() throws {
    let tokens = try (0..<100).map { try DeviceToken("00\(10 + $0 % 90)ff\(1000 + $0)", environment: .sandbox) }
    let pushes = try alert.prepared(for: tokens)
    #expect(pushes.map(\.device) == tokens.map(\.hex))
    #expect(Set(pushes.map(\.id)).count == 100)
    for push in pushes {
      #expect(push.headers.first { $0.name == "apns-id" }?.value == push.id.uuidString.lowercased())
    }
    #expect(try alert.prepared(for: []).isEmpty)
    let once = try alert.prepared(for: tokens[0])
    let twice = try alert.prepared(for: tokens[0])
    #expect(once.id != twice.id)
  }

  @Test(arguments: [(PushPriority.immediate, "10"), (.considerate, "5"), (.low, "1")])
  func priorities(priority: PushPriority, value: String) throws {
    var push = alert
    push.priority = priority
    #expect(try push.sent().headers.last == "apns-priority: \(value)")
    var background = PushNotification(.background)
    background.priority = priority
    if priority == .immediate {
      #expect(
        background.refusal()
          == "invalidValue apns-priority: Apple refuses 10 for a background push; use 5 or 1, or leave it out.")
    } else {
      #expect(try background.sent().headers.last == "apns-priority: \(value)")
    }
  }

  @Test func collapseIDsEndAt64Bytes() throws {
    var push = alert
    for id in ["a", String(repeating: "a", count: 64), String(repeating: "é", count: 32), "a b"] {
      push.collapseID = id
      #expect(try push.sent().headers.last == "apns-collapse-id: \(id)")
    }
    push.collapseID = String(repeating: "a", count: 65)
    #expect(push.refusal() == "tooLarge apns-collapse-id: It has 65 bytes; use at most 64.")
    push.collapseID = String(repeating: "é", count: 32) + "a"
    #expect(push.refusal() == "tooLarge apns-collapse-id: It has 65 bytes; use at most 64.")
    push.collapseID = ""
    #expect(push.refusal() == "invalidValue apns-collapse-id: It is empty; leave it out instead.")
    for id in ["a\r\nauthorization: x", "a\0", "\t", "\u{7F}", " a", "a ", "\r\n"] {
      push.collapseID = id
      #expect(
        push.refusal()
          == "invalidValue apns-collapse-id: It has a control character, or a space at an end; remove it.")
    }
  }

  @Test func expirationsAreWholeSecondsAfter1970() throws {
    var push = alert
    let words = "invalidValue apns-expiration: It is not a date between 1970 and 9999."
    for (seconds, header) in [(1.0, "1"), (1.999, "1"), (253_402_300_799.5, "253402300799")] {
      push.expiration = .at(Date(timeIntervalSince1970: seconds))
      #expect(try push.sent().headers.last == "apns-expiration: \(header)")
    }
    for seconds in [-0.001, 253_402_300_800, .infinity, -.infinity, .nan, 1e300] {
      push.expiration = .at(Date(timeIntervalSince1970: seconds))
      #expect(push.refusal() == words)
    }
    push.expiration = .at(Date(timeIntervalSince1970: 0.5))
    #expect(push.refusal() == "invalidValue apns-expiration: It is 1970; use oneAttempt for a single attempt.")
  }

  @Test func bundleIDsCannotEscapeFromPathOrHeader() throws {
    var push = alert
    push.bundleID = "com.Example-1.app2"
    #expect(try push.sent().headers.first == "apns-topic: com.Example-1.app2")
    push.bundleID = String(repeating: "a", count: 255)
    #expect(push.refusal() == nil)
    for id in ["a/b", "a b", "a\r\n", "a_b", "ä", "a?", String(repeating: "a", count: 256)] {
      push.bundleID = id
      #expect(
        push.refusal() == "invalidValue bundle id: It may have letters, digits, hyphens and dots, 255 at most.")
    }
    push.bundleID = ""
    #expect(push.refusal() == "missing bundle id: It is empty; set the app's bundle id.")
  }
}
