import Edge
import NIOCore
import SwiftletTesting
import Testing
import Worker

@testable import Host
@testable import Workers

/// Bodies of unknown length that a function in a worker reads, beyond the limit of the host.
@Suite(.timeLimit(.minutes(10))) struct BodyLimitTests {
  @Test func aStreamOverTheLimitIsRefusedAsTooLarge() async throws {
    let bundle = Worker.Bundle(
      "test",
      functions: [
        Function.raw("greet", access: .anyone) { request, _ in
          .text(String(buffer: try await request.body.collect(upTo: .max)))
        }
      ])
    let greetings = try await LoneGroup(InProcessLauncher(bundle))
    let pieces = NumberBox()
    let body = RequestBody { pieces.next() < 3 ? ByteBuffer(string: "two") : nil }
    let error = await #expect(throws: FunctionError.self) {
      try await greetings.greet(Request(body: body.limited(to: 5)))
    }
    #expect(error?.code == .payloadTooLarge)
    #expect(error?.message == "The body is larger than the limit of 5 bytes")
    await greetings.stop()
  }
}
