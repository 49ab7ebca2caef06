import Edge
import Testing

/// Inputs of which a caller may leave out all members.
@Suite struct OptionalInputTests {
  private struct Filter: Codable, OptionalInput {
    let isActive: Bool?
  }

  private static let list = Function("list", access: .anyone) { (filter: Filter, _) in
    filter.isActive.map { "\($0)" } ?? "any"
  }

  @Test(
    arguments: [
      ("", 200, #""any""#), ("{}", 200, #""any""#), (#"{"isActive":null}"#, 200, #""any""#),
      (#"{"isActive":true}"#, 200, #""true""#), ("null", 400, nil), ("[]", 400, nil), (" ", 400, nil),
      (#"{"isActive":"true"}"#, 400, nil),
    ] as [(String, Int, String?)])
  func aCallWithoutABodyHasNoMember(body: String, status: Int, expected: String?) async throws {
    try await withHarness(functions: [Self.list]) { host in
      let answer = try await host.post("/functions/v1/list", body)
      #expect(answer.status == status)
      if let expected { #expect(answer.body == expected) }
    }
  }

  private struct Person: Codable {
    let name: String
  }

  private static let greet = Function("greet", access: .anyone) { (person: Person?, _) in person?.name ?? "stranger" }

  @Test(
    arguments: [
      ("", 200, #""stranger""#), ("null", 200, #""stranger""#), (#"{"name":"Ada"}"#, 200, #""Ada""#), ("{}", 400, nil),
    ] as [(String, Int, String?)])
  func anOptionalInputIsNilWithoutABody(body: String, status: Int, expected: String?) async throws {
    try await withHarness(functions: [Self.greet]) { host in
      let answer = try await host.post("/functions/v1/greet", body)
      #expect(answer.status == status)
      if let expected { #expect(answer.body == expected) }
    }
  }
}
