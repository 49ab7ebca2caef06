import Edge

/// The rule for callers that a manifest declares, as far as the host can decide it.
struct DeclaredAccess {
  private let traits: EndpointTraits

  init(_ traits: EndpointTraits) { self.traits = traits }

  /// Checks a caller. Of an author's own rule only the need for a token is checked: the worker decides the rest.
  ///
  /// - Throws: ``AdmissionError`` for a caller that is not admitted.
  func admit(_ identity: Identity?) throws(AdmissionError) {
    switch traits.access {
    case .anyone: break
    case .verified: try VerifiedAccess.verified.check(identity)
    case .user: try UserAccess.user.check(identity)
    case .serviceRole: try ServiceAccess.serviceRole.check(identity)
    case .custom:
      if traits.needsToken, identity == nil { throw AdmissionError(reason: .authRequired) }
    }
  }
}
