import Cryptography
import Edge
import FoundationEssentials
import Synchronization

/// A cache of verified tokens, until they expire or the keys change.
///
/// Tokens are identified by a digest, so that none stays in memory. Two generations bound the size: when the young one
/// is full, it becomes the old one, and the tokens of the previous old one that were not used since are dropped.
///
/// A generation is bounded by the lengths of its tokens too: a user chooses a part of the claims, and parsed claims
/// take up to 16 times the length of their token.
final class TokenCache: Sendable {
  /// A verified token. It is a class, so that a look-up copies one reference.
  final class VerifiedToken: Sendable {
    let identity: Identity
    let expiresAt: Date?
    let notBefore: Date?
    /// The sign-in session of the token; nil for a token without one.
    let sessionID: UUID?
    let keyGeneration: Int
    /// The instant until which the keys need no refresh.
    let freshUntil: Date

    init(identity: Identity, keyGeneration: Int, freshUntil: Date) {
      self.identity = identity
      expiresAt = identity.claims.expiresAt
      notBefore = identity.claims.notBefore
      sessionID = identity.claims.sessionID.flatMap { UUID(wire: $0) }
      self.keyGeneration = keyGeneration
      self.freshUntil = freshUntil
    }
  }

  /// A token's digest and length.
  struct Key: Hashable, Sendable {
    private let digest: SHA256Digest
    fileprivate let length: Int

    init(token: ArraySlice<UInt8>) {
      digest = SHA256Digest(of: token.span)
      length = token.count
    }
  }

  private struct Generation {
    private(set) var tokens: [Key: VerifiedToken] = [:]
    /// The sum of the tokens' lengths.
    private(set) var bytes = 0

    mutating func insert(_ token: VerifiedToken, for key: Key) {
      if tokens.updateValue(token, forKey: key) == nil { bytes += key.length }
    }

    mutating func remove(_ key: Key) -> VerifiedToken? {
      guard let token = tokens.removeValue(forKey: key) else { return nil }
      bytes -= key.length
      return token
    }
  }

  private struct State {
    var young = Generation()
    var old = Generation()
    var keyGeneration = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let bytes: Int

  /// - Parameter bytes: the most bytes of the tokens' texts.
  init(capacity: Int = 8192, bytes: Int = 4 << 20) {
    self.capacity = capacity
    self.bytes = bytes
  }

  func token(for key: Key) -> VerifiedToken? {
    state.withLock { state in
      if let token = state.young.tokens[key] { return token }
      guard let token = state.old.remove(key) else { return nil }
      insert(token, key, into: &state)
      return token
    }
  }

  func insert(_ token: VerifiedToken, for key: Key) {
    state.withLock { state in
      if token.keyGeneration > state.keyGeneration { state = State(keyGeneration: token.keyGeneration) }
      guard token.keyGeneration == state.keyGeneration else { return }
      insert(token, key, into: &state)
    }
  }

  func remove(_ key: Key) {
    state.withLock { state in
      _ = state.young.remove(key)
      _ = state.old.remove(key)
    }
  }

  private func insert(_ token: VerifiedToken, _ key: Key, into state: inout State) {
    guard key.length <= bytes / 2 else { return }
    if state.young.tokens.count >= capacity / 2 || state.young.bytes + key.length > bytes / 2 {
      state.old = state.young
      state.young = Generation()
    }
    state.young.insert(token, for: key)
  }
}
