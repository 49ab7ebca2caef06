import Edge
import Foundation
import HTTPCalls
import NIOCore
import Push
import SwiftletTesting
import Synchronization
import Testing

@testable import Worker

/// The steps that a worker's call has the host carry out, as the host records them.
@Suite("Steps of calls in workers", .timeLimit(.minutes(10)))
struct CallStepsTests {
  /// Refuses every second notification.
  private final class Sender: PushSending {
    private let count = Mutex(0)

    func send(_ push: PreparedPush) async -> PushOutcome {
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      guard !isFirst else { return .delivered(id: push.id, uniqueID: nil) }
      let answer = PushAnswer(status: 400, reason: "BadDeviceToken")
      return .refused(PushFault(answer), answer)
    }

    func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer { .list([]) }
  }

  @Test func callsNotificationsAndFilesAreSteps() async throws {
    var call = LinkedCall()
    call.http = HTTPClient { request in
      guard request.url.contains("a.example") else { throw HTTPClientError(.couldNotConnect, "no b.example") }
      return HTTPClient.StreamedResponse(status: .accepted)
    }
    call.push = PushService(bundleID: "com.example.app", environment: .sandbox, sender: Sender())
    let ids = [UUID(), UUID()]
    try await call.run { link in
      let client = HTTPClient(transport: RemoteHTTPTransport(link.services))
      _ = try await client.get("https://a.example:8443/b?token=secret")
      await #expect(throws: HTTPClientError.self) { _ = try await client.get("http://b.example/c") }
      let push = PushService(
        bundleID: "com.example.app", environment: .sandbox, sender: RemotePush(link.services))
      for id in ids {
        let notification = PushNotification(.alert(PushAlert(title: "secret")), bundleID: push.bundleID)
        _ = try await push.send(
          notification, to: try DeviceToken(String(repeating: "ab", count: 32), environment: .sandbox), id: id)
      }
      await #expect(throws: FunctionError.self) {
        _ = try await RemoteStorage(link.services).get(bucket: "pictures", path: "secret.png")
      }
    } steps: { summary in
      let steps = summary?.operations ?? []
      #expect(steps.map(\.kind) == [.call, .call, .push, .push, .file])
      #expect(
        steps.map(\.text) == [
          "GET https://a.example:8443/b", "GET http://b.example/c", "com.example.app", "com.example.app",
          "get pictures",
        ])
      #expect(steps.map(\.status) == [202, nil, 200, 400, nil])
      #expect(steps.map(\.error) == [nil, "couldNotConnect", nil, "BadDeviceToken", "NOT_CONNECTED"])
      #expect(steps.map(\.push) == [nil, nil, ids[0], ids[1], nil])
      #expect((summary?.calls ?? 0) > 0 && summary?.database == 0)
      #expect(!"\(steps)".contains("secret"))
    }
  }
}
