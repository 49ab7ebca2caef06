import Edge
import FoundationEssentials

/// Checks the signature, `exp`, `nbf` and the session of tokens. `aud` and `iss` are not checked.
struct TokenVerifier: Sendable {
  private let source: KeySource
  private let ended: EndedSessions
  private let cache = TokenCache()

  init(source: KeySource, ended: EndedSessions) {
    self.source = source
    self.ended = ended
  }

  /// The holder of a token that is in the cache and still valid; nil if the token has to be checked.
  func holder(of token: UncheckedToken, at now: Date) -> Identity? {
    guard let verified = cache.token(for: token.key) else { return nil }
    if Self.isCurrent(verified, at: now), now < verified.freshUntil, verified.keyGeneration == source.generation,
      !ended.contains(verified.sessionID)
    {
      return verified.identity
    }
    cache.remove(token.key)
    return nil
  }

  /// Checks a token.
  ///
  /// - Parameter acceptsEnded: whether a token is valid although its session has ended.
  /// - Throws: ``HostError``: one of the contract's 401s, or 503 while the keys are unavailable.
  func check(_ token: UncheckedToken, at now: Date, acceptsEnded: Bool = false) async throws(HostError) -> Identity {
    let verified = try await check(CompactToken(token.text), at: now)
    if ended.contains(verified.sessionID) {
      guard !acceptsEnded else { return verified.identity }
      throw .endedSession
    }
    cache.insert(verified, for: token.key)
    return verified.identity
  }

  /// Whether the session of a token's holder has ended since the token was checked.
  func hasEnded(_ identity: Identity) -> Bool { ended.contains(identity.claims.sessionID.flatMap { UUID(wire: $0) }) }

  private static func isCurrent(_ verified: TokenCache.VerifiedToken, at now: Date) -> Bool {
    verified.expiresAt.map { now < $0 } ?? true && verified.notBefore.map { now >= $0 } ?? true
  }

  private func check(_ token: CompactToken, at now: Date) async throws(HostError) -> TokenCache.VerifiedToken {
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
      throw refusal.describing("the signature is not valid")
    }
    let claims = try token.claims()
    // The token of a signed URL is valid for that URL only, not for calls.
    if claims["url"] != nil, claims.role == nil { throw refusal.describing("the token is for a signed URL") }
    for name in ["exp", "nbf"] {
      if let value = claims[name], value.double == nil {
        throw refusal.describing("claims: Expected a number at $.\(name)")
      }
    }
    let verified = TokenCache.VerifiedToken(
      identity: Identity(claims), keyGeneration: snapshot.generation,
      freshUntil: token.algorithm == "HS256" ? .distantFuture : snapshot.freshUntil)
    guard Self.isCurrent(verified, at: now) else {
      throw refusal.describing(
        verified.expiresAt.map { now >= $0 } ?? false ? "the token has expired" : "the token is not valid yet")
    }
    return verified
  }
}

extension HostError {
  /// The refusal of a token whose session has ended.
  static let endedSession = invalidLegacy.describing("the session has ended")
}
