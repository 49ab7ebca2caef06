import Edge
import Foundation
import Testing

@testable import Host

/// The checks of HS256 tokens.
@Suite struct HS256Tests {
  private func verdict(_ token: String, at clock: TestClock = TestClock()) async throws -> Answer {
    var answer: Answer?
    try await withHarness(functions: [Handlers.user], clock: clock) { host in
      answer = try await host.post("/functions/v1/user", token: token, "")
    }
    return try #require(answer)
  }

  @Test func aGoodToken() async throws {
    let answer = try await verdict(Forge.hs256())
    #expect(answer.status == 200)
    #expect(answer.body == #"{"user":"\#(Forge.user)"}"#)
  }

  @Test func theSchemeIsReadInAnyCase() async throws {
    try await withHarness(functions: [Handlers.user]) { host in
      for scheme in ["bearer", "BEARER", "Bearer ", "Bearer  "] {
        let headers: HTTPFields = [.authorization: "\(scheme) \(Forge.hs256())"]
        #expect(try await host.send(.post, "/functions/v1/user", headers: headers).status == 200)
      }
      var twice = HTTPFields()
      twice.append(HTTPField(name: .authorization, value: "Bearer \(Forge.hs256())"))
      twice.append(HTTPField(name: .authorization, value: "Bearer \(Forge.hs256())"))
      let answer = try await host.send(.post, "/functions/v1/user", headers: twice)
      #expect(answer.verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    }
  }

  @Test func times() async throws {
    let now = Int(TestClock().now.timeIntervalSince1970)
    func claims(_ times: String) -> String { #"{"sub":"\#(Forge.user)",\#(times)}"# }
    for good in [
      "\"exp\":\(now + 1)", "\"nbf\":\(now)", "\"exp\":\(now + 1),\"nbf\":\(now - 1)", "\"exp\":\(now).5",
      "\"iat\":\(now + 999)", "\"exp\":1e300",
    ] {
      #expect(try await verdict(Forge.hs256(claims: claims(good))).status == 200, "\(good)")
    }
    for bad in [
      "\"exp\":\(now)", "\"exp\":\(now - 1)", "\"exp\":0", "\"exp\":-1", "\"nbf\":\(now + 1)",
      "\"exp\":\(now + 9),\"nbf\":\(now + 1)",
    ] {
      #expect(try await verdict(Forge.hs256(claims: claims(bad))).verdict == "401 UNAUTHORIZED_LEGACY_JWT", "\(bad)")
    }
    for none in [#""exp":"4102444800""#, #""exp":null"#, #""exp":true"#, #""exp":[]"#, #""nbf":"0""#, #""nbf":{}"#] {
      let answer = try await verdict(Forge.hs256(claims: claims(none)))
      #expect(answer.verdict == "401 UNAUTHORIZED_LEGACY_JWT", "\(none)")
      #expect(answer["www-authenticate"]?.contains("Expected a number at $.\(none.dropFirst().prefix(3))") == true)
    }
  }

  @Test func signatures() async throws {
    let token = Forge.hs256()
    let parts = token.split(separator: ".").map(String.init)
    var flipped = Array(parts[2])
    flipped[0] = flipped[0] == "A" ? "B" : "A"
    let other = Forge.hs256(claims: #"{"sub":"\#(UUID().uuidString)","role":"service_role","exp":4102444800}"#)
      .split(separator: ".")
    let wrong = [
      "\(parts[0]).\(parts[1]).\(String(flipped))", "\(parts[0]).\(other[1]).\(parts[2])",
      "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1]).AAAA", Forge.hs256(secret: [UInt8](repeating: 0, count: 32)),
      Forge.hs256(secret: []),
    ]
    for token in wrong { #expect(try await verdict(token).verdict == "401 UNAUTHORIZED_LEGACY_JWT") }
  }

  @Test func malformedTokensAreRefused() async throws {
    let token = Forge.hs256()
    let parts = token.split(separator: ".").map(String.init)
    let huge = String(repeating: "A", count: 30_000)
    let shapes = [
      ".", "..", "...", "a.b", "\(token).", ".\(token)", "\(token).\(parts[2])", "\(parts[0])..\(parts[2])",
      ".\(parts[1]).\(parts[2])", String(token.prefix(10)), "\(parts[0]).\(parts[1])", "\(token)=", "\(token)==",
      token.replacing(".", with: ".\t"), "\(parts[0]).\(parts[1])+.\(parts[2])", "\(parts[0])/.\(parts[1]).\(parts[2])",
      "\(huge).\(huge).\(huge)", huge, "é.\(parts[1]).\(parts[2])",
      String(repeating: ".", count: 30_000),
    ]
    for shape in shapes {
      #expect(try await verdict(shape).verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT", "\(shape.prefix(80))")
    }
  }

  /// A large valid token is accepted.
  @Test func aTokenOfThirtyKilobytes() async throws {
    let claims = #"{"sub":"\#(Forge.user)","more":"\#(String(repeating: "x", count: 22_000))"}"#
    let token = Forge.hs256(claims: claims)
    #expect(token.utf8.count > 29_000)
    #expect(try await verdict(token).status == 200)
    #expect(try await verdict(String(token.dropLast(7))).status == 401)
  }

  @Test func headerFieldsBesidesTheAlgorithmDoNotCount() async throws {
    for header in [
      #"{"alg":"HS256","kid":"../../../dev/null"}"#, #"{"alg":"HS256","kid":"x' UNION SELECT 'secret"}"#,
      #"{"alg":"HS256","kid":7}"#, #"{"alg":"HS256","kid":"unknown"}"#, #"{"alg":"HS256","typ":"anything","cty":"x"}"#,
    ] {
      #expect(try await verdict(Forge.hs256(header: header)).status == 200, "\(header)")
      let forged = Forge.hs256(header: header, secret: [UInt8](repeating: 0, count: 64))
      #expect(try await verdict(forged).verdict == "401 UNAUTHORIZED_LEGACY_JWT", "\(header)")
    }
  }

  @Test(arguments: [
    (#"{"alg":"none"}"#, "none"), (#"{"alg":"None"}"#, "None"), (#"{"alg":"NONE"}"#, "NONE"), (#"{"alg":""}"#, ""),
    (#"{"alg":"hs256"}"#, "hs256"), (#"{"alg":"HS384"}"#, "HS384"), (#"{"alg":"PS256"}"#, "PS256"),
    (#"{"alg":"EdDSA"}"#, "EdDSA"), (#"{"alg":"\u0000\n"}"#, "\\u0000\\n"),
  ])
  func otherAlgorithms(_ header: String, _ name: String) async throws {
    for token in [Forge.hs256(header: header), "\(Forge.part(header)).\(Forge.part(Forge.claims))."] {
      let answer = try await verdict(token)
      #expect(answer.verdict == "401 UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM")
      #expect(
        answer.body
          == #"{"code":"UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM","message":"Unsupported JWT algorithm \#(name)"}"#)
    }
  }

  @Test(arguments: [
    #"{}"#, #"{"alg":null}"#, #"{"alg":256}"#, #"{"alg":["HS256"]}"#, #"["HS256"]"#, #""HS256""#, "null",
  ])
  func headersWithoutAlgorithm(_ header: String) async throws {
    #expect(try await verdict(Forge.hs256(header: header)).verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
  }

  @Test func criticalExtensionsAreRefused() async throws {
    for header in [
      #"{"alg":"HS256","crit":["exp"]}"#, #"{"alg":"HS256","crit":["b64"],"b64":false}"#,
      #"{"alg":"HS256","crit":null}"#,
    ] {
      let answer = try await verdict(Forge.hs256(header: header))
      #expect(answer.verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
      #expect(answer["www-authenticate"]?.contains("$.crit") == true)
    }
  }
}
