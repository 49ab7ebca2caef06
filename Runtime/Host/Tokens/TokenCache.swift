import Cryptography
import Edge
import Foundation
import Synchronization

/// Verified tokens, remembered until they expire or the keys change.
///
/// The key is a digest, so that no token stays in memory. Two generations bound it: when the young one is full it becomes the old one,
/// and what nobody used since then is gone.
final class TokenCache: Sendable {
  /// What is known of a token. A class, so that looking it up copies one reference.
  final class Entry: Sendable {
    let identity: Identity
    let expiresAt: Date?
    let notBefore: Date?
    let keyGeneration: Int
    /// When the keys themselves want another look.
    let freshUntil: Date

    init(identity: Identity, keyGeneration: Int, freshUntil: Date) {
      self.identity = identity
      expiresAt = identity.claims.expiresAt
      notBefore = identity.claims.notBefore
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
    var young: [Key: Entry] = [:]
    var old: [Key: Entry] = [:]
    var keyGeneration = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  init(capacity: Int = 8192) { self.capacity = capacity }

  func entry(for key: Key) -> Entry? {
    state.withLock { state in
      if let entry = state.young[key] { return entry }
      guard let entry = state.old.removeValue(forKey: key) else { return nil }
      Self.insert(entry, key, into: &state, capacity)
      return entry
    }
  }

  func insert(_ entry: Entry, for key: Key) {
    state.withLock { state in
      if entry.keyGeneration > state.keyGeneration { state = State(keyGeneration: entry.keyGeneration) }
      guard entry.keyGeneration == state.keyGeneration else { return }
      Self.insert(entry, key, into: &state, capacity)
    }
  }

  func remove(_ key: Key) {
    state.withLock { state in
      state.young[key] = nil
      state.old[key] = nil
    }
  }

  private static func insert(_ entry: Entry, _ key: Key, into state: inout State, _ capacity: Int) {
    if state.young.count >= capacity / 2 {
      state.old = state.young
      state.young = [:]
    }
    state.young[key] = entry
  }
}
