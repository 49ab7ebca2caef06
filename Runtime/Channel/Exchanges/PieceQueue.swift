import NIOCore

/// Received pieces of a stream that are not read yet. Small pieces are joined, so that the memory is bounded by their
/// bytes.
struct PieceQueue: Sendable {
  /// The size up to which pieces are joined.
  private static let joinedSize = 16 << 10

  private var pieces = CircularBuffer<ByteBuffer>()
  private(set) var bytes = 0

  var isEmpty: Bool { pieces.isEmpty }

  mutating func add(_ piece: ByteBuffer) {
    let count = piece.readableBytes
    bytes += count
    if !pieces.isEmpty, pieces[pieces.index(before: pieces.endIndex)].readableBytes + count <= Self.joinedSize {
      pieces[pieces.index(before: pieces.endIndex)].writeImmutableBuffer(piece)
    } else {
      pieces.append(piece)
    }
  }

  mutating func takeFirst() -> ByteBuffer? {
    let piece = pieces.popFirst()
    bytes -= piece?.readableBytes ?? 0
    return piece
  }

  /// Drops all pieces; returns the number of their bytes.
  mutating func clear() -> Int {
    defer { self = PieceQueue() }
    return bytes
  }
}
