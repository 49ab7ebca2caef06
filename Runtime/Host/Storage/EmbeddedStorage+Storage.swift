import Edge
import FoundationEssentials

/// The storage that functions use. They have the rights of the service role.
extension EmbeddedStorage: Storage {
  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    let key = ObjectKey(bucket: bucket, path: path)
    return "\(base())/storage/v1/object/sign/\(key.escaped)?token=\(signer.token(for: key, seconds: seconds))"
  }

  func put(_ body: RequestBody, bucket: String, path: String, options: PutOptions) async throws {
    let source = UploadSource(body, contentType: options.contentType, maxAge: options.maxAge)
    let key = ObjectKey(bucket: bucket, path: path)
    do {
      _ = try await store(key, from: source, declared: body.count, replacing: options.replaces)
    } catch let refusal as StorageRefusal {
      throw FunctionError(refusal, key)
    }
  }

  func get(bucket: String, path: String) async throws -> StoredObject {
    let key = ObjectKey(bucket: bucket, path: path)
    let file = try await reporting(key) { () throws(StorageRefusal) in
      _ = try await self.bucket(bucket)
      return try await open(key)
    }
    return StoredObject(contentType: file.contentType, size: file.version.size, body: file.pieces(on: reading))
  }

  func buckets() async throws -> [String] {
    try await reporting(ObjectKey(bucket: "", path: "")) { () throws(StorageRefusal) in
      let all: [(name: String, changedAt: Date)] = try await buckets()
      return all.map(\.name)
    }
  }

  func list(bucket: String, folder: String, limit: Int, offset: Int) async throws -> [StoredEntry] {
    var listing = ObjectListing()
    listing.folder = folder.split(separator: "/").joined(separator: "/")
    (listing.limit, listing.offset) = (min(max(1, limit), ObjectListing.maximum), max(0, offset))
    let entries = try await reporting(ObjectKey(bucket: bucket, path: folder)) { [listing] () throws(StorageRefusal) in
      _ = try await self.bucket(bucket)
      return try await list(listing, of: bucket) { _ in true }
    }
    return entries.map { entry in
      StoredEntry(
        name: entry.name,
        file: entry.record.map {
          StoredEntry.File(contentType: $0.contentType, size: $0.version.size, updatedAt: $0.version.date)
        })
    }
  }

  func remove(bucket: String, paths: [String]) async throws -> [String] {
    try await reporting(ObjectKey(bucket: bucket, path: "")) { () throws(StorageRefusal) in
      _ = try await self.bucket(bucket)
      var removed: [String] = []
      for page in ObjectListing.pages(of: paths) {
        removed += try await remove(page.map { ObjectKey(bucket: bucket, path: $0) }).map(\.key.path)
      }
      return removed
    }
  }

  private func reporting<Value>(
    _ key: ObjectKey, _ call: () async throws(StorageRefusal) -> Value
  ) async throws(FunctionError) -> Value {
    do throws(StorageRefusal) {
      return try await call()
    } catch {
      throw FunctionError(error, key)
    }
  }
}
