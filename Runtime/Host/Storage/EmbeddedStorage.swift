import Edge
import Foundation
import HTTPTypes

/// The storage of an embedded host: a folder of buckets, read through URLs that the host signs and serves.
///
/// The token is HS256 with `url`, `iat` and `exp`, as in Supabase's storage server.
final class EmbeddedStorage: Storage {
  /// The largest served file in bytes.
  private static let maximumFile = 50 << 20

  private let folder: String
  private let minter: TokenMinter
  private let keys: VerificationKeys
  private let clock: WallClock
  private let base: @Sendable () -> String
  private let thread = FileThread()

  /// Creates a storage in a folder.
  ///
  /// - Parameter base: returns the start of URLs, which is known once the host listens.
  init(
    folder: String, minter: TokenMinter, keys: VerificationKeys, clock: WallClock,
    base: @escaping @Sendable () -> String
  ) {
    self.folder = folder
    self.minter = minter
    self.keys = keys
    self.clock = clock
    self.base = base
  }

  func signedURL(bucket: String, path: String, expiresIn seconds: Int) async throws -> String {
    let object = "\(bucket)/\(path)"
    let issued = Int64(clock.now.timeIntervalSince1970)
    let seconds = SignedURL.validity(seconds)
    let token = minter.token([
      ("url", .string(object)), ("iat", .integer(issued)), ("exp", .integer(issued + Int64(seconds))),
    ])
    let escaped = object.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? object
    return "\(base())/storage/v1/object/sign/\(escaped)?token=\(token)"
  }

  /// Answers `GET` and `HEAD` of `/storage/v1/object/sign/<bucket>/<path>?token=…`.
  ///
  /// - Throws: ``StorageRefusal``.
  func read(bucket: Substring, path: Substring, _ request: Request) async throws(StorageRefusal) -> Response {
    guard let bucket = PercentEncoding.decode(bucket, plusIsSpace: false),
      let path = PercentEncoding.decode(path, plusIsSpace: false)
    else { throw .notFound }
    guard let token = request.query("token"), let parts = try? CompactToken(ArraySlice(token.utf8)),
      keys.isSignedWithSecret(parts), let claims = try? parts.claims(), claims["url"] == .string("\(bucket)/\(path)")
    else { throw .invalidSignature }
    let now = clock.now
    guard let expiry = claims.expiresAt, now < expiry else { throw .expired }
    let file = try await thread.run { [folder] () -> Result<StoredFile, StorageRefusal> in
      Result { () throws(StorageRefusal) in try StoredFile("\(bucket)/\(path)", below: folder) }
    }.get()
    guard file.version.size <= Self.maximumFile else { throw .notFound }
    return try file.response(
      FileAnswer(request.method, request.fields, for: file.version, at: now), contentType: Self.mediaType(of: path),
      on: thread, at: now, cachedFor: Int(min(max(0, expiry.timeIntervalSince(now)), 31_536_000)))
  }

  private static func mediaType(of path: String) -> String {
    switch path.split(separator: ".").last?.lowercased() {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "gif": "image/gif"
    case "svg": "image/svg+xml"
    case "pdf": "application/pdf"
    default: "application/octet-stream"
    }
  }
}
