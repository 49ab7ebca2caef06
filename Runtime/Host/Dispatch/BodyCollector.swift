import NIOCore

/// Puts the chunks of a body together, in little more memory than the body takes.
///
/// A body of known length has its memory at once. One of unknown length is kept in pieces, since an array that grows would be held
/// twice; they are freed one by one while it is put together.
struct BodyCollector {
  private static let piece = 64 << 10

  /// How long a piece becomes.
  private let length: Int
  private var pieces = CircularBuffer<[UInt8]>()
  /// The piece that is being filled.
  private var last: [UInt8] = []
  private(set) var count = 0

  /// - Parameter length: The body's, if it is known.
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

  /// Gives the body away.
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
