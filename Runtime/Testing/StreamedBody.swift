import Edge
import NIOCore

/// The received bytes of a streamed body, for a client that may leave after a number of events.
struct StreamedBody {
  /// The number of events after which the client leaves; nil if it reads to the end.
  let limit: Int?
  /// The bytes, up to the last event before the client left.
  private(set) var bytes: [UInt8] = []
  private(set) var hasLeft = false
  private var reader = EventReader()

  init(events limit: Int?) { self.limit = limit }

  /// Receives a chunk.
  ///
  /// - Throws: `CancellationError` if the client leaves with this chunk, or has left, as a host's writer does.
  mutating func append(_ chunk: ByteBuffer) throws(CancellationError) {
    guard !hasLeft else { throw CancellationError() }
    guard let limit else { return bytes.append(contentsOf: chunk.readableBytesView) }
    for byte in chunk.readableBytesView {
      bytes.append(byte)
      reader.read(byte)
      guard reader.events.count < limit else {
        hasLeft = true
        throw CancellationError()
      }
    }
  }
}
