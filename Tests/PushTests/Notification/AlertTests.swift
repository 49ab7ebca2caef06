import Foundation
import Testing

@testable import Push

@Suite struct AlertTests {
  @Test func aPlainAlert() throws {
    let sent = try PushNotification(.alert(PushAlert(title: "It's a match", body: "„Ramen / Sushi“"))).sent()
    #expect(sent.path == "/3/device/00fc13adff")
    #expect(sent.headers == ["apns-topic: com.example.app", "apns-push-type: alert", fixedIDLine])
    #expect(sent.body == #"{"aps":{"alert":{"body":"„Ramen / Sushi“","title":"It's a match"}}}"#)
  }

  @Test func everyField() throws {
    let alert = PushAlert(
      title: "T", subtitle: "S", body: "B", launchImage: "L", sound: .standard, badge: 3, threadID: "thread",
      category: "MATCH", targetContentID: "window", interruptionLevel: .timeSensitive, relevanceScore: 0.5,
      filterCriteria: "filter", mutableContent: true, contentAvailable: true)
    #expect(
      try PushNotification(.alert(alert)).payload()
        == #"{"aps":{"alert":{"body":"B","launch-image":"L","subtitle":"S","title":"T"},"badge":3,"category":"MATCH","#
        + #""content-available":1,"filter-criteria":"filter","interruption-level":"time-sensitive","mutable-content":1,"#
        + #""relevance-score":0.5,"sound":"default","target-content-id":"window","thread-id":"thread"}}"#)
  }

  @Test func localisedTexts() throws {
    let alert = PushAlert(
      title: .localized(key: "MATCH", arguments: ["Ana", "Ramen"]), subtitle: .localized(key: "SUB", arguments: ["1"]),
      body: .localized(key: "BODY"))
    #expect(
      try PushNotification(.alert(alert)).payload()
        == #"{"aps":{"alert":{"loc-key":"BODY","subtitle-loc-args":["1"],"subtitle-loc-key":"SUB","#
        + #""title-loc-args":["Ana","Ramen"],"title-loc-key":"MATCH"}}}"#)
    let arguments = PushAlert(body: .localized(key: "B", arguments: ["x"]))
    #expect(
      try PushNotification(.alert(arguments)).payload() == #"{"aps":{"alert":{"loc-args":["x"],"loc-key":"B"}}}"#)
  }

  @Test(arguments: [
    (PushSound.standard, #""default""#), (.named("bell.caf"), #""bell.caf""#),
    (.critical(), #"{"critical":1,"name":"default","volume":1}"#),
    (.critical(name: "alarm.caf", volume: 0), #"{"critical":1,"name":"alarm.caf","volume":0}"#),
    (.critical(name: "alarm.caf", volume: 0.25), #"{"critical":1,"name":"alarm.caf","volume":0.25}"#),
  ])
  func sounds(sound: PushSound, json: String) throws {
    #expect(try PushNotification(.alert(PushAlert(sound: sound))).payload() == "{\"aps\":{\"sound\":\(json)}}")
  }

  @Test(arguments: [
    (PushAlert.InterruptionLevel.passive, "passive"), (.active, "active"), (.timeSensitive, "time-sensitive"),
    (.critical, "critical"),
  ])
  func interruptionLevels(level: PushAlert.InterruptionLevel, word: String) throws {
    #expect(
      try PushNotification(.alert(PushAlert(badge: 0, interruptionLevel: level))).payload()
        == "{\"aps\":{\"badge\":0,\"interruption-level\":\"\(word)\"}}")
  }

  @Test func valuesAtTheirLimitsAreAccepted() {
    for score in [0, 1] {
      #expect(PushNotification(.alert(PushAlert(body: "b", relevanceScore: Double(score)))).refusal() == nil)
    }
    #expect(PushNotification(.alert(PushAlert(badge: 0))).refusal() == nil)
    #expect(PushNotification(.alert(PushAlert(body: ""))).refusal() == nil)
  }

  @Test(arguments: [
    (
      PushAlert(launchImage: "L", threadID: "x", mutableContent: true),
      "missing aps.alert: The alert has no title, subtitle, body, sound or badge; set one, or send a background push."
    ), (PushAlert(badge: -1), "invalidValue aps.badge: It is -1; use 0 or more."),
    (PushAlert(body: "b", relevanceScore: 1.01), "invalidValue aps.relevance-score: It is 1.01; use 0 to 1."),
    (PushAlert(body: "b", relevanceScore: -0.1), "invalidValue aps.relevance-score: It is -0.1; use 0 to 1."),
    (PushAlert(body: "b", relevanceScore: .nan), "invalidValue aps.relevance-score: It is nan; use 0 to 1."),
    (PushAlert(sound: .named("")), "invalidValue aps.sound: It is empty; name a sound, or leave it out."),
    (
      PushAlert(sound: .critical(name: "")), "invalidValue aps.sound: It is empty; name a sound, or leave it out."
    ), (PushAlert(sound: .critical(volume: 1.5)), "invalidValue aps.sound.volume: It is 1.5; use 0 to 1."),
    (PushAlert(sound: .critical(volume: -1)), "invalidValue aps.sound.volume: It is -1.0; use 0 to 1."),
  ])
  func valuesPastTheirLimitsAreRefused(alert: PushAlert, words: String) {
    #expect(PushNotification(.alert(alert)).refusal() == words)
  }
}
