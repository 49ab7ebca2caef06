import Edge

extension FunctionError {
  static let sessionNotFound = notFound("SESSION_NOT_FOUND", "Session not found")
  static let notTakingPart = permissionDenied("Only participants of the session may do this")
  static let sessionOver = conflict("The session is already matched or closed")
}
