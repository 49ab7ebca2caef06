import Edge

extension FunctionError {
  static let sessionNotFound = notFound("SESSION_NOT_FOUND", "Session not found")
  static let notTakingPart = permissionDenied("Only participants of the session may do this")
  static let sessionOver = conflict("The session is already matched or closed")

  /// Whether the error is a refusal by the app's rules, and neither malformed input nor a failure.
  ///
  /// Two of the database functions answer a refusal with 200 and a value instead of an error.
  var isRefusal: Bool { [.forbidden, .notFound, .conflict].contains(status) }
}
