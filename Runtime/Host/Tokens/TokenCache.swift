import Crypto
import Edge
import Foundation
import Synchronization

/// Verified tokens, remembered until they expire or the keys change.
///
/// The key is a digest, so that no token stays in memory. Two generations bound it: when the young one is full it becomes the old one,
/// and what nobody used since then is gone.
final class TokenCache: Sendable {
  struct Entry: Sendable {
    let identity: Identity
    let expiresAt: Date?
    let notBefore: Date?
    let keyGeneration: Int
    /// When the keys themselves want another look.
    let freshUntil: Date
  }

  private struct State {
    var young: [SHA256Digest: Entry] = [:]
    var old: [SHA256Digest: Entry] = [:]
    var keyGeneration = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  init(capacity: Int = 8192) { self.capacity = capacity }

  static func digest(of token: String) -> SHA256Digest { SHA256.hash(data: [UInt8](token.utf8)) }

  func entry(for digest: SHA256Digest) -> Entry? {
    state.withLock { state in
      if let entry = state.young[digest] { return entry }
      guard let entry = state.old.removeValue(forKey: digest) else { return nil }
      Self.insert(entry, digest, into: &state, capacity)
      return entry
    }
  }

  func insert(_ entry: Entry, for digest: SHA256Digest) {
    state.withLock { state in
      if entry.keyGeneration > state.keyGeneration { state = State(keyGeneration: entry.keyGeneration) }
      guard entry.keyGeneration == state.keyGeneration else { return }
      Self.insert(entry, digest, into: &state, capacity)
    }
  }

  func remove(_ digest: SHA256Digest) {
    state.withLock { state in
      state.young[digest] = nil
      state.old[digest] = nil
    }
  }

  private static func insert(_ entry: Entry, _ digest: SHA256Digest, into state: inout State, _ capacity: Int) {
    if state.young.count >= capacity / 2 {
      state.old = state.young
      state.young = [:]
    }
    state.young[digest] = entry
  }
}
