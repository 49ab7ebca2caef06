import Edge
import Foundation
import Testing

@testable import Host

@Suite struct CatalogueTests {
  private func function(_ name: String) -> any Endpoint { Function(name, access: .anyone) { _ in true } }

  private func problem(
    _ functions: [any Endpoint], procedures: [any Endpoint] = [],
    configure: (inout HostConfiguration) -> Void = { _ in }
  ) async throws -> String {
    let error = await #expect(throws: CatalogueError.self) {
      await (try Harness(functions: functions, procedures: procedures, configure: configure)).close()
    }
    return try #require(error).description
  }

  @Test(arguments: ["a", "A1", "like_option", "create-session", "z_-9"])
  func names(_ name: String) async throws {
    try await withHarness(functions: [function(name)]) { host in
      let answer = try await host.post("/functions/v1/\(name)", "")
      #expect(answer.status == 200)
    }
  }

  @Test(arguments: ["", "_internal", "1a", "-a", "a b", "a/b", "a.b", "é", "aé", "a\n", "a%20", "@", "[", "`", "{"])
  func malformedNames(_ name: String) async throws {
    #expect(try await problem([function(name)]).contains("has no usable name"))
  }

  @Test func duplicates() async throws {
    #expect(try await problem([function("a"), function("b"), function("a")]) == "There are two functions named a")
    #expect(
      try await problem([], procedures: [function("p"), function("p")]) == "There are two database functions named p")
    try await withHarness(functions: [function("a")], procedures: [function("a")]) { _ in }
    try await withHarness(functions: [function("a"), function("A")]) { _ in }
  }

  @Test(arguments: ["user", "verified", "service"])
  func theConfigurationCannotRequireLessThanTheCode(_ name: String) async throws {
    let all: [any Endpoint] = [Handlers.user, Handlers.verified, Handlers.service]
    let text = try await problem(all) { configuration in
      var open = FunctionConfiguration()
      open.verifyJWT = false
      configuration.functions[name] = open
    }
    #expect(text.hasPrefix("[functions.\(name)] verify_jwt = false contradicts the code"))
    #expect(text.contains(name == "service" ? "access: .serviceRole" : "access: .\(name)"))
  }

  @Test func theConfigurationMayRequireMore() async throws {
    try await withHarness(functions: [Handlers.open, Handlers.echo]) { configuration in
      var closed = FunctionConfiguration()
      closed.verifyJWT = true
      configuration.functions["open"] = closed
      var open = FunctionConfiguration()
      open.verifyJWT = false
      configuration.functions["echo"] = open
    } _: { host in
      let refused = try await host.post("/functions/v1/open", "")
      #expect(refused.verdict == "401 UNAUTHORIZED_NO_AUTH_HEADER")
      #expect(try await host.post("/functions/v1/open", token: host.token(), "").status == 200)
      #expect(try await host.post("/functions/v1/echo", "").status == 200)
    }
  }

  @Test func anyoneIgnoresAuthorization() async throws {
    try await withHarness(functions: [Handlers.open]) { host in
      for value in ["Bearer nonsense", "Basic x", "", "Bearer " + Forge.hs256(claims: #"{"exp":1}"#)] {
        let answer = try await host.send(.post, "/functions/v1/open", headers: [.authorization: value])
        #expect(answer.status == 200)
      }
    }
  }

  @Test func shortSecretsAndWrongKeySets() async throws {
    for secret in ["", "short", String(repeating: "x", count: 31)] {
      let error = await #expect(throws: ConfigurationProblem.self) {
        await (try Harness(configure: { $0.tokens.secret = secret })).close()
      }
      #expect(error?.description == "The JWT secret has \(secret.utf8.count) bytes, HS256 needs at least 32")
    }
    for jwks in ["", "nope", "7", #"{"key":[]}"#, #"{"keys":{}}"#] {
      let error = await #expect(throws: ConfigurationProblem.self) {
        await (try Harness(configure: { $0.tokens.jwks = jwks })).close()
      }
      #expect(error?.description.contains("SUPABASE_JWKS") == true)
    }
  }
}
