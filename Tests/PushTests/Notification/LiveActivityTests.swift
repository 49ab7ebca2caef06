import Foundation
import Testing

@testable import Push

@Suite struct LiveActivityTests {
  private struct State: Codable, Sendable { var score = 2, label = "Ramen" }
  private struct Attributes: Codable, Sendable { var session = "s1" }

  private let now = Date(timeIntervalSince1970: 1_700_000_000.9)
  private let alert = LiveActivity.Alert(title: "T", body: "B")

  private func payload(_ activity: LiveActivity) throws -> String {
    try PushNotification(.liveActivity(activity)).payload()
  }

  @Test func start() throws {
    var activity = LiveActivity.start(
      attributesType: "MatchAttributes", attributes: Attributes(), state: State(), alert: alert, timestamp: now)
    let begin = #"{"aps":{"alert":{"body":"B","title":"T"},"attributes":{"session":"s1"},"#
    let state = #""attributes-type":"MatchAttributes","content-state":{"label":"Ramen","score":2},"event":"start","#
    #expect(try payload(activity) == begin + state + #""timestamp":1700000000}}"#)
    activity = .start(
      attributesType: "MatchAttributes", attributes: Attributes(), state: State(), alert: alert, updates: .token,
      timestamp: now)
    activity.staleDate = Date(timeIntervalSince1970: 1_700_000_060)
    activity.relevanceScore = 75
    #expect(
      try payload(activity)
        == begin + state
        + #""input-push-token":1,"relevance-score":75,"stale-date":1700000060,"timestamp":1700000000}}"#)
    activity = .start(
      attributesType: "MatchAttributes", attributes: Attributes(), state: State(), alert: alert,
      updates: .channel("dHN0+/=="), timestamp: now)
    #expect(
      try payload(activity) == begin + state + #""input-push-channel":"dHN0+/==","timestamp":1700000000}}"#)
  }

  @Test func updateAndEnd() throws {
    #expect(
      try payload(.update(state: State(), timestamp: now))
        == #"{"aps":{"content-state":{"label":"Ramen","score":2},"event":"update","timestamp":1700000000}}"#)
    #expect(
      try payload(.end(timestamp: now)) == #"{"aps":{"event":"end","timestamp":1700000000}}"#)
    let dismissal = Date(timeIntervalSince1970: 0)
    #expect(
      try payload(.end(state: State(), dismissal: dismissal, alert: alert, timestamp: now))
        == #"{"aps":{"alert":{"body":"B","title":"T"},"content-state":{"label":"Ramen","score":2},"#
        + #""dismissal-date":0,"event":"end","timestamp":1700000000}}"#)
  }

  @Test func alertsHoldTheirSoundAndLocalisedTextsAsObjects() throws {
    let alert = LiveActivity.Alert(
      title: .localized(key: "K", arguments: ["a"]), body: .localized(key: "B"), sound: .named("chime.aiff"))
    #expect(
      try payload(.update(state: 1, alert: alert, timestamp: now))
        == #"{"aps":{"alert":{"body":{"loc-key":"B"},"sound":"chime.aiff","title":{"loc-args":["a"],"loc-key":"K"}},"#
        + #""content-state":1,"event":"update","timestamp":1700000000}}"#)
  }

  private func refusal(_ activity: LiveActivity) -> String? { PushNotification(.liveActivity(activity)).refusal() }

  @Test func mistakesAreNamed() {
    let date = "It is not a date between 1970 and 9999."
    let before = Date(timeIntervalSince1970: -1)
    #expect(refusal(.update(state: 1, timestamp: before)) == "invalidValue aps.timestamp: \(date)")
    #expect(
      refusal(.end(dismissal: Date(timeIntervalSince1970: .nan))) == "invalidValue aps.dismissal-date: \(date)")
    var activity = LiveActivity.update(state: 1)
    activity.staleDate = before
    #expect(refusal(activity) == "invalidValue aps.stale-date: \(date)")
    activity.staleDate = nil
    activity.relevanceScore = .infinity
    #expect(refusal(activity) == "invalidValue aps.relevance-score: It is not a finite number.")
    activity = .update(state: 1, alert: .init(title: "T", body: "B", sound: .critical(volume: 2)))
    #expect(refusal(activity) == "invalidValue aps.sound.volume: It is 2.0; use 0 to 1.")
    activity = .start(attributesType: "", attributes: 1, state: 1, alert: alert)
    #expect(
      refusal(activity)
        == "missing aps.attributes-type: It is empty; name the app's type of ActivityAttributes.")
    activity = .start(attributesType: "A", attributes: 1, state: 1, alert: alert, updates: .channel("a b"))
    #expect(
      refusal(activity)
        == "invalidValue aps.input-push-channel: It is not Base64; send the channel's id as Apple gave it.")
    activity = .start(attributesType: "A", attributes: 1, state: 1, alert: alert)
    activity.alert = nil
    #expect(refusal(activity) == "missing aps.alert: A start without an alert is not shown; set one.")
    #expect(
      refusal(.update(state: ["x": Double.nan]))
        == "notEncodable aps.content-state.x: It cannot be written as JSON, for example an infinite number.")
  }
}
