import Glibc
import Synchronization
import Testing

@testable import Loop

/// A stream on one end of a socket pair; the test has the other end, and blocks its thread there. Other tasks run on
/// the loop.
@Suite(.timeLimit(.minutes(10))) struct ByteStreamTests {
  /// The loop's client: passes events to the stream.
  private final class Client: ReactorClient {
    let stream = Mutex<ByteStream?>(nil)

    func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
      stream.withLock { $0 }?.descriptorIsReady(events)
    }

    func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  private func withStream(
    unread: [UInt8] = [],
    _ test: (_ stream: ByteStream, _ other: CInt, _ closed: AsyncStream<Void>) async throws -> Void
  ) async throws {
    var pair: [CInt] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
    _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
    let loop = try Reactor(named: "swiftlet-test")
    let client = Client()
    let closed = AsyncStream<Void>.makeStream()
    let stream = ByteStream(SocketTransport(pair[0]), as: 1, on: loop, ReadBuffer(), unread: unread) {
      closed.continuation.yield()
      closed.continuation.finish()
    }
    client.stream.withLock { $0 = stream }
    loop.start(client)
    let result: Result<Void, any Error>
    do { result = .success(try await test(stream, pair[1], closed.stream)) } catch { result = .failure(error) }
    stream.close()
    for await _ in closed.stream {}
    close(pair[1])
    loop.stop()
    try result.get()
  }

  private func send(_ text: String, on other: CInt) {
    let bytes = Array(text.utf8)
    #expect(unsafe Glibc.send(other, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count)
  }

  private func expect(_ bytes: [UInt8]?, _ text: String?, _ location: SourceLocation = #_sourceLocation) {
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == text, sourceLocation: location)
  }

  private func receive(_ count: Int, on other: CInt) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = unsafe recv(other, &bytes, count, CInt(MSG_WAITALL))
    return Array(bytes[..<max(0, received)])
  }

  @Test func bytesPassInBothDirections() async throws {
    try await withStream { stream, other, _ in
      let first = Task(executorPreference: stream.loop) { try await stream.read() }
      send("one", on: other)
      try await expect(first.value, "one")
      send("two", on: other)
      try await expect(stream.read(), "two")
      try await stream.write(Array("three".utf8))
      try await stream.write([])
      #expect(receive(5, on: other) == Array("three".utf8))
    }
  }

  @Test func bytesReceivedBeforeAreReadFirst() async throws {
    try await withStream(unread: Array("early".utf8)) { stream, other, _ in
      send("late", on: other)
      try await expect(stream.read(), "early")
      try await expect(stream.read(), "late")
    }
  }

  @Test func eachDirectionEndsByItself() async throws {
    try await withStream { stream, other, _ in
      stream.endOutput()
      #expect(receive(1, on: other) == [])
      send("still", on: other)
      try await expect(stream.read(), "still")
      shutdown(other, CInt(SHUT_WR))
      try await expect(stream.read(), nil)
      try await expect(stream.read(), nil)
    }
    try await withStream { stream, other, _ in
      shutdown(other, CInt(SHUT_WR))
      try await expect(stream.read(), nil)
      try await stream.write(Array("still".utf8))
      #expect(receive(5, on: other) == Array("still".utf8))
    }
  }

  /// A write returns when the system has taken its bytes, so that a slow reader slows the writer.
  @Test func aWriteWaitsForRoom() async throws {
    try await withStream { stream, other, _ in
      let bytes = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let isDone = Flag()
      let writing = Task(executorPreference: stream.loop) {
        try await stream.write(bytes)
        isDone.value.store(true, ordering: .releasing)
      }
      // The rest is more than the socket's buffers hold.
      var received = receive(1024, on: other)
      let isEarly = isDone.value.load(ordering: .acquiring)
      #expect(!isEarly)
      received += receive(bytes.count - received.count, on: other)
      #expect(received == bytes)
      try await writing.value
    }
  }

  @Test func closingFailsTheReaderAndTheWriterThatWait() async throws {
    try await withStream { stream, other, closed in
      let read = Task(executorPreference: stream.loop) { try await stream.read() }
      let written = Task(executorPreference: stream.loop) {
        try await stream.write([UInt8](repeating: 1, count: 4 << 20))
      }
      // The writer has begun, and waits.
      _ = receive(1, on: other)
      stream.close()
      await #expect(throws: ByteStream.Closed.self) { _ = try await read.value }
      await #expect(throws: ByteStream.Closed.self) { try await written.value }
      await #expect(throws: ByteStream.Closed.self) { _ = try await stream.read() }
      for await _ in closed {}
    }
  }

  @Test func cancellingAReaderClosesTheConnection() async throws {
    try await withStream { stream, other, closed in
      let reader = Task(executorPreference: stream.loop) { try await stream.read() }
      reader.cancel()
      for await _ in closed {}
      await #expect(throws: ByteStream.Closed.self) { _ = try await reader.value }
      #expect(receive(1, on: other) == [])
    }
  }

  @Test func aConnectionThatTheOtherSideBreaksOffIsClosed() async throws {
    try await withStream { stream, other, closed in
      shutdown(other, CInt(SHUT_RDWR))
      await #expect(throws: ByteStream.Closed.self) { try await stream.write([1]) }
      for await _ in closed {}
    }
  }
}
