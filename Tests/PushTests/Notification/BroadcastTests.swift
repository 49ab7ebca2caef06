import Foundation
import Testing

@testable import Push

@Suite struct BroadcastTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func broadcast(_ activity: LiveActivity) -> PushBroadcast {
    PushBroadcast(activity, bundleID: "com.example.app", channelID: "dHN0+/==", expiration: .oneAttempt)
  }

  private func refusal(_ broadcast: PushBroadcast) -> String? {
    do {
      _ = try broadcast.prepared(in: .sandbox)
      return nil
    } catch {
      return "\(error.code) \(error)"
    }
  }

  @Test func broadcastsGoToAChannel() throws {
    var broadcast = broadcast(.update(state: ["home": 1], timestamp: now))
    let prepared = try broadcast.prepared(in: .production, id: fixedID)
    let sent = Sent(prepared)
    #expect(sent.path == "/4/broadcasts/apps/com.example.app")
    let headers = [
      "apns-channel-id: dHN0+/==", "apns-push-type: liveactivity",
      "apns-request-id: ec1bf194-0000-4000-8000-000000000001",
    ]
    #expect(sent.headers == headers + ["apns-expiration: 0", "apns-priority: 10"])
    #expect(sent.body == #"{"aps":{"content-state":{"home":1},"event":"update","timestamp":1700000000}}"#)
    #expect(prepared.device == nil)
    #expect(prepared.environment == .production)
    #expect(prepared.id == fixedID)
    #expect(prepared.expiresAt == nil)
    broadcast.expiration = .at(now)
    broadcast.priority = .considerate
    let later = try broadcast.prepared(in: .production, id: fixedID)
    #expect(Sent(later).headers == headers + ["apns-expiration: 1700000000", "apns-priority: 5"])
    #expect(later.expiresAt == now)
  }

  @Test func payloadsEndAt5120Bytes() throws {
    let empty = try broadcast(.update(state: "", timestamp: now)).prepared(in: .sandbox).body.count
    let full = broadcast(.update(state: String(repeating: "a", count: 5120 - empty), timestamp: now))
    #expect(try full.prepared(in: .sandbox).body.count == 5120)
    #expect(
      refusal(broadcast(.update(state: String(repeating: "a", count: 5121 - empty), timestamp: now)))
        == "tooLarge payload: It has 5121 bytes; Apple takes at most 5120. Shorten it.")
  }

  @Test func mistakesAreNamed() {
    let start = LiveActivity.start(
      attributesType: "A", attributes: 1, state: 1, alert: .init(title: "T", body: "B"))
    #expect(
      refusal(broadcast(start))
        == "invalidValue aps.event: A broadcast cannot start an activity; send the start to single devices.")
    var broadcast = broadcast(.end())
    #expect(refusal(broadcast) == nil)
    broadcast.channelID = ""
    #expect(
      refusal(broadcast) == "missing apns-channel-id: It is empty; send the channel's id as Apple gave it.")
    broadcast.channelID = "a\n"
    #expect(
      refusal(broadcast)
        == "invalidValue apns-channel-id: It is not Base64; send the channel's id as Apple gave it.")
    broadcast.channelID = "a"
    broadcast.bundleID = "../x"
    #expect(
      refusal(broadcast)
        == "invalidValue bundle id: It may have letters, digits, hyphens and dots, 255 at most.")
  }
}
