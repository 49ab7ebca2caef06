import Edge

extension FunctionError {
  static let categoryNotFound = notFound("CATEGORY_NOT_FOUND", "Category not found")
  static let sessionNotFound = notFound("SESSION_NOT_FOUND", "Session not found")
  static let optionNotFound = notFound("OPTION_NOT_FOUND", "The session has no such option")
  static let alreadyTakingPart = conflict("You already take part in this session")
  static let notTakingPart = permissionDenied("Only participants of the session may do this")
  static let sessionOver = conflict("The session is already matched or closed")
  static let sessionUnmatched = conflict("The session has no match")
  static let usernameTaken = conflict("Another user has this username")
}
