import Foundation
import Testing

@testable import Push

@Suite struct PayloadTests {
  private struct Match: Encodable, Sendable {
    var sessionID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var label = "Ramen & Söhne / \"1\""
    var score: Double? = 0.75
    var missing: Int?
  }

  @Test func customKeysStandBesideAps() throws {
    let push = PushNotification(
      .alert(PushAlert(body: "b")),
      custom: [
        "match": Match(), "count": 7, "flag": true, "list": ["x"], "zero": String?.none,
        "date": Date(timeIntervalSinceReferenceDate: 1.5),
      ])
    #expect(
      try push.payload()
        == #"{"aps":{"alert":{"body":"b"}},"count":7,"date":1.5,"flag":true,"list":["x"],"#
        + #""match":{"label":"Ramen & Söhne / \"1\"","score":0.75,"#
        + #""sessionID":"01020304-0506-0708-090A-0B0C0D0E0F10"},"zero":null}"#)
  }

  @Test func applesKeysAreRefused() {
    let words = "The key is Apple's own; give the value another."
    for content in [PushContent.alert(PushAlert(body: "b")), .background, .voip, .mdm(pushMagic: "m")] {
      #expect(PushNotification(content, custom: ["a": 1, "aps": 1]).refusal() == "reservedKey aps: \(words)")
    }
    #expect(PushNotification(.mdm(pushMagic: "m"), custom: ["mdm": 1]).refusal() == "reservedKey mdm: \(words)")
    let provider = PushContent.fileProvider(container: "c", domain: nil)
    for key in ["container-identifier", "domain"] {
      #expect(PushNotification(provider, custom: [key: 1]).refusal() == "reservedKey \(key): \(words)")
    }
    #expect(PushNotification(.voip, custom: ["mdm": 1, "domain": 1, "APS": 1]).refusal() == nil)
  }

  @Test func emptyNamesAreRefused() {
    #expect(
      PushNotification(.mdm(pushMagic: "")).refusal()
        == "missing mdm: It is empty; send the push magic that the device reported.")
    #expect(
      PushNotification(.fileProvider(container: "", domain: nil)).refusal()
        == "missing container-identifier: It is empty; name the container that changed.")
  }

  @Test func unencodableValuesAreNamedAndNotRepeated() {
    struct Nested: Encodable, Sendable { var values = [1, Double.infinity] }
    struct Refusing: Encodable, Sendable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    let words = "It cannot be written as JSON, for example an infinite number."
    #expect(
      PushNotification(.voip, custom: ["score": Double.nan]).refusal() == "notEncodable score: \(words)")
    #expect(
      PushNotification(.voip, custom: ["nested": Nested()]).refusal() == "notEncodable nested.values[1]: \(words)")
    #expect(PushNotification(.voip, custom: ["refusing": Refusing()]).refusal() == "notEncodable payload: \(words)")
  }

  /// A notification whose payload has exactly `bytes` bytes.
  private func push(_ content: PushContent, bytes: Int) throws -> PushNotification {
    let empty = try PushNotification(content, custom: ["x": ""]).payload().utf8.count
    return PushNotification(content, custom: ["x": String(repeating: "a", count: bytes - empty)])
  }

  @Test(arguments: [
    (PushContent.alert(PushAlert(body: "ä")), 4096), (.background, 4096), (.complication, 4096), (.controls, 4096),
    (.fileProvider(container: "c", domain: nil), 4096), (.location, 4096), (.mdm(pushMagic: "m"), 4096),
    (.pushToTalk, 4096), (.voip, 5120), (.widgets, 4096), (.liveActivity(.update(state: 1)), 4096),
  ])
  func payloadsEndAtTheirLimit(content: PushContent, limit: Int) throws {
    #expect(try push(content, bytes: limit).payload().utf8.count == limit)
    #expect(
      try push(content, bytes: limit + 1).refusal()
        == "tooLarge payload: It has \(limit + 1) bytes; Apple takes at most \(limit). Shorten it.")
  }
}
