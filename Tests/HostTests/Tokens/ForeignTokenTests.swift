import Edge
import Foundation
import Testing

@testable import Host

/// Tokens that do not belong to callers of the project.
@Suite struct ForeignTokenTests {
  /// The token of a signed URL does not allow calls.
  @Test func theTokenOfASignedURLIsRefusedForCalls() async throws {
    try await withHarness(functions: [Handlers.verified]) { host in
      let token = Forge.hs256(claims: #"{"url":"riddle-images/1.png","iat":1,"exp":4102444800}"#)
      let answer = try await host.post("/functions/v1/verified", token: token, "{}")
      #expect(answer.verdict == "401 UNAUTHORIZED_LEGACY_JWT")
    }
  }

  /// A token with an unsupported algorithm is refused without a fetch.
  @Test(arguments: ["none", "HS512", "ES512", "garbage"])
  func anUnsupportedAlgorithmFetchesNothing(_ algorithm: String) async throws {
    try await withOrigin({ _ in (200, #"{"keys":[]}"#) }) { origin in
      try await withHarness(functions: [Handlers.verified]) {
        $0.projectURL = URL(string: origin.url)
      } _: { host in
        let token = Forge.hs256(header: #"{"alg":"\#(algorithm)"}"#, claims: Forge.claims)
        let answer = try await host.post("/functions/v1/verified", token: token, "{}")
        #expect(answer.verdict == "401 UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM")
        #expect(origin.calls.isEmpty)
      }
    }
  }
}
