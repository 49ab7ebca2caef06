import NIOCore
import Testing

@testable import Host

/// Chunks become the body that they are cut from, whether or not its length is known.
@Suite struct BodyCollectorTests {
  @Test(arguments: [nil, 200_000], [1, 7, 65_536, 65_537, 200_000])
  func chunks(_ length: Int?, _ size: Int) {
    let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
    var collector = BodyCollector(length: length)
    for start in stride(from: 0, to: body.count, by: size) {
      collector.append(ByteBuffer(bytes: body[start..<min(start + size, body.count)]))
    }
    #expect(collector.count == body.count)
    #expect(collector.takeBytes() == body)
  }

  /// A declared length is the client's word: what comes besides is taken too.
  @Test func moreThanDeclared() {
    var collector = BodyCollector(length: 3)
    collector.append(ByteBuffer(string: "hello"))
    collector.append(ByteBuffer(string: ""))
    #expect(collector.takeBytes() == [UInt8]("hello".utf8))
    var empty = BodyCollector(length: 0)
    #expect(empty.takeBytes() == [])
  }
}
