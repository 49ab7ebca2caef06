import Edge
import Foundation
import Host
import Testing

@testable import Swiftlet

@Suite struct SecretTests {
  private static let secret = "a secret of this test, and of nothing else"

  @Test func secretsAreMaskedWithTheirLength() throws {
    let loaded = try Loading(
      config: "[edge_runtime.secrets]\nKEY = \"hunter2\"\n[functions.f.secrets]\nTOKEN = \"hunter3\"",
      environment: [
        "SUPABASE_JWT_SECRET": Self.secret, "SUPABASE_SECRET_KEYS": #"{"default":"sb_secret_of_these_tests_alone"}"#,
        "SUPABASE_SERVICE_ROLE_KEY": "sb_secret_of_the_service_role",
      ]
    ).load(functions: ["f"])
    #expect(loaded.shown("supabase.jwt_secret") == "•••• (42 chars)")
    #expect(loaded.origin(of: "supabase.jwt_secret") == "environment SUPABASE_JWT_SECRET")
    #expect(loaded.shown("edge_runtime.secrets.KEY") == "•••• (7 chars)")
    #expect(loaded.shown("functions.f.secrets.TOKEN") == "•••• (7 chars)")
    let shown = loaded.entries.map(\.value).joined()
    for secret in [Self.secret, "hunter", "sb_secret", "service"] { #expect(!shown.contains(secret)) }
  }

  @Test func aShortSecretIsRefusedAndNotShown() throws {
    let failure = try Loading(environment: ["SUPABASE_JWT_SECRET": "hunter2"]).failure()
    #expect(
      failure.message
        == "environment SUPABASE_JWT_SECRET is not acceptable: expected at least 32 bytes, as HS256 asks for, and not one character repeated"
    )
  }

  @Test(arguments: [
    "sb_secret_hunter2", #"["sb_secret_hunter2"]"#, #"{"default":{"k":"hunter2"}}"#, #"{"default":""}"#,
  ])
  func malformedKeysAreRefusedAndNotShown(_ text: String) throws {
    for name in ["SUPABASE_SECRET_KEYS", "SUPABASE_PUBLISHABLE_KEYS"] {
      let failure = try Loading(environment: [name: text]).failure()
      #expect(failure.message.hasPrefix("environment \(name) is not acceptable: expected a JSON object"))
      #expect(!"\(failure)".contains("hunter2"))
    }
  }

  @Test func aMalformedKeySetIsRefused() throws {
    #expect(
      try Loading(environment: ["SUPABASE_JWKS": "{}"]).failure().message.contains("SUPABASE_JWKS is not acceptable"))
    #expect(try Loading(environment: ["SUPABASE_JWKS": #"{"keys":[]}"#]).load().host.tokens.jwks == #"{"keys":[]}"#)
  }

  @Test func keysAreReadByValue() throws {
    let loaded = try Loading(
      environment: [
        "SUPABASE_PUBLISHABLE_KEYS": #"{"default":"sb_publishable_a","web":"sb_publishable_b"}"#,
        "SUPABASE_SECRET_KEYS": #"{"default":"sb_secret_c_of_these_tests"}"#, "SUPABASE_URL": "https://x.supabase.co/",
      ]
    ).load()
    #expect(loaded.host.tokens.publishableKeys == ["sb_publishable_a", "sb_publishable_b"])
    #expect(loaded.host.tokens.secretKeys == ["sb_secret_c_of_these_tests"])
    #expect(loaded.host.projectURL?.absoluteString == "https://x.supabase.co")
  }

  @Test(arguments: ["super-secret", "your-super-secret"])
  func aPublishedSecretIsRefusedByServeAlone(_ beginning: String) async throws {
    let console = try Console(Application())
    let secret = "\(beginning)-jwt-token-with-at-least-32-characters-long"
    try console.folder.write(".env", "SUPABASE_JWT_SECRET=\(secret)\nSWIFTLET_LOG_LEVEL=critical\n")
    let abroad = await console.run("serve", "--host", "0.0.0.0")
    #expect(abroad.code == 78)
    #expect(abroad.error.contains("the host is to listen on 0.0.0.0"))
    #expect(abroad.error.contains("SUPABASE_JWT_SECRET"))
    #expect(!abroad.error.contains(secret))
    #expect(await console.run("serve", "--host", "0.0.0.0", "--print-config").code == 0)
    #expect(await console.run("token").code == 0)
    try console.folder.write("config.toml", "[swiftlet]\ntrusted_proxies = [\"127.0.0.1\"]")
    let proxied = await console.run("serve")
    #expect(proxied.code == 78)
    #expect(proxied.error.contains("trusted_proxies is set"))
  }

  @Test func oneCharacterRepeatedIsRefusedAndNotShown() throws {
    let failure = try Loading(environment: ["SUPABASE_JWT_SECRET": String(repeating: "k", count: 32)]).failure()
    #expect(failure.message.hasSuffix("as HS256 asks for, and not one character repeated"))
    #expect(!failure.message.contains("kkkk"))
  }

  private static func key(_ secret: String, _ role: Role = .serviceRole) throws -> String {
    try TokenMinter(secret: secret).projectKey(role)
  }

  @Test func aServiceKeyIsATokenOfTheRoleOrASecretKey() throws {
    for key in ["geheim", "sb_secret_", "sb_publishable_geheim", "a.b.c", try Self.key(Self.secret, .anon)] {
      let failure = try Loading(environment: ["SUPABASE_SERVICE_ROLE_KEY": key]).failure()
      #expect(failure.code == .configuration)
      #expect(failure.message.hasPrefix("environment SUPABASE_SERVICE_ROLE_KEY is not acceptable: expected a JWT"))
      #expect(key == "sb_secret_" || !failure.message.contains(key))
    }
    for key in ["sb_secret_of_these_tests_alone", try Self.key(Self.secret)] {
      let loaded = try Loading(environment: [
        "SUPABASE_SERVICE_ROLE_KEY": key, "SUPABASE_JWT_SECRET": Self.secret,
      ]).load()
      #expect(loaded.host.tokens.serviceRoleKey == key && loaded.warnings.isEmpty)
    }
  }

  @Test func aServiceKeyOfAnotherSecretIsAWarning() throws {
    let demonstration = try Self.key(TokenConfiguration.developmentSecret)
    func warnings(_ key: String, _ more: [String: String]) throws -> [String] {
      try Loading(environment: ["SUPABASE_SERVICE_ROLE_KEY": key].merging(more) { $1 }).load().warnings
    }
    #expect(try warnings(demonstration, [:]) == [])
    let own = ["SUPABASE_JWT_SECRET": Self.secret]
    let named = try warnings(demonstration, own)
    #expect(named.count == 1 && named.allSatisfy { $0.contains("published key of Supabase's demonstration") })
    #expect(named.allSatisfy { $0.hasPrefix("environment SUPABASE_SERVICE_ROLE_KEY ") })
    let other = try Self.key("another secret of this test, with its bytes")
    #expect(try warnings(other, own).map { $0.contains("is not signed with SUPABASE_JWT_SECRET") } == [true])
    // A key set may have the key that signed it.
    #expect(try warnings(other, own.merging(["SUPABASE_JWKS": #"{"keys":[]}"#]) { $1 }) == [])
  }
}
