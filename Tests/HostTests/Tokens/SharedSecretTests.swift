import Edge
import Foundation
import Testing

@testable import Host

/// Secrets that are published or can be guessed.
@Suite struct SharedSecretTests {
  private static let published = [
    "super-secret-jwt-token-with-at-least-32-characters-long",
    "your-super-secret-jwt-token-with-at-least-32-characters-long",
  ]

  private func problem(_ configure: (inout HostConfiguration) -> Void) async throws -> String {
    let error = await #expect(throws: ConfigurationProblem.self) {
      await (try Harness(configure: configure)).close()
    }
    return error?.description ?? ""
  }

  @Test(arguments: published)
  func aPublishedSecretStaysOnLoopback(_ secret: String) async throws {
    for address in [
      "0.0.0.0", "::", "192.168.0.2", "example.com", "", "128.0.0.1", "127.0.0.1.example.com", "127.٠.٠.١",
      "127.0.0.1\0.example.com", "localhost.example.com",
    ] {
      let text = try await problem {
        $0.tokens.secret = secret
        $0.bind.host = address
      }
      #expect(text.contains("SUPABASE_JWT_SECRET"), "\(address)")
      #expect(text.contains("listen on \(address)."))
      #expect(!text.contains(secret))
    }
    for address in ["127.0.0.1", "localhost", "::1", "[::1]", "127.1.2.3", "::ffff:127.0.0.1", "host.localhost"] {
      try await withHarness(configure: {
        $0.tokens.secret = secret
        $0.bind.host = address
      }) { _ in }
    }
  }

  @Test(arguments: published)
  func aPublishedSecretIsRefusedBehindAProxy(_ secret: String) async throws {
    let text = try await problem {
      $0.tokens.secret = secret
      $0.trustedProxies = ["127.0.0.1"]
    }
    #expect(text.contains("trusted_proxies is set"))
    #expect(text.contains("SUPABASE_JWT_SECRET"))
  }

  @Test(arguments: published)
  func aPublishedSecretIsRefusedForAProjectElsewhere(_ secret: String) async throws {
    let text = try await problem {
      $0.tokens.secret = secret
      $0.projectURL = URL(string: "https://project.supabase.co")
    }
    #expect(text.contains("project.supabase.co"))
    try await withHarness(configure: {
      $0.tokens.secret = secret
      $0.projectURL = URL(string: "http://localhost:8000")
    }) { _ in }
  }

  @Test func anotherSecretIsAcceptedAnywhere() async throws {
    try await withHarness(configure: {
      $0.tokens.secret = "a-secret-of-our-own-that-has-32-bytes"
      $0.bind.host = "0.0.0.0"
      $0.trustedProxies = ["10.0.0.1"]
      $0.projectURL = URL(string: "https://project.supabase.co")
    }) { _ in }
  }

  @Test(arguments: ["x", "0", "é", "e\u{301}", "\0", "👩‍👩‍👧"])
  func oneCharacterRepeatedIsRefusedAnywhere(_ character: String) async throws {
    let secret = String(repeating: character, count: 64)
    let text = try await problem { $0.tokens.secret = secret }
    #expect(text == "The JWT secret is one character repeated, which is guessed at once")
    #expect(throws: ConfigurationProblem.self) { try TokenMinter(secret: secret) }
    _ = try TokenMinter(secret: secret + "-")
  }

  @Test func oneByteRepeatedIsNoKeyOfASet() async throws {
    let keys = Forge.keySet(
      #"{"kty":"oct","kid":"zero","k":"\#(Forge.part([UInt8](repeating: 0xFF, count: 32)))"}"#)
    try await withHarness(configure: { $0.tokens.jwks = keys }) { host in
      #expect(host.logs.all.contains { $0.message == "A signing key is skipped" && $0.metadata["kid"] == "zero" })
    }
  }

  @Test func aPublishedSecretIsNoKeyOfASet() async throws {
    let keys = Forge.keySet(
      #"{"kty":"oct","kid":"old","k":"\#(Forge.part([UInt8](TokenConfiguration.developmentSecret.utf8)))"}"#)
    try await withHarness(configure: { $0.tokens.jwks = keys }) { host in
      #expect(host.logs.all.contains { $0.message == "A signing key is skipped" && $0.metadata["kid"] == "old" })
    }
  }
}
