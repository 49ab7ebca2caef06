import Edge

/// Admits users, who see the health in the app, and the service key, by which monitors ask.
struct HealthAccess: Access {
  struct Caller: Sendable {}

  let needsToken = true

  func admit(_ identity: Identity?) throws(FunctionError) -> Caller {
    guard let identity, identity.userID != nil || identity.role == .serviceRole else { throw .authRequired }
    return Caller()
  }
}
