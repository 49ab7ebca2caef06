import Crypto
import Edge
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
  func identity(_ headers: HTTPFields) async throws(HostError) -> Identity {
    var fields = headers.lazy.filter { $0.name == .authorization }.makeIterator()
    guard let field = fields.next() else {
      if let identity = identity(key: headers[.apiKey]) { return identity }
      throw .noAuthHeader
    }
    guard fields.next() == nil, let bearer = Self.bearer(field.value) else { throw .invalidFormat }
    if bearer.hasPrefix("sb_") {
      if let identity = identity(key: bearer) ?? identity(key: headers[.apiKey]) { return identity }
      throw .invalidFormat
    }
    return try await verifier.verify(bearer)
  }

  /// What follows `Bearer` (RFC 6750, section 2.1), if it is one word.
  private static func bearer(_ value: String) -> String? {
    let scheme: StaticString = "bearer "
    var value = value
    return value.withUTF8 { bytes in
      let start = scheme.utf8CodeUnitCount
      guard bytes.count > start, (0..<start).allSatisfy({ unsafe bytes[$0] | 0x20 == scheme.utf8Start[$0] }) else {
        return nil
      }
      let token = unsafe bytes[start...].drop { $0 == UInt8(ascii: " ") }
      guard unsafe !token.isEmpty && token.allSatisfy({ $0 != UInt8(ascii: " ") }) else { return nil }
      return unsafe String(decoding: token, as: UTF8.self)
    }
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
