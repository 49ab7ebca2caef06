import Testing

@testable import Simulator

@Suite struct ChannelTests {
  private func manage(
    _ method: String, channel: String? = nil, body: String = "", all: Bool = false
  ) throws -> ReceivedPush {
    var request = ReceivedPush()
    request.method = method
    request.path = "/1/apps/com.example.app/" + (all ? "all-channels" : "channels")
    request.channel = channel
    request.authorization = "bearer " + (try providerToken())
    request.body = Array(body.utf8)
    return request
  }

  private func create(_ bench: inout Bench, policy: Int) throws -> String {
    let body = #"{"message-storage-policy":\#(policy),"push-type":"LiveActivity"}"#
    let answer = bench.take(try manage("POST", body: body)).answer
    #expect(answer?.status == 201)
    return try #require(answer?.channel)
  }

  private func broadcast(to channel: String?) throws -> ReceivedPush {
    var request = try validPush()
    request.path = "/4/broadcasts/apps/com.example.app"
    request.topic = nil
    request.collapseID = nil
    request.pushType = "liveactivity"
    request.channel = channel
    return request
  }

  @Test func channelsExistFromPostToDelete() throws {
    var bench = Bench()
    let channel = try create(&bench, policy: 1)
    #expect(Syntax.isBase64(channel))
    let read = bench.take(try manage("GET", channel: channel)).answer
    #expect(read?.status == 200)
    #expect(read?.body == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
    #expect(read?.requestID.map(Syntax.isUUID) == true)
    #expect(read?.id == nil)
    #expect(bench.take(try manage("GET", all: true)).answer?.body == #"{"channels":["\#(channel)"]}"#)
    #expect(bench.verdict(try manage("DELETE", channel: channel)) == "204")
    #expect(bench.verdict(try manage("GET", channel: channel)) == "400 ChannelNotRegistered")
    #expect(bench.verdict(try manage("DELETE", channel: channel)) == "400 ChannelNotRegistered")
    #expect(bench.take(try manage("GET", all: true)).answer?.body == #"{"channels":[]}"#)
  }

  @Test func channelRequestsAreChecked() throws {
    var bench = Bench()
    let good = #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#
    #expect(bench.verdict(try manage("GET")) == "400 MissingChannelId")
    #expect(bench.verdict(try manage("GET", channel: "no base64!")) == "400 BadChannelId")
    #expect(bench.verdict(try manage("PUT", body: good)) == "405 MethodNotAllowed")
    #expect(bench.verdict(try manage("POST", body: good, all: true)) == "405 MethodNotAllowed")
    #expect(bench.verdict(try manage("POST")) == "400 PayloadEmpty")
    #expect(bench.verdict(try manage("POST", body: "{")) == "400 BadRequestPayload")
    #expect(bench.verdict(try manage("POST", body: #"{"message-storage-policy":2}"#)) == "400 BadRequestParams")
    #expect(bench.verdict(try manage("POST", body: #"{"message-storage-policy":0}"#)) == "400 MissingPushType")
    #expect(
      bench.verdict(try manage("POST", body: #"{"message-storage-policy":0,"push-type":"alert"}"#))
        == "400 InvalidPushType")
    var request = try manage("POST", body: good)
    request.path = "/1/apps/com.example.app.voip/channels"
    #expect(bench.verdict(request) == "400 TopicDisallowed")
    request.path = "/1/apps//channels"
    #expect(bench.verdict(request) == "404 BadPath")
    request = try manage("POST", body: good)
    request.authorization = nil
    #expect(bench.verdict(request) == "403 MissingProviderToken")
  }

  @Test func aListedBundleIDMayEndLikeASuffix() throws {
    var bench = Bench { $0.topics = ["com.example.voip"] }
    var request = try manage("GET", all: true)
    #expect(bench.verdict(request) == "400 TopicDisallowed")
    request.path = "/1/apps/com.example.voip/all-channels"
    #expect(bench.verdict(request) == "200")
  }

  @Test func channelsAreLimited() throws {
    var store = ChannelStore()
    for _ in 0..<ChannelStore.limit { _ = try store.create(.none, bundleID: "com.example.app") }
    #expect(throws: Rejection.self) { try store.create(.none, bundleID: "com.example.app") }
    #expect(throws: Never.self) { try store.create(.none, bundleID: "com.example.other") }
  }

  @Test func aBroadcastReachesItsChannel() throws {
    var bench = Bench()
    let channel = try create(&bench, policy: 0)
    let answer = bench.take(try broadcast(to: channel)).answer
    #expect(answer?.status == 200)
    #expect(answer?.requestID == "8a5b9e0e-6c1b-4a75-9c3b-0d6f4a1e2b3c")
    #expect(answer?.uniqueID != nil)
    let arrived = try #require(bench.simulation.arrivals.kept.first)
    #expect(arrived.channel == channel)
    #expect(arrived.token == nil)
    #expect(arrived.topic == "com.example.app")
  }

  @Test func broadcastsAreChecked() throws {
    var bench = Bench()
    let silent = try create(&bench, policy: 0)
    let storing = try create(&bench, policy: 1)
    let faults: [(String, (inout ReceivedPush) -> Void)] = [
      ("405 MethodNotAllowed", { $0.method = "GET" }),
      ("400 MissingChannelId", { $0.channel = nil }),
      ("400 BadChannelId", { $0.channel = "?" }),
      ("400 ChannelNotRegistered", { $0.channel = "AAAA" }),
      ("400 BadExpirationDate", { $0.expiration = nil }),
      ("400 BadExpirationDate", { $0.expiration = "1767225601" }),
      ("200", { ($0.channel, $0.expiration) = (storing, "1767225601") }),
      ("400 BadPriority", { $0.priority = nil }),
      ("400 MissingPushType", { $0.pushType = nil }),
      ("400 InvalidPushType", { $0.pushType = "alert" }),
      ("200", { $0.pushType = "LiveActivity" }),
      ("400 TopicDisallowed", { $0.path += ".push-type.liveactivity" }),
      ("400 ChannelNotRegistered", { $0.path += "s" }),
      ("403 MissingProviderToken", { $0.authorization = nil }),
      ("400 BadMessageId", { $0.requestID = "7" }),
      ("200", { $0.body = payload(bytes: 5120) }),
      ("413 PayloadTooLarge", { $0.body = payload(bytes: 5121) }),
    ]
    for (expected, change) in faults {
      var request = try broadcast(to: silent)
      change(&request)
      #expect(bench.verdict(request) == expected)
    }
  }
}
