import Edge
import Foundation
import HTTPTypes

extension StoredFile {
  /// The bytes of a file that are in memory at a time; the same as a connection's output queue.
  private static let piece = 64 << 10

  /// The file ended, or could not be read, before the announced length.
  private struct Incomplete: Error {}

  /// Answers a request for the file.
  ///
  /// - Parameters:
  ///   - answer: the kind of response.
  ///   - thread: reads the file, piece by piece as the client takes them. HEAD reads nothing.
  ///   - now: the current instant.
  ///   - seconds: how long a client may cache the response.
  /// - Throws: ``StorageRefusal`` for a failed precondition.
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
      // A stored file is users' data, which a browser must not run as a page of this origin.
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
