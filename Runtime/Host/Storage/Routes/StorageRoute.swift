import Edge
import HTTPTypes

/// The route of a request below `/storage/v1`, as in Supabase's storage server (`src/http/routes`).
enum StorageRoute: Equatable {
  /// The right by which a file is read.
  enum Way: Equatable {
    /// The caller's token.
    case authenticated
    /// The caller's token; in a public bucket none is needed.
    case either
    /// No token: the bucket has to be public.
    case open
    /// The token of a signed URL.
    case signed
  }

  case buckets
  case bucket(String)
  case read(ObjectKey, Way)
  case info(ObjectKey, Way)
  case sign(ObjectKey)
  case signMany(bucket: String)
  case upload(ObjectKey, replacing: Bool)
  case list(bucket: String)
  case remove(ObjectKey)
  case removeMany(bucket: String)
  case copy(isMove: Bool)
  /// A route of Supabase that this storage does not have, with advice.
  case notOffered(String)
  case unknown

  /// - Parameter path: the part of the path after `/storage/v1`, percent-encoded.
  init(_ method: HTTPRequest.Method, _ path: Substring) {
    var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    switch (segments.popFirst(), method) {
    case ("bucket", _): self = Self.bucketRoute(method, segments)
    case ("object", .get), ("object", .head): self = Self.reading(segments)
    case ("object", .post): self = Self.posting(segments)
    case ("object", .put): self = Self.key(segments).map { .upload($0, replacing: true) } ?? .unknown
    case ("object", .delete):
      self =
        Self.key(segments).map(StorageRoute.remove) ?? Self.bucket(segments).map { .removeMany(bucket: $0) } ?? .unknown
    case ("render", _): self = .notOffered("Pictures are not transformed here: ask for the object itself")
    case ("upload", _): self = .notOffered("Resumable uploads are not offered here: upload to /object/<bucket>/<path>")
    case ("object", _), ("", _), (nil, _): self = .unknown
    default: self = .notOffered("There is no such route here")
    }
  }

  private static func bucketRoute(_ method: HTTPRequest.Method, _ segments: ArraySlice<Substring>) -> StorageRoute {
    guard method == .get || method == .head else {
      return .notOffered(
        "Buckets are made and changed in config.toml: [storage.buckets.<name>] with public, file_size_limit, allowed_mime_types"
      )
    }
    if segments.allSatisfy(\.isEmpty) { return .buckets }
    return bucket(segments).map(StorageRoute.bucket) ?? .unknown
  }

  private static func reading(_ segments: ArraySlice<Substring>) -> StorageRoute {
    let rest = segments.dropFirst()
    switch segments.first {
    case "authenticated": return key(rest).map { .read($0, .authenticated) } ?? .unknown
    case "public": return key(rest).map { .read($0, .open) } ?? .unknown
    case "sign": return key(rest).map { .read($0, .signed) } ?? .unknown
    case "info":
      switch rest.first {
      case "authenticated": return key(rest.dropFirst()).map { .info($0, .authenticated) } ?? .unknown
      case "public": return key(rest.dropFirst()).map { .info($0, .open) } ?? .unknown
      default: return key(rest).map { .info($0, .either) } ?? .unknown
      }
    default: return key(segments).map { .read($0, .either) } ?? .unknown
    }
  }

  private static func posting(_ segments: ArraySlice<Substring>) -> StorageRoute {
    let rest = segments.dropFirst()
    switch segments.first {
    case "sign": return key(rest).map(StorageRoute.sign) ?? bucket(rest).map { .signMany(bucket: $0) } ?? .unknown
    case "list": return bucket(rest).map { .list(bucket: $0) } ?? .unknown
    case "move" where rest.isEmpty: return .copy(isMove: true)
    case "copy" where rest.isEmpty: return .copy(isMove: false)
    case "list-v2": return .notOffered("list-v2 is not offered here: use /object/list/<bucket>")
    case "upload" where rest.first == "sign":
      return .notOffered("Signed uploads are not offered here: upload with the user's token")
    default: return key(segments).map { .upload($0, replacing: false) } ?? .unknown
    }
  }

  /// A bucket and a path in it, decoded.
  private static func key(_ segments: ArraySlice<Substring>) -> ObjectKey? {
    guard segments.count >= 2, let bucket = segments.first.flatMap(decode), !bucket.isEmpty,
      let path = decode(segments.dropFirst().joined(separator: "/")), !path.isEmpty
    else { return nil }
    return ObjectKey(bucket: bucket, path: path)
  }

  /// A bucket without a path.
  private static func bucket(_ segments: ArraySlice<Substring>) -> String? {
    guard segments.dropFirst().allSatisfy(\.isEmpty), let name = segments.first.flatMap(decode), !name.isEmpty else {
      return nil
    }
    return name
  }

  private static func decode(_ text: some StringProtocol) -> String? {
    PercentEncoding.decode(text, plusIsSpace: false)
  }
}
