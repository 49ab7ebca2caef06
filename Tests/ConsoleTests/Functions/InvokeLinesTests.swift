import Foundation
import Testing

@testable import Console

@Suite struct InvokeLinesTests {
  private func lines(_ body: String, as caller: InvokeCaller = .anon) -> InvokeLines {
    let request = InvokeRequest(
      method: "POST", target: "/functions/v1/greet", body: [UInt8](body.utf8), caller: caller)
    return InvokeLines(request: request, base: "http://127.0.0.1:54321", program: "swiftlet")
  }

  @Test func aBodyCannotLeaveItsQuotes() {
    #expect(
      lines(#"{"a":"it's $(id) `id`"}"#).curl == """
        curl -i -X POST 'http://127.0.0.1:54321/functions/v1/greet' \\
          -H "Authorization: Bearer $(swiftlet token)" \\
          -H 'Content-Type: application/json' \\
          --data-raw '{"a":"it'\\''s $(id) `id`"}'
        """)
  }

  @Test func aSwiftLiteralHasNoInterpolation() {
    let swift = lines("{\"a\":\"it's \\(x)\n\"}", as: .serviceRole).swift
    #expect(swift.contains(#"request.httpBody = Data("{\"a\":\"it's \\(x)\n\"}".utf8)"#))
    #expect(swift.hasPrefix("// swiftlet token --role service_role\n"))
  }

  @Test func aUsersTokenIsNamedByTheirID() throws {
    let id = try #require(UUID(uuidString: "5F0C8F9E-2F5B-4D0E-9D6E-1C6D1C1B7A10"))
    #expect(
      lines("{}", as: .user(id)).curl.contains("$(swiftlet token --sub 5f0c8f9e-2f5b-4d0e-9d6e-1c6d1c1b7a10)"))
  }
}
