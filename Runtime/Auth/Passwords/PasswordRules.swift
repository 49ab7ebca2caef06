import HTTPTypes

/// The rules for a new password, with the limits of Supabase Auth.
enum PasswordRules {
  /// The fewest and the most bytes.
  static let length = 6...72

  /// Checks a new password.
  ///
  /// - Throws: ``AuthError`` 422 `weak_password` for a short one, 400 for a long one.
  static func check(_ password: String) throws(AuthError) {
    let count = password.utf8.count
    guard count <= length.upperBound else {
      throw .badRequest("Password cannot be longer than \(length.upperBound) characters")
    }
    guard count >= length.lowerBound else {
      var error = AuthError(
        .unprocessableContent, "weak_password", "Password should be at least \(length.lowerBound) characters.")
      error.reasons = ["length"]
      throw error
    }
  }
}
