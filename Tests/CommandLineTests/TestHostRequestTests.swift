import Foundation
import NIOCore
import SwiftletTesting
import Testing

/// The test kit's callers and responses.
@Suite(.timeLimit(.minutes(10))) struct TestHostRequestTests {
  /// 2040-01-01T00:00:00Z, after the expiration of the project's own keys.
  private static let later = Date(timeIntervalSince1970: 2_208_988_800)

  private static let ticks = Function.raw("ticks", access: .anyone) { _, context in
    Response.events { send in
      var number = 0
      while context.clock.now < context.deadline {
        number += 1
        try await send(ServerSentEvent(data: "\(number)", event: "tick"))
      }
    }
  }

  private static let two = Function.raw("two", access: .anyone) { _, _ in
    Response.events { send in
      try await send(ServerSentEvent(data: "1"))
      try await send(ServerSentEvent(data: "2\n3", id: "b"))
    }
  }

  private static let lines = Function.raw("lines", access: .anyone) { _, _ in
    Response.text(": a comment\r\nid:1\r\ndata: a\r\ndata:b\r\n\r\n: no data\n\nevent: end\ndata\n\ndata: not whole\n")
  }

  private static let verified = Function("verified", access: .verified) { _ in "yes" }
  private static let service = Function("service", access: .serviceRole) { _ in "yes" }
  private static let mail = Function("mail", access: .user) { context in
    context.caller.identity.claims.email ?? "none"
  }

  @Test(arguments: TestTransport.allCases)
  func aClientLeavesAStreamAfterItsFirstEvents(_ transport: TestTransport) async throws {
    let host = try await TestHost(functions: [Self.ticks], clock: .fixed(Self.later), transport: transport)
    try await host.test { host in
      let response = try await host.request(.get, "/functions/v1/ticks", firstEvents: 3)
      #expect(response.events == ["1", "2", "3"].map { ServerSentEvent(data: $0, event: "tick") })
      #expect(response.text.hasSuffix("data: 3\n\n"))
    }
  }

  @Test(arguments: TestTransport.allCases)
  func aStreamThatEndsEarlierIsReadToItsEnd(_ transport: TestTransport) async throws {
    try await TestHost(functions: [Self.two], transport: transport).test { host in
      let response = try await host.request(.get, "/functions/v1/two", firstEvents: 3)
      #expect(response.events == [ServerSentEvent(data: "1"), ServerSentEvent(data: "2\n3", id: "b")])
    }
  }

  @Test func eventsAreReadWithEachEndOfALine() async throws {
    try await TestHost(functions: [Self.lines]).test { host in
      let response = try await host.request(.get, "/functions/v1/lines")
      #expect(response.events == [ServerSentEvent(data: "a\nb", id: "1"), ServerSentEvent(data: "", event: "end")])
    }
  }

  @Test(arguments: TestTransport.allCases)
  func callersAreKnownAtAnyTime(_ transport: TestTransport) async throws {
    let host = try await TestHost(
      functions: [Self.verified, Self.service, Self.mail], clock: .fixed(Self.later), transport: transport)
    try await host.test { (host) async throws in
      #expect(try await host.call("verified").status == 200)
      #expect(try await host.call("service", as: .serviceRole).status == 200)
      #expect(try await host.call("service").status == 403)
      #expect(try await host.history().isEmpty)
      #expect(try await host.call("mail", as: .user(UUID())).decode(String.self) == "none")
      let ada = TestHost.Caller.user(UUID(), claims: ["email": "ada@example.com"])
      #expect(try await host.call("mail", as: ada).decode(String.self) == "ada@example.com")
    }
  }

  @Test func aResponseThatDoesNotDecodeIsShown() async throws {
    try await TestHost(functions: [Self.mail]).test { host in
      let response = try await host.call("mail")
      let error = try #require(throws: UnreadableResponse.self) { try response.decode([Int].self) }
      #expect(error.status == 401)
      #expect(error.text.contains("AUTH_REQUIRED"))
      #expect("\(error)".hasPrefix("The response 401 is not readable: "))
    }
  }

  @Test func bytesAreNoInput() async throws {
    try await TestHost(functions: [Self.verified]).test { (host) async throws in
      let text = "[1]"
      await #expect(throws: EncodingError.self) { try await host.call("verified", json: Data(text.utf8)) }
      await #expect(throws: EncodingError.self) { try await host.rpc("verified", ByteBuffer(string: text)) }
    }
  }

  @Test func anUnknownTransportIsRefused() throws {
    #expect(try TestTransport.named(nil) == .inline)
    #expect(try TestTransport.named("channel") == .channel)
    let error = try #require(throws: (any Error).self) { try TestTransport.named("chanel") }
    #expect("\(error)" == "SWIFTLET_TEST_TRANSPORT is 'chanel': expected inline or channel")
  }
}
