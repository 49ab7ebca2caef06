import Crypto
import Edge
import Foundation
import HTTPTypes

/// Finds out who sends a request: by token, or by one of the new API keys.
struct Authorizer: Sendable {
  private let verifier: TokenVerifier
  private let keys: [(digest: SHA256Digest, role: Role)]

  init(verifier: TokenVerifier, tokens: TokenConfiguration) {
    self.verifier = verifier
    keys =
      tokens.secretKeys.map { (Self.digest(of: $0), .serviceRole) }
      + tokens.publishableKeys.map { (Self.digest(of: $0), .anon) }
  }

  /// The sender, who must have a token or a key.
  ///
  /// A JWT decides. Only without an `Authorization`, or with one that starts `sb_`, do the new API keys count.
  ///
  /// - Throws: ``HostError``.
  func identity(_ headers: RequestFields) async throws(HostError) -> Identity {
    let value: String
    switch headers.sole(.authorization) {
    case .one(let only): value = only
    case .several: throw .invalidFormat
    case .none:
      if let identity = identity(key: Self.key(headers)) { return identity }
      throw .noAuthHeader
    }
    guard let bearer = Self.bearer(value) else { throw .invalidFormat }
    if bearer.hasPrefix("sb_") {
      if let identity = identity(key: String(bearer)) ?? identity(key: Self.key(headers)) { return identity }
      throw .invalidFormat
    }
    return try await verifier.verify(bearer)
  }

  /// The key beside a token, if there is one: of several, proxies might judge another than we.
  private static func key(_ headers: RequestFields) -> String? {
    if case .one(let key) = headers.sole(.apiKey) { key } else { nil }
  }

  /// What follows `Bearer` (RFC 6750, section 2.1), if it is one word.
  private static func bearer(_ value: String) -> Substring? {
    let scheme: StaticString = "bearer "
    var value = value
    value.makeContiguousUTF8()
    let utf8 = value.utf8
    let start = unsafe utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      var start = scheme.utf8CodeUnitCount
      guard bytes.count > start, (0..<start).allSatisfy({ unsafe bytes[$0] | 0x20 == scheme.utf8Start[$0] }) else {
        return nil
      }
      while start < bytes.count, unsafe bytes[start] == UInt8(ascii: " ") { start += 1 }
      guard start < bytes.count, let first = bytes.baseAddress else { return nil }
      return unsafe memchr(first + start, CInt(UInt8(ascii: " ")), bytes.count - start) == nil ? start : nil
    }
    return (start ?? nil).map { value[utf8.index(utf8.startIndex, offsetBy: $0)...] }
  }

  /// Digests compare in constant time, and neither length nor position of a difference shows.
  private func identity(key: String?) -> Identity? {
    guard let key, !key.isEmpty else { return nil }
    let digest = Self.digest(of: key)
    var role: Role?
    for known in keys where known.digest == digest { role = role ?? known.role }
    return role.map(Identity.init(role:))
  }

  private static func digest(of key: String) -> SHA256Digest { SHA256.hash(data: [UInt8](key.utf8)) }
}
