import Edge
import Foundation
import HTTPTypes

extension StoredFile {
  /// How much of a file is in memory at a time, in bytes; as much as a connection keeps for its client.
  private static let piece = 64 << 10

  /// The file's content ended, or failed, before the length that its response has announced.
  private struct Incomplete: Error {}

  /// Answers a request for the file.
  ///
  /// - Parameters:
  ///   - answer: What the request asks for.
  ///   - thread: Where the file is read, piece by piece as the client takes them. HEAD reads nothing.
  ///   - now: The host's clock.
  ///   - seconds: For how long a client may keep the response.
  /// - Throws: ``StorageRefusal`` for a condition that does not hold.
  func response(
    _ answer: FileAnswer, contentType: String, on thread: FileThread, at now: Date, cachedFor seconds: Int
  ) throws(StorageRefusal) -> Response {
    var fields: HTTPFields = [
      .eTag: version.tag(at: now).text, .lastModified: version.lastModified, .acceptRanges: "bytes",
      .cacheControl: "private, max-age=\(seconds)",
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
      // A stored file is data of users: no browser may run it as a page of this address.
      fields[.xContentTypeOptions] = "nosniff"
      fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    }
    guard case .part(let range) = answer else {
      return Response(headers: fields, body: body(0..<version.size, on: thread))
    }
    fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(version.size)"
    return Response(status: .partialContent, headers: fields, body: body(range, on: thread))
  }

  private func body(_ range: Range<Int>, on thread: FileThread) -> ResponseBody {
    ResponseBody(length: range.count) { writer in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let (start, count) = (offset, min(Self.piece, range.upperBound - offset))
        guard let piece = await thread.run({ self.read(at: start, upTo: count) }), piece.readableBytes > 0 else {
          throw Incomplete()
        }
        offset += piece.readableBytes
        try await writer.write(piece)
      }
    }
  }
}
