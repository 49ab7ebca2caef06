import Foundation
import Push
import Testing

@testable import Simulator

@Suite struct PushTests {
  @Test func validPushIsAccepted() throws {
    var bench = Bench()
    let reply = bench.take(try validPush())
    #expect(reply.answer?.status == 200)
    #expect(reply.answer?.id == "8a5b9e0e-6c1b-4a75-9c3b-0d6f4a1e2b3c")
    #expect(reply.answer?.uniqueID.flatMap { UUID(uuidString: $0) } != nil)
    #expect(reply.answer?.body == nil)
    let arrived = try #require(bench.simulation.arrivals.kept.first)
    #expect(arrived.token == String(repeating: "ab", count: 32))
    #expect(arrived.collapseID == "match")
    #expect(arrived.expiration == 0)
    #expect(arrived.connection == 1)
  }

  @Test func productionSendsNoUniqueID() throws {
    var bench = Bench { $0.environment = .production }
    #expect(bench.take(try validPush()).answer?.uniqueID == nil)
  }

  @Test func aMissingIDIsCreated() throws {
    var bench = Bench()
    var request = try validPush()
    request.id = nil
    let id = bench.take(request).answer?.id
    #expect(id.map(Syntax.isUUID) == true)
    #expect(bench.simulation.arrivals.kept.first?.apnsID == id)
  }

  static let faults: [(String, @Sendable (inout ReceivedPush) -> Void)] = [
    ("400 DuplicateHeaders", { $0.duplicate = "apns-topic" }),
    ("400 BadMessageId", { $0.id = "8a5b9e0e6c1b4a759c3b0d6f4a1e2b3c" }),
    ("400 BadMessageId", { $0.id = "8a5b9e0e-6c1b-4a75-9c3b-0d6f4a1e2b3g" }),
    ("405 MethodNotAllowed", { $0.method = "GET" }),
    ("400 MissingTopic", { $0.topic = nil }),
    ("400 MissingTopic", { $0.topic = "" }),
    ("400 BadTopic", { $0.topic = "com example" }),
    ("400 BadCollapseId", { $0.collapseID = String(repeating: "é", count: 33) }),
    ("200", { $0.collapseID = String(repeating: "é", count: 32) }),
    ("400 BadExpirationDate", { $0.expiration = "tomorrow" }),
    ("400 BadExpirationDate", { $0.expiration = "-1" }),
    ("400 BadExpirationDate", { $0.expiration = "99999999999999999999" }),
    ("200", { $0.expiration = nil }),
    ("400 BadPriority", { $0.priority = "7" }),
    ("400 BadPriority", { $0.priority = "" }),
    ("200", { $0.priority = nil }),
    ("200", { $0.priority = "1" }),
    ("400 InvalidPushType", { $0.pushType = nil }),
    ("400 InvalidPushType", { $0.pushType = "Alert" }),
    ("400 BadPriority", { $0.pushType = "background" }),
    ("400 BadPriority", { ($0.pushType, $0.priority) = ("background", nil) }),
    ("200", { ($0.pushType, $0.priority) = ("background", "5") }),
    ("404 BadPath", { $0.path = "/3/devices/aabb" }),
    ("404 BadPath", { $0.path = "/3/device/aabb/" }),
    ("404 BadPath", { $0.path = "/" }),
    ("400 MissingDeviceToken", { $0.path = "/3/device/" }),
    ("400 MissingDeviceToken", { $0.path = "/3/device" }),
    ("400 BadDeviceToken", { $0.path = "/3/device/abc" }),
    ("400 BadDeviceToken", { $0.path = "/3/device/xyzw" }),
    ("400 BadDeviceToken", { $0.path = "/3/device/" + String(repeating: "a", count: 514) }),
    ("200", { $0.path = "/3/device/" + String(repeating: "a", count: 400) }),
    ("200", { $0.path = "/3/device/ab" }),
    ("403 MissingProviderToken", { $0.authorization = nil }),
    ("403 MissingProviderToken", { $0.authorization = "basic abc" }),
    ("400 PayloadEmpty", { $0.body = [] }),
    ("400 PayloadEmpty", { $0.body = Array("[]".utf8) }),
    ("400 PayloadEmpty", { $0.body = Array(#"{"aps":{}"#.utf8) }),
    ("200", { $0.body = payload(bytes: 4096) }),
    ("413 PayloadTooLarge", { $0.body = payload(bytes: 4097) }),
  ]

  @Test(arguments: faults.indices)
  func oneMistake(index: Int) throws {
    let (expected, change) = Self.faults[index]
    var bench = Bench()
    #expect(try bench.verdict(change) == expected)
  }

  /// Each mistake is combined with all later ones of the order: the first decides.
  @Test func theFirstMistakeDecides() throws {
    let order: [(String, @Sendable (inout ReceivedPush) -> Void)] = [
      ("400 DuplicateHeaders", { $0.duplicate = "apns-id" }), ("400 BadMessageId", { $0.id = "1" }),
      ("405 MethodNotAllowed", { $0.method = "PUT" }), ("400 MissingTopic", { $0.topic = nil }),
      ("400 BadCollapseId", { $0.collapseID = String(repeating: "c", count: 65) }),
      ("400 BadExpirationDate", { $0.expiration = "x" }), ("400 BadPriority", { $0.priority = "2" }),
      ("400 InvalidPushType", { $0.pushType = "x" }), ("404 BadPath", { $0.path = "/3/x" }),
      ("403 MissingProviderToken", { $0.authorization = nil }), ("400 PayloadEmpty", { $0.body = [] }),
    ]
    for first in order.indices {
      var bench = Bench()
      #expect(try bench.verdict { request in for fault in order[first...] { fault.1(&request) } } == order[first].0)
    }
  }

  static let suffixes = [
    "alert": "", "background": "", "mdm": "", "complication": ".complication", "controls": ".push-type.controls",
    "fileprovider": ".pushkit.fileprovider", "liveactivity": ".push-type.liveactivity", "location": ".location-query",
    "pushtotalk": ".voip-ptt", "voip": ".voip", "widgets": ".push-type.widgets",
  ]

  @Test(arguments: suffixes.keys)
  func theTopicHasTheSuffixOfItsType(type: String) throws {
    for (other, suffix) in Self.suffixes {
      var bench = Bench()
      let verdict = try bench.verdict { request in
        request.pushType = type
        request.priority = "5"
        request.topic = "com.example.app" + suffix
      }
      let expected = suffix == Self.suffixes[type] ? "200" : "400 TopicDisallowed"
      #expect(verdict == expected, "\(type) with \(other)'s topic")
    }
  }

  @Test func voIPMayBeLarger() throws {
    var bench = Bench()
    for (bytes, expected) in [(5120, "200"), (5121, "413 PayloadTooLarge")] {
      let verdict = try bench.verdict { request in
        (request.pushType, request.topic) = ("voip", "com.example.app.voip")
        request.body = payload(bytes: bytes)
      }
      #expect(verdict == expected)
    }
  }

  @Test func topicsCanBeRestricted() throws {
    var bench = Bench { $0.topics = ["com.example.app"] }
    #expect(try bench.verdict { _ in } == "200")
    #expect(try bench.verdict { $0.topic = "com.example.other" } == "400 TopicDisallowed")
    #expect(try bench.verdict { ($0.topic, $0.pushType) = ("com.example.app.voip", "voip") } == "200")
  }

  @Test func aListedBundleIDMayEndLikeASuffix() throws {
    var bench = Bench { $0.topics = ["com.example.voip"] }
    #expect(try bench.verdict { $0.topic = "com.example.voip" } == "200")
    #expect(try bench.verdict { ($0.topic, $0.pushType) = ("com.example.voip.voip", "voip") } == "200")
    #expect(try bench.verdict { ($0.topic, $0.pushType) = ("com.example.voip", "voip") } == "400 TopicDisallowed")
    #expect(try bench.verdict { $0.topic = "com.example.voip.voip" } == "400 TopicDisallowed")
  }

  @Test func devicesBelongToAppAndEnvironment() throws {
    var bench = Bench { configuration in
      configuration.devices = [
        SimulatedDevice(token: "AA11", topic: "com.example.other"),
        SimulatedDevice(token: "bb22", environment: .production),
        SimulatedDevice(token: "cc33", topic: "com.example.app", environment: .sandbox),
      ]
    }
    #expect(try bench.verdict { $0.path = "/3/device/aa11" } == "400 DeviceTokenNotForTopic")
    #expect(try bench.verdict { $0.path = "/3/device/bb22" } == "400 BadDeviceToken")
    #expect(try bench.verdict { $0.path = "/3/device/CC33" } == "200")
    #expect(try bench.verdict { $0.path = "/3/device/dd44" } == "200")
  }

  @Test func tokensAreUnregisteredUntilTheyRegisterAgain() throws {
    var bench = Bench()
    bench.simulation.validator.devices.unregister("AA11", at: 1_700_000_000_123)
    var request = try validPush()
    request.path = "/3/device/aa11"
    let gone = bench.take(request).answer
    #expect(gone?.status == 410)
    #expect(gone?.body == #"{"reason":"Unregistered","timestamp":1700000000123}"#)
    bench.simulation.validator.devices.register(SimulatedDevice(token: "aa11"))
    #expect(bench.verdict(request) == "200")
  }
}
