import Edge
import FoundationEssentials
import HTTPTypes
import Synchronization

extension ProjectStorage {
  /// The most bytes of a refusal that are read.
  private static let maximumRefusal = 64 << 10

  func put(_ body: RequestBody, bucket: String, path: String, options: PutOptions) async throws {
    let key = ObjectKey(bucket: bucket, path: path)
    var request = try request(.post, "", key)
    request.headers[.contentType] = options.contentType
    request.headers[.cacheControl] = "max-age=\(options.maxAge)"
    request.headers[.upsert] = options.replaces ? "true" : "false"
    if let whole = body.collected {
      request.body = whole
    } else {
      request.streamedBody = HTTPClient.StreamedBody {
        // The iterator of a streamed body has no state, so that each call can make a new one.
        var chunks = body.makeAsyncIterator()
        return try await chunks.next()
      }
    }
    _ = try await answer(to: request, about: key)
  }

  func get(bucket: String, path: String) async throws -> StoredObject {
    let key = ObjectKey(bucket: bucket, path: path)
    let response: HTTPClient.StreamedResponse
    do {
      response = try await http.stream(request(.get, "authenticated/", key))
      guard response.status == .ok else {
        let body = [UInt8](buffer: try await response.body.collect(upTo: Self.maximumRefusal))
        throw Self.refusal(response.status, body, key)
      }
    } catch let error as HTTPClientError {
      throw Self.away(error)
    }
    let chunks = ChunkReader(response.body)
    return StoredObject(
      contentType: response.headers[.contentType] ?? "application/octet-stream",
      size: response.headers[.contentLength].flatMap { Int($0) }, body: RequestBody { try await chunks.next() })
  }
}

/// Reads the chunks of a response, one call at a time.
private final class ChunkReader: Sendable {
  /// Nil while a chunk is awaited, and after the end.
  private let chunks: Mutex<HTTPClient.ResponseBody.AsyncIterator?>

  init(_ body: HTTPClient.ResponseBody) { chunks = Mutex(body.makeAsyncIterator()) }

  func next() async throws -> ByteBuffer? {
    guard var chunks = chunks.withLock({ $0.take() }), let chunk = try await chunks.next() else { return nil }
    self.chunks.withLock { $0 = chunks }
    return chunk
  }
}
