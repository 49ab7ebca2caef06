import Edge

/// The body of a request: each route reads the members that it needs.
struct UserFields: Decodable, Sendable {
  var id: String?
  var email: String?
  var phone: String?
  var password: String?
  /// Members for `user_metadata`.
  var data: JSONObject?
  var userMetadata: JSONObject?
  var appMetadata: JSONObject?
  var refreshToken: String?
  /// Members that an administrator's request may have: see ``checkSupport()``.
  var role: String?
  var banDuration: String?
  var emailConfirm: Bool?
  var passwordHash: String?

  private enum CodingKeys: String, CodingKey {
    case id, email, phone, password, data, role
    case userMetadata = "user_metadata"
    case appMetadata = "app_metadata"
    case refreshToken = "refresh_token"
    case banDuration = "ban_duration"
    case emailConfirm = "email_confirm"
    case passwordHash = "password_hash"
  }

  /// The most bytes of a body.
  static let limit = 64 << 10
  /// The deepest nesting of a body's JSON.
  private static let depth = 32

  /// Reads a body.
  ///
  /// - Throws: ``AuthError`` 400 that names the path of the fault.
  init(json bytes: [UInt8]) throws(AuthError) {
    do throws(JSONFault) {
      self = try Wire.decode(Self.self, from: bytes, upTo: Self.limit, depth: Self.depth)
    } catch {
      throw .badJSON(bytes.isEmpty ? "the body is empty" : "\(error)")
    }
  }

  /// The address of the body, checked; nil if it is absent or empty.
  ///
  /// - Throws: ``AuthError`` 400 for a malformed address, or if there is a phone number.
  func address() throws(AuthError) -> EmailAddress? {
    guard (phone ?? "").isEmpty else { throw .noPhone }
    guard let email, !email.isEmpty else { return nil }
    return try EmailAddress(email)
  }

  /// The password of the body, checked; nil if it is absent or empty.
  ///
  /// - Throws: ``AuthError`` for a password that may not be set.
  func newPassword() throws(AuthError) -> String? {
    guard let password, !password.isEmpty else { return nil }
    try PasswordRules.check(password)
    return password
  }

  /// Checks that an administrator's request asks for nothing that users of this host cannot have.
  ///
  /// - Throws: ``AuthError`` 422 for a ban, a role other than that of all users, an address without confirmation, or a
  ///   password's hash.
  func checkSupport() throws(AuthError) {
    guard ["", "none"].contains(banDuration ?? "") else { throw .noBans }
    guard ["", Role.authenticated.rawValue].contains(role ?? "") else { throw .noRoles }
    guard emailConfirm != false else { throw .noUnconfirmedAddress }
    guard (passwordHash ?? "").isEmpty else { throw .noPasswordHash }
  }
}
