import Edge
import Testing

@testable import Host

/// The new API keys, `sb_…`.
@Suite struct APIKeyTests {
  private func role(authorization: String? = nil, apikey: String? = nil) async throws -> String {
    try await role(authorization: authorization, apikeys: apikey.map { [$0] } ?? [])
  }

  private func role(authorization: String? = nil, apikeys: [String]) async throws -> String {
    var result = ""
    try await withHarness(functions: [Handlers.verified]) { configuration in
      configuration.tokens.publishableKeys = ["sb_publishable_one", "sb_publishable_two", ""]
      configuration.tokens.secretKeys = ["sb_secret_one"]
    } _: { host in
      var headers = HTTPFields()
      headers[.authorization] = authorization
      for key in apikeys { headers.append(HTTPField(name: try #require(HTTPField.Name("apikey")), value: key)) }
      let answer = try await host.send(.post, "/functions/v1/verified", headers: headers)
      result = answer.status == 200 ? answer.body : answer.verdict
    }
    return result
  }

  private static let anon = #"{"role":"anon"}"#
  private static let service = #"{"role":"service_role"}"#

  @Test func rightOnes() async throws {
    #expect(try await role(authorization: "Bearer sb_publishable_one") == Self.anon)
    #expect(try await role(authorization: "Bearer sb_publishable_two") == Self.anon)
    #expect(try await role(authorization: "Bearer sb_secret_one") == Self.service)
    #expect(try await role(apikey: "sb_publishable_one") == Self.anon)
    #expect(try await role(apikey: "sb_secret_one") == Self.service)
    #expect(try await role(authorization: "Bearer sb_wrong", apikey: "sb_publishable_one") == Self.anon)
  }

  @Test func wrongOnes() async throws {
    for key in ["sb_", "sb_secret_on", "sb_secret_oneX", "SB_secret_one", "sb_publishable_ONE", ""] {
      #expect(try await role(apikey: key).hasPrefix("401"), "\(key)")
    }
    for key in ["sb_", "sb_secret_on", "sb_secret_two"] {
      #expect(try await role(authorization: "Bearer \(key)") == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    }
    #expect(try await role(apikey: "sb_wrong") == "401 UNAUTHORIZED_NO_AUTH_HEADER")
    #expect(try await role(authorization: "sb_secret_one") == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    #expect(try await role(authorization: "Basic sb_secret_one") == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
  }

  /// A proxy may read the other key.
  @Test func severalKeysCountAsNone() async throws {
    for keys in [["sb_secret_one", "sb_wrong"], ["sb_wrong", "sb_secret_one"], ["sb_secret_one", "sb_secret_one"]] {
      #expect(try await role(apikeys: keys) == "401 UNAUTHORIZED_NO_AUTH_HEADER")
      #expect(
        try await role(authorization: "Bearer sb_x", apikeys: keys) == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    }
  }

  @Test func aTokenTakesPrecedenceOverAKey() async throws {
    let user = Forge.hs256()
    #expect(try await role(authorization: "Bearer \(user)", apikey: "sb_secret_one") == #"{"role":"authenticated"}"#)
    let expired = Forge.hs256(claims: #"{"exp":1}"#)
    #expect(
      try await role(authorization: "Bearer \(expired)", apikey: "sb_secret_one") == "401 UNAUTHORIZED_LEGACY_JWT")
    #expect(
      try await role(authorization: "Bearer nonsense", apikey: "sb_secret_one")
        == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    // A token in `apikey` is what older clients send beside Authorization; alone it is none.
    #expect(try await role(apikey: user) == "401 UNAUTHORIZED_NO_AUTH_HEADER")
  }

  @Test func aKeyIsNotAUser() async throws {
    try await withHarness(functions: [Handlers.user, Handlers.service]) { configuration in
      configuration.tokens.secretKeys = ["sb_secret_one"]
    } _: { host in
      try await host.expect("401 AUTH_REQUIRED", of: "sb_secret_one")
      try await host.expect("200 -", of: "sb_secret_one", at: "service")
    }
  }
}
