import Edge
import FoundationEssentials

/// Signs the URLs of files, and checks signed ones.
///
/// The token is HS256 with `url`, `iat` and `exp`, as in Supabase's storage server.
struct ObjectSigner: Sendable {
  let minter: TokenMinter
  let keys: VerificationKeys
  let clock: WallClock

  /// A token that opens one file for some seconds.
  func token(for key: ObjectKey, seconds: Int) -> String {
    let issued = Int64(clock.now.timeIntervalSince1970)
    return minter.token([
      ("url", .string(key.text)), ("iat", .integer(issued)),
      ("exp", .integer(issued + Int64(SignedURL.validity(seconds)))),
    ])
  }

  /// Checks a file's token; returns the instant of its expiry.
  ///
  /// - Throws: ``StorageRefusal`` 400.
  func expiry(of token: String?, for key: ObjectKey) throws(StorageRefusal) -> Date {
    guard let token, let parts = try? CompactToken(ArraySlice(token.utf8)), keys.isSignedWithSecret(parts),
      let claims = try? parts.claims(), claims["url"] == .string(key.text)
    else { throw .invalidSignature }
    guard let expiry = claims.expiresAt, clock.now < expiry else { throw .expired }
    return expiry
  }
}
