import Cryptography
import FoundationEssentials
import Wire

/// A refresh token: a session, and the number of its turn in it, authenticated with a key of the host's.
///
/// The database holds the number of the current turn alone, so no token can be made from its contents. The form is that
/// of Supabase Auth's tokens of version 2: a version byte, the session's 16 bytes, the number, and half an HMAC-SHA256.
struct RefreshToken: Hashable, Sendable {
  let session: UUID
  /// The number of the turn: 0 for the token of the sign-in, one more for each refresh.
  let turn: Int64
}

extension RefreshToken {
  private static let version: UInt8 = 0
  private static let codeLength = 16
  private static let bodyLength = 1 + 16 + 8

  /// Reads a token.
  ///
  /// - Throws: ``AuthError`` 400 if it is malformed, or was not made with the key.
  init(_ text: String, key: HMACKey) throws(AuthError) {
    // A longer text is no token; it is not decoded.
    guard text.utf8.count < 100, let bytes = Base64URL.decode(text.utf8),
      bytes.count == Self.bodyLength + Self.codeLength, bytes[0] == Self.version
    else { throw .malformedRefreshToken }
    let body = [UInt8](bytes[..<Self.bodyLength])
    let code = [UInt8](key.code(for: body)[..<Self.codeLength])
    let presented = [UInt8](bytes[Self.bodyLength...])
    // Digests are compared in constant time.
    guard SHA256Digest(of: code.span) == SHA256Digest(of: presented.span) else { throw .noRefreshToken }
    session = UUID(
      uuid: (
        body[1], body[2], body[3], body[4], body[5], body[6], body[7], body[8], body[9], body[10], body[11], body[12],
        body[13], body[14], body[15], body[16]
      ))
    turn = body[17...].reduce(0) { $0 << 8 | Int64($1) }
  }

  func text(key: HMACKey) -> String {
    let id = session.uuid
    let bytes =
      [
        Self.version, id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7, id.8, id.9, id.10, id.11, id.12, id.13, id.14,
        id.15,
      ] + (1...8).map { UInt8(truncatingIfNeeded: turn >> (64 - 8 * Int64($0))) }
    return Base64URL.encode(bytes + key.code(for: bytes)[..<Self.codeLength])
  }

  /// The key for refresh tokens, derived from the host's secret. The signed label cannot be the text of a JWT, so the
  /// key is no token's signature.
  static func key(secret: String) -> HMACKey {
    HMACKey(HMACKey([UInt8](secret.utf8)).code(for: [UInt8]("swiftlet: the key of refresh tokens, version 1".utf8)))
  }
}
