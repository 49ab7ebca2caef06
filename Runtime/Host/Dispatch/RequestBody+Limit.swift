import Edge
import NIOCore
import Synchronization

extension RequestBody {
  /// The body, which throws ``FunctionError`` 413 once more than `limit` bytes have come. A worker that reads the body
  /// gets that error as it is.
  func limited(to limit: Int) -> RequestBody {
    if let count {
      return count <= limit ? self : RequestBody { throw FunctionError.payloadTooLarge(limit: limit) }
    }
    let reader = LimitedReader(self, limit: limit)
    return RequestBody { try await reader.next() }
  }
}

private final class LimitedReader: Sendable {
  private let body: RequestBody
  private let remaining: Atomic<Int>
  private let limit: Int

  init(_ body: RequestBody, limit: Int) {
    self.body = body
    self.limit = limit
    remaining = Atomic(limit)
  }

  func next() async throws -> ByteBuffer? {
    var iterator = body.makeAsyncIterator()
    guard let chunk = try await iterator.next() else { return nil }
    let (_, left) = remaining.subtract(chunk.readableBytes, ordering: .relaxed)
    guard left >= 0 else { throw FunctionError.payloadTooLarge(limit: limit) }
    return chunk
  }
}
