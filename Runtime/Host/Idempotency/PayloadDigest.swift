import Cryptography
import Edge

/// The digest of what a function gets from a request: the method, the path below the function's name, the query and the
/// body's raw bytes.
struct PayloadDigest: Sendable, Hashable {
  /// The 32 bytes of a SHA-256 digest.
  let bytes: [UInt8]
}

extension PayloadDigest {
  init(of request: Request, body: [UInt8]) {
    let head = "\(request.method.rawValue)\n\(request.path)\n\(request.rawQuery ?? "")\n"
    let parts = [UInt8](head.utf8) + SHA256Digest(of: body.span).bytes
    bytes = SHA256Digest(of: parts.span).bytes
  }
}
