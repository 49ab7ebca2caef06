import Edge
import Foundation
import HTTPTypes
import NIOCore

/// The embedded default's storage: a folder of buckets, read through URLs that the host signs and serves itself.
///
/// The token is HS256 with `url`, `iat` and `exp`, as Supabase's storage server writes it.
final class EmbeddedStorage: Storage {
  /// The seeds' limit for a file, in bytes.
  private static let maximumFile = 50 << 20

  private let folder: String
  private let minter: TokenMinter
  private let keys: SigningKeys
  private let clock: WallClock
  private let base: @Sendable () -> String

  /// A storage in a folder.
  ///
  /// - Parameter base: the address that URLs start with, known once the host listens.
  init(folder: String, minter: TokenMinter, keys: SigningKeys, clock: WallClock, base: @escaping @Sendable () -> String)
  {
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

  /// Answers `GET /storage/v1/object/sign/<bucket>/<path>?token=…`.
  ///
  /// - Throws: ``StorageRefusal`` in the shape of Supabase's storage server.
  func read(bucket: Substring, path: Substring, token: String?) async throws(StorageRefusal) -> Response {
    guard let bucket = PercentEncoding.decode(bucket, plusIsSpace: false),
      let path = PercentEncoding.decode(path, plusIsSpace: false)
    else { throw .notFound }
    guard let token, let parts = try? CompactToken(ArraySlice(token.utf8)), keys.secretSigned(parts),
      parts.claims["url"] == .string("\(bucket)/\(path)")
    else { throw .invalidSignature }
    guard let expiry = parts.claims.expiresAt, clock.now < expiry else { throw .expired }
    guard let file = location(of: bucket, path), let bytes = try? Data(contentsOf: file, options: .mappedIfSafe) else {
      throw .notFound
    }
    var response = Response.bytes([UInt8](bytes), contentType: Self.mediaType(of: path))
    let remaining = min(max(0, expiry.timeIntervalSince(clock.now)), 31_536_000)
    response.headers[.cacheControl] = "private, max-age=\(Int(remaining))"
    return response
  }

  /// The file, if it lies in the folder even after symbolic links are followed.
  private func location(of bucket: String, _ path: String) -> URL? {
    let root = URL(filePath: folder).resolvingSymlinksInPath().standardizedFileURL
    let file = root.appending(path: bucket).appending(path: path).resolvingSymlinksInPath().standardizedFileURL
    var isFolder: ObjCBool = false
    guard file.path().hasPrefix(root.path().hasSuffix("/") ? root.path() : root.path() + "/"),
      unsafe FileManager.default.fileExists(atPath: file.path(percentEncoded: false), isDirectory: &isFolder),
      !isFolder.boolValue,
      let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= Self.maximumFile
    else { return nil }
    return file
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

/// Why a signed file is not given, in the shape of Supabase's storage server: `{"statusCode","error","message"}`.
struct StorageRefusal: Error {
  let statusCode: Int
  let error: String
  let message: String

  static let invalidSignature = StorageRefusal(statusCode: 400, error: "InvalidJWT", message: "invalid signature")
  static let expired = StorageRefusal(
    statusCode: 400, error: "InvalidJWT", message: "\"exp\" claim timestamp check failed")
  static let notFound = StorageRefusal(statusCode: 404, error: "not_found", message: "Object not found")

  var response: Response {
    let body = OrderedObject([("statusCode", "\(statusCode)"), ("error", error), ("message", message)])
    return Response(json: body.json, status: .init(code: statusCode))
  }
}
