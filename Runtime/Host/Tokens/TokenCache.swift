import Cryptography
import Edge
import FoundationEssentials
import Synchronization

/// A cache of verified tokens, until they expire or the keys change.
///
/// Tokens are identified by a digest, so that none stays in memory. Two generations bound the size: when the young one
/// is full, it becomes the old one, and the tokens of the previous old one that were not used since are dropped.
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

  /// A token's digest.
  struct Key: Hashable, Sendable {
    private let digest: SHA256Digest

    init(token: ArraySlice<UInt8>) { digest = SHA256Digest(of: token.span) }
  }

  private struct State {
    var young: [Key: VerifiedToken] = [:]
    var old: [Key: VerifiedToken] = [:]
    var keyGeneration = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  init(capacity: Int = 8192) { self.capacity = capacity }

  func token(for key: Key) -> VerifiedToken? {
    state.withLock { state in
      if let token = state.young[key] { return token }
      guard let token = state.old.removeValue(forKey: key) else { return nil }
      Self.insert(token, key, into: &state, capacity)
      return token
    }
  }

  func insert(_ token: VerifiedToken, for key: Key) {
    state.withLock { state in
      if token.keyGeneration > state.keyGeneration { state = State(keyGeneration: token.keyGeneration) }
      guard token.keyGeneration == state.keyGeneration else { return }
      Self.insert(token, key, into: &state, capacity)
    }
  }

  func remove(_ key: Key) {
    state.withLock { state in
      state.young[key] = nil
      state.old[key] = nil
    }
  }

  private static func insert(_ token: VerifiedToken, _ key: Key, into state: inout State, _ capacity: Int) {
    if state.young.count >= capacity / 2 {
      state.old = state.young
      state.young = [:]
    }
    state.young[key] = token
  }
}
