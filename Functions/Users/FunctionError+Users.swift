import Edge

extension FunctionError {
  /// The caller's account is deleted.
  static let userNotFound = notFound("USER_NOT_FOUND", "User not found")
}
