import Cryptography
import Edge
import FoundationEssentials
import Glibc
import HTTPTypes

/// Authenticates the sender of a request, by token or by one of the new API keys.
struct Authorizer: Sendable {
  private let verifier: TokenVerifier
  private let keys: [(digest: SHA256Digest, role: Role)]

  init(verifier: TokenVerifier, tokens: TokenConfiguration) {
    self.verifier = verifier
    keys =
      tokens.secretKeys.map { (Self.digest(of: $0.utf8), .serviceRole) }
      + tokens.publishableKeys.map { (Self.digest(of: $0.utf8), .anon) }
  }

  /// The sender of a request, as far as it is known without waiting.
  enum Sender {
    case known(Identity)
    /// The holder of a token that has to be checked.
    case holder(of: UncheckedToken)
  }

  /// Authenticates the sender.
  ///
  /// - Parameter acceptsEnded: whether a token is valid although its session has ended.
  /// - Throws: ``HostError`` for a request without a valid token or key.
  func identity(
    _ headers: RequestFields, at now: Date, acceptsEnded: Bool = false
  ) async throws(HostError) -> Identity {
    switch try sender(headers, at: now) {
    case .known(let identity): identity
    case .holder(let token): try await verifier.check(token, at: now, acceptsEnded: acceptsEnded)
    }
  }

  /// Authenticates the sender without waiting, if possible.
  ///
  /// A JWT takes precedence. The new API keys count only without `Authorization`, or if it starts with `sb_`.
  ///
  /// - Throws: ``HostError`` for a request without a token or key.
  func sender(_ headers: RequestFields, at now: Date) throws(HostError) -> Sender {
    let value: ArraySlice<UInt8>
    switch headers.sole(.authorization) {
    case .one(let only): value = only
    case .several: throw .invalidFormat
    case .none:
      if let identity = identity(key: Self.key(headers)) { return .known(identity) }
      throw .noAuthHeader
    }
    guard let bearer = Self.bearer(value) else { throw .invalidFormat }
    if bearer.starts(with: "sb_".utf8) {
      if let identity = identity(key: bearer) ?? identity(key: Self.key(headers)) { return .known(identity) }
      throw .invalidFormat
    }
    let token = UncheckedToken(bearer)
    return verifier.holder(of: token, at: now).map { .known($0) } ?? .holder(of: token)
  }

  /// Checks a token.
  ///
  /// - Throws: ``HostError``: one of the contract's 401s, or 503 while the keys are unavailable.
  func check(_ token: UncheckedToken, at now: Date) async throws(HostError) -> Identity {
    try await verifier.check(token, at: now)
  }

  /// The value of `apikey`; nil if there are several, of which a proxy may read another one than the host.
  private static func key(_ headers: RequestFields) -> ArraySlice<UInt8>? {
    if case .one(let key) = headers.sole(.apiKey) { key } else { nil }
  }

  /// Whether the session of a sender has ended since the request was authenticated.
  func hasEnded(_ identity: Identity) -> Bool { verifier.hasEnded(identity) }

  /// Checks that the session of a sender has not ended since the request was authenticated.
  ///
  /// - Throws: ``HostError``: the 401 of a token whose session has ended.
  func checkSession(of identity: Identity?) throws(HostError) {
    if let identity, hasEnded(identity) { throw .endedSession }
  }

  /// The token after `Bearer` (RFC 6750, section 2.1), if it is one word.
  private static func bearer(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let scheme: StaticString = "bearer "
    var start = scheme.utf8CodeUnitCount
    guard value.count > start else { return nil }
    // `| 0x20` turns a letter into its lower case, and leaves the space.
    for index in 0..<start where unsafe value[value.startIndex + index] | 0x20 != scheme.utf8Start[index] { return nil }
    start += value.startIndex
    while start < value.endIndex, value[start] == UInt8(ascii: " ") { start += 1 }
    let word = value[start...]
    let blank = unsafe word.withUnsafeBufferPointer { word in
      unsafe word.baseAddress.map { unsafe memchr($0, CInt(UInt8(ascii: " ")), word.count) != nil }
    }
    return word.isEmpty || blank ?? true ? nil : word
  }

  /// The identity of an API key. Digests are compared in constant time, which shows neither the length nor the position
  /// of a difference.
  private func identity(key: ArraySlice<UInt8>?) -> Identity? {
    guard let key, !key.isEmpty else { return nil }
    let digest = Self.digest(of: key)
    var role: Role?
    for known in keys where known.digest == digest { role = role ?? known.role }
    return role.map(Identity.init(role:))
  }

  private static func digest(of key: some Sequence<UInt8>) -> SHA256Digest { SHA256Digest(of: [UInt8](key).span) }
}
