import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore
import Synchronization

extension StoredFile {
  /// The bytes of a file that are in memory at a time; the same as a connection's output queue.
  private static let piece = 64 << 10

  /// The file ended, or could not be read, before the announced length.
  private struct Incomplete: Error {}

  /// Answers a request for the file, which the queue reads piece by piece as the client takes them. HEAD reads nothing.
  ///
  /// - Throws: ``StorageRefusal`` for a failed precondition.
  func response(
    _ answer: FileAnswer, on queue: FileQueue, at now: Date, cacheControl: String, disposition: String? = nil
  ) throws(StorageRefusal) -> Response {
    var fields: HTTPFields = [
      .eTag: version.tag(at: now).text, .lastModified: version.lastModified, .acceptRanges: "bytes",
      .cacheControl: cacheControl,
    ]
    switch answer {
    case .preconditionFailed: throw .preconditionFailed
    case .notModified: return Response(status: .notModified, headers: fields)
    case .rangeNotSatisfiable:
      var refusal = StorageRefusal.rangeNotSatisfiable.response
      refusal.headers[.contentRange] = "bytes */\(version.size)"
      return refusal
    case .whole, .part:
      fields[.contentType] = contentType
      fields[.contentDisposition] = disposition
      // A stored file is users' data, which a browser must not run as a page of this origin.
      fields[.xContentTypeOptions] = "nosniff"
      fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    }
    guard case .part(let range) = answer else {
      return Response(headers: fields, body: body(0..<version.size, on: queue))
    }
    fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(version.size)"
    return Response(status: .partialContent, headers: fields, body: body(range, on: queue))
  }

  private func body(_ range: Range<Int>, on queue: FileQueue) -> ResponseBody {
    ResponseBody(length: range.count) { writer in
      var offset = range.lowerBound
      while let piece = try await self.piece(of: range, at: offset, on: queue) {
        offset += piece.readableBytes
        try await writer.write(piece)
      }
    }
  }

  /// The next bytes of a range; nil at its end.
  private func piece(of range: Range<Int>, at offset: Int, on queue: FileQueue) async throws -> ByteBuffer? {
    guard offset < range.upperBound else { return nil }
    let count = min(Self.piece, range.upperBound - offset)
    guard let piece = await queue.run({ self.read(at: offset, upTo: count) }), piece.readableBytes > 0 else {
      throw Incomplete()
    }
    return piece
  }

  /// The whole file for a function.
  func pieces(on queue: FileQueue) -> RequestBody {
    let offset = Mutex(0)
    return RequestBody { [self] in
      let start = offset.withLock { $0 }
      guard let piece = try await piece(of: 0..<version.size, at: start, on: queue) else { return nil }
      offset.withLock { $0 = start + piece.readableBytes }
      return piece
    }
  }
}
