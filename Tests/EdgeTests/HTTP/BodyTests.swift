import Edge
import NIOCore
import Synchronization
import Testing

@Suite struct BodyTests {
  /// A body that arrives in the given pieces.
  private func body(_ pieces: [String]) -> RequestBody {
    let rest = Mutex(pieces[...])
    return RequestBody { rest.withLock { $0.popFirst().map(ByteBuffer.init(string:)) } }
  }

  @Test func chunksComeInOrder() async throws {
    var seen: [String] = []
    for try await chunk in body(["a", "bc", "d"]) { seen.append(String(buffer: chunk)) }
    #expect(seen == ["a", "bc", "d"])
  }

  @Test func collecting() async throws {
    #expect(String(buffer: try await body(["a", "bc", "d"]).collect(upTo: 4)) == "abcd")
    #expect(String(buffer: try await RequestBody(ByteBuffer(string: "abcd")).collect(upTo: 4)) == "abcd")
    #expect(try await body([]).collect(upTo: 0).readableBytes == 0)
    #expect(try await RequestBody().collect(upTo: 0).readableBytes == 0)
  }

  @Test func aBodyAboveTheLimitIsPayloadTooLarge() async throws {
    for body in [body(["ab", "cd"]), RequestBody(ByteBuffer(string: "abcd"))] {
      let error = try #require(await #expect(throws: FunctionError.self) { try await body.collect(upTo: 3) })
      #expect(error.status.code == 413)
      #expect(error.code == .payloadTooLarge)
      #expect(error.message == "The body is larger than the limit of 3 bytes")
    }
  }

  @Test func aBodyOfBytes() {
    #expect(RequestBody(ByteBuffer(string: "x")).collected == ByteBuffer(string: "x"))
    #expect(body(["x"]).collected == nil)
  }
}
