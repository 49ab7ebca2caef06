import Edge

/// Admits users, for the app's health page, and the service key, for monitoring.
struct HealthAccess: Access {
  struct Caller: Sendable {}

  let needsToken = true

  func admit(_ identity: Identity?) throws(FunctionError) -> Caller {
    guard let identity, identity.userID != nil || identity.role == .serviceRole else { throw .authRequired }
    return Caller()
  }
}
