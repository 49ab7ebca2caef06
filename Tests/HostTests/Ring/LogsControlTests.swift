import Edge
import Foundation
import Testing

@testable import Host

@Suite struct LogsControlTests {
  @Test func thePlaceOfAFollowerIsFreeOnceItsResponseIsGone() async throws {
    try await withHarness { (harness) async throws in
      let control = LogsControl(EventRing(capacity: 1 << 20))
      let invocation = Invocation(
        id: InvocationID(at: harness.clock.now), trigger: .manual, identity: Identity(role: .serviceRole),
        deadline: .distantFuture, logger: harness.logs.logger, services: harness.host.services)
      func follow() async throws -> Response {
        try await control.invoke(Request(body: RequestBody([UInt8](#"{"follow":true}"#.utf8))), invocation)
      }
      var responses: [Response] = []
      for _ in 0..<LogsControl.mostFollowers { responses.append(try await follow()) }
      let refusal = await #expect(throws: FunctionError.self) { () async throws in _ = try await follow() }
      #expect(refusal?.code == "NOT_CONNECTED")
      responses.removeLast()
      responses.append(try await follow())
      await #expect(throws: FunctionError.self) { () async throws in _ = try await follow() }
      #expect(responses.count == LogsControl.mostFollowers)
    }
  }
}
