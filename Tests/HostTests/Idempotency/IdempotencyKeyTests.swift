import Edge
import Foundation
import Testing

@testable import Host

/// Keys as clients send them, and what a key belongs to.
@Suite struct IdempotencyKeyTests {
  private func key(_ value: String) throws -> String {
    try IdempotencyKey(value: [UInt8](value.utf8)[...]).text
  }

  @Test(arguments: [
    (#""8e03978e-40d5-43dd-bc93-6894a57f9324""#, "8e03978e-40d5-43dd-bc93-6894a57f9324"),
    ("8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
    (#""a b,c;d""#, "a b,c;d"), (#""\"\\""#, #""\"#), (#"" ""#, " "),
    ("~!#$%&'()*+-./:<=>?@[]^_`{|}", "~!#$%&'()*+-./:<=>?@[]^_`{|}"),
    (#""''""#, "''"),
  ])
  func bothFormsAreRead(_ value: String, _ text: String) throws {
    #expect(try key(value) == text)
  }

  @Test(arguments: [
    "", #""""#, #"""#, #""a"#, #""a"b"#, #""a";b=1"#, #""a", "b""#, #""a\b""#, #""a\"#, "a b", "a,b", "a;b", #"a"b"#,
    #"a\b"#,
    "a\tb", "\"a\tb\"", "schlüssel", "\"schlüssel\"", "\u{7f}", "\"\u{7f}\"", "\u{1}",
  ])
  func malformedKeysAreRefused(_ value: String) {
    let error = #expect(throws: HostError.self) { try key(value) }
    #expect(error?.status == .badRequest)
    #expect(error?.code == "IDEMPOTENCY_KEY_INVALID")
  }

  @Test func aKeyHasAtMost255Characters() throws {
    let longest = String(repeating: "k", count: 255)
    #expect(try key(longest) == longest)
    #expect(try key("\"\(longest)\"") == longest)
    // An escaped character counts once.
    #expect(try key("\"\\\"" + String(repeating: "k", count: 254) + "\"").utf8.count == 255)
    #expect(throws: HostError.self) { try key(longest + "k") }
    #expect(throws: HostError.self) { try key("\"\(longest)k\"") }
  }

  @Test func aRequestHasOneKeyOrNone() throws {
    let name = HTTPField.Name.idempotencyKey
    #expect(try IdempotencyKey(of: RequestFields([:])) == nil)
    #expect(try IdempotencyKey(of: RequestFields([name: "a"]))?.text == "a")
    var twice = HTTPFields()
    for _ in 1...2 { twice.append(HTTPField(name: name, value: "a")) }
    #expect(throws: HostError.self) { try IdempotencyKey(of: RequestFields(twice)) }
  }

  @Test func aKeyBelongsToACallerAndAFunction() throws {
    let key = try IdempotencyKey(value: [UInt8]("k".utf8)[...])
    let users = [UUID(), UUID()]
    func caller(_ user: UUID?, _ role: String) -> Identity {
      var claims = JSONObject([("role", .string(role))])
      if let user { claims["sub"] = .string(user.uuidString) }
      return Identity(Claims(claims))
    }
    let callers: [Identity?] = [
      nil, caller(nil, "anon"), caller(nil, "service_role"), caller(users[0], "authenticated"),
      caller(users[1], "authenticated"), caller(users[0], "service_role"),
    ]
    var ids: Set<KeyID> = []
    for caller in callers {
      for function in ["save", "remove"] {
        let id = KeyID(key, of: caller, function: function)
        #expect(id == KeyID(key, of: caller, function: function))
        #expect(id.bytes.count == 16)
        #expect(ids.insert(id).inserted)
      }
    }
    #expect(Set(ids.map(\.bytes)).count == 12)
    let other = try IdempotencyKey(value: [UInt8]("k2".utf8)[...])
    #expect(!ids.contains(KeyID(other, of: callers[3], function: "save")))
    // The parts of an id cannot run into each other.
    let tricky = try IdempotencyKey(value: [UInt8](#""b k""#.utf8)[...])
    let plain = try IdempotencyKey(value: [UInt8]("k".utf8)[...])
    #expect(
      KeyID(tricky, of: caller(nil, "a"), function: "f") != KeyID(plain, of: caller(nil, "a b"), function: "f"))
  }

  @Test func aPayloadIsAllThatAFunctionGets() {
    func digest(_ path: String, _ query: String?, _ body: String, _ method: HTTPRequest.Method = .post) -> PayloadDigest
    {
      PayloadDigest(of: Request(method: method, path: path, rawQuery: query), body: [UInt8](body.utf8))
    }
    let digests = [
      digest("", nil, ""), digest("/a", nil, ""), digest("", "a", ""), digest("", nil, "a"), digest("", nil, "a "),
      digest("", nil, "a", .put), digest("/a\na", nil, ""),
    ]
    #expect(Set(digests).count == digests.count)
    #expect(digest("/a", "b", "c") == digest("/a", "b", "c"))
    #expect(digests.allSatisfy { $0.bytes.count == 32 })
  }
}
