import Edge

/// The rule for callers that a manifest declares, as far as the host can decide it.
struct DeclaredAccess {
  private let traits: EndpointTraits

  init(_ traits: EndpointTraits) { self.traits = traits }

  /// Checks a caller. Of an author's own rule only the need for a token is checked: the worker decides the rest.
  ///
  /// - Throws: ``AdmissionError`` for a caller that is not admitted.
  func admit(_ identity: Identity?) throws(AdmissionError) {
    do throws(FunctionError) {
      switch traits.access {
      case .anyone: break
      case .verified: _ = try VerifiedAccess.verified.admit(identity)
      case .user: _ = try UserAccess.user.admit(identity)
      case .serviceRole: _ = try ServiceAccess.serviceRole.admit(identity)
      case .custom: if traits.needsToken, identity == nil { throw FunctionError.authRequired }
      }
    } catch {
      throw AdmissionError(reason: error)
    }
  }
}
