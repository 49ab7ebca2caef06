import Edge
import FoundationEssentials

/// A user of this host's sign-in.
struct AuthUser: Sendable, Hashable {
  let id: UUID
  /// The address; nil for an anonymous user.
  var email: String?
  /// The hash of the password (``PasswordHash``); nil for a user without one.
  var password: String?
  /// The members of `app_metadata` that the service role has set.
  var appMetadata: JSONObject
  /// `user_metadata`, which the user can change.
  var userMetadata: JSONObject
  let createdAt: Date
  var updatedAt: Date
  /// The instant at which the address was set. An address counts as confirmed, since this host sends no mail.
  var confirmedAt: Date?
  var lastSignInAt: Date?

  /// Whether the user signed in without an account.
  var isAnonymous: Bool { email == nil }

  /// Sets the address, after which the user is not anonymous.
  mutating func setEmail(_ address: EmailAddress, at now: Date) {
    guard email != address.text else { return }
    email = address.text
    confirmedAt = confirmedAt ?? now
    userMetadata["email_verified"] = true
  }

  /// The most bytes of each of the two metadata objects. Both are part of every access token, and so of every request's
  /// head.
  static let maximumMetadata = 8 << 10

  /// Merges members into `user_metadata` and `app_metadata`; null removes a member.
  ///
  /// - Throws: ``AuthError`` 422 if one of the two becomes too large.
  mutating func merge(user: JSONObject?, app: JSONObject?) throws(AuthError) {
    try Self.merge(user, into: &userMetadata, name: "user_metadata")
    try Self.merge(app, into: &appMetadata, name: "app_metadata")
  }

  private static func merge(_ new: JSONObject?, into old: inout JSONObject, name: String) throws(AuthError) {
    guard let new else { return }
    for (key, value) in new { old[key] = value == .null ? nil : value }
    guard old.json.count <= maximumMetadata else {
      throw AuthError(
        .unprocessableContent, "validation_failed",
        "\(name) is larger than \(maximumMetadata) bytes: it is part of every access token")
    }
  }
}

extension AuthUser {
  /// A new user, anonymous until ``setEmail(_:at:)``.
  init(id: UUID = UUID(), at now: Date) {
    self.init(id: id, appMetadata: [:], userMetadata: [:], createdAt: now, updatedAt: now)
  }
}
