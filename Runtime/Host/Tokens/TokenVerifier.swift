import Edge
import Foundation

/// Checks tokens: signature, `exp` and `nbf`; `aud` and `iss` are not looked at.
struct TokenVerifier: Sendable {
  private let source: KeySource
  private let cache = TokenCache()

  init(source: KeySource) { self.source = source }

  /// The holder of a token that was checked before and is still good; nil if it must be checked.
  func holder(of token: UncheckedToken, at now: Date) -> Identity? {
    guard let entry = cache.entry(for: token.key) else { return nil }
    if Self.isCurrent(entry, at: now), now < entry.freshUntil, entry.keyGeneration == source.generation {
      return entry.identity
    }
    cache.remove(token.key)
    return nil
  }

  /// Finds out who holds a token.
  ///
  /// - Throws: ``HostError``: one of the contract's 401s, or 503 while the keys cannot be had.
  func check(_ token: UncheckedToken, at now: Date) async throws(HostError) -> Identity {
    let entry = try await check(CompactToken(token.text), at: now)
    cache.insert(entry, for: token.key)
    return entry.identity
  }

  private static func isCurrent(_ entry: TokenCache.Entry, at now: Date) -> Bool {
    entry.expiresAt.map { now < $0 } ?? true && entry.notBefore.map { now >= $0 } ?? true
  }

  private func check(_ token: CompactToken, at now: Date) async throws(HostError) -> TokenCache.Entry {
    let refusal: HostError
    switch token.algorithm {
    case "HS256": refusal = .invalidLegacy
    case "ES256", "RS256": refusal = .invalidAsymmetric
    default: throw .unsupportedAlgorithm(token.algorithm)
    }
    var snapshot = try await source.keys(for: token.algorithm)
    var candidates = try snapshot.keys.candidates(for: token)
    if candidates.isEmpty, let newer = await source.keysAfterRefetch() {
      snapshot = newer
      candidates = try newer.keys.candidates(for: token)
    }
    guard candidates.contains(where: { $0.isValid(token) }) else {
      throw refusal.describing("the signature does not hold")
    }
    let claims = try token.claims()
    // The token of a signed URL is for that URL: whoever was given the link is no caller.
    if claims["url"] != nil, claims.role == nil { throw refusal.describing("the token is for a signed URL") }
    for name in ["exp", "nbf"] {
      if let value = claims[name], value.double == nil {
        throw refusal.describing("claims: Expected a number at $.\(name)")
      }
    }
    let entry = TokenCache.Entry(
      identity: Identity(claims), keyGeneration: snapshot.generation,
      freshUntil: token.algorithm == "HS256" ? .distantFuture : snapshot.freshUntil)
    guard Self.isCurrent(entry, at: now) else {
      throw refusal.describing(
        entry.expiresAt.map { now >= $0 } ?? false ? "the token has expired" : "the token is not valid yet")
    }
    return entry
  }
}

/// A token as it came, and what it is remembered by.
struct UncheckedToken: Sendable {
  let text: ArraySlice<UInt8>
  let key: TokenCache.Key

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    key = TokenCache.Key(token: text)
  }
}
