import Foundation
import Testing

@testable import Push

@Suite struct ChannelTests {
  private let id = UUID(uuid: (0xEC, 0x1B, 0xF1, 0x94, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
  private let channel = "dHN0LXNyY2gtY2hubA=="

  private func prepared(_ request: ChannelRequest) throws -> ChannelRequest.Prepared {
    try request.prepared(bundleID: "com.example.app", environment: .production, id: id)
  }

  private func lines(_ headers: [(name: String, value: String)]) -> [String] {
    headers.map { "\($0.name): \($0.value)" }
  }

  @Test func requestsHaveApplesFormat() throws {
    let own = "apns-request-id: ec1bf194-0000-4000-8000-000000000001"
    let create = try prepared(.create(.mostRecent))
    #expect("\(create.method) \(create.path)" == "POST /1/apps/com.example.app/channels")
    #expect(lines(create.headers) == [own, "content-type: application/json"])
    #expect(create.body == Array(#"{"message-storage-policy":1,"push-type":"LiveActivity"}"#.utf8))
    #expect(create.id == id && create.environment == .production)
    #expect(
      try prepared(.create(.nothing)).body == Array(#"{"message-storage-policy":0,"push-type":"LiveActivity"}"#.utf8))
    let read = try prepared(.read(channelID: channel))
    #expect("\(read.method) \(read.path)" == "GET /1/apps/com.example.app/channels")
    #expect(lines(read.headers) == [own, "apns-channel-id: dHN0LXNyY2gtY2hubA=="])
    #expect(read.body == [])
    let delete = try prepared(.delete(channelID: channel))
    #expect("\(delete.method) \(delete.path)" == "DELETE /1/apps/com.example.app/channels")
    #expect(lines(delete.headers) == [own, "apns-channel-id: dHN0LXNyY2gtY2hubA=="])
    let list = try prepared(.list)
    #expect("\(list.method) \(list.path)" == "GET /1/apps/com.example.app/all-channels")
    #expect(lines(list.headers) == [own])
  }

  @Test func hostsAndPortsAreApples() {
    #expect(PushEnvironment.production.url == "https://api.push.apple.com:443")
    #expect(PushEnvironment.sandbox.url == "https://api.sandbox.push.apple.com:443")
    #expect(PushEnvironment.production.channelURL == "https://api-manage-broadcast.push.apple.com:2196")
    #expect(PushEnvironment.sandbox.channelURL == "https://api-manage-broadcast.sandbox.push.apple.com:2195")
  }

  @Test func idsAreCheckedBeforeSending() throws {
    for bad in ["", "a b", "a\r\nx: y", "ä", String(repeating: "a", count: 256)] {
      for request in [ChannelRequest.read(channelID: bad), .delete(channelID: bad)] {
        let error = #expect(throws: PushError.self) { try prepared(request) }
        #expect(error?.field == "apns-channel-id")
      }
    }
    #expect(throws: Never.self) { try prepared(.read(channelID: String(repeating: "a", count: 255))) }
    let error = #expect(throws: PushError.self) {
      try ChannelRequest.list.prepared(bundleID: "a/b", environment: .sandbox)
    }
    #expect(error?.field == "bundle id")
  }

  private func answer(
    _ request: ChannelRequest, _ status: Int, _ body: String = "", _ headers: [String: String] = [:]
  ) -> ChannelAnswer {
    ChannelAnswer(to: request, status: status, body: Array(body.utf8)) { headers[$0] }
  }

  @Test func answersAreRead() {
    #expect(answer(.create(.nothing), 201, "", ["apns-channel-id": channel]) == .created(channelID: channel))
    #expect(
      answer(.read(channelID: channel), 200, #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        == .found(.mostRecent))
    #expect(answer(.delete(channelID: channel), 204) == .deleted)
    #expect(answer(.list, 200, #"{"channels":["a=","b="]}"#) == .list(["a=", "b="]))
    let many = (0..<10_000).map { "\"channel\($0)AAAAAAAAAAAAAAAAAA==\"" }.joined(separator: ",")
    guard case .list(let all) = answer(.list, 200, "{\"channels\":[\(many)]}") else {
      Issue.record("not read")
      return
    }
    #expect(all.count == 10_000)
  }

  @Test func refusalsCarryTheExplanation() {
    let refused = PushAnswer(status: 400, reason: "ChannelNotRegistered")
    let fault = PushFault(
      .init(rawValue: "ChannelNotRegistered"), field: "apns-channel-id",
      "The channel does not exist in this environment. Check the environment, or create the channel.")
    #expect(answer(.read(channelID: channel), 400, #"{"reason":"ChannelNotRegistered"}"#) == .refused(fault, refused))
  }

  @Test func malformedAnswersAreRefused() {
    let odd: [(ChannelRequest, Int, String, [String: String])] = [
      (.create(.nothing), 201, "", [:]), (.create(.nothing), 201, "", ["apns-channel-id": "a b"]),
      (.read(channelID: channel), 200, "", [:]),
      (.read(channelID: channel), 200, #"{"message-storage-policy":2}"#, [:]), (.list, 200, "[]", [:]),
      (.list, 200, #"{"channels":[1]}"#, [:]), (.list, 200, String(repeating: "[", count: 100_000), [:]),
      (.list, 200, "{\"channels\":[]}" + String(repeating: " ", count: ChannelAnswer.bodyLimit), [:]),
    ]
    for (request, status, body, headers) in odd {
      guard case .refused(let fault, let answer) = answer(request, status, body, headers) else {
        Issue.record("\(request)")
        continue
      }
      #expect(fault.code == .unexpectedAnswer)
      #expect(answer.status == status)
    }
  }
}
