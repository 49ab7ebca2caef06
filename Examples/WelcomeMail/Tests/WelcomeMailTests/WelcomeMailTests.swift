import Foundation
import Swiftlet
import SwiftletTesting
import Synchronization
import Testing

@testable import WelcomeMail

@Suite struct WelcomeMailTests {
  /// Nothing listens on port 1: without another client the service is away.
  private func makeHost(http: HTTPClient = HTTPClient()) async throws -> TestHost {
    try await TestHost(
      functions: functions, migrations: [migrations],
      secrets: ["MAIL_API_URL": "http://127.0.0.1:1/mails", "MAIL_API_KEY": "key"], http: http)
  }

  @Test func aProfileIsCreatedOnceAndSoIsItsMail() async throws {
    try await makeHost().test { (host) async throws in
      let (ada, profile) = (UUID(), NewProfile(name: "Ada", mail: "ada@example.com"))
      #expect(try await host.call("create_profile", as: .user(ada), json: profile).status == 204)
      #expect(try await host.call("create_profile", as: .user(ada), json: profile).status == 409)
      #expect(try await host.queuedJobs(of: "send_welcome").count == 1)
    }
  }

  @Test func aServiceThatIsAwayCostsNoProfile() async throws {
    try await makeHost().test { host in
      let profile = NewProfile(name: "Ada", mail: "ada@example.com")
      #expect(try await host.call("create_profile", as: .user(UUID()), json: profile).status == 204)
      try await host.drainJobs()
      #expect(try await host.history(of: "send_welcome").last?.outcome == "failed")
      #expect(try await host.queuedJobs(of: "send_welcome").count == 1)
    }
  }

  @Test func theServiceGetsTheMail() async throws {
    let mails = Mutex<[HTTPClient.Request]>([])
    let http = HTTPClient { request in
      mails.withLock { $0.append(request) }
      return HTTPClient.StreamedResponse(status: .accepted)
    }
    try await makeHost(http: http).test { host in
      let profile = NewProfile(name: "Ada", mail: "ada@example.com")
      #expect(try await host.call("create_profile", as: .user(UUID()), json: profile).status == 204)
      try await host.drainJobs()
      let sent = mails.withLock { $0 }
      #expect(sent.count == 1)
      #expect(sent.first?.headers[.authorization] == "Bearer key")
      #expect(sent.first?.body.map { String(buffer: $0) }?.contains("Hello Ada!") == true)
      #expect(try await host.history(of: "send_welcome").first?.outcome == "completed")
    }
  }

  @Test func onlyTheQueueSendsMails() async throws {
    try await makeHost().test { (host) async throws in
      let welcome = Welcome(userID: UUID())
      #expect(try await host.call("send_welcome", as: .user(UUID()), json: welcome).status == 403)
      #expect(try await host.call("send_welcome", as: .serviceRole, json: welcome).status == 400)
    }
  }
}
