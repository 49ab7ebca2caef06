import Foundation
import SwiftletTesting
import Synchronization
import Testing

/// The test kit's answers in Apple's place.
@Suite(.timeLimit(.minutes(10))) struct AnsweredPushTests {
  private static let id = UUID()

  private static let remind = Function("remind", access: .serviceRole) { context -> String in
    let push = PushNotification(.alert(PushAlert(title: "Hello")), bundleID: context.push.bundleID)
    let device = try DeviceToken(String(repeating: "ab", count: 32), environment: context.push.environment)
    switch try await context.push.send(push, to: device, id: id) {
    case .unregistered: return "unregistered"
    case .delivered, .refused, .undelivered: return "another outcome"
    }
  }

  private static let channels = Function("channels", access: .serviceRole) { context -> String in
    do {
      return "\(try await context.push.channels())"
    } catch let error as PushFault {
      return error.message
    }
  }

  @Test(arguments: TestTransport.allCases)
  func aClosureAnswersEachNotification(_ transport: TestTransport) async throws {
    let sent = Mutex<[PreparedPush]>([])
    let push = PushService { push in
      sent.withLock { $0.append(push) }
      return .unregistered(since: Date(timeIntervalSince1970: 0), PushAnswer(status: 410, reason: "Unregistered"))
    }
    let host = try await TestHost(functions: [Self.remind, Self.channels], push: push, transport: transport)
    try await host.test { (host) async throws in
      #expect(try await host.call("remind", as: .serviceRole).decode(String.self) == "unregistered")
      let message = try await host.call("channels", as: .serviceRole).decode(String.self)
      #expect(message.contains("answers no requests about channels"))
    }
    let pushes = sent.withLock { $0 }
    #expect(pushes.map(\.id) == [Self.id])
    let payload = try Wire.decode(JSONValue.self, from: try #require(pushes.first).body)
    #expect(payload["aps"]?["alert"]?["title"] == "Hello")
  }
}
