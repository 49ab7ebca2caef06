import Channel
package import Edge

/// The storage of the host, for a call in a worker. Files travel in pieces, in both directions.
package struct RemoteStorage: Storage {
  /// The most bytes of paths in one message.
  private static let longestPaths = 256 << 10

  private let call: CallServices

  package init(_ call: CallServices) { self.call = call }

  package func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    try await call.ask(.signedURL(bucket: bucket, path: path, expiresIn: seconds))
  }

  package func put(_ body: RequestBody, bucket: String, path: String, options: PutOptions) async throws {
    let operation = try await call.open(.put(bucket: bucket, path: path, options), hasBody: true)
    var chunks = body.makeAsyncIterator()
    let failure = await operation.send { try await chunks.next() }
    do {
      _ = try await operation.answer(for: Nothing.self)
    } catch {
      throw failure ?? error
    }
  }

  package func get(bucket: String, path: String) async throws -> StoredObject {
    let operation = try await call.open(.get(bucket: bucket, path: path))
    let head = try await operation.answer(for: ObjectHead.self)
    let next = operation.body()
    return StoredObject(contentType: head.contentType, size: head.size, body: RequestBody { try await next() })
  }

  package func buckets() async throws -> [String] { try await call.ask(.buckets) }

  package func list(bucket: String, folder: String, limit: Int, offset: Int) async throws -> [StoredEntry] {
    try await call.ask(.list(bucket: bucket, folder: folder, limit: limit, offset: offset))
  }

  package func remove(bucket: String, paths: [String]) async throws -> [String] {
    var removed: [String] = []
    var rest = paths[...]
    repeat {
      var bytes = 0
      let part = rest.prefix { path in
        bytes += path.utf8.count
        return bytes <= Self.longestPaths
      }
      // A single path that is too long for a message is too long for the storage as well.
      let paths = part.isEmpty ? rest.prefix(1) : part
      removed += try await call.ask(.remove(bucket: bucket, paths: Array(paths)), for: [String].self)
      rest = rest.dropFirst(paths.count)
    } while !rest.isEmpty
    return removed
  }
}
