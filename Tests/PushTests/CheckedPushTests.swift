import Foundation
import Testing

@testable import Push

@Suite("Notifications that another process has prepared")
struct CheckedPushTests {
  private let token = String(repeating: "0a", count: 32)

  private func push(
    path: String? = nil, headers: [(name: String, value: String)] = [("apns-topic", "com.example")], body: Int = 10,
    device: String? = nil
  ) -> PreparedPush {
    PreparedPush(
      id: UUID(), environment: .sandbox, path: path ?? "/3/device/\(token)", headers: headers,
      body: [UInt8](repeating: 0x20, count: body), device: device ?? token, expiresAt: nil)
  }

  @Test func thoseOfALibraryAreAccepted() throws {
    let device = try DeviceToken(token, environment: .sandbox)
    var notification = PushNotification(.alert(PushAlert(title: "Hello")), bundleID: "com.example")
    notification.collapseID = "Grüße"
    _ = try notification.prepared(for: device).checked()
    _ = try ChannelRequest.list.prepared(bundleID: "com.example", environment: .sandbox).checked()
    _ = try ChannelRequest.create(.mostRecent).prepared(bundleID: "com.example", environment: .sandbox).checked()
  }

  @Test(arguments: [
    "@example.com/3/device/0a", "/3/device/", "/3/device/0a/../x", "/3/device/0a?x", ".example.com/", "",
    "/4/broadcasts/apps/", "/4/broadcasts/apps/a/b", "/1/apps/a/channels", "/3/device/0a\r\nx: y",
  ])
  func aPathOfItsOwnIsRefused(_ path: String) {
    #expect(throws: PushError.self) { try push(path: path).checked() }
  }

  @Test func fieldsOfItsOwnAreRefused() {
    for field in [("authorization", "bearer x"), ("apns-topic", "a\r\nb: c"), ("apns-topic\r\n", "a"), ("host", "a")] {
      #expect(throws: PushError.self) { try push(headers: [(name: field.0, value: field.1)]).checked() }
    }
    #expect(throws: PushError.self) { try push(body: 5121).checked() }
    #expect(throws: PushError.self) { try push(device: "0b").checked() }
  }

  @Test func aRequestAboutChannelsIsPreparedAnew() throws {
    let request = ChannelRequest.Prepared(
      request: .delete(channelID: "abc="), id: UUID(), environment: .production, method: "PATCH",
      path: "/1/apps/com.example/other", headers: [("authorization", "x")], body: [1])
    let checked = try request.checked()
    #expect(checked.path == "/1/apps/com.example/channels")
    #expect(checked.method == "DELETE")
    #expect(checked.body.isEmpty)
    #expect(checked.headers.map(\.name) == ["apns-request-id", "apns-channel-id"])
  }
}
