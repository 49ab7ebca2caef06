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
        "SUPABASE_JWT_SECRET": Self.secret, "SUPABASE_SECRET_KEYS": #"{"default":"sb_secret_x"}"#,
        "SUPABASE_SERVICE_ROLE_KEY": "service",
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
        == "environment SUPABASE_JWT_SECRET is not acceptable: expected at least 32 bytes, as HS256 asks for")
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
        "SUPABASE_SECRET_KEYS": #"{"default":"sb_secret_c"}"#, "SUPABASE_URL": "https://x.supabase.co/",
      ]
    ).load()
    #expect(loaded.host.tokens.publishableKeys == ["sb_publishable_a", "sb_publishable_b"])
    #expect(loaded.host.tokens.secretKeys == ["sb_secret_c"])
    #expect(loaded.host.projectURL?.absoluteString == "https://x.supabase.co")
  }

  @Test func theDevelopmentSecretStaysOnLoopback() throws {
    for host in ["0.0.0.0", "192.168.1.5", "::", "example.com"] {
      let failure = try Loading(flags: ["host": host]).failure()
      #expect(failure.message.contains("will not listen on \(host) with the development secret"))
      #expect(failure.hint?.contains("SUPABASE_JWT_SECRET") == true)
    }
    let explicit = ["SUPABASE_JWT_SECRET": TokenConfiguration.developmentSecret]
    #expect(throws: Failure.self) { try Loading(environment: explicit, flags: ["host": "0.0.0.0"]).load() }
    let own = try Loading(environment: ["SUPABASE_JWT_SECRET": Self.secret], flags: ["host": "0.0.0.0"]).load()
    #expect(own.host.bind.host == "0.0.0.0")
    #expect(try Loading(flags: ["host": "::1"]).load().host.bind.host == "::1")
  }
}
