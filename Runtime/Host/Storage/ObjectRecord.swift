import Cryptography
import Edge
import FoundationEssentials

/// A stored file as Supabase's storage server describes it in JSON.
struct ObjectRecord: Sendable {
  let key: ObjectKey
  let contentType: String
  let version: FileVersion
  let createdAt: Date
  let maxAge: Int?
  let custom: JSONObject?

  init(_ key: ObjectKey, _ file: StoredFile) {
    self.key = key
    contentType = file.contentType
    version = file.version
    createdAt = file.createdAt
    maxAge = file.metadata?.maxAge
    custom = file.metadata?.custom
  }

  /// The object's id: a UUID (RFC 9562, version 8) of its bucket and path, so that a file that was put there by hand
  /// has one too.
  var id: UUID {
    var bytes = SHA256Digest(of: [UInt8](key.text.utf8).span).bytes.prefix(16)
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return unsafe bytes.withUnsafeBytes { unsafe UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  var cacheControl: String { maxAge.map { "max-age=\($0)" } ?? "no-cache" }

  private var tag: String { version.strongTag.text }

  /// An element of a list, under its name in the listed folder or, after a removal, in the bucket.
  func json(named name: String) -> JSONValue {
    let updated = JSONValue.string(WireDate.string(from: version.date))
    return [
      "name": .string(name), "bucket_id": .string(key.bucket),
      "owner": .string(key.owner?.lowercased ?? ""), "id": .string(id.lowercased), "updated_at": updated,
      "created_at": .string(WireDate.string(from: createdAt)), "last_accessed_at": updated,
      "metadata": [
        "eTag": .string(tag), "size": .integer(Int64(version.size)), "mimetype": .string(contentType),
        "cacheControl": .string(cacheControl), "lastModified": updated,
        "contentLength": .integer(Int64(version.size)), "httpStatusCode": 200,
      ],
    ]
  }

  /// The answer to a request for the file's description.
  var info: JSONValue {
    [
      "id": .string(id.lowercased), "name": .string(key.path), "version": .string(tag),
      "bucket_id": .string(key.bucket), "size": .integer(Int64(version.size)), "content_type": .string(contentType),
      "cache_control": .string(cacheControl), "etag": .string(tag),
      "metadata": custom.map(JSONValue.object) ?? .null,
      "last_modified": .string(WireDate.string(from: version.date)),
      "created_at": .string(WireDate.string(from: createdAt)),
    ]
  }
}
