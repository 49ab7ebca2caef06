import Edge
import Testing

/// The header is read before the signature is verified, and the claims may be of any shape: both are scanned first.
@Suite struct HostileJSONTokenTests {
  private func answer(_ token: String) async throws -> Answer {
    var answer: Answer?
    try await withHarness(functions: [Handlers.user]) { host in
      answer = try await host.post("/functions/v1/user", token: token, "")
    }
    return try #require(answer)
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test(arguments: [128, 129, 511, 512, 513, 514, 515, 100_000])
  func nesting(_ depth: Int) async throws {
    let header = try await answer(Forge.hs256(header: #"{"alg":"HS256","x":\#(nested(depth))}"#))
    #expect(header.verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    #expect(header["www-authenticate"]?.contains("header: Nested deeper than 128 at $.x[0]") == true)
    let claims = try await answer(Forge.hs256(claims: #"{"sub":"\#(Forge.user)","x":\#(nested(depth))}"#))
    #expect(claims.verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    #expect(claims["www-authenticate"]?.contains("claims: Nested deeper than 128 at $.x[0]") == true)
  }

  @Test func shallowEnough() async throws {
    let header = #"{"alg":"HS256","x":\#(nested(127))}"#
    let claims = #"{"sub":"\#(Forge.user)","x":\#(nested(127))}"#
    #expect(try await answer(Forge.hs256(header: header, claims: claims)).status == 200)
  }

  @Test(arguments: [
    (#"{"sub":"a","sub":"b"}"#, "claims: Duplicate key at $.sub"),
    (#"{"role":"anon","\u0072ole":"service_role"}"#, "claims: Duplicate key at $.role"),
    (#"{"app_metadata":{"a":1,"a":2}}"#, "claims: Duplicate key at $.app_metadata.a"),
    (#"{"exp":01}"#, "claims: Expected ',' or '}' at $.exp"), ("", "claims: Expected a JSON value, found nothing at $"),
    ("{", "claims: Expected a key in double quotes at $"), (#"{"a":1}x"#, "claims: Unexpected text"),
    ("[]", "claims: Expected an object at $"), ("null", "claims: Expected"),
    (#""x""#, "claims: Expected an object at $"),
  ])
  func claims(_ claims: String, _ fault: String) async throws {
    let answer = try await answer(Forge.hs256(claims: claims))
    #expect(answer.verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    #expect(answer["www-authenticate"]?.contains(fault) == true, "\(answer["www-authenticate"] ?? "-")")
    #expect(answer.body == #"{"code":"UNAUTHORIZED_INVALID_JWT_FORMAT","message":"Invalid JWT"}"#)
  }

  @Test(arguments: [
    (#"{"alg":"none","alg":"HS256"}"#, "header: Duplicate key at $.alg"), ("nope", "header: Expected null at $"),
    (#"{"alg":"HS256","kid":"\ud800"}"#, "header: A lone surrogate in a string at $.kid"),
  ])
  func headers(_ header: String, _ fault: String) async throws {
    let answer = try await answer(Forge.hs256(header: header))
    #expect(answer.verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    #expect(answer["www-authenticate"]?.contains(fault) == true)
  }

  @Test(arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func bytesThatAreNotUTF8(_ bytes: [UInt8]) async throws {
    let hostile = [UInt8](#"{"alg":"HS256","x":""#.utf8) + bytes + [UInt8](#""}"#.utf8)
    let claims = try await answer(Forge.hs256(claims: hostile))
    #expect(claims.verdict == "401 UNAUTHORIZED_INVALID_JWT_FORMAT")
    #expect(claims["www-authenticate"]?.contains("claims: Invalid UTF-8 at $.x") == true)
    let header = try await answer(Forge.hs256(header: hostile, claims: [UInt8](Forge.claims.utf8)))
    #expect(header["www-authenticate"]?.contains("header: Invalid UTF-8 at $.x") == true)
  }

  /// A token's text in a header field must not end the field.
  @Test func theFaultCannotInject() async throws {
    let answer = try await answer(Forge.hs256(claims: "{\"a\\r\\nSet-Cookie: x=\\\"y\\\"\\u0000é\":nope}"))
    let value = try #require(answer["www-authenticate"])
    #expect(value.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    #expect(value.filter { $0 == "\"" }.count == 4)
  }
}
