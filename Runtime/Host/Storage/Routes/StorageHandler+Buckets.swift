import Edge
import FoundationEssentials

extension StorageHandler {
  /// The buckets, for the service role alone, as by row-level security.
  func buckets(_ caller: StorageAccess) async throws -> Response {
    guard caller == .serviceRole else { return Self.json([]) }
    var answers: [JSONValue] = []
    for (name, changedAt) in try await storage.buckets() {
      answers.append(describe(name, try await storage.bucket(name), changedAt))
    }
    return Self.json(.array(answers))
  }

  func bucket(_ name: String, _ caller: StorageAccess) async throws -> Response {
    let bucket = try await storage.bucket(name)
    guard caller == .serviceRole else { throw StorageRefusal.noBucket }
    let known = try await storage.buckets().first { $0.name == name }
    return Self.json(describe(name, bucket, known?.changedAt ?? storage.clock.now))
  }

  private func describe(_ name: String, _ bucket: EmbeddedStorage.Bucket, _ changedAt: Date) -> JSONValue {
    let instant = JSONValue.string(WireDate.string(from: changedAt))
    return [
      "id": .string(name), "name": .string(name), "owner": "", "public": .bool(bucket.isPublic), "type": "STANDARD",
      "file_size_limit": .integer(Int64(storage.limit(of: bucket))),
      "allowed_mime_types": .array(bucket.types.map(JSONValue.string)), "created_at": instant, "updated_at": instant,
    ]
  }
}
