import Glibc
import Loop
import NIOCore
import Testing

@testable import HTTPServer

/// Queued output of a socket is sent in order, and reported only when it is sent.
@Suite struct ClientSocketTests {
  /// A socket, and the descriptor of its other side.
  private func pair(on loop: Reactor) throws -> (socket: ClientSocket, other: CInt) {
    var descriptors: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &descriptors) == 0)
    return (ClientSocket(descriptors[0], as: 1, on: loop), descriptors[1])
  }

  private func readAll(_ descriptor: CInt) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe read(descriptor, &part, part.count)
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }

  @Test func bytesAreSentAfterQueuedOnes() throws {
    let loop = try Reactor(named: "test")
    let (socket, other) = try pair(on: loop)
    defer { close(other) }
    let first = [UInt8](repeating: 1, count: 4 << 20)
    #expect(socket.write(ByteBuffer(bytes: first)))
    #expect(!socket.isWritable)
    // The end of a body that only the connection's end shows is no bytes at all.
    for last in [[], [2, 3] as [UInt8]] {
      guard case .some(let rest) = unsafe last.withUnsafeBytes({ unsafe socket.sendAtOnce($0) }) else {
        Issue.record("It is taken for sent")
        return
      }
      #expect([UInt8](buffer: rest) == last)
      #expect(socket.write(rest))
    }
    var read: [UInt8] = []
    while !socket.isWritable || read.count < first.count + 2 {
      let more = readAll(other)
      try #require(!more.isEmpty)
      read += more
      #expect(socket.flush())
    }
    #expect(read == first + [2, 3])
    guard case .all = unsafe [UInt8]([4]).withUnsafeBytes({ unsafe socket.sendAtOnce($0) }) else {
      Issue.record("It is not sent although nothing waits")
      return
    }
    #expect(readAll(other) == [4])
    socket.close()
  }
}
