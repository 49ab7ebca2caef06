import NIOCore

/// Joins the chunks of a body, with little more memory than the body needs.
///
/// A body of known length is collected in one reserved array. A body of unknown length is collected in pieces of
/// 64 KiB, since a growing array needs twice its memory. Joining frees the pieces one by one.
struct BodyCollector {
  private static let piece = 64 << 10

  private let length: Int
  private var pieces = CircularBuffer<[UInt8]>()
  /// The last piece, which is being filled.
  private var last: [UInt8] = []
  private(set) var count = 0

  init(length: Int?) {
    self.length = length.map { max($0, 1) } ?? Self.piece
    last.reserveCapacity(self.length)
  }

  mutating func append(_ chunk: ByteBuffer) {
    count += chunk.readableBytes
    var rest = chunk.readableBytesView
    while !rest.isEmpty {
      if last.count == length {
        pieces.append(last)
        last = []
        last.reserveCapacity(length)
      }
      let part = rest.prefix(length - last.count)
      last.append(contentsOf: part)
      rest = rest.dropFirst(part.count)
    }
  }

  mutating func takeBytes() -> [UInt8] {
    defer { (last, count) = ([], 0) }
    guard !pieces.isEmpty else { return last }
    var whole: [UInt8] = []
    whole.reserveCapacity(count)
    while let piece = pieces.popFirst() { whole.append(contentsOf: piece) }
    whole.append(contentsOf: last)
    return whole
  }
}
