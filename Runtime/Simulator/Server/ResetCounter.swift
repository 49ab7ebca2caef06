import NIOCore

/// Counts RST_STREAM frames on their way in. NIO keeps those for finished streams to itself.
final class ResetCounter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let simulation: SharedSimulation
  /// Bytes to pass before the next frame's header: first of all the client's preface (RFC 9113, section 3.4).
  private var skipping = 24
  private var header: [UInt8] = []

  init(simulation: SharedSimulation) { self.simulation = simulation }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let resets = count(unwrapInboundIn(data).readableBytesView)
    if resets > 0 { simulation.withLock { $0.countResets(resets) } }
    context.fireChannelRead(data)
  }

  private func count(_ bytes: ByteBufferView) -> Int {
    var resets = 0
    var rest = bytes
    while !rest.isEmpty {
      if skipping > 0 {
        let passed = min(skipping, rest.count)
        rest.removeFirst(passed)
        skipping -= passed
        continue
      }
      // A frame's header has nine bytes: three of length, one of type, five more (section 4.1).
      let taken = rest.prefix(9 - header.count)
      header.append(contentsOf: taken)
      rest.removeFirst(taken.count)
      guard header.count == 9 else { break }
      skipping = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
      if header[3] == 3 { resets += 1 }
      header.removeAll(keepingCapacity: true)
    }
    return resets
  }
}
