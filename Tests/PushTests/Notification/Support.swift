import Foundation
import Testing

@testable import Push

/// A prepared notification as text: the headers as lines and the body.
struct Sent: Equatable {
  let path: String
  let headers: [String]
  let body: String

  init(_ push: PreparedPush) {
    path = push.path
    headers = push.headers.map { "\($0.name): \($0.value)" }
    body = String(decoding: push.body, as: UTF8.self)
  }
}

let fixedID = UUID(uuid: (0xEC, 0x1B, 0xF1, 0x94, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
let fixedIDLine = "apns-id: ec1bf194-0000-4000-8000-000000000001"

extension PushNotification {
  init(_ content: PushContent, custom: [String: any Encodable & Sendable] = [:]) {
    self.init(content, bundleID: "com.example.app", custom: custom)
  }

  func sent() throws -> Sent {
    Sent(try prepared(for: DeviceToken("00FC13adff", environment: .sandbox), id: fixedID))
  }

  /// The payload as text.
  func payload() throws -> String { try sent().body }

  /// The error of the check: its code and description; nil for a valid notification.
  func refusal() -> String? {
    do {
      _ = try sent()
      return nil
    } catch let error as PushError {
      return "\(error.code) \(error)"
    } catch {
      return "\(error)"
    }
  }
}
